#include <string.h>

#include "bench.h"
#include "check.h"
#include "link.h"

static void boot_is_told_until_hello(void) {
    bench_begin();
    bench_run(1050);
    EQUAL(bench.boots, 6);
    hello(1);
    bench.boots = 0;
    bench_run(1000);
    EQUAL(bench.boots, 0);
}

static void a_command_without_a_session_is_refused(void) {
    bench_begin();
    struct packet command = message(MSG_GET_STATUS);
    refused(&command, REASON_NO_SESSION);
}

static struct packet other_hello(uint8_t first, uint8_t version, uint32_t hash) {
    struct packet packet = {.version = first, .type = MSG_HELLO};
    with32(&packet, 3);
    with8(&packet, version);
    with32(&packet, hash);
    return packet;
}

static void another_version_or_table_is_refused(void) {
    bench_begin();
    struct packet packet = other_hello(1, 2, TABLE_HASH);
    refused(&packet, REASON_BAD_VERSION);
    packet = other_hello(2, 1, TABLE_HASH);
    refused(&packet, REASON_BAD_VERSION);
    packet = other_hello(1, 1, TABLE_HASH ^ 1);
    refused(&packet, REASON_BAD_TABLE);
    packet.length = 3;
    refused(&packet, REASON_BAD_VERSION);
    CHECK(!link_open());
}

static void a_repeated_command_is_answered_and_not_done_again(void) {
    bench_begin();
    hello(1);
    bench_run(100);
    struct packet command = message(MSG_BEEP);
    with16(&command, 500);
    grant(&command);
    bench_run(300);
    for (int n = 0; n < 3; n++) {
        bench.replied = false;
        bench_send(&command);
        bench_run(2);
        CHECK(bench.replied);
        EQUAL(bench.reply.acknowledged, command.number);
    }
    bench_run(200);
    CHECK(!board_is_on(OUT_BEEP)); /* its 500 ms were not begun again */
    EQUAL(link_counters()->duplicates, 3);
}

static void a_stale_command_is_never_done(void) {
    bench_begin();
    hello(1);
    struct packet old = message(MSG_BEEP);
    with16(&old, 100);
    grant(&old);
    struct packet next = message(MSG_GET_CLOCK);
    ask(&next);
    bench_run(200);
    bench.replied = false;
    bench_send(&old);
    bench_run(3);
    CHECK(!bench.replied);
    CHECK(!board_is_on(OUT_BEEP));
    struct packet far = message(MSG_BEEP);
    with16(&far, 100);
    far.number = (uint8_t)(far.number + 7);
    bench_send(&far);
    bench_run(3);
    CHECK(!bench.replied && !board_is_on(OUT_BEEP));
}

static void numbers_run_from_255_to_1(void) {
    bench_begin();
    hello(1);
    for (int n = 0; n < 600; n++) {
        struct packet command = message(MSG_GET_CLOCK);
        EQUAL(ask(&command)->type, MSG_CLOCK);
    }
    /* Events too. */
    for (int n = 0; n < 280; n++) {
        bench.event_count = bench.event_next = 0;
        bench.button = n % 2 == 0;
        EQUAL(event(MSG_BUTTON, 100)->payload[BUTTON_DOWN_AT], bench.button);
    }
}

static void an_event_comes_again_until_it_is_acknowledged(void) {
    bench_begin();
    hello(1);
    bench_run(100);
    bench.beats = false;
    bench.event_copies = 0;
    bench.acknowledged = 0;
    bench.button = true;
    uint32_t at[8] = {0};
    unsigned copies = 0;
    for (uint32_t n = 0; n < 480; n++) {
        const uint32_t before = bench.event_copies;
        bench_run(1);
        if (bench.event_copies != before && copies < 8) at[copies++] = n;
    }
    CHECK(copies >= 4);
    EQUAL(at[1] - at[0], 50);
    EQUAL(at[2] - at[1], 100);
    EQUAL(at[3] - at[2], 200);
    EQUAL(bench.event_count, 1);
    bench.beats = true;
    bench_run(60);
    const uint32_t before = bench.event_copies;
    bench_run(500);
    EQUAL(bench.event_copies, before);
}

static void a_new_session_drops_what_was_not_acknowledged(void) {
    bench_begin();
    hello(1);
    bench_run(100);
    bench.beats = false;
    bench.button = true;
    bench_run(100);
    bench.event_count = bench.event_next = 0;
    hello(2);
    bench_run(300);
    EQUAL(bench.event_count, 0);
    bench.button = false;
    event(MSG_BUTTON, 100);
    EQUAL(bench.acknowledged, 1);
    struct packet command = message(MSG_GET_CLOCK);
    EQUAL(command.number, 1);
    EQUAL(ask(&command)->type, MSG_CLOCK);
}

