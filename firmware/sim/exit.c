/* The way out: the ejector, the nip, the belt, and the gates' choice of a pocket. */
#include "parts.h"

#include <math.h>

#define MOUTH_END (105 * BELT_SPEED)
#define EJECT_MS 40.0
#define SPRING_MS 8.0

static void begin_stroke(struct machine *m)
{
    m->stroke_begun = true;
    m->ejections++;
    m->ejecting = -1;
    int slot = machine_slot_at_place(m);
    if (m->t - m->last_step < SETTLE_NS && m->steps > 0) {
        m->rough++;
        return;
    }
    if (slot < 0 || m->slot[slot] < 0)
        return;
    const struct card *card = &m->cards[m->slot[slot]];
    if (!fault_strikes(m, FAULT_NO_EJECT, card) && !card->torn)
        m->ejecting = m->slot[slot];
}

static void reach_nip(struct machine *m)
{
    int index = m->ejecting;
    struct card *card = &m->cards[index];
    if (m->exit_count == PATH_MAX)
        return;
    m->slot[card->at] = -1;
    card->place = EXIT;
    card->lead = 0;
    card->way = UNDECIDED;
    if (card->rider >= 0)
        m->cards[card->rider].place = EXIT;
    m->exits[m->exit_count++] = index;
    m->ejecting = -1;
    if (m->exit_count > 1 && m->cards[m->exits[m->exit_count - 2]].lead < CARD_MM) {
        path_crash(m, CRASH_OVERLAP, index);
        path_stick(m, m->exits[m->exit_count - 2]);
    }
    (void)fault_jams(m, index, -1, 0);
}

void ejector_move(struct machine *m, double ms)
{
    if (machine_live(m) && (m->out.a & A_EJECT)) {
        if (m->stroke == 0 && !m->stroke_begun)
            begin_stroke(m);
        if (m->stroke < 1) {
            m->stroke = fmin(1, m->stroke + ms / EJECT_MS);
            if (m->stroke > 1 - 1e-9) {
                m->stroke = 1;
                if (m->ejecting >= 0)
                    reach_nip(m);
            }
        }
    } else if (m->stroke > 0 || m->stroke_begun) {
        m->stroke = fmax(0, m->stroke - ms / SPRING_MS);
        if (m->stroke < 1e-9) {
            m->stroke = 0;
            m->stroke_begun = false;
            m->ejecting = -1;
        }
    }
}

static bool exit_gate_moving(const struct machine *m)
{
    for (int i = 0; i < EXIT_GATES; i++)
        if (gate_travels(&m->gates[i]))
            return true;
    return false;
}

/* The first open gate on the way takes the card; all four together lead it past the pockets to the reject tray. */
static int exit_way(const struct machine *m)
{
    int first = -1, open = 0;
    for (int i = 0; i < EXIT_GATES; i++)
        if (m->gates[i].is) {
            open++;
            if (first < 0)
                first = i;
        }
    static const int pocket_of[EXIT_GATES] = {0, 1, 2, 4};
    return open == EXIT_GATES ? REJECT_POCKET : first < 0 ? 3 : pocket_of[first];
}

static void choose_exit_way(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (exit_gate_moving(m)) {
        path_crash(m, CRASH_GATE, index);
        return;
    }
    card->way = exit_way(m);
    struct fault *wrong = fault_due(m, FAULT_WRONG_POCKET, card);
    if (wrong) {
        card->way = wrong->pocket;
        fault_spend(wrong);
    }
}

void exit_move(struct machine *m, double ms)
{
    if (!machine_live(m) || !(m->out.a & A_EXIT))
        return;
    for (int i = 0; i < m->exit_count; i++) {
        int index = m->exits[i];
        struct card *card = &m->cards[index];
        if (card->stuck)
            continue;
        double from = card->lead, to = from + BELT_SPEED * ms;
        if (i > 0 && to > path_trail(&m->cards[m->exits[i - 1]]) + 1e-9) {
            path_crash(m, CRASH_OVERLAP, index);
            continue;
        }
        if (fault_jams(m, index, from, to))
            continue;
        if (from >= GATES_BEGIN && from < GATES_END && exit_gate_moving(m)) {
            path_crash(m, CRASH_GATE, index);
            continue;
        }
        if (from < GATES_BEGIN && to >= GATES_BEGIN) {
            choose_exit_way(m, index);
            if (card->stuck)
                continue;
        }
        card->lead = to;
        if (to >= GATES_END && from < GATES_END && fault_strikes(m, FAULT_LOST, card)) {
            path_drop(m->exits, &m->exit_count, index);
            path_put(m, index, FLOOR, 0);
            path_part(m, index);
            i--;
        } else if (to >= MOUTH_END - 1e-9) {
            path_drop(m->exits, &m->exit_count, index);
            path_fall(m, index, card->way);
            i--;
        }
    }
}
