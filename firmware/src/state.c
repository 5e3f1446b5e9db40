#include "state.h"

#include <string.h>

#include "audit.h"
#include "board.h"
#include "config.h"
#include "deal.h"
#include "exit.h"
#include "gather.h"
#include "intake.h"
#include "link.h"
#include "packets.h"
#include "sensors.h"

struct shoe shoe;

uint8_t state_now(void) { return shoe.state; }
uint32_t state_shoe_id(void) { return config_get(CONFIG_KEY_SHOE_ID); }

void state_tell(uint8_t why) {
    uint8_t payload[LEN_STATE];
    payload[STATE_STATE_AT] = shoe.state;
    payload[STATE_WHY_AT] = why;
    payload[STATE_CARD_NO_AT] = shoe.card_no;
    link_tell(MSG_STATE, payload, LEN_STATE);
}

void state_enter(uint8_t state, uint8_t why) {
    shoe.state = state;
    shoe.scanned = false;
    state_tell(why);
}

bool state_holds_order(void) { return shoe.tagged && !shoe.dead; }

static void take_tale(const struct log_tale *tale) {
    memset(&shoe, 0, sizeof shoe);
    shoe.tag = tale->tag;
    shoe.tagged = tale->begun && !tale->over;
    shoe.dead = tale->dead;
    shoe.whole = tale->whole;
    shoe.cards = tale->cards;
    shoe.stored = tale->stored;
    shoe.count = tale->count;
    shoe.committed = shoe.card_no = tale->whole ? tale->committed : tale->stored;
    shoe.last_dest = tale->begun ? tale->last_dest : 255;
    shoe.torn = tale->torn;
}

void state_begin(const struct log_tale *tale, bool config_good) {
    take_tale(tale);
    shoe.state = STATE_BOOT;
    /* A pack that was half taken in cannot be told from one that somebody changed. */
    if (shoe.tagged && !shoe.whole) intake_doubt(true);
    if (!shoe.whole) tag_kill(FAULT_RESET);
    if (tale->damaged) {
        fault_stop(FAULT_LOG_CRC, PLACE_NOWHERE, 0, STATE_FAULTED);
        if (shoe.tagged) tag_kill(FAULT_LOG_CRC);
    } else if (!config_good) {
        fault_stop(FAULT_CONFIG_CRC, PLACE_NOWHERE, 0, STATE_FAULTED);
    } else if (shoe.tagged) {
        state_enter(shoe.dead ? STATE_VOID : STATE_PAUSED, FAULT_RESET);
    } else {
        state_enter(STATE_IDLE, 0);
    }
}

void machine_stop(void) {
    board_motors_off();
    carousel_stop();
    exit_stop();
    intake_stop();
    deal_stop();
    audit_stop();
    gather_stop();
    shoe.activity = STILL;
}

void tag_kill(uint8_t why) {
    if (!state_holds_order()) return;
    shoe.dead = true;
    log_append(LOG_KIND_TAG_DEAD, why, 0, shoe.tag, 0);
}

void tag_over(void) {
    shoe.tagged = false;
    shoe.dead = false;
    if (shoe.state != STATE_DEALT || shoe.count >= shoe.stored) state_enter(STATE_IDLE, 0);
}

void fault_tell(uint8_t code, uint8_t place, uint8_t card_no) {
    uint8_t payload[LEN_FAULT];
    shoe.fault = ++shoe.faults;
    if (shoe.fault == 0) shoe.fault = shoe.faults = 1;
    shoe.fault_code = code;
    shoe.place = place;
    put16(payload + FAULT_FAULT_AT, shoe.fault);
    payload[FAULT_FAULT_CODE_AT] = code;
    payload[FAULT_PLACE_AT] = place;
    payload[FAULT_CARD_NO_AT] = card_no;
    log_append(LOG_KIND_FAULT, code, place, shoe.tag, 0);
    link_tell(MSG_FAULT, payload, LEN_FAULT);
}

void fault_over(uint8_t code) {
    if (shoe.fault && shoe.fault_code == code) shoe.fault = 0;
}

void fault_stop(uint8_t code, uint8_t place, uint8_t card_no, uint8_t state) {
    machine_stop();
    fault_tell(code, place, card_no);
    if (state == STATE_VOID) tag_kill(code);
    state_enter(state, code);
}

uint8_t state_after_fault(void) {
    if (!shoe.tagged) return STATE_IDLE;
    return shoe.dead ? STATE_VOID : STATE_PAUSED;
}

static void leave_off(void) {
    switch (shoe.activity) {
    case TAKING_IN: intake_finish(FAULT_LINK_LOST); break;
    case DEALING: deal_finish(FAULT_LINK_LOST, STATE_PAUSED); break;
    case GATHERING: gather_finish(); break;
    default: break; /* short, and ends by itself */
    }
}

void state_host_lost(void) { leave_off(); }
void state_host_changed(void) { leave_off(); }
