#include <string.h>

#include "bench.h"
#include "check.h"

#define TAG 4660

static struct packet tagged(uint8_t type, uint8_t card_no) {
    struct packet packet = message(type);
    with16(&packet, TAG);
    with8(&packet, card_no);
    return packet;
}

static struct packet pick(uint8_t card_no, uint8_t slot) {
    struct packet packet = tagged(MSG_PICK, card_no);
    with8(&packet, slot);
    return packet;
}

static void begin(uint8_t cards) {
    bench_begin();
    hello(1);
    bench_load(cards);
    event(MSG_HOPPER, 100);
    struct packet command = tagged(MSG_BEGIN_INTAKE, cards);
    grant(&command);
    state(STATE_INTAKE, 3000);
}

static const struct packet *to_window(uint8_t card_no, uint8_t slot) {
    struct packet command = pick(card_no, slot);
    grant(&command);
    const struct packet *seen = event(MSG_AT_WINDOW, 2500);
    EQUAL(seen->payload[AT_WINDOW_CARD_NO_AT], card_no);
    return seen;
}

static void a_pack_goes_into_the_slots_that_were_ordered(void) {
    uint8_t order[52];
    for (uint8_t n = 0; n < 52; n++) order[n] = (uint8_t)((n * 31 + 5) % 53);
    bench_begin();
    hello(1);
    bench_load(52);
    bench_run(100);
    take_in(TAG, 52, order);
    for (uint8_t n = 0; n < 52; n++) EQUAL(bench.slots[order[n]], n + 1);
    EQUAL(bench.torn, 0);
    EQUAL(bench.hopper_count, 0);
    EQUAL(status()->payload[STATUS_STATE_AT], STATE_SHUFFLED);
}

static void the_next_card_is_drawn_while_one_is_stored(void) {
    begin(5);
    to_window(1, 20);
    struct packet command = tagged(MSG_STORE, 1);
    grant(&command);
    command = pick(2, 3);
    grant(&command);
    command = pick(3, 4);
    refused(&command, REASON_BUSY); /* one ahead, no more */
    const uint32_t stored = get32(event(MSG_STORED, 600)->payload);
    const uint32_t window = get32(event(MSG_AT_WINDOW, 600)->payload);
    CHECK(window - stored < 150000);
    EQUAL(bench.torn, 0);
}

static void only_the_next_card_and_a_free_slot_are_taken(void) {
    begin(5);
    struct packet command = pick(2, 3);
    refused(&command, REASON_BAD_CARD);
    command = pick(1, 54);
    refused(&command, REASON_BAD_VALUE);
    to_window(1, 7);
    command = pick(2, 8);
    refused(&command, REASON_BUSY); /* the window is not decided */
    command = tagged(MSG_STORE, 2);
    refused(&command, REASON_BAD_CARD);
    command = tagged(MSG_STORE, 1);
    grant(&command);
    command = pick(2, 7);
    refused(&command, REASON_BAD_VALUE);
    event(MSG_STORED, 600);
    command = pick(2, 7);
    refused(&command, REASON_BAD_VALUE);
    command = message(MSG_PICK);
    with16(&command, TAG + 1);
    with8(&command, 2);
    with8(&command, 8);
    refused(&command, REASON_BAD_TAG);
}

static void an_empty_hopper_is_said_at_once(void) {
    begin(1);
    to_window(1, 0);
    struct packet command = tagged(MSG_STORE, 1);
    grant(&command);
    command = pick(2, 1);
    refused(&command, REASON_EMPTY);
    event(MSG_STORED, 600);
    command = tagged(MSG_END_INTAKE, 0);
    command.length = 2;
    grant(&command);
    state(STATE_SHUFFLED, 100);
}

static void a_card_beyond_the_pack_can_only_be_rejected(void) {
    begin(2);
    to_window(1, SLOT_UNKNOWN);
    struct packet command = tagged(MSG_STORE, 1);
    refused(&command, REASON_BAD_VALUE);
    command = tagged(MSG_REJECT, 1);
    grant(&command);
    EQUAL(event(MSG_REJECTED, 800)->payload[REJECTED_CARD_NO_AT], 1);
    EQUAL(cards_of(DEST_REJECT), 1);
    to_window(2, 9);
    command = tagged(MSG_STORE, 2);
    grant(&command);
    event(MSG_STORED, 600);
    EQUAL(bench.slots[9], 2);
    EQUAL(bench.torn, 0);
}

