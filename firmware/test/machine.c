/* The machine of the bench: hopper, ways, carousel and gates, a millisecond at a time, and what its sensors see. */
#include "machine.h"

#include <string.h>

#include "protocol_codes.h"

#define CARD_MM 63.0
#define PATH 4

struct outputs outputs;

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
static uint8_t gates_are, gates_age;

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
    if (card && gates_are != outputs.coils && outputs.on[OUT_EXIT] && out[0].dest != -1) bench.torn++;
    const bool held = bench.gates_stuck || card;
    if (gates_are == outputs.coils) {
        gates_age = 0;
    } else if (!held && ++gates_age >= 15) {
        gates_are = outputs.coils;
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
    const bool now = outputs.on[OUT_PICK];
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
        const double speed = !outputs.on[OUT_FEED] ? 0 : outputs.on[OUT_FEED_FAST] ? 1.5 : 0.6;
        return outputs.on[OUT_FEED_REVERSE] ? -speed : speed;
    }
    return outputs.on[OUT_PICK] ? 0.6 : outputs.on[OUT_PICK_REVERSE] ? -0.6 : 0;
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
            if (bench.slots[at_slot()] != NOBODY || !on_index()) bench.torn++;
            bench.slots[at_slot()] = card->serial;
            drop(in, &in_count, n--);
        } else if (card->dest == DEST_REJECT && card->lead >= 183) {
            fall(DEST_REJECT, card->serial);
            fall(DEST_REJECT, card->twin);
            drop(in, &in_count, n--);
        }
    }
}

void machine_stroke(void) {
    stroke = 0;
    stroke_slot = at_slot();
    stroke_weak = bench.weak_strokes > 0;
    if (stroke_weak) bench.weak_strokes--;
}

static void move_ejector(void) {
    if (blade) blade--;
    if (!outputs.on[OUT_EJECT]) {
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
    if (!outputs.on[OUT_EXIT]) return;
    for (uint8_t n = 0; n < out_count; n++) {
        struct path_card *card = &out[n];
        if (bench.exit_jam && card->lead < 35) continue;
        card->lead += 1;
        if (n && out[n - 1].lead - card->lead < 35) bench.torn++;
        if (card->dest == -1 && card->lead >= 45) {
            card->dest = bench.vanish ? -2 : bench.misled != 255 ? bench.misled : pocket_of_gates();
            if (gates_age) bench.torn++;
        }
        if (bench.vanish_late && card->lead >= 80) card->dest = -2;
        if (card->lead < 105) continue;
        if (card->dest >= 0) fall((uint8_t)card->dest, card->serial);
        drop(out, &out_count, n--);
    }
}

void machine_turns(void) {
    for (uint8_t n = 0; n < in_count; n++) {
        if (in[n].dest == DEST_COUNT && in[n].lead > 117) bench.torn++;
    }
    for (uint8_t n = 0; n < out_count; n++) {
        if (out[n].lead < 2) bench.torn++;
    }
    if (outputs.on[OUT_EJECT] || blade) bench.torn++;
}

static bool barrier(const struct path_card *cards, uint8_t count, double from, double to) {
    for (uint8_t n = 0; n < count; n++) {
        if (cards[n].dest != -2 && cards[n].lead >= from && cards[n].lead <= to) return true;
    }
    return false;
}

static uint8_t optical(void) {
    uint8_t bits = 0;
    if (outputs.lamp) {
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

uint32_t machine_inputs(void) {
    uint32_t bits = optical();
    for (uint8_t pocket = 0; pocket < 6; pocket++) {
        bool dark = bench.hands >> pocket & 1;
        for (uint8_t n = 0; n < out_count; n++) dark |= out[n].dest == pocket && out[n].lead >= 70;
        for (uint8_t n = 0; pocket == DEST_REJECT && n < in_count; n++) dark |= in[n].dest == DEST_REJECT && in[n].lead >= 120;
        if (dark && outputs.lamp) bits |= IN_MOUTH(pocket);
        if (bench.pocket_count[pocket] || (bench.holds_stuck >> pocket & 1)) bits |= IN_HOLDS(pocket);
    }
    if (outputs.lamp && (bench.position <= 2 || bench.position >= STEPS_A_TURN - 2)) bits |= IN_S3;
    if (bench.hopper_count) bits |= IN_HOPPER;
    if (gates_are == outputs.coils) bits |= IN_GATE_END;
    if (bench.lid) bits |= IN_LID;
    if (bench.tamper) bits |= IN_TAMPER;
    if (bench.power_low) bits |= IN_POWER_LOW;
    if (bench.button) bits |= IN_BUTTON;
    return bits;
}

void machine_tick(void) {
    move_gates();
    move_intake();
    move_ejector();
    move_exit();
}

void machine_rest(void) { stroke = blade = 0; }

void machine_begin(void) {
    in_count = out_count = 0;
    gates_are = gates_age = 0;
}

void machine_gates(uint8_t wanted) {
    outputs.coils = wanted;
    if (wanted == gates_are) gates_age = 0;
}

uint8_t cards_in_hopper(void) {
    uint8_t drawn = 0;
    for (uint8_t n = 0; n < in_count; n++) drawn = (uint8_t)(drawn + (in[n].lead < 20));
    return (uint8_t)(bench.hopper_count + drawn);
}
