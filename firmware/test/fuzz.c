/* Fuzz of the packet parser and the dispatcher of commands, on the whole core with the sanitizers.
 *
 *     fuzz SECONDS SEED
 *
 * Random bytes, packets with right checksums and any type and payload, sensible packets with some bytes changed, and
 * sensors that change as they like. What must hold whatever comes: the core goes on, every number of it stays within
 * its bounds, and a fresh HELLO is answered. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "check.h"
#include "link.h"

jmp_buf check_out;
unsigned check_failures;

static uint64_t chance;


static uint32_t any(void) {
    chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(chance >> 33);
}

static uint32_t below(uint32_t limit) { return any() % limit; }

/* Values that mean something are likelier than others. */
static uint8_t telling(void) {
    static const uint8_t values[] = {0, 1, 2, 5, 6, 12, 53, 54, 255, 128};
    return below(3) ? values[below(sizeof values)] : (uint8_t)any();
}

#define ROW(name, open) {MSG_##name, LEN_##name, open},
static const struct {
    uint8_t type, length, open;
} rows[] = {PROTOCOL_COMMANDS(ROW)};

static uint8_t my_number;

/* What a host might order next is likelier than the rest. */
static unsigned likely_row(void) {
    uint8_t type = 0;
    if (shoe.state == STATE_PAUSED) type = !shoe.scanned ? MSG_AUDIT : below(2) ? MSG_DRIVE : MSG_RESUME;
    if (shoe.state == STATE_DEALING) type = MSG_CREDIT;
    if (shoe.state == STATE_IDLE) type = below(2) ? MSG_BEGIN_INTAKE : MSG_HOME;
    if (shoe.state == STATE_INTAKE) type = below(2) ? MSG_PICK : MSG_STORE;
    if (shoe.state == STATE_VOID) type = MSG_EJECT_ALL;
    for (unsigned n = 0; type && below(3) == 0 && n < sizeof rows / sizeof rows[0]; n++) {
        if (rows[n].type == type) return n;
    }
    return below(sizeof rows / sizeof rows[0]);
}

static struct packet sensible(void) {
    const unsigned n = likely_row();
    struct packet packet = {.version = LINK_VERSION, .type = rows[n].type, .length = rows[n].length};
    if (rows[n].open) packet.length = (uint8_t)(packet.length + below(LINK_PAYLOAD_MAX - packet.length + 1U));
    for (uint8_t at = 0; at < packet.length; at++) packet.payload[at] = telling();
    const bool tagged = packet.length >= 2 && rows[n].type >= MSG_BEGIN_INTAKE && rows[n].type <= MSG_SETTLE;
    if (tagged && below(4)) put16(packet.payload, shoe.tag);
    if (packet.type == MSG_DRIVE && below(2)) packet.payload[2] = (uint8_t)(shoe.committed + 1);
    if (tagged && packet.type != MSG_DRIVE && packet.length >= 3 && below(2)) packet.payload[2] = (uint8_t)(shoe.card_no + below(2));
    if (rows[n].type == MSG_CLEAR_FAULT && below(4)) put16(packet.payload, shoe.fault);
    if (packet.type == MSG_HELLO) {
        packet.payload[HELLO_VERSION_AT] = LINK_VERSION;
        if (below(8)) put32(packet.payload + HELLO_TABLE_HASH_AT, TABLE_HASH);
        my_number = 0;
    } else if (packet.type != MSG_BEAT) {
        my_number = my_number == 255 ? 1 : (uint8_t)(my_number + 1);
        packet.number = my_number;
    }
    packet.acknowledged = below(4) ? bench.acknowledged : (uint8_t)any();
    return packet;
}

static void spoil(uint8_t *line, uint8_t count) {
    for (uint32_t n = below(3) + 1; n; n--) line[below(count)] = below(3) ? (uint8_t)any() : 0;
}

static void send_something(void) {
    uint8_t line[300];
    uint32_t count;
    struct packet packet;
    switch (below(8)) {
    case 0:
        count = below(sizeof line);
        for (uint32_t n = 0; n < count; n++) line[n] = (uint8_t)any();
        break;
    case 1:
        packet = sensible();
        packet.type = (uint8_t)any();
        packet.length = (uint8_t)below(LINK_PAYLOAD_MAX + 1);
        for (uint8_t n = 0; n < packet.length; n++) packet.payload[n] = (uint8_t)any();
        count = packet_encode(&packet, line);
        break;
    case 2:
        packet = sensible();
        count = packet_encode(&packet, line);
        spoil(line, (uint8_t)count);
        break;
    default:
        packet = sensible();
        count = packet_encode(&packet, line);
        break;
    }
    bench_send_bytes(line, (uint16_t)count);
}

