#include "intake.h"

#include <string.h>

#include "board.h"
#include "gates.h"
#include "link.h"
#include "packets.h"
#include "protocol_codes.h"
#include "sensors.h"
#include "state.h"
#include "store.h"

/* Milliseconds at 0.6 mm/ms unless said otherwise. The card's lead, in mm from the hopper's mouth: D1 20, D2 26, C1 36,
 * the feed roller's grip 40, C2 and window 90, in its slot 180. */
#define NO_PICK_MS 400
#define PICK_TRIES 3
#define BACK_MS 150 /* a card that was drawn to C1 is back in the hopper */
#define TO_C1_MS 27 /* from D1 */
#define GRIP_MS 10 /* from C1 until the feed roller has it */
#define TO_C2_MS 90 /* from C1 */
#define TO_SLOT_MS 60 /* from the window, fast */
#define FOLLOWS_MS 6 /* the next card is begun so much later, so that it stops short of C1 if the one before does */
#define TO_REJECT_MS 250
#define REREAD_MS 40
#define CLEAR_BACK_MS 60 /* a card that does not enter its slot is drawn back so far, once */
#define BACK_TO_C1_MS 110 /* one that does not reach the window, until C1 is light */
#define STILL_MS 3 /* before the strobe */
#define STROBE_MS 1
#define LIMIT_MS 120 /* a roller, unless it is asked again */
#define LONG_TENTH_MM 725 /* 1.15 cards */
#define SPEED_TENTHS 6 /* tenths of a millimetre in a millisecond */

enum coming { NO_CARD, TO_COME, PICKING, PICK_BACK, DRAWING, GRIPPING, FEEDING, FEED_BACK, HALTING, STROBED, REREADING };
enum leaving { NONE, TO_STORE, STORING, STORE_BACK, TO_REJECT, REJECTING, IN_TRAY };

static struct {
    enum coming phase;
    uint8_t no, slot, tries;
    bool twice, sent_back; /* two cards seen; they were sent back once */
    uint32_t at;
    uint16_t length_ms; /* of D1's dark time while a roller drew */
} coming;

static struct {
    enum leaving phase;
    uint8_t no, slot;
    bool tried;
    uint32_t at;
} leaving;

static struct {
    uint8_t no, slot;
    uint16_t entry;
} entries[4]; /* stored cards whose log entry is being written */
static uint8_t writing;

static uint8_t asked_slot; /* of the carousel, SLOT_UNKNOWN: none */
static bool seeking, finishing, ending, doubt;
static uint8_t finish_why;
static uint16_t end_entry;
static uint16_t strobes;

static void forget(void) {
    coming.phase = NO_CARD;
    leaving.phase = NONE;
    seeking = finishing = ending = false;
}

void intake_begin(void) {
    forget();
    writing = 0;
    strobes = 0;
    doubt = false;
}

void intake_open(void) {
    forget();
    memset(shoe.slots, 0, sizeof shoe.slots);
    shoe.slots_known = true;
    shoe.stored = shoe.card_no = 0;
    asked_slot = SLOT_UNKNOWN;
    shoe.activity = TAKING_IN;
}

bool intake_in_doubt(void) { return doubt; }
void intake_doubt(bool is) { doubt = is; }

void intake_stop(void) {
    const bool drawn = coming.phase != NO_CARD && coming.phase != TO_COME;
    if (leaving.phase != NONE || drawn) doubt = true;
    /* A card that did not arrive may be ordered again. */
    if (coming.phase != NO_CARD) shoe.card_no = (uint8_t)(coming.no - 1);
    if (leaving.phase != NONE) shoe.card_no = (uint8_t)(leaving.no - 1);
    forget();
}

void intake_finish(uint8_t why) {
    finishing = true;
    finish_why = why;
}

/* ---------------------------------------------------------------- commands */

static bool in_window(uint8_t card_no) { return coming.phase == STROBED && coming.no == card_no; }

