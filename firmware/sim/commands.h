/* What the commands of J.bench have of each other: how one is told to, and how its arguments are read. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "shoe.h"

#define LONGEST_MS 1e9
#define SERIAL_MAX INT64_C(9007199254740991)

struct command {
    const char *name;
    /* Obeys and adds members to the answer; or says why not. */
    const char *(*obey)(struct shoe *, struct client *, const struct json *, struct text *);
};

/* Each list ends with a command without a name. */
extern const struct command CARD_COMMANDS[], MISHAP_COMMANDS[];

/* An optional member of a command: false where it is there and is not what it should be. */
bool optional_whole(const struct json *object, const char *key, int64_t low, int64_t high, int64_t *out);
bool optional_flag(const struct json *object, const char *key, bool *out);
/* An optional number of milliseconds, in ns. */
bool optional_span(const struct json *object, const char *key, double otherwise, uint64_t *out);
/* Index in POCKET_NAMES, or -1. */
int pocket_of(const struct json *value);

/* The cycle that is so far away. */
uint64_t cycle_after(const struct shoe *shoe, double ms);

#endif
