#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "protocol_codes.h"
#include "shoe.h"
#include "store.h"

#define CARD_MM 63.0
#define PATH 4

struct bench bench;

struct path_card {
    uint8_t serial, twin;
    double lead; /* intake: mm from the hopper; exit: ms of belt from the nip */
    int dest; /* decided at the gates, -1 before; -2: lost */
};

static struct path_card in[PATH], out[PATH];
static uint8_t in_count, out_count;
static uint8_t stroke_slot;
static double stroke; /* ms; the nip takes over at 40 */
static uint8_t blade; /* ms until the ejector is back */
static bool stroke_weak, pick_slips, picking;

/* Outputs. */
static uint16_t limits[OUTPUTS];
static bool on[OUTPUTS];
static uint8_t coils, gates_are;
static uint8_t gates_age;
static bool lamp, up;
static bool stepping;
static double step_due; /* half-microseconds */
static uint32_t samples_was, inputs_now;

/* EEPROM. */
static bool eeprom_awake;
static double eeprom_due; /* ms */

/* Line. */
static uint8_t to_shoe[4096];
static uint16_t to_shoe_in, to_shoe_out;
static uint8_t heard[PACKET_LINE_MAX + 2];
static uint8_t heard_count;
static uint32_t said_at_ms, ms;
static uint8_t next_event;

/* ---------------------------------------------------------------- board.h */

uint8_t board_reset_cause(void) { return 1; }
uint32_t board_ms(void) { return ms; }
uint32_t board_us(void) { return bench.us; }
uint16_t board_us_wraps(void) { return 0; }
uint32_t board_inputs(void) { return inputs_now; }

static bool cut(void) { return bench.lid || bench.power_low; }

static void begin_output(enum output output) {
    if (output == OUT_EJECT && !on[OUT_EJECT]) {
        stroke = 0;
        stroke_slot = (uint8_t)((bench.position + 12) / 24 % SLOTS);
        stroke_weak = bench.weak_strokes > 0;
        if (stroke_weak) bench.weak_strokes--;
    }
    on[output] = true;
}

void board_on(enum output output, uint16_t limit_ms) {
    if (output < OUT_MOTORS && cut()) return;
    limits[output] = (uint16_t)(limit_ms + 1);
    begin_output(output);
}

void board_off(enum output output) {
    limits[output] = 0;
    on[output] = false;
    if (output == OUT_GATES) coils = 0;
    if (output == OUT_STEP_ENABLE) stepping = false;
}

bool board_is_on(enum output output) { return limits[output] != 0; }

void board_motors_off(void) {
    for (int output = 0; output < OUT_MOTORS; output++) board_off((enum output)output);
}

void board_gates(uint8_t wanted, uint16_t limit_ms) {
    limits[OUT_GATES] = (uint16_t)(limit_ms + 1);
    coils = wanted;
    if (coils == gates_are) gates_age = 0;
}

void board_lamp(bool lit) { lamp = lit; }
void board_lock(bool locked) { (void)locked; }
void board_led(bool lit) { (void)lit; }

void board_steps_begin(bool upwards) {
    board_on(OUT_STEP_ENABLE, 3000);
    if (cut()) return;
    up = upwards;
    stepping = true;
    step_due = 400;
    bench.step_count = 0;
}

void board_steps_stop(void) { stepping = false; }
void board_eeprom_go(void) { eeprom_awake = true; }
bool board_eeprom_busy(void) { return eeprom_awake; }
uint8_t board_eeprom_read(uint16_t at) { return bench.eeprom[at % EEPROM_SIZE]; }
uint8_t board_hold(void) { return 0; }
void board_release(uint8_t held) { (void)held; }
void board_measures(struct board_measures *measures) { memset(measures, 0, sizeof *measures); }
void board_firmware(uint8_t hash[8]) { memset(hash, 0xab, 8); }

bool board_receive(uint8_t *byte) {
    if (to_shoe_in == to_shoe_out) return false;
    *byte = to_shoe[to_shoe_out++ % sizeof to_shoe];
    return true;
}

/* ---------------------------------------------------------------- machine */

static void tear(const char *by) {
    bench.torn++;
    bench.torn_by = by;
}

static void drop(struct path_card *cards, uint8_t *count, uint8_t n) {
    memmove(cards + n, cards + n + 1, (size_t)(*count - n - 1) * sizeof *cards);
    (*count)--;
}

static void fall(uint8_t pocket, uint8_t serial) {
    if (serial) bench.pockets[pocket][bench.pocket_count[pocket]++] = serial;
}

