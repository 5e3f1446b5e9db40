/* The board of the bench, its time, and the line to the host. */
#include "bench.h"

#include <string.h>

#include "check.h"
#include "machine.h"
#include "protocol_codes.h"
#include "shoe.h"
#include "store.h"

struct bench bench;

/* Outputs. */
static uint16_t limits[OUTPUTS];
static bool up;
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

/* ---------------------------------------------------------------- board.h */

uint8_t board_reset_cause(void) { return 1; }
uint32_t board_ms(void) { return ms; }
uint32_t board_us(void) { return bench.us; }
uint16_t board_us_wraps(void) { return 0; }
uint32_t board_inputs(void) { return inputs_now; }

static bool cut(void) { return bench.lid || bench.power_low; }

static void begin_output(enum output output) {
    if (output == OUT_EJECT && !outputs.on[OUT_EJECT]) machine_stroke();
    outputs.on[output] = true;
}

void board_on(enum output output, uint16_t limit_ms) {
    if (output < OUT_MOTORS && cut()) return;
    limits[output] = (uint16_t)(limit_ms + 1);
    begin_output(output);
}

void board_off(enum output output) {
    limits[output] = 0;
    outputs.on[output] = false;
    if (output == OUT_GATES) outputs.coils = 0;
    if (output == OUT_STEP_ENABLE) stepping = false;
}

bool board_is_on(enum output output) { return limits[output] != 0; }

void board_motors_off(void) {
    for (int output = 0; output < OUT_MOTORS; output++) board_off((enum output)output);
}

void board_gates(uint8_t wanted, uint16_t limit_ms) {
    limits[OUT_GATES] = (uint16_t)(limit_ms + 1);
    machine_gates(wanted);
}

void board_lamp(bool lit) { outputs.lamp = lit; }
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

/* ---------------------------------------------------------------- time */

static void pulse(void) {
    const uint32_t raw = machine_inputs();
    const uint16_t wait = carousel_pulse((raw & IN_S1) != 0, (raw & IN_S3) != 0);
    machine_turns();
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
    machine_tick();
    for (double left = 2000; stepping && left > 0;) {
        if (step_due > left) {
            step_due -= left;
            break;
        }
        left -= step_due;
        pulse();
    }
    write_eeprom();
    const uint32_t samples = machine_inputs(), unlike = samples ^ samples_was;
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
        if (packet->number != bench.next_event) return;
        bench.acknowledged = packet->number;
        bench.next_event = packet->number == 255 ? 1 : (uint8_t)(packet->number + 1);
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
        if (packet_decode(heard, length, &packet) == PACKET_GOOD) hear(&packet);
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
    memset(&outputs, 0, sizeof outputs);
    stepping = eeprom_awake = false;
    outputs.lamp = true;
    eeprom_due = 0;
    ms = bench.us = 0;
    to_shoe_in = to_shoe_out = 0;
    bench.beats = false;
    machine_rest();
    samples_was = inputs_now = machine_inputs();
    shoe_begin();
}

void bench_begin(void) {
    memset(&bench, 0, sizeof bench);
    memset(bench.eeprom, 0xff, sizeof bench.eeprom);
    bench.eeprom_cut = 0xffff;
    bench.misled = 255;
    bench.position = 500;
    heard_count = 0;
    machine_begin();
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
