#include "gather.h"

#include <string.h>

#include "board.h"
#include "carousel.h"
#include "exit.h"
#include "gates.h"
#include "intake.h"
#include "protocol_codes.h"
#include "sensors.h"
#include "state.h"
#include "store.h"

#define QUIET_MS 150 /* a path without an edge for so long is clear */
#define CLEAR_MS 800 /* and if it is not by then, it is jammed */
#define LIMIT_MS 50
#define GRIP_MS 10 /* from C1 until the feed roller holds a card that the pick roller brings */
#define PAST_GATE_MS 12 /* from the end of C2 until the gate is free of a card that goes into its slot */
#define IN_OR_OUT_MS 120 /* a card that stands in the infeed's gate has gone into the slot, or is out of the gate again */

/* The way out of the infeed: to the tray, or first a card that holds the gate out of it. */
enum infeed { TO_TRAY, INTO_SLOT, DRAWN_BACK };
enum phase { OUTFEED, INFEED, HOMING, SCANNING, SEEKING, READY, LOGGING, NOTHING };

static enum phase phase = NOTHING;
static bool one, finishing;
static uint8_t left[SLOT_MAP]; /* slots that still hold a card */
static uint8_t target, dest, way, slot, cards, gripped_ms;
static enum infeed infeed;
static uint8_t freed; /* how often a card was led out of the infeed's gate */
static uint32_t at, quiet_since, infeed_at;
static uint16_t entry; /* of the log */

static void at_mouth(uint8_t card_no, uint8_t to) {
    (void)card_no;
    (void)to;
}

static void path_failed(uint8_t code, uint8_t place, uint8_t card_no) { fault_stop(code, place, card_no, STATE_JAMMED); }

static const struct exit_course course = {at_mouth, path_failed};

static void enter(enum phase to, uint32_t now) {
    phase = to;
    at = quiet_since = now;
}

static void begin(uint8_t where) {
    dest = where;
    way = where;
    cards = gripped_ms = freed = 0;
    infeed = TO_TRAY;
    finishing = false;
    shoe.activity = GATHERING;
    exit_begin(&course);
    enter(OUTFEED, board_ms());
}

void gather_all(uint8_t where) {
    one = false;
    /* From here on the order is no more. */
    if (state_holds_order()) {
        tag_kill(FAULT_NONE);
        state_enter(STATE_VOID, FAULT_NONE);
    }
    begin(where);
}

void gather_slot(uint8_t which, uint8_t where) {
    one = true;
    target = which;
    begin(where);
}

void gather_finish(void) { finishing = true; }
void gather_stop(void) { phase = NOTHING; }

static void end(void) {
    if (finishing || one) {
        machine_stop();
        state_tell(finishing ? FAULT_LINK_LOST : FAULT_NONE);
        return;
    }
    exit_stop();
    entry = log_append(LOG_KIND_EJECTED, cards, dest, shoe.tag, 0);
    phase = LOGGING;
}

static void run_logging(void) {
    if (!store_written(entry)) return;
    machine_stop();
    shoe.stored = shoe.count = 0;
    tag_over();
}

static void lead_infeed(enum infeed to, uint32_t now) {
    infeed = to;
    infeed_at = at = quiet_since = now;
    board_off(OUT_FEED);
    board_off(OUT_PICK);
}

/* A card that stands in the infeed's gate holds it, and would be torn if it were driven against it. It goes into the slot
 * before it, as it was going to; where none is there, or it does not go, it is drawn back until the gate is free. */
static bool infeed_gate_free(uint32_t now) {
    const bool over = now - infeed_at >= IN_OR_OUT_MS;
    switch (infeed) {
    case INTO_SLOT:
        gates_release();
        if (!gates_home(now)) {
            if (gates_late(now)) lead_infeed(DRAWN_BACK, now);
        } else if (over) {
            lead_infeed(DRAWN_BACK, now);
        } else if (now - quiet_since < PAST_GATE_MS) {
            board_on(OUT_FEED, LIMIT_MS);
        } else {
            lead_infeed(TO_TRAY, now);
        }
        if (dark(IN_C2)) quiet_since = now;
        return false;
    case DRAWN_BACK:
        if (over || !dark(IN_C2)) {
            lead_infeed(TO_TRAY, now);
            board_off(OUT_FEED_REVERSE);
            board_off(OUT_PICK_REVERSE);
        } else {
            board_on(OUT_PICK_REVERSE, LIMIT_MS);
            board_on(OUT_FEED_REVERSE, LIMIT_MS);
            board_on(OUT_FEED, LIMIT_MS);
        }
        return false;
    case TO_TRAY:
    default: break;
    }
    gates_infeed_reject(now);
    if (gates_home(now)) return true;
    if (!gates_late(now)) return false;
    if (freed++ == 2) {
        fault_stop(FAULT_GATE, PLACE_INFEED, 0, STATE_JAMMED);
    } else {
        lead_infeed(freed == 1 && dark(IN_S2) && !dark(IN_S1) ? INTO_SLOT : DRAWN_BACK, now);
    }
    return false;
}

