#include <string.h>

#include "bench.h"
#include "check.h"
#include "log.h"
#include "store.h"

#define TAG 4660
#define CARDS 6

static uint8_t slots[CARDS], dests[CARDS];

static void prepare(void) {
    uint8_t order[CARDS] = {3, 10, 17, 24, 31, 38};
    bench_begin();
    hello(1);
    bench_load(CARDS);
    bench_run(100);
    take_in(TAG, CARDS, order);
    for (uint8_t n = 0; n < CARDS; n++) {
        slots[n] = order[n];
        dests[n] = (uint8_t)(n % 4);
    }
}

static void start(void) {
    prepare();
    begin_deal(TAG, CARDS, 1, upload(TAG, CARDS, slots, dests));
    credit(TAG, CARDS);
}

static uint16_t fault(uint8_t code, uint8_t place, uint32_t within) {
    const struct packet *told = event(MSG_FAULT, within);
    EQUAL(told->payload[FAULT_FAULT_CODE_AT], code);
    EQUAL(told->payload[FAULT_PLACE_AT], place);
    return get16(told->payload + FAULT_FAULT_AT);
}

static struct packet clear(uint16_t number) {
    struct packet command = message(MSG_CLEAR_FAULT);
    with16(&command, number);
    return command;
}

static void nothing_is_on(void) {
    for (int output = 0; output < OUT_MOTORS; output++) CHECK(!board_is_on((enum output)output));
}

static void an_open_lid_voids_the_order(void) {
    for (int dealing = 0; dealing < 2; dealing++) {
        prepare();
        if (dealing) {
            begin_deal(TAG, CARDS, 1, upload(TAG, CARDS, slots, dests));
            credit(TAG, CARDS);
            event(MSG_DEALT, 800);
            bench_run(55);
        }
        bench.lid = true;
        bench_run(4);
        nothing_is_on();
        EQUAL(event(MSG_LID, 5)->payload[LID_OPEN_AT], 1);
        const uint16_t number = fault(FAULT_LID, PLACE_NOWHERE, 5);
        state(STATE_LID_OPEN, 5);
        struct packet command = clear(number);
        refused(&command, REASON_NOT_FREE);
        bench.lid = false;
        EQUAL(event(MSG_LID, 5)->payload[LID_OPEN_AT], 0);
        command = clear((uint16_t)(number + 1));
        refused(&command, REASON_BAD_VALUE);
        command = clear(number);
        grant(&command);
        state(STATE_VOID, 5);
        EQUAL(status()->payload[STATUS_DEAD_AT], 1);
        command = message(MSG_EJECT_ALL);
        with8(&command, DEST_REJECT);
        grant(&command);
        state(STATE_IDLE, 8000);
        EQUAL(bench.torn, 0);
        EQUAL(cards_of(0) + cards_of(1) + cards_of(2) + cards_of(3) + cards_of(5), CARDS);
        bench_reset();
        bench_run(200);
        hello(2);
        EQUAL(status()->payload[STATUS_STATE_AT], STATE_IDLE);
    }
}

static void a_lid_over_nothing_leaves_the_shoe_idle(void) {
    bench_begin();
    hello(1);
    bench.lid = true;
    const uint16_t number = fault(FAULT_LID, PLACE_NOWHERE, 10);
    bench.lid = false;
    bench_run(5);
    struct packet command = clear(number);
    grant(&command);
    state(STATE_IDLE, 5);
}

static void tampering_is_cleared_by_its_own_number(void) {
    prepare();
    bench.tamper = true;
    event(MSG_TAMPER, 10);
    fault(FAULT_TAMPER, PLACE_NOWHERE, 10);
    state(STATE_FAULTED, 5);
    bench.lid = true;
    const uint16_t lid = fault(FAULT_LID, PLACE_NOWHERE, 10);
    bench.lid = false;
    bench_run(5);
    struct packet command = clear(lid);
    grant(&command);
    const uint16_t number = fault(FAULT_TAMPER, PLACE_NOWHERE, 5);
    state(STATE_FAULTED, 5);
    bench_run(5);
    EQUAL(shoe.state, STATE_FAULTED);
    command = clear(number);
    grant(&command);
    state(STATE_VOID, 5);
}