static void a_card_is_strobed_again_when_it_is_reread(void) {
    begin(3);
    const uint16_t strobes = get16(to_window(1, 2)->payload + AT_WINDOW_STROBES_AT);
    struct packet command = tagged(MSG_REREAD, 1);
    grant(&command);
    const struct packet *again = event(MSG_AT_WINDOW, 500);
    EQUAL(again->payload[AT_WINDOW_CARD_NO_AT], 1);
    EQUAL(get16(again->payload + AT_WINDOW_STROBES_AT), strobes + 1);
    command = tagged(MSG_STORE, 1);
    grant(&command);
    event(MSG_STORED, 600);
}

static void a_card_is_measured(void) {
    begin(1);
    const struct packet *seen = to_window(1, 2);
    const uint16_t length = get16(seen->payload + AT_WINDOW_LENGTH_TENTH_MM_AT);
    CHECK(length > 600 && length < 660);
    EQUAL(seen->payload[AT_WINDOW_DOUBLE_AT], 0);
}

static void two_at_once_go_back_once(void) {
    begin(3);
    bench.twins = 1;
    const struct packet *seen = to_window(1, 2);
    EQUAL(seen->payload[AT_WINDOW_DOUBLE_AT], 0);
    EQUAL(bench.hopper_count, 2);
}

static void two_that_stick_are_told(void) {
    begin(3);
    bench.twins = 2;
    EQUAL(to_window(1, 2)->payload[AT_WINDOW_DOUBLE_AT], 1);
    struct packet command = tagged(MSG_REJECT, 1);
    grant(&command);
    event(MSG_REJECTED, 800);
    EQUAL(cards_of(DEST_REJECT), 2);
}

static void the_roller_tries_three_times(void) {
    begin(3);
    bench.slips = 2;
    to_window(1, 2);
    EQUAL(bench.slips, 0);
}

static void then_the_hopper_is_jammed(void) {
    begin(3);
    bench.slips = 3;
    struct packet command = pick(1, 2);
    grant(&command);
    const struct packet *fault = event(MSG_FAULT, 3000);
    EQUAL(fault->payload[FAULT_FAULT_CODE_AT], FAULT_NO_PICK);
    EQUAL(fault->payload[FAULT_PLACE_AT], PLACE_HOPPER);
    const uint16_t number = get16(fault->payload + FAULT_FAULT_AT);
    state(STATE_JAMMED, 5);
    for (int output = 0; output < OUT_MOTORS; output++) CHECK(output == OUT_STEP_ENABLE || !board_is_on((enum output)output));
    /* Cleared, looked at, and on with the same card. */
    command = message(MSG_CLEAR_FAULT);
    with16(&command, number);
    grant(&command);
    state(STATE_PAUSED, 5);
    command = tagged(MSG_RESUME, 1);
    refused(&command, REASON_NOT_SCANNED);
    command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
    command = tagged(MSG_RESUME, 1);
    grant(&command);
    state(STATE_INTAKE, 5);
    to_window(1, 2);
}

static void what_does_not_come_is_drawn_back_once(void) {
    begin(3);
    bench.jam_at_mm = 60;
    bench.jam_times = 1; /* pulled back it is free */
    to_window(1, 2);
    EQUAL(bench.jam_at_mm, 0);
}

static void a_jam_names_its_place(void) {
    static const struct {
        uint16_t mm;
        uint8_t place;
    } jams[] = {{30, PLACE_HOPPER}, {60, PLACE_WINDOW}, {120, PLACE_INFEED}};
    for (unsigned n = 0; n < 3; n++) {
        begin(3);
        bench.jam_at_mm = jams[n].mm;
        bench.jam_times = 0;
        struct packet command = pick(1, 2);
        grant(&command);
        if (jams[n].place == PLACE_INFEED) {
            event(MSG_AT_WINDOW, 1500);
            command = tagged(MSG_STORE, 1);
            grant(&command);
        }
        const struct packet *fault = event(MSG_FAULT, 4000);
        EQUAL(fault->payload[FAULT_FAULT_CODE_AT], FAULT_JAM);
        EQUAL(fault->payload[FAULT_PLACE_AT], jams[n].place);
        EQUAL(fault->payload[FAULT_CARD_NO_AT], 1);
        state(STATE_JAMMED, 5);
    }
}

