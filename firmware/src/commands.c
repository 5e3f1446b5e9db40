#include "commands.h"

#include <string.h>

#include "audit.h"
#include "board.h"
#include "config.h"
#include "deal.h"
#include "gather.h"
#include "intake.h"
#include "key.h"
#include "protocol_codes.h"
#include "sensors.h"
#include "state.h"
#include "store.h"

#define BEEP_MAX_MS 2000
#define LED_COUNT 1
#define LOG_PER_REPLY 6

#define IN(state) (1U << STATE_##state)

/* What refuse() is told, until the reply is made. */
static struct packet *answer;
static const uint8_t *asked;

static enum verdict refuse(uint8_t reason, uint16_t detail) {
    answer->payload[NAK_REASON_AT] = reason;
    put16(answer->payload + NAK_DETAIL_AT, detail);
    return REFUSED;
}

static enum verdict done_or(uint8_t reason) { return reason ? refuse(reason, 0) : DONE; }

static enum verdict answered(uint8_t type, uint8_t length) {
    answer->type = type;
    answer->length = length;
    return ANSWERED;
}

static uint16_t tag_asked(void) { return get16(asked); } /* where a command has a tag it comes first */

/* Reasons of a refusal, each 0 where there is none. */
static uint8_t wrong_state(uint16_t allowed) { return allowed >> shoe.state & 1 ? 0 : REASON_BAD_STATE; }

static uint8_t not_still(void) {
    if (shoe.activity != STILL || deal_committing()) return REASON_BUSY;
    return dark(IN_LID | IN_POWER_LOW) || shoe.tampered ? REASON_NOT_FREE : 0;
}

static uint8_t may_move(uint16_t allowed) {
    const uint8_t reason = wrong_state(allowed);
    return reason ? reason : not_still();
}

static uint8_t wrong_tag(void) {
    if (shoe.tag != tag_asked()) return REASON_BAD_TAG;
    return shoe.dead ? REASON_DEAD_TAG : 0;
}

/* ---------------------------------------------------------------- configuration, keys, log */

static enum verdict run_config(bool again) {
    const uint8_t key = asked[CONFIG_KEY_AT];
    const uint32_t value = get32(asked + CONFIG_VALUE_AT);
    if (again) return store_large_written() ? DONE : LATER;
    const uint8_t reason = may_move(IN(IDLE));
    if (reason) return refuse(reason, 0);
    if (!config_allows(key, value)) return refuse(REASON_BAD_VALUE, key);
    return config_set(key, value) ? LATER : refuse(REASON_BUSY, 0);
}

static enum verdict run_get_config(void) {
    const uint8_t key = asked[GET_CONFIG_KEY_AT];
    if (key >= CONFIG_KEY_COUNT) return refuse(REASON_BAD_VALUE, key);
    answer->payload[CONFIG_VALUE_KEY_AT] = key;
    put32(answer->payload + CONFIG_VALUE_VALUE_AT, config_get(key));
    return answered(MSG_CONFIG_VALUE, LEN_CONFIG_VALUE);
}

static enum verdict run_keep_key(bool again) {
    if (again) return store_large_written() ? DONE : LATER;
    if (shoe.activity == DEALING || shoe.activity == DRIVING) return refuse(REASON_BUSY, 0); /* commits come first */
    return key_keep(asked + KEEP_KEY_DEAL_AT, asked + KEEP_KEY_KEY_AT) ? LATER : refuse(REASON_BUSY, 0);
}

static enum verdict log_kept(enum verdict verdict) {
    if (verdict == DONE) log_append(LOG_KIND_KEY_KEPT, 0, 0, shoe.tag, 0);
    return verdict;
}

static enum verdict run_get_key(void) {
    if (board_eeprom_busy()) return LATER;
    if (!key_find(asked + GET_KEY_DEAL_AT, answer->payload + KEY_KEY_AT)) return refuse(REASON_NO_KEY, 0);
    return answered(MSG_KEY, LEN_KEY);
}

