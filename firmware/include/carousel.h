/* The carousel: 54 slots, 24 steps each, and the ramp that its motor can follow.
 *
 * Moves are trapezoids of precomputed intervals; a short one turns back down in its middle. The step interrupt also
 * samples the slot's sensor at each place and the edges of the home mark, exactly at their steps. */
#ifndef CAROUSEL_H
#define CAROUSEL_H

#include <stdbool.h>
#include <stdint.h>

#define SLOTS 54
#define STEPS_A_SLOT 24
#define STEPS_A_TURN (SLOTS * STEPS_A_SLOT)
#define SLOT_UNKNOWN 255
#define SLOT_MAP 7 /* bytes: bit n = slot n */

enum carousel_fate { CAROUSEL_MOVING, CAROUSEL_THERE, CAROUSEL_LOST };

void carousel_begin(void);
void carousel_stop(void); /* at once; where it stands is unknown if it moved */

/* Each begins a move; then carousel_run() once a millisecond, until it is not moving. */
void carousel_home(void);
void carousel_seek(uint8_t slot); /* the shorter way; the place must be known */
void carousel_scan(void); /* one whole turn, every slot looked at */
enum carousel_fate carousel_run(uint32_t now);

bool carousel_known(void);
uint8_t carousel_slot(void); /* before the ejector, SLOT_UNKNOWN between two or before homing */
const uint8_t *carousel_map(void); /* of the last scan */
uint32_t carousel_steps(void); /* since boot */

static inline bool map_has(const uint8_t *map, uint8_t slot) { return map[slot >> 3] >> (slot & 7) & 1; }
static inline void map_set(uint8_t *map, uint8_t slot, bool holds) {
    const uint8_t bit = (uint8_t)(1 << (slot & 7));
    map[slot >> 3] = (uint8_t)(holds ? map[slot >> 3] | bit : map[slot >> 3] & ~bit);
}

/* Called by the step interrupt before each pulse with the sensors as they are; gives the half-microseconds until the
 * next pulse, 0 when this is the last. */
uint16_t carousel_pulse(bool slot_dark, bool home_dark);

#endif
