/* The way in: the hopper, the pick and feed rollers, and where a card goes at the gate of the infeed. */
#include "parts.h"

#include <math.h>

#define PICK_GRIP_END 63.0     /* the pick roller holds a card until its trail has left the mouth */
#define FEED_GRIP_BEGIN 36.0
#define REJECT_FALLS 183.0
#define PICK_SPEED 0.6
#define FEED_SLOW 0.6
#define FEED_FAST 1.5

int hopper_next(const struct machine *m, int but)
{
    int next = -1;
    for (int i = 0; i < m->card_count; i++)
        if (m->cards[i].place == HOPPER && i != but && (next < 0 || m->cards[i].order < m->cards[next].order))
            next = i;
    return next;
}

static void draw(struct machine *m)
{
    for (int i = 0; i < m->intake_count; i++)
        if (m->cards[m->intake[i]].lead < PICK_GRIP_END)
            return;
    int index = hopper_next(m, -1);
    if (index < 0 || m->intake_count == PATH_MAX || m->pick_slips)
        return;
    struct card *card = &m->cards[index];
    if (fault_strikes(m, FAULT_NO_PICK, card)) {
        /* One start of the roller is lost on it; the next start may do. */
        m->pick_slips = true;
        return;
    }
    card->place = INTAKE;
    card->lead = 0;
    card->way = UNDECIDED;
    m->intake[m->intake_count++] = index;
    struct fault *both = fault_due(m, FAULT_DOUBLE_FEED, card);
    int second = both ? hopper_next(m, index) : -1;
    if (second >= 0) {
        fault_spend(both);
        card->rider = second;
        m->cards[second].carrier = index;
        m->cards[second].place = INTAKE;
        m->cards[second].behind = 11.0;
    }
}

static void back_to_hopper(struct machine *m, int place)
{
    int index = m->intake[place];
    struct card *card = &m->cards[index];
    int rider = card->rider;
    uint64_t first = ++m->order + HOPPER_ORDER;
    for (int i = 0; i < m->card_count; i++)
        if (m->cards[i].place == HOPPER && m->cards[i].order < first)
            first = m->cards[i].order;
    path_drop(m->intake, &m->intake_count, index);
    path_part(m, index);
    card->place = HOPPER;
    card->lead = 0;
    card->order = first - 2;
    if (rider >= 0) {
        m->cards[rider].place = HOPPER;
        m->cards[rider].order = first - 1;
    }
}

static double intake_speed(const struct machine *m, const struct card *card)
{
    if (!machine_live(m) || card->stuck)
        return 0;
    if (card->lead >= FEED_GRIP_BEGIN) {
        if (!(m->out.a & A_FEED))
            return 0;
        double speed = m->out.a & A_FEED_FAST ? FEED_FAST : FEED_SLOW;
        return m->out.l & L_FEED_REVERSE ? -speed : speed;
    }
    if (m->out.a & A_PICK_REVERSE)
        return -PICK_SPEED;
    return (m->out.a & A_PICK) && !m->pick_slips ? PICK_SPEED : 0;
}

/* A stuck card that the rollers try to take back. */
static bool pulled_back(const struct machine *m, const struct card *card)
{
    if (!machine_live(m))
        return false;
    if (card->lead >= FEED_GRIP_BEGIN)
        return (m->out.a & A_FEED) && (m->out.l & L_FEED_REVERSE);
    return m->out.a & A_PICK_REVERSE;
}

static void choose_intake_way(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (gate_travels(&m->gates[G5]))
        path_crash(m, CRASH_GATE, index);
    else
        card->way = m->gates[G5].is ? REJECT_POCKET : TO_CAROUSEL;
}

/* Where the carousel has no empty slot before the infeed the card stops at its rim and the rollers slip. */
static double carousel_stop(const struct machine *m, double from, double to)
{
    if (from > CAROUSEL_MOUTH || to <= CAROUSEL_MOUTH)
        return to;
    int slot = machine_slot_at_place(m);
    bool still = m->t - m->last_step >= SETTLE_NS;
    return slot >= 0 && m->slot[slot] < 0 && still && m->ejecting < 0 ? to : CAROUSEL_MOUTH;
}

void intake_move(struct machine *m, double ms)
{
    if (machine_live(m) && (m->out.a & A_PICK) && !(m->out.a & A_PICK_REVERSE))
        draw(m);
    for (int i = 0; i < m->intake_count; i++) {
        int index = m->intake[i];
        struct card *card = &m->cards[index];
        if (card->stuck && pulled_back(m, card))
            fault_pulled(m, index);
        double speed = intake_speed(m, card);
        if (speed == 0)
            continue;
        double from = card->lead, to = from + speed * ms;
        if (i > 0 && to > path_trail(&m->cards[m->intake[i - 1]]))
            to = fmax(from, path_trail(&m->cards[m->intake[i - 1]]));
        if (i + 1 < m->intake_count && speed < 0 && to - CARD_MM < m->cards[m->intake[i + 1]].lead)
            to = fmin(from, m->cards[m->intake[i + 1]].lead + CARD_MM);
        if (speed > 0 && fault_jams(m, index, from, to))
            continue;
        if (from >= G5_BEGIN && from < G5_END && gate_travels(&m->gates[G5])) {
            path_crash(m, CRASH_GATE, index);
            continue;
        }
        if (from < G5_BEGIN && to >= G5_BEGIN) {
            choose_intake_way(m, index);
            if (card->stuck)
                continue;
        }
        if (to < G5_BEGIN)
            card->way = UNDECIDED;
        if (card->way == TO_CAROUSEL)
            to = carousel_stop(m, from, to);
        card->lead = to;
        if (to <= 0 && speed < 0) {
            back_to_hopper(m, i--);
        } else if (card->way == TO_CAROUSEL && to >= IN_SLOT) {
            int slot = machine_slot_at_place(m);
            if (slot < 0 || m->slot[slot] >= 0) {
                path_crash(m, CRASH_CAROUSEL, index);
                continue;
            }
            m->slot[slot] = index;
            path_put(m, index, SLOT, slot);
            path_drop(m->intake, &m->intake_count, index);
            i--;
        } else if (card->way == REJECT_POCKET && to >= REJECT_FALLS) {
            path_drop(m->intake, &m->intake_count, index);
            path_fall(m, index, REJECT_POCKET);
            i--;
        }
    }
}
