#include <string.h>

#include "bench.h"
#include "check.h"

#define TAG 4660
#define CARDS 14

static uint8_t slots[52], dests[52], serial_at[54];
static uint8_t cards;

/* A pack is inside, and its plan uploaded: card n lies in slots[n - 1] and goes to dests[n - 1]. */
static uint16_t prepare(uint8_t count, const uint8_t *to) {
    uint8_t order[52];
    cards = count;
    /* Neighbours, so that two cards are on their way at once; the last one goes into the lowest slot: there the
     * carousel stands when the deal begins. */
    for (uint8_t n = 0; n < count; n++) order[n] = (uint8_t)(count - n);
    bench_begin();
    hello(1);
    bench_load(count);
    bench_run(100);
    take_in(TAG, count, order);
    uint8_t n = 0;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        serial_at[slot] = bench.slots[slot];
        if (!bench.slots[slot]) continue;
        slots[n] = slot;
        dests[n] = to ? to[n] : (uint8_t)(n % 4);
        n++;
    }
    EQUAL(n, count);
    return upload(TAG, count, slots, dests);
}

static bool as_planned(uint8_t upto) {
    uint8_t at[6] = {0};
    for (uint8_t n = 0; n < upto; n++) {
        const uint8_t dest = dests[n];
        if (bench.pocket_count[dest] <= at[dest]) return false;
        if (bench.pockets[dest][at[dest]++] != serial_at[slots[n]]) return false;
    }
    uint8_t sum = 0;
    for (uint8_t dest = 0; dest < 6; dest++) sum = (uint8_t)(sum + bench.pocket_count[dest]);
    return sum == upto;
}

static void dealt(uint8_t card_no, uint32_t within) {
    const struct packet *told = event(MSG_DEALT, within);
    EQUAL(told->payload[DEALT_CARD_NO_AT], card_no);
    EQUAL(told->payload[DEALT_DEST_AT], dests[card_no - 1]);
}

static void audit(void) {
    struct packet command = message(MSG_AUDIT);
    grant(&command);
    event(MSG_AUDITED, 3000);
}

static struct packet resume(uint8_t next_no) {
    struct packet command = message(MSG_RESUME);
    with16(&command, TAG);
    with8(&command, next_no);
    return command;
}

static void a_pack_is_dealt_as_planned(void) {
    uint8_t to[52];
    for (uint8_t n = 0; n < 52; n++) to[n] = n == 51 ? DEST_TURN_UP : (uint8_t)((n + 1) % 4);
    const uint16_t crc = prepare(52, to);
    begin_deal(TAG, 52, 1, crc);
    credit(TAG, 52);
    const uint32_t from = bench.us;
    uint32_t before = 0;
    for (uint8_t card = 1; card <= 52; card++) {
        const struct packet *told = event(MSG_DEALT, 600);
        const uint32_t us = get32(told->payload);
        EQUAL(told->payload[DEALT_CARD_NO_AT], card);
        if (before) CHECK(us - before >= 79000);
        before = us;
    }
    CHECK(bench.us - from < 4700000);
    state(STATE_DEALT, 100);
    state(STATE_IDLE, 100);
    CHECK(as_planned(52));
    EQUAL(bench.torn, 0);
}

static void nothing_moves_without_credit(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    const uint32_t pulses = bench.pulses;
    bench_run(1000);
    EQUAL(bench.pulses, pulses);
    CHECK(as_planned(0));
    credit(TAG, 3);
    for (uint8_t card = 1; card <= 3; card++) dealt(card, 1000);
    bench_run(500);
    CHECK(as_planned(3));
    credit(TAG, 1); /* never lowered */
    credit(TAG, 4);
    dealt(4, 500);
    struct packet command = message(MSG_CREDIT);
    with16(&command, TAG);
    with8(&command, CARDS + 1);
    refused(&command, REASON_BAD_CARD);
    EQUAL(bench.torn, 0);
}

static struct packet deal(uint16_t tag, uint8_t count, uint8_t next, uint16_t crc) {
    struct packet command = message(MSG_BEGIN_DEAL);
    with16(&command, tag);
    with8(&command, count);
    with8(&command, next);
    with16(&command, crc);
    return command;
}

