/* The machine as a whole: how it begins, its time, its outputs and its power. */
#include "parts.h"

#include <string.h>

#define STEP_NS UINT64_C(100000)

void machine_init(struct machine *m, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->chance = chance_from(seed, 1);
    for (int i = 0; i < SLOTS; i++)
        m->slot[i] = -1;
    m->ejecting = -1;
    m->rotor = MOTOR_START;
    /* Where it happened to be left: the firmware has to look for its home. */
    m->position = (int)chance_below(&m->chance, STEPS_A_TURN);
}

bool machine_moves(const struct machine *m)
{
    if (m->stroke > 0 || m->stroke_begun)
        return true;
    if (!m->power)
        return false;
    for (int i = 0; i < GATES; i++)
        if (gate_travels(&m->gates[i]) && !m->gates[i].broken)
            return true;
    if (!machine_live(m))
        return false;
    if ((m->out.a & A_EJECT) || ((m->out.a & A_EXIT) && m->exit_count))
        return true;
    if ((m->out.a & (A_FEED | A_PICK_REVERSE)) && m->intake_count)
        return true;
    return (m->out.a & A_PICK) && (m->intake_count || hopper_next(m, -1) >= 0);
}

void machine_advance(struct machine *m, uint64_t t)
{
    while (m->t < t) {
        if (!machine_moves(m)) {
            m->t = t;
            break;
        }
        uint64_t span = t - m->t < STEP_NS ? t - m->t : STEP_NS;
        double ms = (double)span * 1e-6;
        m->t += span;
        gates_move(m);
        exit_move(m, ms);
        ejector_move(m, ms);
        intake_move(m, ms);
    }
    carousel_run_out(m);
}

bool machine_outputs(struct machine *m, uint64_t t, struct outputs out)
{
    machine_advance(m, t);
    struct outputs old = m->out;
    m->out = out;
    gates_want(m);
    bool picks = (out.a & A_PICK) != 0;
    if (picks != m->pick_was_on || ((out.a ^ old.a) & A_PICK_REVERSE))
        m->pick_slips = false;
    m->pick_was_on = picks;
    if ((out.l & L_STEP) && !(old.l & L_STEP))
        carousel_step(m);
    return (out.a & A_STROBE) && !(old.a & A_STROBE);
}

void machine_power(struct machine *m, uint64_t t, bool on)
{
    machine_advance(m, t);
    m->power = on;
    m->out = (struct outputs){0};
    m->pick_was_on = m->pick_slips = false;
    m->rotor = MOTOR_START;
    gates_want(m);
}