static void a_latch_found_at_boot_voids_too(void) {
    prepare();
    bench.tamper = true;
    bench_reset();
    bench_run(200);
    hello(2);
    EQUAL(status()->payload[STATUS_STATE_AT], STATE_FAULTED);
    EQUAL(bench.reply.payload[STATUS_DEAD_AT], 1);
}

static void falling_power_stops_the_motors_and_pauses(void) {
    start();
    event(MSG_DEALT, 800);
    bench_run(20);
    bench.power_low = true;
    bench_run(4);
    nothing_is_on();
    event(MSG_POWER_FAIL, 5);
    fault(FAULT_POWER, PLACE_NOWHERE, 5);
    state(STATE_PAUSED, 5);
    EQUAL(shoe.dead, false);
    struct packet command = message(MSG_AUDIT);
    refused(&command, REASON_NOT_FREE);
    bench.power_low = false;
    bench_run(5);
    command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
}

static void a_card_in_another_pocket_voids(void) {
    start();
    event(MSG_DEALT, 800);
    bench.misled = DEST_TURN_UP;
    fault(FAULT_WRONG_POCKET, PLACE_POCKET, 800);
    state(STATE_VOID, 5);
    nothing_is_on();
}

static void a_card_that_no_pocket_sees_voids(void) {
    start();
    event(MSG_DEALT, 800);
    bench.vanish = true;
    fault(FAULT_NO_POCKET_EDGE, PLACE_POCKET, 800);
    state(STATE_VOID, 5);
}

static void a_weak_stroke_is_repeated(void) {
    start();
    bench.weak_strokes = 1;
    state(STATE_DEALT, 4000);
    EQUAL(bench.torn, 0);
    for (uint16_t n = 0; n < bench.event_count; n++) CHECK(bench.events[n].type != MSG_FAULT);
}

static void then_the_ejector_is_jammed(void) {
    start();
    bench.weak_strokes = 2;
    const uint16_t number = fault(FAULT_JAM, PLACE_EJECTOR, 1500);
    state(STATE_JAMMED, 5);
    nothing_is_on();
    struct packet command = clear(number);
    grant(&command);
    state(STATE_PAUSED, 5);
    command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
    command = message(MSG_RESUME);
    with16(&command, TAG);
    with8(&command, 1);
    grant(&command);
    credit(TAG, CARDS);
    state(STATE_DEALT, 3000);
}

static void a_card_that_stands_in_the_exit_is_a_jam(void) {
    start();
    bench.exit_jam = true;
    fault(FAULT_JAM, PLACE_EJECTOR, 1500); /* it does not even leave its slot */
    start();
    bench_run(300);
    RUN_UNTIL((board_inputs() & (IN_X1 | IN_S1)) == IN_X1, 1000);
    bench.exit_jam = true;
    fault(FAULT_JAM, PLACE_EXIT, 100);
    state(STATE_JAMMED, 5);
    nothing_is_on();
}

static void a_gate_that_does_not_move_holds_the_card_before_it(void) {
    start();
    event(MSG_DEALT, 800);
    bench.gates_stuck = true;
    fault(FAULT_GATE, PLACE_GATES, 500);
    state(STATE_JAMMED, 5);
    EQUAL(cards_of(DEST_E), 0);
    bench_run(300);
    EQUAL(cards_of(DEST_N) + cards_of(DEST_E) + cards_of(DEST_S) + cards_of(DEST_W), 1);
}

static void a_hand_in_a_pocket_is_told_and_waited_for(void) {
    start();
    event(MSG_DEALT, 800);
    bench.hands = 1 << DEST_S;
    fault(FAULT_POCKET_FULL, PLACE_POCKET, 1500);
    const uint8_t fallen = (uint8_t)(cards_of(0) + cards_of(1) + cards_of(2) + cards_of(3));
    bench_run(2000);
    EQUAL(cards_of(0) + cards_of(1) + cards_of(2) + cards_of(3), fallen);
    EQUAL(shoe.state, STATE_DEALING);
    bench.hands = 0;
    state(STATE_DEALT, 3000);
    EQUAL(cards_of(DEST_S), 1);
    EQUAL(bench.torn, 0);
}