static void a_plan_that_is_not_whole_is_refused(void) {
    const uint16_t crc = prepare(CARDS, 0);
    struct packet command = deal(TAG, CARDS, 1, (uint16_t)(crc ^ 1));
    refused(&command, REASON_NO_PLAN);
    command = deal(TAG, CARDS + 1, 1, crc);
    refused(&command, REASON_NO_PLAN);
    EQUAL(get16(bench.reply.payload + NAK_DETAIL_AT), CARDS + 1);
    command = deal(TAG, CARDS, 2, crc);
    refused(&command, REASON_BAD_CARD);
    command = deal(TAG + 1, CARDS, 1, crc);
    refused(&command, REASON_BAD_TAG);
    slots[1] = slots[0];
    const uint16_t twice = upload(TAG, CARDS, slots, dests);
    command = deal(TAG, CARDS, 1, twice);
    refused(&command, REASON_BAD_VALUE);
    slots[1] = 0; /* nothing was stored there */
    const uint16_t empty = upload(TAG, CARDS, slots, dests);
    command = deal(TAG, CARDS, 1, empty);
    refused(&command, REASON_BAD_VALUE);
    command = message(MSG_PLAN);
    with16(&command, TAG);
    with8(&command, 1);
    with8(&command, 54);
    with8(&command, 0);
    refused(&command, REASON_BAD_VALUE);
    CHECK(as_planned(0));
}

static void a_pause_lets_the_cards_in_the_path_fall(void) {
    for (uint32_t at = 0; at < 170; at += 3) {
        const uint16_t crc = prepare(CARDS, 0);
        begin_deal(TAG, CARDS, 1, crc);
        credit(TAG, CARDS);
        dealt(1, 800);
        dealt(2, 800);
        bench_run(at);
        struct packet command = message(MSG_PAUSE);
        grant(&command);
        const uint8_t begun = shoe.card_no;
        state(STATE_PAUSED, 500);
        EQUAL(shoe.card_no, begun);
        const uint8_t done = status()->payload[STATUS_COMMITTED_AT];
        CHECK(done >= 2 && done < CARDS);
        CHECK(as_planned(done));
        command = resume((uint8_t)(done + 1));
        refused(&command, REASON_NOT_SCANNED);
        audit();
        command = resume(done);
        refused(&command, REASON_BAD_CARD);
        command = resume((uint8_t)(done + 1));
        grant(&command);
        credit(TAG, CARDS);
        state(STATE_DEALT, 2000);
        CHECK(as_planned(CARDS));
        EQUAL(bench.torn, 0);
    }
}

static void a_scan_counts_for_one_pause(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, CARDS);
    for (int round = 0; round < 2; round++) {
        bench_run(200);
        struct packet command = message(MSG_PAUSE);
        grant(&command);
        state(STATE_PAUSED, 500);
        command = resume((uint8_t)(shoe.committed + 1));
        refused(&command, REASON_NOT_SCANNED);
        command = message(MSG_DRIVE);
        with16(&command, TAG);
        with8(&command, (uint8_t)(shoe.committed + 1));
        with8(&command, DEST_N);
        refused(&command, REASON_NOT_SCANNED);
        audit();
        command = message(MSG_DRIVE);
        with16(&command, TAG);
        with8(&command, (uint8_t)(shoe.committed + 2));
        with8(&command, DEST_N);
        refused(&command, REASON_BAD_CARD); /* only the one behind the last commit */
        command = message(MSG_DRIVE);
        with16(&command, TAG);
        with8(&command, (uint8_t)(shoe.committed + 1));
        with8(&command, DEST_N);
        refused(&command, REASON_BAD_CARD); /* and it does not stand in the path */
        command = resume((uint8_t)(shoe.committed + 1));
        grant(&command);
        credit(TAG, CARDS);
    }
    state(STATE_DEALT, 3000);
    CHECK(as_planned(CARDS));
}

static void a_lost_host_is_waited_for(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, CARDS);
    dealt(1, 800);
    bench.beats = false;
    bench_run(800);
    EQUAL(shoe.state, STATE_PAUSED);
    const uint8_t done = shoe.committed;
    CHECK(done < CARDS);
    CHECK(as_planned(done));
    bench_run(2000);
    CHECK(as_planned(done));
    hello(2);
    bench.event_count = bench.event_next = 0;
    audit();
    struct packet command = resume((uint8_t)(done + 1));
    grant(&command);
    credit(TAG, CARDS);
    state(STATE_DEALT, 2000);
    CHECK(as_planned(CARDS));
}

static void a_new_session_pauses_the_deal(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, CARDS);
    dealt(1, 800);
    hello(77);
    bench_run(400);
    EQUAL(status()->payload[STATUS_STATE_AT], STATE_PAUSED);
}

static void the_entry_is_written_before_the_event(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, 1);
    bench.eeprom_cut = 8; /* DEAL_BEGUN is written, the card's entry is not */
    bench_run(1500);
    CHECK(as_planned(1));
    for (uint16_t n = bench.event_next; n < bench.event_count; n++) CHECK(bench.events[n].type != MSG_DEALT);
}

