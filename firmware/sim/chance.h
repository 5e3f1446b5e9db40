/* Seeded chance of the bench: small, fast, the same on every machine. Nothing that deals cards uses it. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

struct chance {
    uint64_t state;
};

static inline uint64_t chance_next(struct chance *chance)
{
    uint64_t z = (chance->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline struct chance chance_from(uint64_t seed, uint64_t stream)
{
    struct chance chance = {seed * UINT64_C(0xD1342543DE82EF95) + stream};
    (void)chance_next(&chance);
    return chance;
}

/* From 0 to below 1. */
static inline double chance_share(struct chance *chance)
{
    return (double)(chance_next(chance) >> 11) * (1.0 / 9007199254740992.0);
}

static inline uint32_t chance_below(struct chance *chance, uint32_t bound)
{
    return (uint32_t)((chance_next(chance) >> 32) * bound >> 32);
}

#endif
