#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "check.h"

static const uint8_t digits[] = "123456789";

static void crc_has_its_check_value(void) {
    EQUAL(crc16(0xffff, digits, 9), 0x29b1);
    EQUAL(crc16(crc16(0xffff, digits, 4), digits + 4, 5), 0x29b1);
    EQUAL(crc8(digits, 9), 0xfb); /* polynomial 0x07, begun with 0xff */
    const uint8_t none[7] = {0}, blank[7] = {255, 255, 255, 255, 255, 255, 255};
    CHECK(crc8(none, 7) != 0); /* an entry of zeros is none */
    CHECK(crc8(blank, 7) != 255); /* nor is an erased one */
}

/* The example of PROTOCOL.md. */
static void a_packet_looks_as_the_protocol_shows_it(void) {
    struct packet packet = {.version = 1, .number = 5, .acknowledged = 2, .type = MSG_PICK, .length = LEN_PICK};
    const uint8_t payload[] = {0x34, 0x12, 0x03, 0x00};
    const uint8_t wanted[] = {0x08, 0x01, 0x05, 0x02, 0x08, 0x34, 0x12, 0x03, 0x03, 0x6f, 0x18, 0x00};
    uint8_t line[PACKET_LINE_MAX + 1];
    memcpy(packet.payload, payload, sizeof payload);
    const uint8_t count = packet_encode(&packet, line);
    EQUAL(count, sizeof wanted);
    for (uint8_t n = 0; n < count; n++) EQUAL(line[n], wanted[n]);
}

static void every_length_comes_back_as_it_was(void) {
    srand(7);
    for (int round = 0; round < 3000; round++) {
        struct packet sent = {.version = 1}, got;
        uint8_t line[PACKET_LINE_MAX + 1];
        sent.number = (uint8_t)rand();
        sent.acknowledged = (uint8_t)(rand() % 2);
        sent.type = (uint8_t)rand();
        sent.length = (uint8_t)(round % (LINK_PAYLOAD_MAX + 1));
        for (uint8_t n = 0; n < sent.length; n++) sent.payload[n] = (uint8_t)(rand() % 3 ? rand() : 0);
        const uint8_t count = packet_encode(&sent, line);
        CHECK(count <= PACKET_LINE_MAX + 1);
        for (uint8_t n = 0; n + 1 < count; n++) CHECK(line[n] != 0);
        EQUAL(line[count - 1], 0);
        EQUAL(packet_decode(line, (uint8_t)(count - 1), &got), PACKET_GOOD);
        EQUAL(got.number, sent.number);
        EQUAL(got.acknowledged, sent.acknowledged);
        EQUAL(got.type, sent.type);
        EQUAL(got.length, sent.length);
        CHECK(memcmp(got.payload, sent.payload, sent.length) == 0);
    }
}

static void one_wrong_bit_is_always_seen(void) {
    struct packet packet = {.version = 1, .number = 9, .type = MSG_PICK, .length = 4, .payload = {1, 0, 2, 0}};
    uint8_t line[PACKET_LINE_MAX + 1], bad[PACKET_LINE_MAX + 1];
    const uint8_t count = packet_encode(&packet, line);
    for (int bit = 0; bit < 8 * (count - 1); bit++) {
        struct packet got;
        memcpy(bad, line, count);
        bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(packet_decode(bad, (uint8_t)(count - 1), &got) != PACKET_GOOD);
    }
}

static void what_is_too_short_or_too_long_is_malformed(void) {
    struct packet got;
    uint8_t line[PACKET_LINE_MAX + 10];
    memset(line, 1, sizeof line);
    for (uint8_t count = 0; count < 6; count++) EQUAL(packet_decode(line, count, &got), PACKET_MALFORMED);
    memset(line, 1, sizeof line);
    EQUAL(packet_decode(line, PACKET_LINE_MAX + 1, &got), PACKET_MALFORMED);
    uint8_t lie[] = {200, 1, 2, 3, 4, 5, 6, 7};
    EQUAL(packet_decode(lie, sizeof lie, &got), PACKET_MALFORMED);
}

const struct test packet_tests[] = {
    TEST(crc_has_its_check_value),
    TEST(a_packet_looks_as_the_protocol_shows_it),
    TEST(every_length_comes_back_as_it_was),
    TEST(one_wrong_bit_is_always_seen),
    TEST(what_is_too_short_or_too_long_is_malformed),
    END_OF_TESTS,
};