static enum verdict run_get_log(void) {
    if (board_eeprom_busy()) return LATER;
    const uint8_t entries = log_read(get16(asked + GET_LOG_AFTER_AT), answer->payload, LOG_PER_REPLY);
    return answered(MSG_LOG, (uint8_t)(entries * LOG_ENTRY));
}

/* ---------------------------------------------------------------- replies about now */

static enum verdict run_look(void) {
    put16(answer->payload + SENSORS_PATH_AT, sensors_path());
    answer->payload[SENSORS_POCKETS_AT] = mouths_dark();
    answer->payload[SENSORS_HOLDS_AT] = (uint8_t)(board_inputs() >> 16) & 0x3f;
    answer->payload[SENSORS_INPUTS_AT] = sensors_inputs();
    answer->payload[SENSORS_AT_SLOT_AT] = carousel_slot();
    return answered(MSG_SENSORS, LEN_SENSORS);
}

static enum verdict run_get_status(void) {
    uint8_t *to = answer->payload;
    to[STATUS_STATE_AT] = shoe.state;
    put16(to + STATUS_TAG_AT, shoe.tag);
    to[STATUS_CARD_NO_AT] = shoe.card_no;
    to[STATUS_COUNT_AT] = shoe.whole ? shoe.count : shoe.cards;
    to[STATUS_COMMITTED_AT] = shoe.committed;
    to[STATUS_CREDIT_AT] = shoe.credit;
    put16(to + STATUS_FAULT_AT, shoe.fault);
    to[STATUS_FAULT_CODE_AT] = shoe.fault ? shoe.fault_code : FAULT_NONE;
    to[STATUS_PLACE_AT] = shoe.fault ? shoe.place : PLACE_NOWHERE;
    to[STATUS_DEAD_AT] = shoe.dead;
    to[STATUS_SCANNED_AT] = shoe.scanned;
    return answered(MSG_STATUS, LEN_STATUS);
}

static enum verdict run_get_counters(void) {
    const struct link_counters *link = link_counters();
    struct board_measures board;
    uint8_t *to = answer->payload;
    board_measures(&board);
    put16(to + COUNTERS_CRC_ERRORS_AT, link->crc_errors);
    put16(to + COUNTERS_RESENDS_AT, link->resends);
    put16(to + COUNTERS_OVERRUNS_AT, board.overruns);
    put16(to + COUNTERS_BAD_PACKETS_AT, link->bad_packets);
    put16(to + COUNTERS_DUPLICATES_AT, link->duplicates);
    put16(to + COUNTERS_ISR_MAX_TENTH_US_AT, board.isr_max_tenth_us);
    put16(to + COUNTERS_ISR_MEAN_TENTH_US_AT, board.isr_mean_tenth_us);
    put16(to + COUNTERS_STACK_FREE_AT, board.stack_free);
    put16(to + COUNTERS_EVENTS_DROPPED_AT, link->events_dropped);
    put32(to + COUNTERS_EEPROM_WRITES_AT, board.eeprom_writes);
    put32(to + COUNTERS_STEPS_AT, carousel_steps());
    put16(to + COUNTERS_LOOP_MAX_US_AT, board.loop_max_us);
    return answered(MSG_COUNTERS, LEN_COUNTERS);
}

static enum verdict run_get_clock(void) {
    const uint8_t held = board_hold();
    put32(answer->payload + CLOCK_US_AT, board_us());
    put16(answer->payload + CLOCK_WRAPS_AT, board_us_wraps());
    board_release(held);
    return answered(MSG_CLOCK, LEN_CLOCK);
}

/* ---------------------------------------------------------------- work */

static enum verdict begin_audit(uint16_t allowed, enum audit_work work) {
    const uint8_t reason = may_move(allowed);
    if (reason) return refuse(reason, 0);
    if (intake_in_doubt() && dark(IN_D1 | IN_C1 | IN_C2)) return refuse(REASON_NOT_FREE, 0);
    audit_begin(work);
    return DONE;
}