static uint8_t at_slot(void) { return (uint8_t)((bench.position + 12) / 24 % SLOTS); }
static bool on_index(void) { return (bench.position + 2) % 24 <= 4; }

static void move_gates(void) {
    bool card = false;
    for (uint8_t n = 0; n < out_count; n++) card |= out[n].lead >= 45 && out[n].lead < 80;
    if (card && gates_are != coils && on[OUT_EXIT] && out[0].dest != -1) tear("gate");
    const bool held = bench.gates_stuck || card;
    if (gates_are == coils) {
        gates_age = 0;
    } else if (!held && ++gates_age >= 15) {
        gates_are = coils;
        gates_age = 0;
    }
}

static uint8_t pocket_of_gates(void) {
    switch (gates_are & 0x0f) {
    case 0x01: return DEST_N;
    case 0x02: return DEST_E;
    case 0x04: return DEST_S;
    case 0x08: return DEST_TURN_UP;
    case 0x0f: return DEST_REJECT;
    default: return DEST_W;
    }
}

static void back_into_hopper(uint8_t serial) {
    if (!serial) return;
    memmove(bench.hopper + 1, bench.hopper, bench.hopper_count++);
    bench.hopper[0] = serial;
}

static void draw(void) {
    const bool now = on[OUT_PICK];
    if (now && !picking) {
        pick_slips = bench.slips > 0;
        if (pick_slips) bench.slips--;
    }
    picking = now;
    if (!now || pick_slips || bench.hopper_count == 0 || in_count == PATH) return;
    for (uint8_t n = 0; n < in_count; n++) {
        if (in[n].lead < CARD_MM) return;
    }
    struct path_card *card = &in[in_count++];
    memset(card, 0, sizeof *card);
    card->dest = -1;
    card->serial = bench.hopper[0];
    memmove(bench.hopper, bench.hopper + 1, --bench.hopper_count);
    if (bench.twins && bench.hopper_count) {
        bench.twins--;
        card->twin = bench.hopper[0];
        memmove(bench.hopper, bench.hopper + 1, --bench.hopper_count);
    }
}

static double intake_speed(const struct path_card *card) {
    if (card->lead >= 38) {
        const double speed = !on[OUT_FEED] ? 0 : on[OUT_FEED_FAST] ? 1.5 : 0.6;
        return on[OUT_FEED_REVERSE] ? -speed : speed;
    }
    return on[OUT_PICK] ? 0.6 : on[OUT_PICK_REVERSE] ? -0.6 : 0;
}

static void move_intake(void) {
    draw();
    for (uint8_t n = 0; n < in_count; n++) {
        struct path_card *card = &in[n];
        const double speed = intake_speed(card), to = card->lead + speed;
        if (bench.jam_at_mm && speed > 0 && to >= bench.jam_at_mm && card->lead <= bench.jam_at_mm) {
            card->lead = bench.jam_at_mm;
            continue;
        }
        if (speed < 0 && bench.jam_at_mm && card->lead == bench.jam_at_mm && bench.jam_times && --bench.jam_times == 0) {
            bench.jam_at_mm = 0;
        }
        if (n && to > in[n - 1].lead - CARD_MM && speed > 0) continue;
        card->lead = to;
        if (card->dest < 0 && card->lead >= 95) card->dest = gates_are & GATE_REJECT_INFEED ? DEST_REJECT : DEST_COUNT;
        if (card->lead <= 0 && speed < 0) {
            back_into_hopper(card->twin);
            back_into_hopper(card->serial);
            drop(in, &in_count, n--);
        } else if (card->dest == DEST_COUNT && card->lead >= 178) {
            if (bench.slots[at_slot()] != NOBODY || !on_index()) tear("slot");
            bench.slots[at_slot()] = card->serial;
            drop(in, &in_count, n--);
        } else if (card->dest == DEST_REJECT && card->lead >= 183) {
            fall(DEST_REJECT, card->serial);
            fall(DEST_REJECT, card->twin);
            drop(in, &in_count, n--);
        }
    }
}

static void move_ejector(void) {
    if (blade) blade--;
    if (!on[OUT_EJECT]) {
        stroke = 0;
        return;
    }
    blade = 8;
    if (stroke < 40 && ++stroke >= 40 && !stroke_weak && bench.slots[stroke_slot] && out_count < PATH) {
        struct path_card *card = &out[out_count++];
        memset(card, 0, sizeof *card);
        card->dest = -1;
        card->serial = bench.slots[stroke_slot];
        bench.slots[stroke_slot] = NOBODY;
    }
}