static void cards_inside_refuse_an_intake(void) {
    bench_begin();
    hello(1);
    bench.slots[17] = 99;
    bench_load(3);
    bench_run(100);
    struct packet command = tagged(MSG_BEGIN_INTAKE, 3);
    grant(&command);
    const struct packet *fault = event(MSG_FAULT, 3000);
    EQUAL(fault->payload[FAULT_FAULT_CODE_AT], FAULT_SLOT_DARK);
    state(STATE_FAULTED, 5);
}

static void a_lost_host_stops_the_intake_behind_the_card(void) {
    begin(3);
    to_window(1, 30);
    struct packet command = tagged(MSG_STORE, 1);
    grant(&command);
    bench.beats = false;
    bench_run(1500);
    EQUAL(bench.slots[30], 1);
    bench.beats = true;
    bench_run(60);
    EQUAL(shoe.state, STATE_PAUSED);
    command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
    command = tagged(MSG_RESUME, 2);
    grant(&command);
    to_window(2, 31);
}

static void a_reset_in_an_intake_kills_the_tag(void) {
    begin(3);
    to_window(1, 30);
    struct packet command = tagged(MSG_STORE, 1);
    grant(&command);
    event(MSG_STORED, 800);
    bench_reset();
    bench_run(300);
    hello(2);
    EQUAL(status()->payload[STATUS_STATE_AT], STATE_VOID);
    EQUAL(bench.reply.payload[STATUS_DEAD_AT], 1);
    command = message(MSG_EJECT_ALL);
    with8(&command, DEST_REJECT);
    grant(&command);
    state(STATE_IDLE, 6000);
    EQUAL(cards_of(DEST_REJECT), 1);
}

/* A card lies anywhere between hopper and slot when the power goes: EJECT_ALL brings it out, and tears nothing. */
static void all_is_cleared_after_any_cut(void) {
    for (uint32_t at = 0; at < 420; at += 6) {
        begin(3);
        struct packet command = pick(1, 11);
        grant(&command);
        bool seen = false;
        for (uint32_t n = 0; n < at; n++) {
            bench_run(1);
            if (!seen && bench.events[bench.event_count - 1].type == MSG_AT_WINDOW) {
                seen = true;
                command = tagged(MSG_STORE, 1);
                grant(&command);
                bench_run(1);
            }
        }
        bench_reset();
        bench_run(300);
        hello(2);
        EQUAL(status()->payload[STATUS_STATE_AT], STATE_VOID);
        command = message(MSG_EJECT_ALL);
        with8(&command, DEST_REJECT);
        grant(&command);
        state(STATE_IDLE, 8000);
        EQUAL(bench.torn, 0);
        EQUAL(cards_of(DEST_REJECT) + cards_in_hopper(), 3);
        for (uint8_t slot = 0; slot < SLOTS; slot++) EQUAL(bench.slots[slot], NOBODY);
    }
}

const struct test intake_tests[] = {
    TEST(a_pack_goes_into_the_slots_that_were_ordered),
    TEST(the_next_card_is_drawn_while_one_is_stored),
    TEST(only_the_next_card_and_a_free_slot_are_taken),
    TEST(an_empty_hopper_is_said_at_once),
    TEST(a_card_beyond_the_pack_can_only_be_rejected),
    TEST(a_card_is_strobed_again_when_it_is_reread),
    TEST(a_card_is_measured),
    TEST(two_at_once_go_back_once),
    TEST(two_that_stick_are_told),
    TEST(the_roller_tries_three_times),
    TEST(then_the_hopper_is_jammed),
    TEST(what_does_not_come_is_drawn_back_once),
    TEST(a_jam_names_its_place),
    TEST(cards_inside_refuse_an_intake),
    TEST(a_lost_host_stops_the_intake_behind_the_card),
    TEST(a_reset_in_an_intake_kills_the_tag),
    TEST(all_is_cleared_after_any_cut),
    END_OF_TESTS,
};