uint8_t intake_pick(uint8_t card_no, uint8_t slot) {
    if (card_no == 0 || card_no != shoe.card_no + 1) return REASON_BAD_CARD;
    if (slot != SLOT_UNKNOWN && (slot >= SLOTS || map_has(shoe.slots, slot))) return REASON_BAD_VALUE;
    if (coming.phase != NO_CARD || ending) return REASON_BUSY;
    if (!dark(IN_HOPPER)) return REASON_EMPTY;
    if (leaving.phase != NONE && leaving.slot == slot && slot != SLOT_UNKNOWN) return REASON_BAD_VALUE;
    shoe.card_no = card_no;
    coming.no = card_no;
    coming.slot = slot;
    coming.tries = 0;
    coming.twice = coming.sent_back = false;
    coming.length_ms = 0;
    coming.phase = TO_COME;
    return 0;
}

uint8_t intake_reread(uint8_t card_no) {
    if (!in_window(card_no)) return REASON_BAD_CARD;
    if (leaving.phase != NONE) return REASON_BUSY;
    coming.phase = REREADING;
    coming.at = board_ms();
    board_on(OUT_FEED_REVERSE, REREAD_MS + 20);
    board_on(OUT_FEED, REREAD_MS + 20);
    return 0;
}

static uint8_t leave(uint8_t card_no, enum leaving phase) {
    if (!in_window(card_no)) return REASON_BAD_CARD;
    if (leaving.phase != NONE) return REASON_BUSY;
    if (phase == TO_STORE && coming.slot == SLOT_UNKNOWN) return REASON_BAD_VALUE;
    leaving.phase = phase;
    leaving.no = card_no;
    leaving.slot = coming.slot;
    leaving.tried = false;
    leaving.at = board_ms();
    coming.phase = NO_CARD;
    return 0;
}

uint8_t intake_store(uint8_t card_no) { return leave(card_no, TO_STORE); }
uint8_t intake_reject(uint8_t card_no) { return leave(card_no, TO_REJECT); }

uint8_t intake_end(void) {
    if (coming.phase != NO_CARD || leaving.phase != NONE || writing || ending) return REASON_BUSY;
    if (shoe.stored == 0 || finishing) return REASON_BAD_STATE;
    ending = true;
    end_entry = log_append(LOG_KIND_PACK_IN, shoe.stored, 0, shoe.tag, 0);
    return 0;
}

uint8_t intake_resume(uint8_t next_no) {
    if (next_no != shoe.card_no + 1) return REASON_BAD_CARD;
    if (coming.phase == NO_CARD && leaving.phase == NONE && dark(IN_D1 | IN_C1 | IN_C2)) return REASON_NOT_FREE;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        if (map_has(shoe.slots, slot) != map_has(shoe.scan, slot)) return REASON_NOT_SCANNED;
    }
    finishing = false;
    shoe.fault = 0;
    shoe.activity = TAKING_IN;
    state_enter(STATE_INTAKE, 0);
    return 0;
}

/* ---------------------------------------------------------------- log and events */

void intake_stored_run(void) {
    while (writing && store_written(entries[0].entry)) {
        uint8_t payload[LEN_STORED];
        put16(payload + STORED_TAG_AT, shoe.tag);
        payload[STORED_CARD_NO_AT] = entries[0].no;
        payload[STORED_SLOT_AT] = entries[0].slot;
        shoe.stored++;
        shoe.committed = shoe.stored;
        link_tell(MSG_STORED, payload, LEN_STORED);
        memmove(entries, entries + 1, sizeof entries - sizeof entries[0]);
        writing--;
    }
}

static void tell_rejected(uint8_t card_no) {
    uint8_t payload[LEN_REJECTED];
    put16(payload + REJECTED_TAG_AT, shoe.tag);
    payload[REJECTED_CARD_NO_AT] = card_no;
    link_tell(MSG_REJECTED, payload, LEN_REJECTED);
}

