/* Cards along the intake's and the exit's way: how they lie, ride on each other, fall, stick and are torn; and the faults that wait for one. */
#include "parts.h"

#include <string.h>

static void tell(struct machine *m, enum event_kind kind, int card, int detail)
{
    if (m->event_count < EVENTS_MAX)
        m->events[m->event_count++] = (struct event){kind, card, detail, m->t};
}

void path_stick(struct machine *m, int card)
{
    if (m->cards[card].stuck)
        return;
    m->cards[card].stuck = true;
    m->jams++;
    tell(m, EVENT_STUCK, card, 0);
}

void path_crash(struct machine *m, enum crash kind, int card)
{
    if (m->cards[card].torn)
        return;
    m->cards[card].torn = true;
    m->crashes[kind]++;
    tell(m, EVENT_TORN, card, (int)kind);
    if (m->cards[card].place != SLOT)
        path_stick(m, card);
}

void path_drop(int *list, int *count, int card)
{
    for (int i = 0; i < *count; i++)
        if (list[i] == card) {
            memmove(list + i, list + i + 1, (size_t)(*count - i - 1) * sizeof *list);
            (*count)--;
            return;
        }
}

int path_covering(const struct machine *m, const int *list, int count, double point)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        const struct card *card = &m->cards[list[i]];
        sum += path_trail(card) < point && point <= card->lead;
        if (card->rider >= 0) {
            double lead = card->lead - m->cards[card->rider].behind;
            sum += lead - CARD_MM < point && point <= lead;
        }
    }
    return sum;
}

void path_put(struct machine *m, int index, enum place place, int at)
{
    struct card *card = &m->cards[index];
    card->place = place;
    card->at = at;
    card->order = ++m->order;
    if (card->rider >= 0) {
        struct card *rider = &m->cards[card->rider];
        rider->place = place;
        rider->at = at;
        rider->order = ++m->order;
    }
}

void path_part(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (card->rider < 0)
        return;
    m->cards[card->rider].carrier = -1;
    m->cards[card->rider].stuck = false;
    card->rider = -1;
}

void path_fall(struct machine *m, int index, int pocket)
{
    int rider = m->cards[index].rider;
    path_put(m, index, POCKET, pocket);
    path_part(m, index);
    tell(m, EVENT_FELL, index, pocket);
    if (rider >= 0)
        tell(m, EVENT_FELL, rider, pocket);
}

/* ---- faults ---- */

static bool waits_for(const struct fault *fault, enum fault_kind kind, const struct card *card)
{
    return fault->live && fault->kind == kind && (fault->card < 0 || fault->card == card->serial);
}

struct fault *fault_due(struct machine *m, enum fault_kind kind, const struct card *card)
{
    for (int i = 0; i < FAULTS_MAX; i++)
        if (waits_for(&m->faults[i], kind, card))
            return &m->faults[i];
    return NULL;
}

void fault_spend(struct fault *fault)
{
    if (fault->times > 0 && --fault->times == 0)
        fault->live = false;
}

bool fault_strikes(struct machine *m, enum fault_kind kind, const struct card *card)
{
    struct fault *fault = fault_due(m, kind, card);
    if (fault)
        fault_spend(fault);
    return fault != NULL;
}

bool fault_jams(struct machine *m, int index, double from, double to)
{
    struct card *card = &m->cards[index];
    for (int i = 0; i < FAULTS_MAX; i++) {
        struct fault *fault = &m->faults[i];
        if (!waits_for(fault, FAULT_JAM, card) || fault->where != card->place || !(from < fault->lead && fault->lead <= to))
            continue;
        card->lead = fault->lead;
        path_stick(m, index);
        /* A jam that a reversal frees keeps its place in the list until it does. */
        if (!fault->frees)
            fault_spend(fault);
        return true;
    }
    return false;
}

void fault_pulled(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    struct fault *fault = fault_due(m, FAULT_JAM, card);
    if (fault && fault->frees && !card->torn && fault->where == card->place) {
        fault_spend(fault);
        card->stuck = false;
    }
}