static void a_card_is_not_begun_before_the_last_but_one_is_logged(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, CARDS);
    bench.eeprom_cut = 8;
    bench_run(2000);
    CHECK(as_planned(2));
}

static void pockets_that_hold_cards_are_waited_for(void) {
    const uint16_t crc = prepare(CARDS, 0);
    bench.holds_stuck = 1 << DEST_S;
    bench_run(100);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, CARDS);
    EQUAL(event(MSG_FAULT, 200)->payload[FAULT_FAULT_CODE_AT], FAULT_POCKET_FULL);
    bench_run(1000);
    CHECK(as_planned(0));
    CHECK(status()->payload[STATUS_FAULT_CODE_AT] == FAULT_POCKET_FULL);
    bench.holds_stuck = 0;
    bench_run(100);
    EQUAL(get16(status()->payload + STATUS_FAULT_AT), 0);
    state(STATE_DEALT, 3000);
    CHECK(as_planned(CARDS));
}

static void undealt_cards_keep_the_state_until_they_are_ejected(void) {
    prepare(CARDS, 0);
    const uint16_t crc = upload(TAG, 5, slots, dests);
    begin_deal(TAG, 5, 1, crc);
    credit(TAG, 5);
    state(STATE_DEALT, 3000);
    bench_run(500);
    EQUAL(shoe.state, STATE_DEALT);
    struct packet command = message(MSG_EJECT_ALL);
    with8(&command, DEST_W);
    grant(&command);
    state(STATE_IDLE, 6000);
    EQUAL(cards_of(DEST_W), 1 + CARDS - 5);
    EQUAL(bench.torn, 0);
}

static void an_aborted_deal_is_dead(void) {
    const uint16_t crc = prepare(CARDS, 0);
    begin_deal(TAG, CARDS, 1, crc);
    credit(TAG, CARDS);
    dealt(1, 900);
    dealt(2, 900);
    struct packet command = message(MSG_ABORT);
    with16(&command, TAG);
    grant(&command);
    state(STATE_VOID, 500);
    command = deal(TAG, CARDS, 4, crc);
    refused(&command, REASON_BAD_STATE);
    command = message(MSG_DRIVE);
    with16(&command, TAG);
    with8(&command, 4);
    with8(&command, 0);
    refused(&command, REASON_BAD_STATE);
    command = message(MSG_EJECT_ALL);
    with8(&command, DEST_REJECT);
    grant(&command);
    state(STATE_IDLE, 6000);
    bench_reset();
    bench_run(200);
    hello(5);
    EQUAL(status()->payload[STATUS_STATE_AT], STATE_IDLE);
}

/* ---------------------------------------------------------------- the central property */

enum outcome { WHOLE, GIVEN_UP };

static bool has(const uint8_t *map, uint8_t slot) { return map_has(map, slot); }

static bool drive(uint8_t card_no) {
    struct packet command = message(MSG_DRIVE);
    with16(&command, TAG);
    with8(&command, card_no);
    with8(&command, dests[card_no - 1]);
    if (ask(&command)->type != MSG_ACK) return false;
    dealt(card_no, 800);
    return true;
}

/* A host's course after an interruption, as PROTOCOL.md has it. */
static enum outcome recover(void) {
    const struct packet *told = status();
    uint8_t k = told->payload[STATUS_COMMITTED_AT];
    EQUAL(get16(told->payload + STATUS_TAG_AT), TAG);
    EQUAL(told->payload[STATUS_STATE_AT], k == cards ? STATE_IDLE : STATE_PAUSED);
    struct packet command = message(MSG_AUDIT);
    grant(&command);
    const struct packet seen = *event(MSG_AUDITED, 3000);
    const uint8_t *map = seen.payload + AUDITED_SLOTS_AT;
    const uint16_t path = get16(seen.payload + AUDITED_PATH_AT);
    const uint8_t mouths = seen.payload[AUDITED_POCKETS_AT];
    const bool x1 = path >> SENSOR_X1 & 1, x2 = path >> SENSOR_X2 & 1, torn = seen.payload[AUDITED_TORN_AT];
    uint8_t m = k;
    while (m < cards && !has(map, slots[m])) m++;
    for (uint8_t n = 0; n < cards; n++) CHECK(has(map, slots[n]) == (n >= m));
    const uint8_t out = (uint8_t)(m - k);
    const bool same = k && k < cards && dests[k - 1] == dests[k];
    const bool at_mine = k < cards && mouths >> dests[k] & 1;
    if (out == 0) {
        CHECK(!x1 && !x2);
        if (mouths) {
            command = message(MSG_SETTLE);
            with16(&command, TAG);
            with8(&command, dests[k - 1]);
            grant(&command);
            event(MSG_STATE, 500);
        }
    } else if (out == 1) {
        if (!x1 && !x2 && !(at_mine && (!same || torn))) return GIVEN_UP;
        CHECK(drive(++k));
    } else {
        CHECK(out == 2);
        if (!x1 || x2 || !at_mine) return GIVEN_UP;
        CHECK(drive(++k));
        CHECK(drive(++k));
    }
    if (k == cards) return WHOLE;
    const uint16_t crc = upload(TAG, cards, slots, dests);
    begin_deal(TAG, cards, (uint8_t)(k + 1), crc);
    credit(TAG, cards);
    state(STATE_DEALT, 4000);
    return WHOLE;
}