static void the_same_session_again_changes_nothing(void) {
    bench_begin();
    hello(9);
    struct packet command = message(MSG_GET_CLOCK);
    ask(&command);
    struct packet again = {.version = LINK_VERSION, .type = MSG_HELLO};
    with32(&again, 9);
    with8(&again, LINK_VERSION);
    with32(&again, TABLE_HASH);
    EQUAL(ask(&again)->type, MSG_HELLO_REPLY);
    command = message(MSG_GET_CLOCK);
    EQUAL(command.number, 2);
    EQUAL(ask(&command)->type, MSG_CLOCK);
}

static void the_shoe_beats_every_100_ms(void) {
    bench_begin();
    hello(1);
    bench_run(300);
    bench.shoe_beats = 0;
    bench_run(1000);
    EQUAL(bench.shoe_beats, 10);
}

static void a_host_that_comes_back_finds_its_session(void) {
    bench_begin();
    hello(1);
    bench_run(200);
    bench.beats = false;
    bench_run(LINK_HOST_LOST_MS + 10);
    CHECK(link_open() && !link_host());
    bench.button = true;
    bench.event_copies = 0;
    bench_run(300);
    EQUAL(bench.event_copies, 0); /* nobody is there to hear it */
    bench.beats = true;
    event(MSG_BUTTON, 20);
    CHECK(link_host());
}

static void noise_is_counted_and_does_no_harm(void) {
    bench_begin();
    hello(1);
    const uint8_t rubbish[] = {5, 4, 3, 2, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 255, 0};
    bench_send_bytes(rubbish, sizeof rubbish);
    uint8_t long_one[300];
    memset(long_one, 7, sizeof long_one);
    bench_send_bytes(long_one, sizeof long_one);
    bench_send_bytes(rubbish + 5, 1);
    bench_run(5);
    CHECK(link_counters()->crc_errors + link_counters()->bad_packets >= 3);
    struct packet command = message(MSG_GET_CLOCK);
    EQUAL(ask(&command)->type, MSG_CLOCK);
}

static void unknown_and_misshapen_commands_are_named(void) {
    bench_begin();
    hello(1);
    struct packet command = message(0x3f);
    refused(&command, REASON_UNKNOWN);
    EQUAL(get16(bench.reply.payload + NAK_DETAIL_AT), 0x3f);
    command = message(MSG_PICK);
    with8(&command, 1);
    refused(&command, REASON_BAD_VALUE);
    command = message(MSG_GET_CLOCK);
    with8(&command, 1);
    refused(&command, REASON_BAD_VALUE);
    command = message(MSG_DEALT); /* an event is no command */
    refused(&command, REASON_UNKNOWN);
}

static void our_own_packets_come_back_unheard(void) {
    bench_begin();
    hello(1);
    struct packet echo = {.version = LINK_FROM_SHOE | LINK_VERSION, .number = 1, .type = MSG_BEEP};
    with16(&echo, 100);
    bench_send(&echo);
    bench_run(3);
    CHECK(!board_is_on(OUT_BEEP));
}

static void a_late_reply_is_awaited(void) {
    bench_begin();
    hello(1);
    bench_run(200);
    struct packet command = message(MSG_KEEP_KEY);
    uint8_t bytes[48] = {1, 2, 3};
    with_bytes(&command, bytes, 48);
    bench.replied = false;
    bench_send(&command);
    for (int n = 0; n < 3; n++) {
        bench_run(40);
        CHECK(!bench.replied); /* it is being written: 3.3 ms a byte */
        bench_send(&command);
    }
    bench_run(100);
    CHECK(bench.replied);
    EQUAL(bench.reply.type, MSG_ACK);
    struct packet get = message(MSG_GET_KEY);
    with_bytes(&get, bytes, 16);
    EQUAL(ask(&get)->type, MSG_KEY);
    CHECK(memcmp(bench.reply.payload, bytes + 16, 32) == 0);
    get = message(MSG_GET_KEY);
    bytes[0] = 9;
    with_bytes(&get, bytes, 16);
    refused(&get, REASON_NO_KEY);
}

const struct test link_tests[] = {
    TEST(boot_is_told_until_hello),
    TEST(a_command_without_a_session_is_refused),
    TEST(another_version_or_table_is_refused),
    TEST(a_repeated_command_is_answered_and_not_done_again),
    TEST(a_stale_command_is_never_done),
    TEST(numbers_run_from_255_to_1),
    TEST(an_event_comes_again_until_it_is_acknowledged),
    TEST(a_new_session_drops_what_was_not_acknowledged),
    TEST(the_same_session_again_changes_nothing),
    TEST(the_shoe_beats_every_100_ms),
    TEST(a_host_that_comes_back_finds_its_session),
    TEST(noise_is_counted_and_does_no_harm),
    TEST(unknown_and_misshapen_commands_are_named),
    TEST(our_own_packets_come_back_unheard),
    TEST(a_late_reply_is_awaited),
    END_OF_TESTS,
};
