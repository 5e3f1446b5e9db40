/* What hands and a camera do with the machine: they load, take out, count, spoil and mend, and look at the card in the window. */
#include "parts.h"

#include <math.h>
#include <string.h>

int machine_find(const struct machine *m, int64_t serial)
{
    for (int i = 0; i < m->card_count; i++)
        if (m->cards[i].place != AWAY && m->cards[i].serial == serial)
            return i;
    return -1;
}

int machine_load(struct machine *m, struct card card)
{
    int index = 0;
    while (index < m->card_count && m->cards[index].place != AWAY)
        index++;
    if (index == CARDS_MAX)
        return -1;
    if (index == m->card_count)
        m->card_count++;
    card.place = HOPPER;
    card.way = UNDECIDED;
    card.rider = card.carrier = -1;
    card.turned = chance_next(&m->chance) & 1;
    card.order = ++m->order + HOPPER_ORDER;
    m->cards[index] = card;
    return index;
}

static void replace(int *list, int count, int card, int other)
{
    for (int i = 0; i < count; i++)
        if (list[i] == card)
            list[i] = other;
}

void machine_remove(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (card->carrier >= 0)
        path_part(m, card->carrier);
    int rider = card->rider;
    if (rider >= 0) {
        /* What rode on it takes its place. */
        struct card *other = &m->cards[rider];
        other->lead = card->lead;
        other->way = card->way;
        other->place = card->place;
        other->at = card->at;
        replace(m->intake, m->intake_count, index, rider);
        replace(m->exits, m->exit_count, index, rider);
        path_part(m, index);
    }
    replace(m->slot, SLOTS, index, rider);
    path_drop(m->intake, &m->intake_count, index);
    path_drop(m->exits, &m->exit_count, index);
    if (m->ejecting == index)
        m->ejecting = -1;
    card->place = AWAY;
}

int machine_list(const struct machine *m, enum place place, int at, int out[CARDS_MAX])
{
    int count = 0;
    for (int i = 0; i < m->card_count; i++) {
        const struct card *card = &m->cards[i];
        if (card->place != place || (at >= 0 && card->at != at))
            continue;
        int j = count++;
        for (; j > 0 && m->cards[out[j - 1]].order > card->order; j--)
            out[j] = out[j - 1];
        out[j] = i;
    }
    return count;
}

unsigned machine_torn(const struct machine *m)
{
    unsigned sum = 0;
    for (int i = 0; i < CRASH_KINDS; i++)
        sum += m->crashes[i];
    return sum;
}

bool machine_fault(struct machine *m, struct fault fault)
{
    for (int i = 0; i < FAULTS_MAX; i++)
        if (!m->faults[i].live) {
            m->faults[i] = fault;
            m->faults[i].live = true;
            return true;
        }
    return false;
}

void machine_mend(struct machine *m)
{
    memset(m->faults, 0, sizeof m->faults);
    memset(m->stuck_mask, 0, sizeof m->stuck_mask);
    memset(m->hand, 0, sizeof m->hand);
    m->lose_steps = 0;
    m->pick_slips = false;
    for (int i = 0; i < GATES; i++)
        m->gates[i].broken = false;
    for (int i = 0; i < m->card_count; i++)
        m->cards[i].stuck = m->cards[i].torn && m->cards[i].place != SLOT && m->cards[i].stuck;
}

int machine_at_window(const struct machine *m, double *beyond)
{
    for (int i = 0; i < m->intake_count; i++) {
        double off = m->cards[m->intake[i]].lead - C2_MM;
        if (fabs(off) < CARD_MM) {
            *beyond = off;
            return m->intake[i];
        }
    }
    return -1;
}

bool machine_spoils(struct machine *m, int card)
{
    return fault_strikes(m, FAULT_UNREADABLE, &m->cards[card]);
}
