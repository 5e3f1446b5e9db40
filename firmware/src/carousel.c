#include "carousel.h"

#include <string.h>

#include "board.h"
#include "config.h"
#include "protocol_codes.h"

/* Half-microseconds between pulses from rest to 2000 steps/s: 667 steps/s at once, then 70 000 steps/s^2:
 * 2e6 / sqrt(667^2 + 2 * 70000 * n). The motor follows 74 000. */
static const uint16_t ramp[] = {2999, 2615, 2349, 2151, 1995, 1869, 1764, 1676, 1599, 1532, 1473, 1420, 1372, 1329,
                                1290, 1254, 1221, 1190, 1162, 1136, 1111, 1088, 1067, 1046, 1027, 1009, 1000};
#define RAMP ((uint16_t)(sizeof ramp / sizeof ramp[0]))
#define SETTLE_MS 4 /* the motor's two, and two for the debouncing of what is looked at then */
#define HOME_WIDTH 12 /* a home mark wider than this many steps is none */
#define TOLERANCE 3 /* steps: the index is seen within two of a slot's place */

enum goal { RESTING, LEAVING_MARK, SEEKING_MARK, SEEKING, SCANNING };

static enum goal goal;
static bool known;
static uint8_t wanted; /* slot */
static uint32_t rested_at;
static bool resting; /* the last pulse was given; it settles */
static uint16_t fastest; /* half-microseconds */

/* Shared with the step interrupt. */
static volatile bool moving;
static bool up, home_was, home_fresh;
static uint16_t made, total;
static uint8_t slot, phase; /* place = slot * 24 + phase */
static bool rose, fell;
static uint16_t rise_at, fall_at;
static bool scanning;
static uint8_t map[SLOT_MAP];
static uint32_t steps;

void carousel_begin(void) {
    goal = RESTING;
    known = moving = resting = false;
    slot = phase = 0;
    steps = 0;
}

static uint16_t place(void) { return (uint16_t)(slot * STEPS_A_SLOT + phase); }

static void set_place(uint16_t at) {
    slot = (uint8_t)(at / STEPS_A_SLOT);
    phase = (uint8_t)(at % STEPS_A_SLOT);
}

uint16_t carousel_pulse(bool slot_dark, bool home_dark) {
    if (scanning && phase == 0) map_set(map, slot, slot_dark);
    if (home_fresh) {
        home_fresh = false;
    } else if (home_dark != home_was) {
        if (home_dark) {
            rose = true;
            rise_at = place();
        } else {
            fell = true;
            fall_at = place();
        }
    }
    home_was = home_dark;
    if (up) {
        if (++phase == STEPS_A_SLOT) {
            phase = 0;
            if (++slot == SLOTS) slot = 0;
        }
    } else if (phase-- == 0) {
        phase = STEPS_A_SLOT - 1;
        if (slot-- == 0) slot = SLOTS - 1;
    }
    steps++;
    if (++made >= total) {
        moving = false;
        return 0;
    }
    const uint16_t from_start = (uint16_t)(made - 1), to_end = (uint16_t)(total - 1 - made);
    uint16_t n = from_start < to_end ? from_start : to_end;
    if (n >= RAMP) n = RAMP - 1;
    return ramp[n] > fastest ? ramp[n] : fastest;
}

static void move(bool upwards, uint16_t count) {
    up = upwards;
    made = 0;
    total = count;
    rose = fell = false;
    home_fresh = true;
    fastest = (uint16_t)(2000000UL / config_get(CONFIG_KEY_RUN_HZ));
    resting = false;
    moving = count != 0;
    if (moving) board_steps_begin(upwards);
}

void carousel_stop(void) {
    const uint8_t held = board_hold();
    if (moving) known = false;
    moving = scanning = false;
    board_steps_stop();
    board_release(held);
    if (goal == LEAVING_MARK || goal == SEEKING_MARK) known = false;
    goal = RESTING;
}

