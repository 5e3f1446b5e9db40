#include "deal.h"

#include <string.h>

#include "board.h"
#include "exit.h"
#include "gates.h"
#include "link.h"
#include "packets.h"
#include "protocol_codes.h"
#include "sensors.h"
#include "state.h"
#include "store.h"

#define EVENT_ROOM 8 /* kept free for what a card may still tell */
#define STORE_ROOM 6
#define FINISH_MS 3000 /* a path that is held so long is left as it is */
#define SETTLE_MS 250
#define SETTLE_LIMIT_MS 50 /* the belt, unless it is asked again */
#define STRANGE_MS 200

static struct {
    uint8_t slot, dest;
} plan[SLOTS];
static uint8_t planned[SLOT_MAP]; /* bit n: card n + 1 is uploaded */
static uint8_t count; /* of the plan in use, 0: none was accepted */

static uint8_t next; /* card to be begun */
static bool finishing;
static uint8_t finish_why, finish_state;
static uint32_t finish_since, strange_since;
static bool pockets_seen; /* those of the plan were found empty */
static bool pockets_told;
static bool seeking;

/* Cards at or behind their mouth whose log entry is being written, in order. */
static struct {
    uint8_t no, dest;
    uint16_t entry;
} commits[2];
static uint8_t committing;

/* DRIVE and SETTLE */
static uint8_t drive_no, drive_dest, settle_dest;
static bool drive_to_come;
static uint32_t started_at;

void deal_begin(void) {
    plan_forget();
    deal_stop();
    committing = 0;
}

/* Commits go on: their entries are on the way. */
void deal_stop(void) {
    finishing = false;
    drive_to_come = seeking = false;
}

/* ---------------------------------------------------------------- plan */

void plan_forget(void) {
    memset(planned, 0, sizeof planned);
    count = 0;
}

uint8_t plan_count(void) { return count; }

uint8_t plan_take(uint16_t tag, uint8_t first_no, const uint8_t *steps, uint8_t length, uint16_t *detail) {
    const uint8_t cards = length / 2;
    *detail = 0;
    if (tag != shoe.tag) return REASON_BAD_TAG;
    if (length % 2 || cards == 0 || first_no == 0 || first_no + cards - 1 > SLOTS) return REASON_BAD_VALUE;
    for (uint8_t n = 0; n < cards; n++) {
        *detail = (uint16_t)(first_no + n);
        if (steps[2 * n] >= SLOTS || steps[2 * n + 1] >= DEST_COUNT) return REASON_BAD_VALUE;
    }
    for (uint8_t n = 0; n < cards; n++) {
        const uint8_t at = (uint8_t)(first_no - 1 + n);
        plan[at].slot = steps[2 * n];
        plan[at].dest = steps[2 * n + 1];
        map_set(planned, at, true);
    }
    count = 0;
    return 0;
}

uint8_t plan_check(uint8_t wanted, uint16_t crc, uint16_t *detail) {
    uint8_t used[SLOT_MAP] = {0};
    uint16_t sum = 0xffff;
    *detail = 0;
    if (wanted == 0 || wanted > SLOTS) return REASON_BAD_VALUE;
    for (uint8_t n = 0; n < wanted; n++) {
        *detail = (uint16_t)(n + 1);
        if (!map_has(planned, n)) return REASON_NO_PLAN;
        if (map_has(used, plan[n].slot)) return REASON_BAD_VALUE;
        if (shoe.slots_known && n >= shoe.committed && !map_has(shoe.slots, plan[n].slot)) return REASON_BAD_VALUE;
        map_set(used, plan[n].slot, true);
        const uint8_t pair[2] = {plan[n].slot, plan[n].dest};
        sum = crc16(sum, pair, 2);
    }
    *detail = sum;
    return sum == crc ? 0 : REASON_NO_PLAN;
}

uint8_t plan_meets_scan(uint8_t cards, uint8_t next_no, uint16_t *detail) {
    *detail = 0;
    if (!shoe.scanned) return REASON_NOT_SCANNED;
    if (dark(IN_X1 | IN_X2) || mouths_dark()) return REASON_NOT_FREE;
    for (uint8_t n = 0; n < cards; n++) {
        *detail = (uint16_t)(n + 1);
        if (map_has(shoe.scan, plan[n].slot) != (n + 1 >= next_no)) return REASON_NOT_SCANNED;
    }
    return 0;
}

/* ---------------------------------------------------------------- commits */

static void at_mouth(uint8_t card_no, uint8_t dest) {
    commits[committing].no = card_no;
    commits[committing].dest = dest;
    commits[committing++].entry = log_append(LOG_KIND_DEALT, card_no, dest, shoe.tag, 0);
}