static void a_card_that_falls_beside_its_pocket_is_not_told(void) {
    start();
    event(MSG_DEALT, 800);
    bench.vanish_late = true;
    fault(FAULT_NO_POCKET_EDGE, PLACE_POCKET, 800);
    state(STATE_VOID, 5);
    bench_run(200);
    for (uint16_t n = bench.event_next; n < bench.event_count; n++) CHECK(bench.events[n].type != MSG_DEALT);
    EQUAL(shoe.committed, 1);
}

/* It comes when the card is on its way already: the belt stands before the gates. */
static void a_hand_stops_the_card_before_the_gates(void) {
    start();
    event(MSG_DEALT, 800);
    RUN_UNTIL(board_inputs() & IN_X2, 1000);
    const uint8_t fallen = (uint8_t)(cards_of(0) + cards_of(1) + cards_of(2) + cards_of(3));
    bench.hands = 1 << dests[fallen];
    fault(FAULT_POCKET_FULL, PLACE_POCKET, 800);
    bench_run(1000);
    EQUAL(cards_of(0) + cards_of(1) + cards_of(2) + cards_of(3), fallen);
    bench.hands = 0;
    state(STATE_DEALT, 3000);
    EQUAL(bench.torn, 0);
}

static void a_light_slot_pauses_the_deal(void) {
    start();
    bench.slots[slots[3]] = NOBODY;
    const struct packet *told = event(MSG_FAULT, 2500);
    EQUAL(told->payload[FAULT_FAULT_CODE_AT], FAULT_SLOT_LIGHT);
    EQUAL(told->payload[FAULT_CARD_NO_AT], 4);
    state(STATE_PAUSED, 500);
    EQUAL(shoe.committed, 3);
    struct packet command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
    command = message(MSG_RESUME);
    with16(&command, TAG);
    with8(&command, 4);
    refused(&command, REASON_NOT_SCANNED);
    EQUAL(get16(bench.reply.payload + NAK_DETAIL_AT), 4);
}

static void lost_steps_pause_the_deal(void) {
    start();
    event(MSG_DEALT, 800);
    bench.lose_steps = 7;
    fault(FAULT_LOST_STEPS, PLACE_CAROUSEL, 1000);
    state(STATE_PAUSED, 1000);
    struct packet command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
    command = message(MSG_RESUME);
    with16(&command, TAG);
    with8(&command, (uint8_t)(shoe.committed + 1));
    grant(&command);
    credit(TAG, CARDS);
    state(STATE_DEALT, 3000);
    for (uint8_t n = 0; n < 4; n++) CHECK(cards_of(n) >= 1);
    EQUAL(bench.torn, 0);
}

static void a_blinded_barrier_is_found_before_an_intake(void) {
    bench_begin();
    hello(1);
    bench_load(3);
    bench_run(100);
    bench.stuck_dark = 0x20;
    struct packet command = message(MSG_BEGIN_INTAKE);
    with16(&command, TAG);
    with8(&command, 3);
    grant(&command);
    const uint16_t number = fault(FAULT_SENSOR, PLACE_NOWHERE, 100);
    state(STATE_FAULTED, 5);
    bench.stuck_dark = 0;
    bench_run(10);
    command = clear(number);
    grant(&command);
    state(STATE_IDLE, 5);
    command = message(MSG_SELF_TEST);
    grant(&command);
    state(STATE_IDLE, 2000);
    bench.gates_stuck = true;
    command = message(MSG_SELF_TEST);
    grant(&command);
    fault(FAULT_GATE, PLACE_GATES, 500);
    state(STATE_FAULTED, 5);
}