static void disturb(void) {
    switch (below(40)) {
    case 0: bench.lid = !bench.lid && below(4) == 0; break;
    case 1: bench.power_low = !bench.power_low && below(4) == 0; break;
    case 2: bench.tamper = below(8) == 0; break;
    case 3: bench.hands = below(4) ? 0 : (uint8_t)(any() & 0x3f); break;
    case 4: bench.stuck_dark = below(4) ? 0 : (uint8_t)any(); break;
    case 5: bench.gates_stuck = below(6) == 0; break;
    case 6: bench.slips = (uint8_t)below(3); break;
    case 7: bench.twins = (uint8_t)below(2); break;
    case 8: bench.weak_strokes = (uint8_t)below(2); break;
    case 9: bench.lose_steps = below(5) ? 0 : (uint16_t)below(60); break;
    case 10: bench.misled = below(4) ? 255 : (uint8_t)below(6); break;
    case 11: bench.vanish = below(6) == 0; break;
    case 12: bench.button = !bench.button; break;
    case 13: bench.deaf = below(4) == 0; break;
    case 14:
        if (bench.hopper_count < 20) bench_load((uint8_t)below(10));
        break;
    case 15:
        for (int n = 0; n < 6; n++) bench.pocket_count[n] = 0;
        break;
    case 16:
        if (below(20) == 0) bench_reset();
        break;
    default: break;
    }
    for (int n = 0; n < 6; n++) {
        if (bench.pocket_count[n] > 60) bench.pocket_count[n] = 0;
    }
}

static void look_over(void) {
    CHECK(shoe.state < STATE_COUNT);
    CHECK(shoe.activity <= GATHERING);
    CHECK(shoe.fault_code < FAULT_COUNT);
    CHECK(shoe.place < PLACE_COUNT);
    CHECK(carousel_slot() < SLOTS || carousel_slot() == SLOT_UNKNOWN);
    CHECK(shoe.credit <= SLOTS && shoe.count <= SLOTS);
    if (bench.event_count > 400) bench.event_count = bench.event_next = 0;
}

/* A whole pack inside, perhaps being dealt: from here on the deeper states are reached. */
static void prepare(void) {
    static const uint8_t order[] = {7, 3, 50, 21, 22, 0, 13};
    uint8_t slots[sizeof order], dests[sizeof order];
    const uint8_t cards = sizeof order;
    const uint16_t tag = (uint16_t)any();
    bench_begin();
    hello(any());
    bench_load((uint8_t)(cards + below(2)));
    bench_run(100);
    take_in(tag, cards, order);
    for (uint8_t n = 0; n < cards; n++) {
        slots[n] = order[n];
        dests[n] = (uint8_t)below(6);
    }
    const uint16_t crc = upload(tag, cards, slots, dests);
    if (below(4)) {
        begin_deal(tag, cards, 1, crc);
        credit(tag, cards);
        bench_run(below(900));
    }
    if (shoe.state == STATE_DEALING && below(2)) {
        bench_reset();
        bench_run(300);
        hello(any());
        struct packet audit = message(MSG_AUDIT);
        ask(&audit);
        bench_run(1600);
    }
    my_number = bench.number;
}

static void answered_after_all(void) {
    bench.deaf = false;
    bench_run(5);
    const uint8_t delimiter = 0;
    bench_send_bytes(&delimiter, 1);
    hello(any());
    my_number = 0;
    bench.beats = below(4) != 0;
}

int main(int argc, char **argv) {
    const double seconds = argc > 1 ? atof(argv[1]) : 4;
    const unsigned long seed = argc > 2 ? strtoul(argv[2], 0, 0) : 1;
    const time_t end = time(0) + (time_t)seconds;
    static unsigned long packets, states, activities;
    chance = seed * 2654435761UL + 1;
    if (setjmp(check_out)) {
        fprintf(stderr, "fuzz: seed %lu, packet %lu\n", seed, packets);
        return 1;
    }
    bench_begin();
    do {
        if (below(2)) prepare();
        for (int n = 0; n < 200; n++) {
            send_something();
            packets++;
            disturb();
            bench_run(below(30) ? below(12) : below(1500));
            states |= 1UL << shoe.state;
            activities |= 1UL << shoe.activity;
            look_over();
        }
        answered_after_all();
    } while (time(0) < end);
    printf("fuzz: %lu packets, states seen 0x%03lx, activities 0x%02lx, seed %lu\n", packets, states, activities, seed);
    return 0;
}
