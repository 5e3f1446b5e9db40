/* The carousel and its motor, which follows a start of 667 steps/s, 74 000 steps/s² and 2000 steps/s; a tenth more is allowed before it
 * loses a step. */
#include "parts.h"

#include <math.h>

#define MOTOR_SLOPE (74000.0 * 1.1)
#define MOTOR_TOP (2000.0 * 1.1)
#define MOTOR_LAG 0.5
#define STROKE_TOUCHES 0.02

int carousel_slot(const struct machine *m, int steps)
{
    int slot = (m->position + STEPS_A_SLOT / 2) / STEPS_A_SLOT % SLOTS;
    int off = m->position - slot * STEPS_A_SLOT;
    if (off > STEPS_A_TURN / 2)
        off -= STEPS_A_TURN;
    return off >= -steps && off <= steps ? slot : -1;
}

int machine_slot_at_place(const struct machine *m)
{
    return carousel_slot(m, INDEX_STEPS);
}

/* A fluid model of the rotor: it changes its speed no faster than its torque allows, and loses a step once it is half a step away from
 * where the field is. Small unevenness of the intervals does not matter, a ramp that is too steep does. */
static bool follows(struct machine *m, bool up)
{
    double s = (double)(m->t - m->last_step) * 1e-9;
    if (m->steps == 0 || s > 0.05) {
        m->rotor = MOTOR_START;
        m->lag = 0;
        m->stalled = false;
        return true;
    }
    double asked = s > 0 ? 1 / s : 1e9;
    if (m->stalled) {
        m->stalled = asked > MOTOR_START;
        m->rotor = MOTOR_START;
        m->lag = 0;
        return !m->stalled;
    }
    if (up != m->turned_up && (asked > MOTOR_START || m->rotor > MOTOR_START)) {
        m->stalled = true;
        return false;
    }
    double goal = fmax(asked, MOTOR_START), gap = fabs(goal - m->rotor), can = MOTOR_SLOPE * s;
    double area = can >= gap ? gap * gap / (2 * MOTOR_SLOPE) : gap * s - can * s / 2;
    m->lag += goal > m->rotor ? area : -area;
    m->rotor = can >= gap ? goal : m->rotor + (goal > m->rotor ? can : -can);
    m->rotor = fmin(m->rotor, MOTOR_TOP);
    m->lag = m->lag * 0.8 + (asked > MOTOR_TOP ? 0.25 : 0);
    if (m->lag > MOTOR_LAG) {
        m->stalled = true;
        return false;
    }
    return true;
}

static void turn(struct machine *m, int steps)
{
    m->position = ((m->position + steps) % STEPS_A_TURN + STEPS_A_TURN) % STEPS_A_TURN;
}

/* What stands half in the carousel when it turns is torn. */
static void shear(struct machine *m)
{
    for (int i = 0; i < m->intake_count; i++) {
        struct card *card = &m->cards[m->intake[i]];
        if (card->way == TO_CAROUSEL && card->lead > CAROUSEL_MOUTH && card->lead < IN_SLOT)
            path_crash(m, CRASH_CAROUSEL, m->intake[i]);
    }
    for (int i = 0; i < m->exit_count; i++)
        if (m->cards[m->exits[i]].lead < OUT_OF_SLOT)
            path_crash(m, CRASH_CAROUSEL, m->exits[i]);
    if (m->stroke > STROKE_TOUCHES) {
        if (m->ejecting >= 0)
            path_crash(m, CRASH_CAROUSEL, m->ejecting);
        else
            m->rough++;
        m->ejecting = -1;
    }
}

void carousel_step(struct machine *m)
{
    bool up = m->out.l & L_DIR;
    if (!machine_live(m) || !(m->out.a & A_STEP_ENABLE)) {
        m->lost_steps++;
        return;
    }
    bool followed = follows(m, up);
    m->last_step = m->t;
    m->turned_up = up;
    m->steps++;
    if (followed && m->lose_steps > 0) {
        m->lose_steps--;
        followed = false;
    }
    shear(m);
    if (!followed) {
        m->lost_steps++;
        return;
    }
    turn(m, up ? 1 : -1);
    if (m->lag < -MOTOR_LAG) {
        /* Braked too hard, it slips to the next place where the coils hold it: four steps on. */
        turn(m, up ? 4 : -4);
        m->lost_steps += 4;
        m->lag = 0;
    }
}

void carousel_run_out(struct machine *m)
{
    if (m->steps == 0 || m->rotor <= MOTOR_START || m->t - m->last_step < UINT64_C(3000000))
        return;
    double gap = m->rotor - MOTOR_START;
    m->rotor = MOTOR_START;
    m->lag = 0;
    if (gap * gap / (2 * MOTOR_SLOPE) > MOTOR_LAG) {
        turn(m, m->turned_up ? 4 : -4);
        m->lost_steps += 4;
    }
}