static void a_damaged_log_refuses_to_work(void) {
    prepare();
    bench_run(200);
    bench.eeprom[STORE_LOG_AT + 2 * LOG_ENTRY + 3] ^= 4;
    bench_reset();
    bench_run(200);
    hello(2);
    EQUAL(status()->payload[STATUS_STATE_AT], STATE_FAULTED);
    EQUAL(bench.reply.payload[STATUS_FAULT_CODE_AT], FAULT_LOG_CRC);
    EQUAL(bench.reply.payload[STATUS_DEAD_AT], 1);
}

static void a_damaged_configuration_is_a_fault(void) {
    bench_begin();
    bench.eeprom[STORE_CONFIG_AT + 3] = 7;
    bench_reset();
    bench_run(200);
    hello(2);
    EQUAL(status()->payload[STATUS_FAULT_CODE_AT], FAULT_CONFIG_CRC);
}

static void every_fault_is_logged(void) {
    start();
    bench.vanish = true;
    fault(FAULT_NO_POCKET_EDGE, PLACE_POCKET, 1500);
    bench_run(200);
    struct packet command = message(MSG_GET_LOG);
    with16(&command, 0);
    bool seen = false, dead = false;
    for (;;) {
        const struct packet *reply = ask(&command);
        EQUAL(reply->type, MSG_LOG);
        if (reply->length == 0) break;
        for (uint8_t at = 0; at < reply->length; at = (uint8_t)(at + LOG_ENTRY)) {
            seen |= reply->payload[at + 2] == LOG_KIND_FAULT && reply->payload[at + 3] == FAULT_NO_POCKET_EDGE;
            dead |= reply->payload[at + 2] == LOG_KIND_TAG_DEAD;
        }
        const uint16_t last = get16(reply->payload + reply->length - LOG_ENTRY);
        command = message(MSG_GET_LOG);
        with16(&command, last);
    }
    CHECK(seen && dead);
}

static void no_command_is_taken_while_something_moves(void) {
    start();
    bench_run(200);
    static const uint8_t types[] = {MSG_AUDIT, MSG_HOME, MSG_SELF_TEST};
    for (unsigned n = 0; n < sizeof types; n++) {
        struct packet command = message(types[n]);
        refused(&command, REASON_BAD_STATE);
    }
    prepare();
    struct packet command = message(MSG_AUDIT);
    grant(&command);
    command = message(MSG_EJECT_ALL);
    with8(&command, 0);
    refused(&command, REASON_BUSY);
    event(MSG_AUDITED, 3000);
}

static void one_slot_can_be_emptied(void) {
    bench_begin();
    hello(1);
    bench.slots[40] = 9;
    struct packet command = message(MSG_EJECT_SLOT);
    with8(&command, 40);
    with8(&command, DEST_E);
    grant(&command);
    bench_run(2500);
    EQUAL(cards_of(DEST_E), 1);
    EQUAL(bench.torn, 0);
    EQUAL(shoe.activity, STILL);
}

const struct test fault_tests[] = {
    TEST(an_open_lid_voids_the_order),
    TEST(a_lid_over_nothing_leaves_the_shoe_idle),
    TEST(tampering_is_cleared_by_its_own_number),
    TEST(a_latch_found_at_boot_voids_too),
    TEST(falling_power_stops_the_motors_and_pauses),
    TEST(a_card_in_another_pocket_voids),
    TEST(a_card_that_no_pocket_sees_voids),
    TEST(a_weak_stroke_is_repeated),
    TEST(then_the_ejector_is_jammed),
    TEST(a_card_that_stands_in_the_exit_is_a_jam),
    TEST(a_gate_that_does_not_move_holds_the_card_before_it),
    TEST(a_hand_in_a_pocket_is_told_and_waited_for),
    TEST(a_card_that_falls_beside_its_pocket_is_not_told),
    TEST(a_hand_stops_the_card_before_the_gates),
    TEST(a_light_slot_pauses_the_deal),
    TEST(lost_steps_pause_the_deal),
    TEST(a_blinded_barrier_is_found_before_an_intake),
    TEST(a_damaged_log_refuses_to_work),
    TEST(a_damaged_configuration_is_a_fault),
    TEST(every_fault_is_logged),
    TEST(no_command_is_taken_while_something_moves),
    TEST(one_slot_can_be_emptied),
    END_OF_TESTS,
};
