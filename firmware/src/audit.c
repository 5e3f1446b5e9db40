#include "audit.h"

#include <string.h>

#include "board.h"
#include "carousel.h"
#include "gates.h"
#include "intake.h"
#include "link.h"
#include "packets.h"
#include "protocol_codes.h"
#include "sensors.h"
#include "state.h"
#include "store.h"

#define LAMP_MS 6 /* off, and on again, until the debounced inputs have followed */
#define NUDGE_MS 6 /* X1 sees a card until 35, the gates begin at 45, its slot is behind it at 2 */
#define BRING_IN_MS 70 /* a card half in a slot, fast */
#define REST_MS 4

enum phase { LAMP_OFF, LAMP_ON, GATE, NUDGE, NUDGED, BRING_IN, HOMING, SCANNING, LOGGING, NOTHING };

static enum audit_work work;
static enum phase phase = NOTHING;
static uint32_t at;
static uint8_t gate;
static uint16_t entry; /* of the log */

static void enter(enum phase to, uint32_t now) {
    phase = to;
    at = now;
}

void audit_begin(enum audit_work wanted) {
    const uint32_t now = board_ms();
    work = wanted;
    shoe.activity = LOOKING;
    shoe.mouths = mouths_dark();
    gate = 0;
    if (work == AUDIT_TEST || work == AUDIT_LOAD) {
        board_lamp(false);
        enter(LAMP_OFF, now);
    } else {
        enter(NUDGE, now);
    }
}

void audit_stop(void) {
    board_lamp(true);
    phase = NOTHING;
}

static void failed(uint8_t code, uint8_t place) { fault_stop(code, place, 0, STATE_FAULTED); }

static void tell_audited(void) {
    uint8_t payload[LEN_AUDITED];
    memcpy(shoe.scan, carousel_map(), SLOT_MAP);
    shoe.scanned = true;
    memcpy(payload + AUDITED_SLOTS_AT, shoe.scan, SLOT_MAP);
    put16(payload + AUDITED_PATH_AT, sensors_path());
    payload[AUDITED_POCKETS_AT] = (uint8_t)(mouths_dark() | shoe.mouths);
    payload[AUDITED_HOLDS_AT] = pockets_holding();
    payload[AUDITED_AT_SLOT_AT] = carousel_slot();
    put16(payload + AUDITED_TAG_AT, shoe.tag);
    payload[AUDITED_COMMITTED_AT] = shoe.committed;
    payload[AUDITED_TORN_AT] = shoe.torn;
    link_tell(MSG_AUDITED, payload, LEN_AUDITED);
}

static void finish(void) {
    phase = NOTHING;
    shoe.activity = STILL;
    if (work == AUDIT_SCAN) {
        tell_audited();
    } else if (work == AUDIT_LOAD) {
        shoe.tagged = true;
        intake_open();
        state_enter(STATE_INTAKE, 0);
    } else {
        state_tell(0);
    }
}

static void test_path(void) {
    if (dark(IN_D1 | IN_D2 | IN_C1 | IN_C2)) {
        failed(FAULT_SENSOR, PLACE_WINDOW);
    } else if (dark(IN_X1 | IN_X2)) {
        failed(FAULT_SENSOR, PLACE_EXIT);
    } else if (dark(IN_MOUTHS)) {
        failed(FAULT_SENSOR, PLACE_POCKET);
    }
}

static void run_lamp(uint32_t now) {
    if (now - at < LAMP_MS) return;
    if (phase == LAMP_OFF) {
        const bool lit = dark(IN_BARRIERS); /* with its lamp off a barrier sees neither light nor card */
        board_lamp(true);
        if (lit) {
            failed(FAULT_SENSOR, PLACE_NOWHERE);
        } else {
            enter(LAMP_ON, now);
        }
        return;
    }
    enter(work == AUDIT_TEST ? GATE : NUDGE, now);
    test_path();
}

static void run_gate(uint32_t now) {
    if (gate < DEST_COUNT) {
        gates_lead_to(gate, now);
    } else {
        gates_infeed_reject(now);
    }
    if (gates_late(now)) {
        failed(FAULT_GATE, PLACE_GATES);
    } else if (gates_home(now)) {
        if (gate++ < DEST_COUNT) return;
        gates_release();
        enter(NUDGE, now);
    }
}

static void run_nudge(uint32_t now) {
    if (dark(IN_X1) && !dark(IN_X2)) board_on(OUT_EXIT, NUDGE_MS);
    enter(NUDGED, now);
}

static void run_home(uint32_t now) {
    const enum carousel_fate fate = carousel_run(now);
    if (fate == CAROUSEL_LOST) {
        failed(FAULT_LOST_STEPS, PLACE_CAROUSEL);
    } else if (fate == CAROUSEL_THERE) {
        if (phase == HOMING && (work == AUDIT_SCAN || work == AUDIT_LOAD)) {
            carousel_scan();
            enter(SCANNING, now);
            return;
        }
        if (work == AUDIT_LOAD) {
            for (uint8_t slot = 0; slot < SLOTS; slot++) {
                if (!map_has(carousel_map(), slot)) continue;
                fault_stop(FAULT_SLOT_DARK, PLACE_CAROUSEL, slot, STATE_FAULTED);
                return;
            }
            entry = log_append(LOG_KIND_INTAKE_BEGUN, shoe.cards, 0, shoe.tag, 0);
            enter(LOGGING, now);
            return;
        }
        finish();
    }
}

void audit_run(uint32_t now, uint8_t elapsed) {
    (void)elapsed;
    switch (phase) {
    case LAMP_OFF:
    case LAMP_ON: run_lamp(now); break;
    case GATE: run_gate(now); break;
    case NUDGE: run_nudge(now); break;
    case NUDGED:
        if (now - at < NUDGE_MS + REST_MS) return;
        if (intake_in_doubt() && !dark(IN_D1 | IN_C1 | IN_C2)) {
            board_on(OUT_FEED_FAST, BRING_IN_MS);
            board_on(OUT_FEED, BRING_IN_MS);
            intake_doubt(false);
            enter(BRING_IN, now);
            return;
        }
        carousel_home();
        enter(HOMING, now);
        break;
    case BRING_IN:
        if (now - at < BRING_IN_MS + REST_MS) return;
        carousel_home();
        enter(HOMING, now);
        break;
    case HOMING:
    case SCANNING: run_home(now); break;
    case LOGGING: /* no card is drawn before the log knows of the intake */
        if (store_written(entry)) finish();
        break;
    case NOTHING:
    default: break;
    }
}