/* Whatever lies between hopper and carousel goes to the reject tray, or into the slot if it is half in. */
static void run_infeed(uint32_t now, uint8_t elapsed) {
    if (!infeed_gate_free(now)) return;
    const bool there = dark(IN_D1 | IN_C1 | IN_C2);
    if (there || dark(IN_MOUTH(DEST_REJECT))) quiet_since = now;
    if (dark(IN_C1)) gripped_ms = (uint8_t)(gripped_ms + (gripped_ms < GRIP_MS ? elapsed : 0));
    if (dark(IN_D1) && gripped_ms < GRIP_MS) {
        board_on(OUT_PICK, LIMIT_MS);
    } else {
        board_off(OUT_PICK);
    }
    board_on(OUT_FEED, LIMIT_MS);
    if (now - quiet_since >= QUIET_MS) {
        board_off(OUT_FEED);
        board_off(OUT_PICK);
        gates_release();
        intake_doubt(false);
        carousel_home();
        enter(HOMING, now);
    } else if (now - at >= 2 * CLEAR_MS) {
        fault_stop(FAULT_JAM, PLACE_WINDOW, 0, STATE_JAMMED);
    }
}

/* No gate moves while a card stands in it, and the card would be torn if it were driven against it. So the gates are led
 * to one destination after the other, until they are home: that is where this card goes. */
static bool gates_found(uint32_t now) {
    if (!dark(IN_X2) && !mouths_dark()) way = dest;
    gates_lead_to(way, now);
    if (gates_home(now)) return true;
    if (!gates_late(now)) return false;
    way = (uint8_t)((way + 1) % DEST_COUNT);
    if (way == dest) fault_stop(FAULT_GATE, PLACE_GATES, 0, STATE_JAMMED);
    return false;
}

/* The exit path comes first. */
static void run_outfeed(uint32_t now) {
    if (!gates_found(now)) return;
    if (dark(IN_X1 | IN_X2) || mouths_dark()) quiet_since = now;
    board_on(OUT_EXIT, LIMIT_MS);
    if (now - quiet_since >= QUIET_MS) {
        board_off(OUT_EXIT);
        gates_release();
        enter(INFEED, now);
    } else if (now - at >= CLEAR_MS) {
        fault_stop(FAULT_JAM, PLACE_EXIT, 0, STATE_JAMMED);
    }
}

static bool next_slot(void) {
    if (finishing) return false;
    for (uint8_t n = 0; n < SLOTS; n++) {
        const uint8_t seen = (uint8_t)((slot + n) % SLOTS);
        if (!map_has(left, seen)) continue;
        slot = seen;
        return true;
    }
    return false;
}

static void run_home(uint32_t now) {
    const enum carousel_fate fate = carousel_run(now);
    if (fate == CAROUSEL_LOST) {
        fault_stop(FAULT_LOST_STEPS, PLACE_CAROUSEL, 0, STATE_FAULTED);
    } else if (fate == CAROUSEL_THERE) {
        if (phase == HOMING && !one) {
            carousel_scan();
            enter(SCANNING, now);
        } else {
            slot = one ? target : 0;
            memcpy(left, carousel_map(), SLOT_MAP);
            enter(READY, now);
        }
    }
}

static void run_ready(uint32_t now) {
    if (phase == SEEKING) {
        const enum carousel_fate fate = carousel_run(now);
        if (fate == CAROUSEL_LOST) {
            fault_stop(FAULT_LOST_STEPS, PLACE_CAROUSEL, 0, STATE_FAULTED);
            return;
        }
        if (fate == CAROUSEL_THERE) phase = READY;
        return;
    }
    if (!exit_slot_free(now)) return;
    if (one ? cards != 0 || finishing : !next_slot()) {
        if (exit_empty()) end();
        return;
    }
    if (carousel_slot() != slot) {
        carousel_seek(slot);
        phase = SEEKING;
        return;
    }
    if (!exit_ready(now)) return;
    if (!dark(IN_S1)) { /* seen in the scan, and gone: nothing to eject */
        map_set(left, slot, false);
        cards += one;
        return;
    }
    map_set(left, slot, false);
    exit_eject(++cards, dest, now);
}

void gather_run(uint32_t now, uint8_t elapsed) {
    if (phase == READY || phase == SEEKING) exit_run(now, elapsed);
    if (shoe.activity != GATHERING) return;
    switch (phase) {
    case INFEED: run_infeed(now, elapsed); break;
    case OUTFEED: run_outfeed(now); break;
    case HOMING:
    case SCANNING: run_home(now); break;
    case SEEKING:
    case READY: run_ready(now); break;
    case LOGGING: run_logging(); break;
    default: break;
    }
}