static void cut_everywhere(uint32_t from, uint32_t to, uint32_t stride, const uint8_t *where, unsigned *given_up) {
    for (uint32_t at = from; at < to; at += stride) {
        const uint16_t crc = prepare(6, where);
        begin_deal(TAG, 6, 1, crc);
        credit(TAG, 6);
        bench_run(at);
        bench_reset();
        bench_run(300);
        hello(9);
        if (recover() == GIVEN_UP) {
            ++*given_up;
        } else {
            bench_run(50);
            CHECK(as_planned(6));
        }
        EQUAL(bench.torn, 0);
    }
}

static void no_cut_leaves_a_wrong_belief(void) {
    static const uint8_t mixed[] = {DEST_E, DEST_E, DEST_S, DEST_W, DEST_N, DEST_TURN_UP};
    unsigned given_up = 0;
    cut_everywhere(1, 960, 2, mixed, &given_up);
    CHECK(given_up <= 4);
}

static void nor_when_all_fall_into_one_pocket(void) {
    static const uint8_t one[] = {DEST_N, DEST_N, DEST_N, DEST_N, DEST_N, DEST_N};
    unsigned given_up = 0;
    cut_everywhere(2, 960, 2, one, &given_up);
    CHECK(given_up <= 60);
}

/* The power goes in the middle of a card's entry, after each of its bytes, and for the motors a little later: the card
 * stands before, in or behind its mouth. */
static void a_torn_entry_is_decided_by_the_audit(void) {
    unsigned given_up = 0;
    for (uint16_t bytes = 0; bytes <= 8; bytes += 2) {
        for (uint32_t later = 0; later < 100; later += 3) {
            const uint16_t crc = prepare(6, 0);
            begin_deal(TAG, 6, 1, crc);
            credit(TAG, 6);
            dealt(1, 1000);
            dealt(2, 1000);
            bench.eeprom_cut = bytes;
            bench_run(later);
            bench_reset();
            bench_run(300);
            hello(9);
            if (recover() == GIVEN_UP) {
                given_up++;
            } else {
                CHECK(as_planned(6));
            }
            EQUAL(bench.torn, 0);
        }
    }
    CHECK(given_up <= 20); /* where it lies in its pocket already, and nothing shows it */
}

/* And again while it is being recovered. */
static void a_second_cut_finds_the_same_truth(void) {
    for (uint32_t at = 20; at < 600; at += 23) {
        for (uint32_t later = 1; later < 1700; later += 97) {
            const uint16_t crc = prepare(6, 0);
            begin_deal(TAG, 6, 1, crc);
            credit(TAG, 6);
            bench_run(at);
            bench_reset();
            bench_run(300);
            hello(9);
            if (status()->payload[STATUS_COMMITTED_AT] < 6) {
                struct packet command = message(MSG_AUDIT);
                grant(&command);
                bench_run(later);
                bench_reset();
                bench_run(300);
                hello(10);
            }
            if (recover() == WHOLE) {
                bench_run(50);
                CHECK(as_planned(6));
            }
            EQUAL(bench.torn, 0);
        }
    }
}

const struct test deal_tests[] = {
    TEST(a_pack_is_dealt_as_planned),
    TEST(nothing_moves_without_credit),
    TEST(a_plan_that_is_not_whole_is_refused),
    TEST(a_pause_lets_the_cards_in_the_path_fall),
    TEST(a_scan_counts_for_one_pause),
    TEST(a_lost_host_is_waited_for),
    TEST(a_new_session_pauses_the_deal),
    TEST(the_entry_is_written_before_the_event),
    TEST(a_card_is_not_begun_before_the_last_but_one_is_logged),
    TEST(pockets_that_hold_cards_are_waited_for),
    TEST(undealt_cards_keep_the_state_until_they_are_ejected),
    TEST(an_aborted_deal_is_dead),
    TEST(no_cut_leaves_a_wrong_belief),
    TEST(nor_when_all_fall_into_one_pocket),
    TEST(a_torn_entry_is_decided_by_the_audit),
    TEST(a_second_cut_finds_the_same_truth),
    END_OF_TESTS,
};
