#include "exit.h"

#include "board.h"
#include "config.h"
#include "gates.h"
#include "protocol_codes.h"
#include "sensors.h"
#include "state.h"

#define EJECT_MS 40 /* from rest to the nip */
#define RETRACT_MS 60 /* a second try waits for the spring */
#define SLOT_TRAVEL 20 /* the slot is light at 2 */
#define TO_X2 35
#define TO_MOUTH 35 /* from X2 */
#define DECIDE_TRAVEL 6 /* behind X2's edge: the belt may still be stopped before the gates */
#define STRAY_TRAVEL 20 /* from here on another mouth's edge may be this card's */
#define CLEAR_TRAVEL 16 /* behind the mouth's edge: the trail left the gates at 10 */
#define IN_MOUTH_TRAVEL 20 /* a card takes 35 to pass a mouth; what is gone sooner did not fall into the pocket */
#define NO_EDGE_MS 250
#define TELL_MS 500 /* a mouth that stays dark so long is told */
#define BELT_LIMIT_MS 150 /* unless it is asked again */

enum phase { NOWHERE, EJECTING, RETRACTING, LEAVING, ON_BELT, AT_GATES, IN_MOUTH };

struct card {
    enum phase phase;
    uint8_t no, dest;
    bool tried, passed, x2_light;
    bool found; /* in the path, where it had been left */
    uint8_t strays; /* other mouths that became dark when this card might have come there */
    uint16_t since; /* belt travel at the phase's edge */
    uint32_t at; /* time of it */
};

static struct card cards[2]; /* the foremost first */
static const struct exit_course *course;
static uint16_t belt; /* milliseconds of travel, wraps */
static uint32_t ejected_at, retracts_at, dark_since;
static bool held, told, ever;

void exit_begin(const struct exit_course *with) {
    course = with;
    cards[0].phase = cards[1].phase = NOWHERE;
    held = told = ever = false;
    belt = 0;
    dark_since = board_ms();
}

void exit_stop(void) {
    cards[0].phase = cards[1].phase = NOWHERE;
    held = false;
    board_off(OUT_EJECT);
    board_off(OUT_EXIT);
    gates_release();
}

bool exit_empty(void) { return cards[0].phase == NOWHERE; }
bool exit_held(void) { return held; }

static bool in_slot(const struct card *card) {
    return card->phase == EJECTING || card->phase == RETRACTING || card->phase == LEAVING;
}

bool exit_slot_free(uint32_t now) {
    if (in_slot(&cards[0]) || in_slot(&cards[1])) return false;
    return !ever || now - retracts_at >= config_get(CONFIG_KEY_GUARD_MS);
}

bool exit_ready(uint32_t now) {
    if (cards[1].phase != NOWHERE || held || told || in_slot(&cards[0]) || dark(IN_X1)) return false;
    if (exit_empty() && mouths_dark()) return false;
    return !ever || now - ejected_at >= config_get(CONFIG_KEY_PITCH_MS);
}

static void enter(struct card *card, enum phase phase, uint32_t now) {
    card->phase = phase;
    card->since = belt;
    card->at = now;
}

static struct card *add(uint8_t card_no, uint8_t dest) {
    struct card *card = cards[0].phase == NOWHERE ? &cards[0] : &cards[1];
    card->no = card_no;
    card->dest = dest;
    card->tried = card->passed = card->x2_light = card->found = false;
    card->strays = 0;
    return card;
}

void exit_eject(uint8_t card_no, uint8_t dest, uint32_t now) {
    struct card *card = add(card_no, dest);
    enter(card, EJECTING, now);
    if (card == &cards[0]) gates_lead_to(dest, now);
    ejected_at = now;
    ever = true;
    board_on(OUT_EXIT, BELT_LIMIT_MS);
    board_on(OUT_EJECT, 3 * EJECT_MS);
}

void exit_adopt(uint8_t card_no, uint8_t dest, enum exit_place place, uint32_t now) {
    struct card *card = add(card_no, dest);
    enter(card, place == EXIT_AT_X1 ? ON_BELT : place == EXIT_AT_X2 ? AT_GATES : IN_MOUTH, now);
    card->passed = place != EXIT_AT_X1; /* where it goes is decided */
    card->found = true;
    gates_lead_to(dest, now);
    if (place == EXIT_AT_MOUTH) course->at_mouth(card_no, dest);
}

static bool failed(const struct card *card, uint8_t code, uint8_t place) {
    const uint8_t no = card->no;
    course->failed(code, place, no);
    return false;
}

