/* The host on the bench's line: what it says and waits for, and whole packs taken in and dealt. */
#include "bench.h"
#include "check.h"
#include "protocol_codes.h"

struct packet message(uint8_t type) {
    struct packet packet = {.version = LINK_VERSION, .type = type};
    bench.number = bench.number == 255 ? 1 : (uint8_t)(bench.number + 1);
    packet.number = bench.number;
    return packet;
}

void with8(struct packet *packet, uint8_t value) { packet->payload[packet->length++] = value; }

void with16(struct packet *packet, uint16_t value) {
    with8(packet, (uint8_t)value);
    with8(packet, (uint8_t)(value >> 8));
}

void with32(struct packet *packet, uint32_t value) {
    with16(packet, (uint16_t)value);
    with16(packet, (uint16_t)(value >> 16));
}

void with_bytes(struct packet *packet, const uint8_t *bytes, uint8_t count) {
    while (count--) with8(packet, *bytes++);
}

void hello(uint32_t session) {
    struct packet packet = {.version = LINK_VERSION, .type = MSG_HELLO};
    with32(&packet, session);
    with8(&packet, LINK_VERSION);
    with32(&packet, TABLE_HASH);
    bench.number = bench.acknowledged = 0;
    bench.next_event = 1;
    bench.replied = false;
    bench_send(&packet);
    bench_run(2);
    CHECK(bench.replied);
    EQUAL(bench.reply.type, MSG_HELLO_REPLY);
    bench.beats = true;
}

const struct packet *ask(struct packet *command) {
    command->acknowledged = bench.acknowledged;
    bench.replied = false;
    bench_send(command);
    for (int n = 0; n < 1000 && !bench.replied; n++) bench_run(1);
    CHECK(bench.replied);
    EQUAL(bench.reply.acknowledged, command->number);
    return &bench.reply;
}

void grant(struct packet *command) {
    const struct packet *reply = ask(command);
    if (reply->type == MSG_NAK) fprintf(stderr, "NAK of 0x%02x: reason %u, detail %u\n", command->type, reply->payload[1], get16(reply->payload + 2));
    EQUAL(reply->type, MSG_ACK);
}

void refused(struct packet *command, uint8_t reason) {
    EQUAL(ask(command)->type, MSG_NAK);
    EQUAL(bench.reply.payload[NAK_REASON_AT], reason);
}

const struct packet *event(uint8_t type, uint32_t within_ms) {
    for (uint32_t n = 0; n <= within_ms; n++) {
        while (bench.event_next < bench.event_count) {
            const struct packet *packet = &bench.events[bench.event_next++];
            if (packet->type == type) return packet;
        }
        bench_run(1);
    }
    fprintf(stderr, "no event 0x%02x within %u ms\n", type, (unsigned)within_ms);
    CHECK(!"the event came");
    return 0;
}

void state(uint8_t wanted, uint32_t within_ms) {
    for (;;) {
        if (event(MSG_STATE, within_ms)->payload[STATE_STATE_AT] == wanted) return;
    }
}

const struct packet *status(void) {
    struct packet command = message(MSG_GET_STATUS);
    return ask(&command);
}

void take_in(uint16_t tag, uint8_t cards, const uint8_t *order) {
    struct packet command = message(MSG_BEGIN_INTAKE);
    with16(&command, tag);
    with8(&command, cards);
    grant(&command);
    state(STATE_INTAKE, 3000);
    for (uint8_t card = 1; card <= cards; card++) {
        command = message(MSG_PICK);
        with16(&command, tag);
        with8(&command, card);
        with8(&command, order[card - 1]);
        grant(&command);
        EQUAL(event(MSG_AT_WINDOW, 1500)->payload[AT_WINDOW_CARD_NO_AT], card);
        command = message(MSG_STORE);
        with16(&command, tag);
        with8(&command, card);
        grant(&command);
    }
    for (uint8_t card = 1; card <= cards; card++) {
        bench.event_next = card == 1 ? 0 : bench.event_next;
        EQUAL(event(MSG_STORED, 1500)->payload[STORED_CARD_NO_AT], card);
    }
    command = message(MSG_END_INTAKE);
    with16(&command, tag);
    grant(&command);
    state(STATE_SHUFFLED, 500);
}

uint16_t upload(uint16_t tag, uint8_t cards, const uint8_t *slots, const uint8_t *dests) {
    uint16_t crc = 0xffff;
    for (uint8_t from = 0; from < cards; from = (uint8_t)(from + 20)) {
        struct packet command = message(MSG_PLAN);
        with16(&command, tag);
        with8(&command, (uint8_t)(from + 1));
        for (uint8_t n = from; n < cards && n < from + 20; n++) {
            const uint8_t pair[2] = {slots[n], dests[n]};
            with_bytes(&command, pair, 2);
            crc = crc16(crc, pair, 2);
        }
        grant(&command);
    }
    return crc;
}

void begin_deal(uint16_t tag, uint8_t cards, uint8_t next_no, uint16_t crc) {
    struct packet command = message(MSG_BEGIN_DEAL);
    with16(&command, tag);
    with8(&command, cards);
    with8(&command, next_no);
    with16(&command, crc);
    grant(&command);
}

void credit(uint16_t tag, uint8_t upto) {
    struct packet command = message(MSG_CREDIT);
    with16(&command, tag);
    with8(&command, upto);
    grant(&command);
}

uint8_t cards_of(uint8_t pocket) { return bench.pocket_count[pocket]; }