static void tell_at_window(void) {
    uint8_t payload[LEN_AT_WINDOW];
    const uint16_t length = (uint16_t)(coming.length_ms * SPEED_TENTHS);
    put16(payload + AT_WINDOW_TAG_AT, shoe.tag);
    payload[AT_WINDOW_CARD_NO_AT] = coming.no;
    put16(payload + AT_WINDOW_LENGTH_TENTH_MM_AT, length);
    payload[AT_WINDOW_DOUBLE_AT] = coming.twice || length > LONG_TENTH_MM || dark(IN_D1);
    put16(payload + AT_WINDOW_STROBES_AT, strobes);
    link_tell(MSG_AT_WINDOW, payload, LEN_AT_WINDOW);
}

/* ---------------------------------------------------------------- rollers */

static void pick(bool on) {
    if (on) {
        board_on(OUT_PICK, LIMIT_MS);
    } else {
        board_off(OUT_PICK);
    }
}

static void feed(bool on, bool fast) {
    board_off(OUT_FEED_REVERSE);
    if (!on) {
        board_off(OUT_FEED);
        board_off(OUT_FEED_FAST);
        return;
    }
    if (fast) {
        board_on(OUT_FEED_FAST, LIMIT_MS);
    } else {
        board_off(OUT_FEED_FAST);
    }
    board_on(OUT_FEED, LIMIT_MS);
}

static bool jammed(uint8_t code, uint8_t place, uint8_t card_no) {
    fault_stop(code, place, card_no, STATE_JAMMED);
    return false;
}

/* ---------------------------------------------------------------- the card that leaves the window */

static bool at_slot(void) { return !seeking && carousel_slot() == leaving.slot; }

static void begin_leaving(uint32_t now) {
    leaving.at = now;
    feed(true, true);
}

static bool run_storing(uint32_t now) {
    const uint32_t since = now - leaving.at;
    feed(true, true);
    if (since >= TO_SLOT_MS + 2 && dark(IN_S1) && !dark(IN_C2)) {
        feed(false, false);
        leaving.phase = NONE;
        map_set(shoe.slots, leaving.slot, true);
        entries[writing].no = leaving.no;
        entries[writing].slot = leaving.slot;
        entries[writing++].entry = log_append(LOG_KIND_STORED, leaving.no, leaving.slot, shoe.tag, 0);
        return true;
    }
    if (since < 2 * TO_SLOT_MS) return true;
    if (leaving.tried) return jammed(FAULT_JAM, PLACE_INFEED, leaving.no);
    leaving.tried = true;
    leaving.phase = STORE_BACK;
    leaving.at = now;
    feed(false, false);
    board_on(OUT_FEED_REVERSE, CLEAR_BACK_MS);
    board_on(OUT_FEED, CLEAR_BACK_MS);
    return true;
}

static bool run_rejecting(uint32_t now) {
    gates_infeed_reject(now);
    feed(true, true);
    const bool seen = dark(IN_MOUTH(DEST_REJECT));
    if (leaving.phase == REJECTING && seen) {
        leaving.phase = IN_TRAY;
        leaving.at = now;
    } else if (leaving.phase == IN_TRAY && !seen) {
        feed(false, false);
        gates_release();
        leaving.phase = NONE;
        tell_rejected(leaving.no);
    } else if (now - leaving.at >= TO_REJECT_MS) {
        return jammed(FAULT_JAM, PLACE_INFEED, leaving.no);
    }
    return true;
}

/* False: it jammed, and there is no intake any more. */
static bool run_leaving(uint32_t now) {
    switch (leaving.phase) {
    case TO_STORE:
        if (!at_slot() || !gates_home(now) || writing == 4 || store_room() < 6) return true;
        if (dark(IN_S1)) return jammed(FAULT_SLOT_DARK, PLACE_INFEED, leaving.no);
        leaving.phase = STORING;
        begin_leaving(now);
        return true;
    case STORING: return run_storing(now);
    case STORE_BACK:
        if (now - leaving.at < CLEAR_BACK_MS) return true;
        leaving.phase = STORING;
        begin_leaving(now);
        return true;
    case TO_REJECT:
        gates_infeed_reject(now);
        if (gates_late(now)) return jammed(FAULT_GATE, PLACE_INFEED, leaving.no);
        if (!gates_home(now)) return true;
        leaving.phase = REJECTING;
        begin_leaving(now);
        return true;
    case REJECTING:
    case IN_TRAY: return run_rejecting(now);
    case NONE:
    default: return true;
    }
}