void carousel_home(void) {
    known = false;
    if (board_inputs() & IN_S3) {
        goal = LEAVING_MARK;
        move(false, STEPS_A_SLOT);
    } else {
        goal = SEEKING_MARK;
        move(true, STEPS_A_TURN + STEPS_A_SLOT);
    }
}

void carousel_seek(uint8_t to) {
    const uint16_t target = (uint16_t)(to * STEPS_A_SLOT);
    const uint16_t upward = (uint16_t)((target + STEPS_A_TURN - place()) % STEPS_A_TURN);
    goal = SEEKING;
    wanted = to;
    if (upward <= STEPS_A_TURN / 2) {
        move(true, upward);
    } else {
        move(false, (uint16_t)(STEPS_A_TURN - upward));
    }
}

void carousel_scan(void) {
    goal = SCANNING;
    wanted = slot;
    memset(map, 0, sizeof map);
    scanning = true;
    move(true, STEPS_A_TURN);
}

/* The mark is dark within so many steps of home on either side: its middle is home. */
static bool found_mark(void) {
    if (!rose || !fell) return false;
    const uint16_t width = (uint16_t)((fall_at + STEPS_A_TURN - rise_at) % STEPS_A_TURN);
    if (width > HOME_WIDTH) return false;
    const uint16_t home = (uint16_t)((rise_at + (width - 1) / 2) % STEPS_A_TURN);
    set_place((uint16_t)((place() + STEPS_A_TURN - home) % STEPS_A_TURN));
    return true;
}

/* On its way a move may have passed the mark: was it where it should be? */
static bool mark_belies(void) {
    if (!rose) return false;
    const uint16_t off = up ? rise_at : (uint16_t)((STEPS_A_TURN - rise_at) % STEPS_A_TURN);
    const uint16_t distance = off > STEPS_A_TURN / 2 ? (uint16_t)(STEPS_A_TURN - off) : off;
    return distance > TOLERANCE + 1;
}

static enum carousel_fate lost(void) {
    carousel_stop();
    known = false;
    return CAROUSEL_LOST;
}

static enum carousel_fate arrived(void) {
    switch (goal) {
    case LEAVING_MARK:
        goal = SEEKING_MARK;
        move(true, STEPS_A_TURN + STEPS_A_SLOT);
        return CAROUSEL_MOVING;
    case SEEKING_MARK:
        if (!found_mark()) return lost();
        known = true;
        carousel_seek(0);
        return CAROUSEL_MOVING;
    case SEEKING:
    case SCANNING:
        scanning = false;
        if (mark_belies() || !(board_inputs() & IN_S2)) return lost();
        goal = RESTING;
        return CAROUSEL_THERE;
    case RESTING:
    default: return CAROUSEL_THERE;
    }
}

enum carousel_fate carousel_run(uint32_t now) {
    if (goal == RESTING) return CAROUSEL_THERE;
    if (goal == SEEKING_MARK && moving && rose && fell) {
        /* Seen: enough turned. What is left of the move is cut to its ramp. */
        const uint8_t held = board_hold();
        if (total - made > RAMP) {
            made = (uint16_t)(made < RAMP ? made : RAMP);
            total = (uint16_t)(made + RAMP);
        }
        board_release(held);
    }
    if (moving) return CAROUSEL_MOVING;
    if (!resting) {
        resting = true;
        rested_at = now;
    }
    if (now - rested_at < SETTLE_MS) return CAROUSEL_MOVING;
    resting = false;
    return arrived();
}

bool carousel_known(void) { return known; }

uint8_t carousel_slot(void) {
    const uint8_t held = board_hold();
    const uint8_t at = known && !moving && phase == 0 ? slot : SLOT_UNKNOWN;
    board_release(held);
    return at;
}

const uint8_t *carousel_map(void) { return map; }

uint32_t carousel_steps(void) {
    const uint8_t held = board_hold();
    const uint32_t now = steps;
    board_release(held);
    return now;
}