static void path_failed(uint8_t code, uint8_t place, uint8_t card_no) {
    const bool gone = code == FAULT_WRONG_POCKET || code == FAULT_NO_POCKET_EDGE;
    /* What stands at or behind a mouth is committed all the same: its entry is on its way. Not told is a card that
     * left the mouth again too soon. */
    if (gone && committing && commits[committing - 1].no == card_no) committing--;
    fault_stop(code, place, card_no, gone ? STATE_VOID : STATE_JAMMED);
}

static const struct exit_course dealing = {at_mouth, path_failed};

bool deal_committing(void) { return committing != 0; }

void deal_commits(void) {
    if (shoe.activity == DRIVING && !exit_empty()) return; /* told when the machine is still again */
    while (committing && store_written(commits[0].entry)) {
        uint8_t payload[LEN_DEALT];
        shoe.committed = commits[0].no;
        shoe.last_dest = commits[0].dest;
        shoe.torn = false;
        put16(payload + DEALT_TAG_AT, shoe.tag);
        payload[DEALT_CARD_NO_AT] = commits[0].no;
        payload[DEALT_DEST_AT] = commits[0].dest;
        link_tell(MSG_DEALT, payload, LEN_DEALT);
        commits[0] = commits[1];
        committing--;
    }
}

/* ---------------------------------------------------------------- deal */

void deal_start(uint8_t cards, uint8_t next_no) {
    count = shoe.count = cards;
    shoe.fault = 0;
    shoe.credit = (uint8_t)(next_no - 1);
    shoe.card_no = (uint8_t)(next_no - 1);
    next = next_no;
    finishing = seeking = false;
    pockets_seen = next_no > 1;
    pockets_told = false;
    strange_since = board_ms();
    exit_begin(&dealing);
    shoe.activity = DEALING;
    log_append(LOG_KIND_DEAL_BEGUN, cards, next_no, shoe.tag, 0);
    state_enter(STATE_DEALING, 0);
}

void deal_finish(uint8_t why, uint8_t state) {
    if (finishing && finish_state == STATE_VOID) return;
    finishing = true;
    finish_why = why;
    finish_state = state;
    finish_since = board_ms();
}

static bool pockets_empty(void) {
    if (pockets_seen) return true;
    uint8_t wanted = 0;
    for (uint8_t n = 0; n < count; n++) wanted |= (uint8_t)(1 << plan[n].dest);
    if (pockets_holding() & wanted) {
        if (!pockets_told) fault_tell(FAULT_POCKET_FULL, PLACE_POCKET, 0);
        pockets_told = true;
        return false;
    }
    if (pockets_told) fault_over(FAULT_POCKET_FULL);
    return pockets_seen = true;
}

static bool allowed(void) {
    return next <= count && next <= shoe.credit && next <= shoe.committed + 2 && !finishing && pockets_empty() &&
           link_room() >= EVENT_ROOM && store_room() >= STORE_ROOM;
}

static void turn_carousel(uint32_t now) {
    if (seeking) {
        const enum carousel_fate fate = carousel_run(now);
        if (fate == CAROUSEL_LOST) {
            fault_tell(FAULT_LOST_STEPS, PLACE_CAROUSEL, next);
            deal_finish(FAULT_LOST_STEPS, STATE_PAUSED);
        }
        if (fate != CAROUSEL_MOVING) seeking = false;
    } else if (next <= count && next <= shoe.credit && !finishing && pockets_empty() && exit_slot_free(now) &&
               carousel_slot() != plan[next - 1].slot) {
        if (!carousel_known()) {
            carousel_home();
        } else {
            carousel_seek(plan[next - 1].slot);
        }
        seeking = true;
    }
}

static void begin_card(uint32_t now) {
    if (!dark(IN_S1)) {
        fault_tell(FAULT_SLOT_LIGHT, PLACE_CAROUSEL, next);
        deal_finish(FAULT_SLOT_LIGHT, STATE_PAUSED);
        return;
    }
    exit_eject(next, plan[next - 1].dest, now);
    shoe.card_no = next++;
}

static void come_to_rest(uint32_t now) {
    const bool stuck = finishing && now - finish_since >= FINISH_MS;
    if ((!exit_empty() && !stuck) || committing || seeking) return;
    if (shoe.committed >= count) {
        shoe.activity = STILL;
        gates_release();
        state_enter(STATE_DEALT, 0);
        tag_over();
    } else if (finishing) {
        const uint8_t why = finish_why, state = finish_state;
        machine_stop();
        if (state == STATE_VOID) tag_kill(why);
        state_enter(state, why);
    }
}