static enum verdict run_begin_intake(void) {
    const uint8_t count = asked[BEGIN_INTAKE_COUNT_AT];
    uint8_t reason = may_move(IN(IDLE));
    if (!reason && (count == 0 || count > SLOTS)) reason = REASON_BAD_VALUE;
    if (!reason && !dark(IN_HOPPER)) reason = REASON_EMPTY;
    if (reason) return refuse(reason, 0);
    shoe.tag = tag_asked();
    shoe.cards = count;
    shoe.stored = shoe.committed = shoe.card_no = shoe.count = shoe.credit = 0;
    shoe.last_dest = SLOT_UNKNOWN;
    shoe.whole = shoe.dead = shoe.torn = false;
    plan_forget();
    state_enter(STATE_LOADING, 0);
    audit_begin(AUDIT_LOAD);
    return DONE;
}

static enum verdict run_intake(void) {
    uint8_t reason = wrong_state(IN(INTAKE));
    if (!reason) reason = wrong_tag();
    if (reason) return refuse(reason, 0);
    const uint8_t card_no = asked[PICK_CARD_NO_AT];
    switch (answer->type) {
    case MSG_PICK: return done_or(intake_pick(card_no, asked[PICK_SLOT_AT]));
    case MSG_REREAD: return done_or(intake_reread(card_no));
    case MSG_STORE: return done_or(intake_store(card_no));
    case MSG_REJECT: return done_or(intake_reject(card_no));
    default: return done_or(intake_end());
    }
}

static enum verdict run_plan(uint8_t length) {
    uint16_t detail = 0;
    uint8_t reason = wrong_state(IN(SHUFFLED) | IN(PAUSED));
    if (!reason) reason = wrong_tag();
    if (!reason) {
        const uint8_t steps = (uint8_t)(length - LEN_PLAN);
        reason = plan_take(tag_asked(), asked[PLAN_FIRST_NO_AT], asked + LEN_PLAN, steps, &detail);
    }
    return reason ? refuse(reason, detail) : DONE;
}

static enum verdict run_begin_deal(void) {
    const uint8_t count = asked[BEGIN_DEAL_COUNT_AT], next_no = asked[BEGIN_DEAL_NEXT_NO_AT];
    uint16_t detail = 0;
    uint8_t reason = may_move(IN(SHUFFLED) | IN(PAUSED));
    if (!reason) reason = wrong_tag();
    if (!reason && !shoe.whole) reason = REASON_BAD_STATE;
    if (!reason && (next_no != shoe.committed + 1 || next_no > count)) reason = REASON_BAD_CARD;
    if (!reason && shoe.count && shoe.count != count) reason = REASON_BAD_VALUE;
    if (!reason) reason = plan_check(count, get16(asked + BEGIN_DEAL_CRC_AT), &detail);
    if (!reason && dark(IN_X1 | IN_X2)) reason = REASON_NOT_FREE;
    if (!reason && shoe.state == STATE_PAUSED) reason = plan_meets_scan(count, next_no, &detail);
    if (reason) return refuse(reason, detail);
    deal_start(count, next_no);
    return DONE;
}

static enum verdict run_credit(void) {
    uint8_t reason = wrong_state(IN(DEALING));
    if (!reason) reason = wrong_tag();
    if (reason) return refuse(reason, 0);
    const uint8_t upto = asked[CREDIT_UPTO_AT];
    if (upto > shoe.count) return refuse(REASON_BAD_CARD, shoe.count);
    if (upto > shoe.credit) shoe.credit = upto;
    return DONE;
}

static enum verdict run_pause(void) {
    switch (shoe.activity) {
    case DEALING: deal_finish(FAULT_NONE, STATE_PAUSED); return DONE;
    case TAKING_IN: intake_finish(FAULT_NONE); return DONE;
    case GATHERING: gather_finish(); return DONE;
    default: return done_or(wrong_state(IN(PAUSED)));
    }
}