static bool run_ejecting(struct card *card, uint32_t now) {
    if (card->phase == RETRACTING) {
        if (now - card->at < RETRACT_MS) return true;
        board_on(OUT_EJECT, 3 * EJECT_MS);
        enter(card, EJECTING, now);
        return true;
    }
    if (dark(IN_X1)) {
        board_off(OUT_EJECT); /* the nip has it */
        retracts_at = now;
        enter(card, LEAVING, now);
    } else if (now - card->at >= 2 * EJECT_MS) {
        if (card->tried) return failed(card, FAULT_JAM, PLACE_EJECTOR);
        card->tried = true;
        board_off(OUT_EJECT);
        enter(card, RETRACTING, now);
    }
    return true;
}

/* Whether the card that comes to the gates may pass them. */
static bool may_pass(const struct card *card, uint32_t now) {
    return card == &cards[0] && gates_home(now) && mouths_dark() == 0;
}

static bool run_at_gates(struct card *card, uint32_t now) {
    const uint16_t travel = (uint16_t)(belt - card->since);
    if (!dark(IN_X2)) card->x2_light = true;
    if (!card->passed) {
        if (travel < DECIDE_TRAVEL) return true;
        card->passed = may_pass(card, now);
        held = !card->passed;
        if (card->passed) card->at = now;
        if (held && card == &cards[0] && gates_late(now)) return failed(card, FAULT_GATE, PLACE_GATES);
        return true;
    }
    if (mouths_dark() >> card->dest & 1) {
        enter(card, IN_MOUTH, now);
        course->at_mouth(card->no, card->dest);
        return true;
    }
    if (travel >= STRAY_TRAVEL) card->strays |= mouths_darkened();
    if (travel >= 2 * TO_MOUTH) {
        if (!card->x2_light) return failed(card, FAULT_JAM, PLACE_GATES);
        if (card->strays) return failed(card, FAULT_WRONG_POCKET, PLACE_POCKET);
    }
    if (now - card->at >= NO_EDGE_MS) return failed(card, FAULT_NO_POCKET_EDGE, PLACE_POCKET);
    return true;
}

/* False: it failed, and the path is no more. */
static bool run_card(struct card *card, uint32_t now) {
    switch (card->phase) {
    case EJECTING:
    case RETRACTING: return run_ejecting(card, now);
    case LEAVING:
        if (!dark(IN_S1)) {
            if (dark(IN_X2)) return failed(card, FAULT_JAM, PLACE_EXIT); /* the one before is long past it */
            card->phase = ON_BELT; /* its travel counts from X1's edge */
        } else if ((uint16_t)(belt - card->since) >= SLOT_TRAVEL) {
            return failed(card, FAULT_JAM, PLACE_EJECTOR);
        }
        return true;
    case ON_BELT:
        if (dark(IN_X2)) {
            enter(card, AT_GATES, now);
        } else if ((uint16_t)(belt - card->since) >= 2 * TO_X2) {
            return failed(card, FAULT_JAM, PLACE_EXIT);
        }
        return true;
    case AT_GATES: return run_at_gates(card, now);
    case IN_MOUTH:
        if (mouths_dark() >> card->dest & 1) return true;
        if (!card->found && (uint16_t)(belt - card->since) < IN_MOUTH_TRAVEL) {
            return failed(card, FAULT_NO_POCKET_EDGE, PLACE_POCKET);
        }
        card->phase = NOWHERE;
        return true;
    case NOWHERE:
    default: return true;
    }
}

/* A mouth that stays dark: the card in it does not fall, or a hand is inside. It is told, and waited for. */
static void watch_mouths(uint32_t now) {
    if (mouths_dark() == 0) {
        dark_since = now;
        if (told) fault_over(FAULT_POCKET_FULL);
        told = false;
    } else if (!told && now - dark_since >= TELL_MS) {
        told = true;
        fault_tell(FAULT_POCKET_FULL, PLACE_POCKET, exit_empty() ? 0 : cards[0].no);
    }
}

/* The gates turn to the next card as soon as the trail of the one before has left them. */
static uint8_t gates_wanted(void) {
    const bool left = cards[0].phase == IN_MOUTH && (uint16_t)(belt - cards[0].since) >= CLEAR_TRAVEL;
    return left && cards[1].phase != NOWHERE ? cards[1].dest : cards[0].dest;
}

void exit_run(uint32_t now, uint8_t elapsed) {
    watch_mouths(now);
    if (exit_empty()) return;
    if (board_is_on(OUT_EXIT)) belt = (uint16_t)(belt + elapsed);
    if (!run_card(&cards[0], now)) return;
    if (cards[0].phase == NOWHERE && cards[1].phase != NOWHERE) {
        cards[0] = cards[1];
        cards[1].phase = NOWHERE;
    } else if (!run_card(&cards[1], now)) {
        return;
    }
    if (exit_empty()) {
        board_off(OUT_EXIT);
        return;
    }
    gates_lead_to(gates_wanted(), now);
    if (held) {
        board_off(OUT_EXIT);
    } else {
        board_on(OUT_EXIT, BELT_LIMIT_MS);
    }
}
