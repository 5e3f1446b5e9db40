/* What the board's inputs read: barriers, switches, and those of them that a fault holds. */
#include "parts.h"

#define HOPPER_SEES_TO 20.0
#define REJECT_DARK 120.0
#define X2_MM CARD_MM
#define MOUTH_BEGIN (70 * BELT_SPEED)
#define SLOT_SEEN_STEPS 4

/* What a strong light or a hand on a lamp could blind: barriers, and no switches. */
static const uint8_t BARRIERS[PORTS_IN] = {0xFF, 0xFF, 0x3F, 0x00};

static bool slot_dark(const struct machine *m)
{
    for (int i = 0; i < m->exit_count; i++) {
        const struct card *card = &m->cards[m->exits[i]];
        if (card->lead < OUT_OF_SLOT && machine_slot_at_place(m) == card->at)
            return true;
    }
    int slot = carousel_slot(m, SLOT_SEEN_STEPS);
    return slot >= 0 && m->slot[slot] >= 0;
}

static uint8_t sense_k(const struct machine *m)
{
    int d1 = path_covering(m, m->intake, m->intake_count, D1_MM), d2 = path_covering(m, m->intake, m->intake_count, D2_MM);
    bool c1 = path_covering(m, m->intake, m->intake_count, C1_MM) > 0, c2 = path_covering(m, m->intake, m->intake_count, C2_MM) > 0;
    bool x1 = false, x2 = false;
    for (int i = 0; i < m->exit_count; i++) {
        const struct card *card = &m->cards[m->exits[i]];
        x1 |= card->lead >= 0 && card->lead < CARD_MM;
        x2 |= card->lead >= X2_MM && card->lead < X2_MM + CARD_MM;
    }
    bool index = machine_slot_at_place(m) >= 0;
    return (uint8_t)((d1 > 0) | (d2 > 1) << 1 | c1 << 2 | c2 << 3 | x1 << 4 | x2 << 5 | slot_dark(m) << 6 | index << 7);
}

static uint8_t sense_b(const struct machine *m)
{
    uint8_t level = 0;
    for (int i = 0; i < m->exit_count; i++) {
        const struct card *card = &m->cards[m->exits[i]];
        if (card->way >= 0 && card->lead >= MOUTH_BEGIN - 1e-9)
            level |= (uint8_t)(1 << card->way);
    }
    bool hopper = hopper_next(m, -1) >= 0;
    for (int i = 0; i < m->intake_count; i++) {
        const struct card *card = &m->cards[m->intake[i]];
        if (card->way == REJECT_POCKET && card->lead >= REJECT_DARK)
            level |= 1 << REJECT_POCKET;
        hopper |= card->lead < HOPPER_SEES_TO;
    }
    for (int i = 0; i < POCKETS; i++)
        if (m->hand[i])
            level |= (uint8_t)(1 << i);
    bool home = m->position <= INDEX_STEPS || m->position >= STEPS_A_TURN - INDEX_STEPS;
    return (uint8_t)(level | home << 6 | hopper << 7);
}

static uint8_t sense_f(const struct machine *m)
{
    uint8_t level = 0;
    for (int i = 0; i < m->card_count; i++)
        if (m->cards[i].place == POCKET)
            level |= (uint8_t)(1 << m->cards[i].at);
    bool ends = true;
    for (int i = 0; i < GATES; i++)
        ends = ends && !gate_travels(&m->gates[i]);
    return (uint8_t)(level | ends << 6 | m->lid_open << 7);
}

uint8_t machine_inputs(const struct machine *m, enum port_in port)
{
    uint8_t level = 0;
    switch (port) {
    case PORT_K:
        level = sense_k(m);
        break;
    case PORT_B:
        level = sense_b(m);
        break;
    case PORT_F:
        level = sense_f(m);
        break;
    default:
        level = (uint8_t)(m->tamper | m->power_low << 1 | m->button << 2);
        break;
    }
    if (!(m->out.j & J_LAMP))
        level &= (uint8_t)~BARRIERS[port];
    return (uint8_t)((level & ~m->stuck_mask[port]) | (m->stuck_value[port] & m->stuck_mask[port]));
}