/* ---------------------------------------------------------------- the card that comes */

static void enter(enum coming phase, uint32_t now) {
    coming.phase = phase;
    coming.at = now;
}

/* Back into the hopper, to be drawn again. */
static void send_back(uint32_t now) {
    pick(false);
    feed(false, false);
    board_on(OUT_PICK_REVERSE, BACK_MS);
    board_on(OUT_FEED_REVERSE, BACK_MS);
    board_on(OUT_FEED, BACK_MS);
    coming.length_ms = 0;
    enter(PICK_BACK, now);
}

/* Two cards at once go back once; the second time they come to the window and are told. */
static bool send_two_back(uint32_t now) {
    if (!dark(IN_D2)) return false;
    if (coming.sent_back) {
        coming.twice = true;
        return false;
    }
    if (leaving.phase != NONE) {
        pick(false); /* the feed roller is still another card's */
        return true;
    }
    coming.sent_back = true;
    send_back(now);
    return true;
}

/* The card that comes is not drawn to the feed roller while that still works for the one that leaves. */
static bool must_wait(uint32_t now) {
    if (leaving.phase == NONE) return false;
    return (leaving.phase != STORING && leaving.phase != REJECTING) || now - leaving.at >= TO_SLOT_MS - FOLLOWS_MS;
}

static bool run_picking(uint32_t now) {
    pick(true);
    if (dark(IN_D1)) {
        enter(DRAWING, now);
        return true;
    }
    if (now - coming.at < NO_PICK_MS) return true;
    if (++coming.tries == PICK_TRIES) return jammed(FAULT_NO_PICK, PLACE_HOPPER, coming.no);
    send_back(now);
    return true;
}

static bool run_drawing(uint32_t now) {
    if (send_two_back(now)) return true;
    if (dark(IN_C1)) {
        if (leaving.phase != NONE) {
            pick(false); /* come too far: the feed roller is still another card's */
            return true;
        }
        feed(true, false);
        enter(GRIPPING, now);
        return true;
    }
    pick(true);
    if (now - coming.at < 2 * TO_C1_MS) return true;
    if (++coming.tries == PICK_TRIES) return jammed(FAULT_JAM, PLACE_HOPPER, coming.no);
    send_back(now);
    return true;
}

static bool run_feeding(uint32_t now) {
    if (send_two_back(now)) return true;
    if (dark(IN_C2)) {
        feed(false, false);
        enter(HALTING, now);
        return true;
    }
    feed(true, false);
    if (now - coming.at < TO_C2_MS + TO_C2_MS / 2) return true; /* twice would bring it into the carousel's rim */
    if (++coming.tries >= PICK_TRIES) return jammed(FAULT_JAM, PLACE_WINDOW, coming.no);
    coming.tries = PICK_TRIES - 1; /* reversed once */
    board_off(OUT_FEED);
    board_on(OUT_PICK_REVERSE, BACK_TO_C1_MS); /* from the grip to C1 the feed roller does not hold it */
    board_on(OUT_FEED_REVERSE, BACK_TO_C1_MS);
    board_on(OUT_FEED, BACK_TO_C1_MS);
    enter(FEED_BACK, now);
    return true;
}