static enum verdict run_resume(void) {
    const uint8_t next_no = asked[RESUME_NEXT_NO_AT];
    uint16_t detail = 0;
    uint8_t reason = may_move(IN(PAUSED));
    if (!reason) reason = wrong_tag();
    if (!reason && !shoe.scanned) reason = REASON_NOT_SCANNED;
    if (reason) return refuse(reason, 0);
    if (!shoe.whole) return done_or(intake_resume(next_no));
    const uint8_t count = plan_count();
    if (count == 0) return refuse(REASON_NO_PLAN, 0);
    if (next_no != shoe.committed + 1 || next_no > count) return refuse(REASON_BAD_CARD, shoe.committed);
    reason = plan_meets_scan(count, next_no, &detail);
    if (reason) return refuse(reason, detail);
    deal_start(count, next_no);
    return DONE;
}

static enum verdict run_abort(void) {
    if (!shoe.tagged || shoe.tag != tag_asked()) return refuse(REASON_BAD_TAG, 0);
    if (shoe.dead) return DONE;
    if (shoe.activity == DEALING) {
        deal_finish(FAULT_NONE, STATE_VOID);
        return DONE;
    }
    if (shoe.activity != STILL) machine_stop();
    tag_kill(FAULT_NONE);
    if (!wrong_state(IN(INTAKE) | IN(SHUFFLED) | IN(PAUSED))) state_enter(STATE_VOID, 0);
    return DONE;
}

static enum verdict run_drive(void) {
    const uint8_t card_no = asked[DRIVE_CARD_NO_AT], dest = asked[DRIVE_DEST_AT];
    uint8_t reason = may_move(IN(PAUSED));
    if (!reason) reason = wrong_tag();
    if (!reason && !shoe.scanned) reason = REASON_NOT_SCANNED;
    if (!reason && (!shoe.whole || card_no != shoe.committed + 1)) reason = REASON_BAD_CARD;
    if (!reason && dest >= DEST_COUNT) reason = REASON_BAD_VALUE;
    return done_or(reason ? reason : deal_drive(card_no, dest));
}

static enum verdict run_settle(void) {
    const uint8_t dest = asked[SETTLE_DEST_AT];
    uint8_t reason = may_move(IN(IDLE) | IN(PAUSED) | IN(DEALT) | IN(VOID));
    if (!reason && shoe.tag != tag_asked()) reason = REASON_BAD_TAG;
    if (!reason && dest >= DEST_COUNT) reason = REASON_BAD_VALUE;
    if (reason) return refuse(reason, 0);
    deal_settle(dest);
    return DONE;
}

static enum verdict run_eject_all(void) {
    const uint8_t dest = asked[EJECT_ALL_DEST_AT];
    uint8_t reason = may_move(IN(IDLE) | IN(SHUFFLED) | IN(DEALT) | IN(PAUSED) | IN(VOID));
    if (!reason && dest >= DEST_COUNT) reason = REASON_BAD_VALUE;
    if (reason) return refuse(reason, 0);
    gather_all(dest);
    return DONE;
}

static enum verdict run_eject_slot(void) {
    const uint8_t slot = asked[EJECT_SLOT_SLOT_AT], dest = asked[EJECT_SLOT_DEST_AT];
    uint8_t reason = may_move(IN(IDLE) | IN(VOID));
    if (!reason && (slot >= SLOTS || dest >= DEST_COUNT)) reason = REASON_BAD_VALUE;
    if (reason) return refuse(reason, 0);
    gather_slot(slot, dest);
    return DONE;
}

static enum verdict run_clear_fault(void) {
    if (shoe.fault == 0 || get16(asked + CLEAR_FAULT_FAULT_AT) != shoe.fault) return refuse(REASON_BAD_VALUE, shoe.fault);
    if (dark(IN_LID | IN_POWER_LOW)) return refuse(REASON_NOT_FREE, 0);
    if (shoe.fault_code == FAULT_TAMPER) shoe.tampered = false;
    shoe.fault = 0;
    if (shoe.tampered) { /* another fault hid it */
        fault_stop(FAULT_TAMPER, PLACE_NOWHERE, 0, STATE_FAULTED);
        return DONE;
    }
    if (!wrong_state(IN(JAMMED) | IN(LID_OPEN) | IN(FAULTED))) state_enter(state_after_fault(), 0);
    return DONE;
}

