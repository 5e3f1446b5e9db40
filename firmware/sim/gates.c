/* The gates: what the coils want of them, and when they get there. */
#include "parts.h"

#define GATE_NS UINT64_C(15000000)

static bool any_between(const struct machine *m, const int *list, int count, double begin, double end)
{
    for (int i = 0; i < count; i++) {
        double lead = m->cards[list[i]].lead;
        if (lead >= begin && lead < end)
            return true;
    }
    return false;
}

static bool held(const struct machine *m, int gate)
{
    return gate == G5 ? any_between(m, m->intake, m->intake_count, G5_BEGIN, G5_END)
                      : any_between(m, m->exits, m->exit_count, GATES_BEGIN, GATES_END);
}

/* A gate with a card in it presses on the card and stays; it tears only a card that is driven against it. */
void gates_move(struct machine *m)
{
    if (!m->power)
        return;
    for (int i = 0; i < GATES; i++) {
        struct gate *gate = &m->gates[i];
        if (gate_travels(gate) && !gate->broken && m->t - gate->since >= GATE_NS && !held(m, i))
            gate->is = gate->wanted;
    }
}

void gates_want(struct machine *m)
{
    for (int i = 0; i < GATES; i++) {
        struct gate *gate = &m->gates[i];
        bool driven = m->power && (m->out.c_driven >> i & 1);
        bool wanted = driven ? (m->out.c >> i & 1) : gate->is;
        if (wanted != gate->wanted) {
            gate->wanted = wanted;
            gate->since = m->t;
        }
    }
}