static bool run_coming(uint32_t now, uint8_t elapsed) {
    if ((coming.phase == PICKING || coming.phase == DRAWING) && must_wait(now)) {
        pick(false);
        coming.at += elapsed;
        return true;
    }
    switch (coming.phase) {
    case TO_COME:
        if (must_wait(now) || (leaving.phase != NONE && now - leaving.at < FOLLOWS_MS)) return true;
        enter(PICKING, now);
        pick(true);
        return true;
    case PICKING: return run_picking(now);
    case PICK_BACK:
        if (now - coming.at >= BACK_MS) enter(PICKING, now);
        return true;
    case DRAWING: return run_drawing(now);
    case GRIPPING:
        pick(true);
        if (now - coming.at < GRIP_MS) {
            feed(true, false);
            return true;
        }
        pick(false);
        enter(FEEDING, now);
        return true;
    case FEEDING: return run_feeding(now);
    case FEED_BACK:
        if (dark(IN_C1) && now - coming.at < BACK_TO_C1_MS) return true;
        board_off(OUT_PICK_REVERSE);
        feed(false, false);
        if (!dark(IN_C1)) coming.length_ms = TO_C1_MS; /* D1 saw so much of it before */
        enter(dark(IN_C1) ? FEEDING : DRAWING, now); /* it did not move: then the pick roller would draw the next */
        return true;
    case REREADING:
        if (now - coming.at < REREAD_MS) return true;
        feed(false, false);
        enter(FEEDING, now);
        return true;
    case HALTING:
        if (now - coming.at < STILL_MS) return true;
        board_on(OUT_STROBE, STROBE_MS);
        strobes++;
        tell_at_window();
        enter(STROBED, now);
        return true;
    case STROBED:
    case NO_CARD:
    default: return true;
    }
}

/* ---------------------------------------------------------------- carousel and ends */

static void run_carousel(uint32_t now) {
    if (seeking) {
        const enum carousel_fate fate = carousel_run(now);
        if (fate == CAROUSEL_LOST) {
            fault_tell(FAULT_LOST_STEPS, PLACE_CAROUSEL, shoe.card_no);
            intake_finish(FAULT_LOST_STEPS);
        }
        seeking = fate == CAROUSEL_MOVING;
        return;
    }
    if (!carousel_known()) return;
    if (leaving.phase == STORING || leaving.phase == STORE_BACK) return;
    uint8_t wanted = SLOT_UNKNOWN;
    if (leaving.phase == TO_STORE) {
        wanted = leaving.slot;
    } else if (coming.phase != NO_CARD) {
        wanted = coming.slot;
    }
    if (wanted != SLOT_UNKNOWN && wanted != carousel_slot()) {
        carousel_seek(wanted);
        seeking = true;
    }
}

static void come_to_rest(void) {
    if (ending && store_written(end_entry)) {
        shoe.whole = true;
        shoe.committed = shoe.card_no = 0;
        shoe.activity = STILL;
        forget();
        state_enter(STATE_SHUFFLED, 0);
        return;
    }
    const bool waits = leaving.phase == TO_STORE && !carousel_known(); /* in the window, until the slots are known */
    if (!finishing || (leaving.phase != NONE && !waits) || seeking) return;
    if (coming.phase != NO_CARD && coming.phase != STROBED && !(waits && coming.phase == TO_COME)) return;
    shoe.activity = STILL;
    state_enter(STATE_PAUSED, finish_why);
}

/* What a card that is read again shows to D1 once more does not make it longer. */
static void measure(uint8_t elapsed) {
    if (coming.phase == REREADING) {
        coming.length_ms = coming.length_ms > elapsed ? (uint16_t)(coming.length_ms - elapsed) : 0;
    } else if (coming.phase >= DRAWING) {
        coming.length_ms = (uint16_t)(coming.length_ms + elapsed);
    }
}

void intake_run(uint32_t now, uint8_t elapsed) {
    const bool fed = coming.phase >= GRIPPING && board_is_on(OUT_FEED);
    if (dark(IN_D1) && (fed || board_is_on(OUT_PICK))) measure(elapsed);
    if (!run_leaving(now) || !run_coming(now, elapsed)) return;
    run_carousel(now);
    come_to_rest();
}