static enum verdict run_set_led(void) {
    if (asked[SET_LED_LED_AT] >= LED_COUNT) return refuse(REASON_BAD_VALUE, asked[SET_LED_LED_AT]);
    board_led(asked[SET_LED_LEVEL_AT] != 0);
    return DONE;
}

static enum verdict run_beep(void) {
    const uint16_t ms = get16(asked + BEEP_MS_AT);
    if (ms > BEEP_MAX_MS) return refuse(REASON_BAD_VALUE, BEEP_MAX_MS);
    if (ms) board_on(OUT_BEEP, ms);
    return DONE;
}

static enum verdict run_lock(void) {
    board_lock(asked[LOCK_ON_AT] != 0);
    return DONE;
}

/* ---------------------------------------------------------------- which */

#define ROW(name, open) {MSG_##name, LEN_##name, open},
static const struct {
    uint8_t type, length, open;
} rows[] = {PROTOCOL_COMMANDS(ROW)};

/* 0, or the reason why this is no command at all. */
static uint8_t malformed(const struct packet *command) {
    for (uint8_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        if (rows[n].type != command->type) continue;
        const bool fits = command->length == rows[n].length || (rows[n].open && command->length > rows[n].length);
        return fits ? 0 : REASON_BAD_VALUE;
    }
    return REASON_UNKNOWN;
}

enum verdict command_run(const struct packet *command, struct packet *reply, bool again) {
    answer = reply;
    asked = command->payload;
    answer->type = command->type; /* until it is answered: run_intake() looks */
    const uint8_t reason = malformed(command);
    if (reason) return refuse(reason, command->type);
    switch (command->type) {
    case MSG_CONFIG: return run_config(again);
    case MSG_GET_CONFIG: return run_get_config();
    case MSG_SELF_TEST: return begin_audit(IN(IDLE), AUDIT_TEST);
    case MSG_HOME: return begin_audit(IN(IDLE) | IN(SHUFFLED) | IN(DEALT), AUDIT_HOME);
    case MSG_BEGIN_INTAKE: return run_begin_intake();
    case MSG_PICK:
    case MSG_REREAD:
    case MSG_STORE:
    case MSG_REJECT:
    case MSG_END_INTAKE: return run_intake();
    case MSG_KEEP_KEY: return log_kept(run_keep_key(again));
    case MSG_GET_KEY: return run_get_key();
    case MSG_PLAN: return run_plan(command->length);
    case MSG_BEGIN_DEAL: return run_begin_deal();
    case MSG_CREDIT: return run_credit();
    case MSG_PAUSE: return run_pause();
    case MSG_RESUME: return run_resume();
    case MSG_ABORT: return run_abort();
    case MSG_LOOK: return run_look();
    case MSG_AUDIT:
        return begin_audit(IN(IDLE) | IN(SHUFFLED) | IN(PAUSED) | IN(DEALT) | IN(VOID), AUDIT_SCAN);
    case MSG_DRIVE: return run_drive();
    case MSG_SETTLE: return run_settle();
    case MSG_EJECT_ALL: return run_eject_all();
    case MSG_EJECT_SLOT: return run_eject_slot();
    case MSG_CLEAR_FAULT: return run_clear_fault();
    case MSG_GET_STATUS: return run_get_status();
    case MSG_GET_LOG: return run_get_log();
    case MSG_GET_COUNTERS: return run_get_counters();
    case MSG_GET_CLOCK: return run_get_clock();
    case MSG_SET_LED: return run_set_led();
    case MSG_BEEP: return run_beep();
    case MSG_LOCK: return run_lock();
    default: return refuse(REASON_UNKNOWN, command->type);
    }
}