/* Something stands in the path where no card should be. */
static bool path_is_strange(uint32_t now) {
    if (!exit_empty() || !dark(IN_X1 | IN_X2)) {
        strange_since = now;
        return false;
    }
    return now - strange_since >= STRANGE_MS;
}

static void run_deal(uint32_t now, uint8_t elapsed) {
    exit_run(now, elapsed);
    if (shoe.activity != DEALING) return;
    if (path_is_strange(now)) {
        fault_stop(FAULT_JAM, PLACE_EXIT, 0, STATE_JAMMED);
        return;
    }
    turn_carousel(now);
    if (!seeking && allowed() && exit_ready(now) && exit_slot_free(now) && carousel_slot() == plan[next - 1].slot) {
        begin_card(now);
    }
    come_to_rest(now);
}

/* ---------------------------------------------------------------- cards found in the path */

static uint8_t cards_out(void) {
    uint8_t in = 0;
    for (uint8_t slot = 0; slot < SLOTS; slot++) in += map_has(shoe.scan, slot);
    return (uint8_t)(shoe.stored - in - shoe.committed);
}

/* Whether the card in the mouth is the one behind the last commit: not where it is the committed one itself, which
 * another follows at X1. Cards follow one another by more than the way from X2 to the mouth. */
static bool mouth_first(uint8_t dest) {
    if (!((mouths_dark() | shoe.mouths) >> dest & 1)) return false;
    return !dark(IN_X1) || shoe.last_dest != dest || cards_out() > 1;
}

uint8_t deal_drive(uint8_t card_no, uint8_t dest) {
    const bool first = mouth_first(dest);
    if (!first && !dark(IN_X1 | IN_X2)) return REASON_BAD_CARD;
    if (store_room() < STORE_ROOM || link_room() < EVENT_ROOM) return REASON_BUSY;
    drive_no = card_no;
    drive_dest = dest;
    drive_to_come = true;
    finishing = false;
    shoe.mouths = first ? (uint8_t)(1 << dest) : 0;
    shoe.activity = DRIVING;
    exit_begin(&dealing);
    return 0;
}

void deal_settle(uint8_t dest) {
    settle_dest = dest;
    started_at = board_ms();
    shoe.mouths &= (uint8_t)~(1 << dest);
    shoe.activity = SETTLING;
}

/* A card in a mouth is brought in. */
static void run_settling(uint32_t now) {
    gates_lead_to(settle_dest, now);
    if (!(mouths_dark() >> settle_dest & 1)) {
        shoe.activity = STILL;
        exit_stop();
        state_tell(0);
        return;
    }
    if (gates_home(now)) board_on(OUT_EXIT, SETTLE_LIMIT_MS);
    if (now - started_at >= SETTLE_MS) fault_stop(FAULT_JAM, PLACE_POCKET, shoe.committed, STATE_JAMMED);
}

static void run_driving(uint32_t now, uint8_t elapsed) {
    if (drive_to_come) {
        gates_lead_to(drive_dest, now);
        if (gates_late(now)) {
            fault_stop(FAULT_GATE, PLACE_GATES, drive_no, STATE_JAMMED);
            return;
        }
        const enum exit_place place = shoe.mouths >> drive_dest & 1 ? EXIT_AT_MOUTH : dark(IN_X2) ? EXIT_AT_X2 : EXIT_AT_X1;
        /* From X2 on the belt cannot stop it before the gates: what stands in a mouth is waited for here. */
        const bool blocked = place == EXIT_AT_X2 && mouths_dark();
        if (blocked) exit_run(now, elapsed); /* tells of it */
        if (blocked || !gates_home(now)) return;
        drive_to_come = false;
        shoe.mouths = 0;
        shoe.card_no = drive_no;
        exit_adopt(drive_no, drive_dest, place, now);
    }
    exit_run(now, elapsed);
    if (shoe.activity != DRIVING || !exit_empty() || (committing && !store_written(commits[0].entry))) return;
    shoe.activity = STILL;
    exit_stop();
    deal_commits();
    if (shoe.count && shoe.committed >= shoe.count) {
        state_enter(STATE_DEALT, 0);
        tag_over();
    }
}

void deal_run(uint32_t now, uint8_t elapsed) {
    switch (shoe.activity) {
    case DEALING: run_deal(now, elapsed); break;
    case DRIVING: run_driving(now, elapsed); break;
    case SETTLING: run_settling(now); break;
    default: break;
    }
}