static void move_exit(void) {
    if (!on[OUT_EXIT]) return;
    for (uint8_t n = 0; n < out_count; n++) {
        struct path_card *card = &out[n];
        if (bench.exit_jam && card->lead < 35) continue;
        card->lead += 1;
        if (n && out[n - 1].lead - card->lead < 35) tear("overlap");
        if (card->dest == -1 && card->lead >= 45) {
            card->dest = bench.vanish ? -2 : bench.misled != 255 ? bench.misled : pocket_of_gates();
            if (gates_age) tear("moving gate");
        }
        if (bench.vanish_late && card->lead >= 80) card->dest = -2;
        if (card->lead < 105) continue;
        if (card->dest >= 0) fall((uint8_t)card->dest, card->serial);
        drop(out, &out_count, n--);
    }
}

static void sheared(void) {
    for (uint8_t n = 0; n < in_count; n++) {
        if (in[n].dest == DEST_COUNT && in[n].lead > 117) tear("infeed");
    }
    for (uint8_t n = 0; n < out_count; n++) {
        if (out[n].lead < 2) tear("exit");
    }
    if (on[OUT_EJECT] || blade) tear("ejector");
}

static bool barrier(const struct path_card *cards, uint8_t count, double from, double to) {
    for (uint8_t n = 0; n < count; n++) {
        if (cards[n].dest != -2 && cards[n].lead >= from && cards[n].lead <= to) return true;
    }
    return false;
}

static uint8_t optical(void) {
    uint8_t bits = 0;
    if (lamp) {
        bits |= barrier(in, in_count, 20, 20 + CARD_MM) ? 0x01 : 0;
        for (uint8_t n = 0; n < in_count; n++) bits |= in[n].twin && in[n].lead >= 26 && in[n].lead < 26 + CARD_MM ? 0x02 : 0;
        bits |= barrier(in, in_count, 36, 36 + CARD_MM) ? 0x04 : 0;
        bits |= barrier(in, in_count, 90, 90 + CARD_MM) ? 0x08 : 0;
        bits |= barrier(out, out_count, 0, 35) ? 0x10 : 0;
        bits |= barrier(out, out_count, 35, 70) ? 0x20 : 0;
        const bool leaving = barrier(out, out_count, 0, 2);
        bits |= on_index() && (bench.slots[at_slot()] || leaving) ? 0x40 : 0;
        bits |= on_index() ? 0x80 : 0;
    }
    return bits | bench.stuck_dark;
}

static uint32_t raw_inputs(void) {
    uint32_t bits = optical();
    for (uint8_t pocket = 0; pocket < 6; pocket++) {
        bool dark = bench.hands >> pocket & 1;
        for (uint8_t n = 0; n < out_count; n++) dark |= out[n].dest == pocket && out[n].lead >= 70;
        for (uint8_t n = 0; pocket == DEST_REJECT && n < in_count; n++) dark |= in[n].dest == DEST_REJECT && in[n].lead >= 120;
        if (dark && lamp) bits |= IN_MOUTH(pocket);
        if (bench.pocket_count[pocket] || (bench.holds_stuck >> pocket & 1)) bits |= IN_HOLDS(pocket);
    }
    if (lamp && (bench.position <= 2 || bench.position >= STEPS_A_TURN - 2)) bits |= IN_S3;
    if (bench.hopper_count) bits |= IN_HOPPER;
    if (gates_are == coils) bits |= IN_GATE_END;
    if (bench.lid) bits |= IN_LID;
    if (bench.tamper) bits |= IN_TAMPER;
    if (bench.power_low) bits |= IN_POWER_LOW;
    if (bench.button) bits |= IN_BUTTON;
    return bits;
}

/* ---------------------------------------------------------------- time */

static void pulse(void) {
    const uint32_t raw = raw_inputs();
    const uint16_t wait = carousel_pulse((raw & IN_S1) != 0, (raw & IN_S3) != 0);
    sheared();
    bench.pulses++;
    if (bench.lose_steps) {
        bench.lose_steps--;
    } else {
        bench.position = (uint16_t)((bench.position + (up ? 1 : STEPS_A_TURN - 1)) % STEPS_A_TURN);
    }
    if (bench.step_count < 4096) bench.step_wait[bench.step_count++] = wait;
    step_due = wait;
    if (wait == 0) stepping = false;
}

static void write_eeprom(void) {
    eeprom_due -= 1;
    while (eeprom_awake && eeprom_due <= 0 && bench.eeprom_cut) { /* cut: the byte stays as it was */
        uint16_t at;
        uint8_t value;
        if (!store_next(&at, &value)) {
            eeprom_awake = false;
            return;
        }
        if (bench.eeprom[at] == value) continue;
        if (bench.eeprom_cut != 0xffff) bench.eeprom_cut--;
        bench.eeprom[at] = value;
        bench.eeprom_writes++;
        eeprom_due += 3.3;
    }
    if (!eeprom_awake) eeprom_due = 0;
}

