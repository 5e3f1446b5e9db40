#include "store.h"

#include <string.h>

#include "board.h"

#define PLACES 16 /* a power of two */

static struct {
    uint16_t at;
    uint8_t record[STORE_ENTRY];
} small[PLACES];
static volatile uint16_t given, written; /* small records; those between wait */

static struct {
    uint16_t at;
    uint8_t count;
    uint8_t record[STORE_LARGE_MAX];
} large;
static volatile bool large_waits;

/* The record being written, for the interrupt alone. */
static uint8_t byte;
static bool in_large;

void store_begin(void) {
    given = written = 0;
    large_waits = in_large = false;
    byte = 0;
}

uint8_t store_room(void) {
    const uint8_t held = board_hold();
    const uint8_t waiting = (uint8_t)(given - written);
    board_release(held);
    return (uint8_t)(PLACES - waiting);
}

uint16_t store_given(void) { return given; }

bool store_written(uint16_t which) {
    const uint8_t held = board_hold();
    const int16_t ahead = (int16_t)(uint16_t)(written - which);
    board_release(held);
    return ahead >= 0;
}

bool store_small(uint16_t at, const uint8_t record[STORE_ENTRY]) {
    if (store_room() == 0) return false;
    small[given % PLACES].at = at;
    memcpy(small[given % PLACES].record, record, STORE_ENTRY);
    const uint8_t held = board_hold();
    given++;
    board_release(held);
    board_eeprom_go();
    return true;
}

bool store_large(uint16_t at, const uint8_t *record, uint8_t count) {
    if (large_waits || count > STORE_LARGE_MAX) return false;
    large.at = at;
    large.count = count;
    memcpy(large.record, record, count);
    large_waits = true;
    board_eeprom_go();
    return true;
}

bool store_large_written(void) { return !large_waits; }

bool store_next(uint16_t *at, uint8_t *value) {
    if (byte == (in_large ? large.count : STORE_ENTRY)) {
        byte = 0;
        if (in_large) {
                    large_waits = in_large = false;
        } else {
            written++;
        }
    }
    if (byte == 0) {
        if (written == given && !large_waits) return false;
        in_large = written == given;
    }
    *at = in_large ? large.at + byte : small[written % PLACES].at + byte;
    *value = in_large ? large.record[byte] : small[written % PLACES].record[byte];
    byte++;
    return true;
}