static void tick(void) {
    ms++;
    bench.us += 1000;
    move_gates();
    move_intake();
    move_ejector();
    move_exit();
    for (double left = 2000; stepping && left > 0;) {
        if (step_due > left) {
            step_due -= left;
            break;
        }
        left -= step_due;
        pulse();
    }
    write_eeprom();
    const uint32_t samples = raw_inputs(), unlike = samples ^ samples_was;
    inputs_now = (inputs_now & unlike) | (samples & ~unlike);
    samples_was = samples;
    for (int output = 0; output < OUTPUTS; output++) {
        if (limits[output] && --limits[output] == 0) board_off((enum output)output);
    }
    if (cut()) board_motors_off();
}

/* ---------------------------------------------------------------- line */

static void hear(const struct packet *packet) {
    CHECK(packet->version == (LINK_FROM_SHOE | LINK_VERSION));
    if (packet->type == MSG_BOOT) bench.boots++;
    if (packet->type == MSG_SHOE_BEAT) bench.shoe_beats++;
    if (packet->type < MSG_BOOT) {
        bench.reply = *packet;
        bench.replied = true;
    } else if (packet->number) {
        bench.event_copies++;
        if (packet->number != next_event) return;
        bench.acknowledged = packet->number;
        next_event = packet->number == 255 ? 1 : (uint8_t)(packet->number + 1);
        CHECK(bench.event_count < 512);
        bench.events[bench.event_count++] = *packet;
        said_at_ms = 0; /* a beat acknowledges it */
    }
}

bool board_send(const uint8_t *bytes, uint8_t count) {
    if (bench.deaf) return true;
    while (count--) {
        const uint8_t byte = *bytes++;
        if (byte) {
            CHECK(heard_count < sizeof heard);
            heard[heard_count++] = byte;
            continue;
        }
        struct packet packet;
        const uint8_t length = heard_count;
        heard_count = 0;
        if (length == 0) continue;
        if (packet_decode(heard, length, &packet) == PACKET_GOOD) {
            hear(&packet);
        } else {
            bench.spoilt++;
        }
    }
    return true;
}

void bench_send_bytes(const uint8_t *bytes, uint16_t count) {
    while (count--) to_shoe[to_shoe_in++ % sizeof to_shoe] = *bytes++;
}

void bench_send(const struct packet *packet) {
    uint8_t line[PACKET_LINE_MAX + 1];
    bench_send_bytes(line, packet_encode(packet, line));
    said_at_ms = ms;
}

static void beat(void) {
    if (!bench.beats || (said_at_ms && ms - said_at_ms < 50)) return;
    struct packet packet = {.version = LINK_VERSION, .acknowledged = bench.acknowledged, .type = MSG_BEAT};
    bench_send(&packet);
}

void bench_run(uint32_t count) {
    while (count--) {
        tick();
        beat();
        shoe_run();
    }
}

static void start(void) {
    memset(limits, 0, sizeof limits);
    memset(on, 0, sizeof on);
    coils = 0;
    stepping = eeprom_awake = false;
    lamp = true;
    eeprom_due = 0;
    ms = bench.us = 0;
    to_shoe_in = to_shoe_out = 0;
    bench.beats = false;
    stroke = blade = 0;
    samples_was = inputs_now = raw_inputs();
    shoe_begin();
}

void bench_begin(void) {
    memset(&bench, 0, sizeof bench);
    memset(bench.eeprom, 0xff, sizeof bench.eeprom);
    bench.eeprom_cut = 0xffff;
    bench.misled = 255;
    bench.position = 500;
    in_count = out_count = heard_count = 0;
    gates_are = gates_age = 0;
    start();
}

void bench_reset(void) {
    bench.eeprom_cut = 0xffff;
    bench.event_count = bench.event_next = 0;
    start();
}

void bench_load(uint8_t cards) {
    for (uint8_t n = 0; n < cards; n++) bench.hopper[bench.hopper_count++] = (uint8_t)(n + 1);
}

/* ---------------------------------------------------------------- host */

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
    next_event = 1;
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

uint8_t cards_in_hopper(void) {
    uint8_t drawn = 0;
    for (uint8_t n = 0; n < in_count; n++) drawn = (uint8_t)(drawn + (in[n].lead < 20));
    return (uint8_t)(bench.hopper_count + drawn);
}

uint8_t cards_of(uint8_t pocket) { return bench.pocket_count[pocket]; }
