#include "machine.h"

#include <math.h>
#include <string.h>

/* The intake's way: mm from the hopper's mouth. */
#define D1_MM 20.0
#define D2_MM 26.0
#define C1_MM 36.0
#define C2_MM 90.0
#define PICK_GRIP_END 63.0     /* the pick roller holds a card until its trail has left the mouth */
#define FEED_GRIP_BEGIN 36.0
#define G5_BEGIN 95.0
#define G5_END (G5_BEGIN + CARD_MM)
#define CAROUSEL_MOUTH 117.0
#define IN_SLOT 178.0          /* from here on the slot's sensor sees it and the carousel may turn */
#define REJECT_DARK 120.0
#define REJECT_FALLS 183.0
#define HOPPER_SEES_TO 20.0
#define PICK_SPEED 0.6
#define FEED_SLOW 0.6
#define FEED_FAST 1.5

/* The exit's way: mm of belt from the nip at X1. */
#define BELT_SPEED 1.8
#define OUT_OF_SLOT (2 * BELT_SPEED)
#define X2_MM CARD_MM
#define GATES_BEGIN (45 * BELT_SPEED)
#define GATES_END (80 * BELT_SPEED)
#define MOUTH_BEGIN (70 * BELT_SPEED)
#define MOUTH_END (105 * BELT_SPEED)
#define EJECT_MS 40.0
#define SPRING_MS 8.0
#define STROKE_TOUCHES 0.02

#define GATE_NS UINT64_C(15000000)
#define SETTLE_NS UINT64_C(2000000)
#define STEP_NS UINT64_C(100000)

/* The motor follows a start of 667 steps/s, 74 000 steps/s² and 2000 steps/s; a tenth more is allowed before it loses a step. */
#define MOTOR_START (667.0 * 1.1)
#define MOTOR_SLOPE (74000.0 * 1.1)
#define MOTOR_TOP (2000.0 * 1.1)
#define MOTOR_LAG 0.5
#define INDEX_STEPS 2
#define SLOT_SEEN_STEPS 4

/* Far from zero, so that a card that comes back can always go before the first. */
#define HOPPER_ORDER (UINT64_MAX / 4)
#define UNDECIDED (-2)
#define TO_CAROUSEL (-1)
#define REJECT_POCKET 5
#define EXIT_GATES 4
#define G5 4

/* What a strong light or a hand on a lamp could blind: barriers, and no switches. */
static const uint8_t BARRIERS[PORTS_IN] = {0xFF, 0xFF, 0x3F, 0x00};

static bool live(const struct machine *m)
{
    return m->power && !m->lid_open;
}

static void tell(struct machine *m, enum event_kind kind, int card, int detail)
{
    if (m->event_count < EVENTS_MAX)
        m->events[m->event_count++] = (struct event){kind, card, detail, m->t};
}

static void stick(struct machine *m, int card)
{
    if (m->cards[card].stuck)
        return;
    m->cards[card].stuck = true;
    m->jams++;
    tell(m, EVENT_STUCK, card, 0);
}

static void crash(struct machine *m, enum crash kind, int card)
{
    if (m->cards[card].torn)
        return;
    m->cards[card].torn = true;
    m->crashes[kind]++;
    tell(m, EVENT_TORN, card, (int)kind);
    if (m->cards[card].place != SLOT)
        stick(m, card);
}

unsigned machine_torn(const struct machine *m)
{
    unsigned sum = 0;
    for (int i = 0; i < CRASH_KINDS; i++)
        sum += m->crashes[i];
    return sum;
}

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

/* ---- lists of the path ---- */

static void drop_from(int *list, int *count, int card)
{
    for (int i = 0; i < *count; i++)
        if (list[i] == card) {
            memmove(list + i, list + i + 1, (size_t)(*count - i - 1) * sizeof *list);
            (*count)--;
            return;
        }
}

static double trail(const struct card *card)
{
    return card->lead - CARD_MM;
}

/* How many cards cover a point of a list's way. */
static int covering(const struct machine *m, const int *list, int count, double point)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        const struct card *card = &m->cards[list[i]];
        sum += trail(card) < point && point <= card->lead;
        if (card->rider >= 0) {
            double lead = card->lead - m->cards[card->rider].behind;
            sum += lead - CARD_MM < point && point <= lead;
        }
    }
    return sum;
}

static void put(struct machine *m, int index, enum place place, int at)
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

/* Two cards that stuck together are two again. */
static void part(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (card->rider < 0)
        return;
    m->cards[card->rider].carrier = -1;
    m->cards[card->rider].stuck = false;
    card->rider = -1;
}

static void fall(struct machine *m, int index, int pocket)
{
    int rider = m->cards[index].rider;
    put(m, index, POCKET, pocket);
    part(m, index);
    tell(m, EVENT_FELL, index, pocket);
    if (rider >= 0)
        tell(m, EVENT_FELL, rider, pocket);
}

/* ---- faults that wait for a card ---- */

static struct fault *due(struct machine *m, enum fault_kind kind, const struct card *card)
{
    for (int i = 0; i < FAULTS_MAX; i++) {
        struct fault *fault = &m->faults[i];
        if (fault->live && fault->kind == kind && (fault->card < 0 || fault->card == card->serial))
            return fault;
    }
    return NULL;
}

static void spend(struct fault *fault)
{
    if (fault->times > 0 && --fault->times == 0)
        fault->live = false;
}

static bool jams(struct machine *m, int index, double from, double to)
{
    struct card *card = &m->cards[index];
    for (int i = 0; i < FAULTS_MAX; i++) {
        struct fault *fault = &m->faults[i];
        if (!fault->live || fault->kind != FAULT_JAM || fault->where != card->place || !(from < fault->lead && fault->lead <= to))
            continue;
        if (fault->card >= 0 && fault->card != card->serial)
            continue;
        card->lead = fault->lead;
        stick(m, index);
        /* A jam that a reversal frees keeps its place in the list until it does. */
        if (!fault->frees)
            spend(fault);
        return true;
    }
    return false;
}

static void freed(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    struct fault *fault = due(m, FAULT_JAM, card);
    if (fault && fault->frees && !card->torn && fault->where == card->place) {
        spend(fault);
        card->stuck = false;
    }
}

/* ---- the intake ---- */

int machine_slot_at_place(const struct machine *m)
{
    int slot = (m->position + STEPS_A_SLOT / 2) / STEPS_A_SLOT % SLOTS;
    int off = m->position - slot * STEPS_A_SLOT;
    if (off > STEPS_A_TURN / 2)
        off -= STEPS_A_TURN;
    return off >= -INDEX_STEPS && off <= INDEX_STEPS ? slot : -1;
}

static bool moving(const struct gate *gate)
{
    return gate->is != gate->wanted;
}

static int next_of_hopper(const struct machine *m, int but)
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
    int index = next_of_hopper(m, -1);
    if (index < 0 || m->intake_count == PATH_MAX || m->pick_slips)
        return;
    struct card *card = &m->cards[index];
    struct fault *slip = due(m, FAULT_NO_PICK, card);
    if (slip) {
        /* One start of the roller is lost on it; the next start may do. */
        spend(slip);
        m->pick_slips = true;
        return;
    }
    card->place = INTAKE;
    card->lead = 0;
    card->way = UNDECIDED;
    m->intake[m->intake_count++] = index;
    m->picks++;
    struct fault *both = due(m, FAULT_DOUBLE_FEED, card);
    int second = both ? next_of_hopper(m, index) : -1;
    if (second >= 0) {
        spend(both);
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
    drop_from(m->intake, &m->intake_count, index);
    part(m, index);
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
    if (!live(m) || card->stuck)
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
    if (!live(m))
        return false;
    if (card->lead >= FEED_GRIP_BEGIN)
        return (m->out.a & A_FEED) && (m->out.l & L_FEED_REVERSE);
    return m->out.a & A_PICK_REVERSE;
}

static void choose_intake_way(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (moving(&m->gates[G5]))
        crash(m, CRASH_GATE, index);
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

static void move_intake(struct machine *m, double ms)
{
    if (live(m) && (m->out.a & A_PICK) && !(m->out.a & A_PICK_REVERSE))
        draw(m);
    for (int i = 0; i < m->intake_count; i++) {
        int index = m->intake[i];
        struct card *card = &m->cards[index];
        if (card->stuck && pulled_back(m, card))
            freed(m, index);
        double speed = intake_speed(m, card);
        if (speed == 0)
            continue;
        double from = card->lead, to = from + speed * ms;
        if (i > 0 && to > trail(&m->cards[m->intake[i - 1]]))
            to = fmax(from, trail(&m->cards[m->intake[i - 1]]));
        if (i + 1 < m->intake_count && speed < 0 && to - CARD_MM < m->cards[m->intake[i + 1]].lead)
            to = fmin(from, m->cards[m->intake[i + 1]].lead + CARD_MM);
        if (speed > 0 && jams(m, index, from, to))
            continue;
        if (from >= G5_BEGIN && from < G5_END && moving(&m->gates[G5])) {
            crash(m, CRASH_GATE, index);
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
                crash(m, CRASH_CAROUSEL, index);
                continue;
            }
            m->slot[slot] = index;
            put(m, index, SLOT, slot);
            drop_from(m->intake, &m->intake_count, index);
            i--;
        } else if (card->way == REJECT_POCKET && to >= REJECT_FALLS) {
            drop_from(m->intake, &m->intake_count, index);
            fall(m, index, REJECT_POCKET);
            i--;
        }
    }
}

/* ---- the exit ---- */

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
    struct fault *fault = due(m, FAULT_NO_EJECT, &m->cards[m->slot[slot]]);
    if (fault)
        spend(fault);
    else if (!m->cards[m->slot[slot]].torn)
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
        crash(m, CRASH_OVERLAP, index);
        stick(m, m->exits[m->exit_count - 2]);
    }
    (void)jams(m, index, -1, 0);
}

static void move_ejector(struct machine *m, double ms)
{
    if (live(m) && (m->out.a & A_EJECT)) {
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
        if (moving(&m->gates[i]))
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
        crash(m, CRASH_GATE, index);
        return;
    }
    card->way = exit_way(m);
    struct fault *wrong = due(m, FAULT_WRONG_POCKET, card);
    if (wrong) {
        card->way = wrong->pocket;
        spend(wrong);
    }
}

static void move_exit(struct machine *m, double ms)
{
    if (!live(m) || !(m->out.a & A_EXIT))
        return;
    for (int i = 0; i < m->exit_count; i++) {
        int index = m->exits[i];
        struct card *card = &m->cards[index];
        if (card->stuck)
            continue;
        double from = card->lead, to = from + BELT_SPEED * ms;
        if (i > 0 && to > trail(&m->cards[m->exits[i - 1]]) + 1e-9) {
            crash(m, CRASH_OVERLAP, index);
            continue;
        }
        if (jams(m, index, from, to))
            continue;
        if (from >= GATES_BEGIN && from < GATES_END && exit_gate_moving(m)) {
            crash(m, CRASH_GATE, index);
            continue;
        }
        if (from < GATES_BEGIN && to >= GATES_BEGIN) {
            choose_exit_way(m, index);
            if (card->stuck)
                continue;
        }
        card->lead = to;
        struct fault *lost = to >= GATES_END && from < GATES_END ? due(m, FAULT_LOST, card) : NULL;
        if (lost) {
            spend(lost);
            drop_from(m->exits, &m->exit_count, index);
            put(m, index, FLOOR, 0);
            part(m, index);
            i--;
        } else if (to >= MOUTH_END - 1e-9) {
            drop_from(m->exits, &m->exit_count, index);
            fall(m, index, card->way);
            i--;
        }
    }
}

/* ---- gates ---- */

static bool held(const struct machine *m, int gate)
{
    if (gate == G5) {
        for (int i = 0; i < m->intake_count; i++) {
            double lead = m->cards[m->intake[i]].lead;
            if (lead >= G5_BEGIN && lead < G5_END)
                return true;
        }
        return false;
    }
    for (int i = 0; i < m->exit_count; i++) {
        double lead = m->cards[m->exits[i]].lead;
        if (lead >= GATES_BEGIN && lead < GATES_END)
            return true;
    }
    return false;
}

/* A gate with a card in it presses on the card and stays; it tears only a card that is driven against it. */
static void move_gates(struct machine *m)
{
    if (!m->power)
        return;
    for (int i = 0; i < GATES; i++) {
        struct gate *gate = &m->gates[i];
        if (moving(gate) && !gate->broken && m->t - gate->since >= GATE_NS && !held(m, i))
            gate->is = gate->wanted;
    }
}

static void want_gates(struct machine *m)
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

/* ---- the carousel's motor ---- */

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
            crash(m, CRASH_CAROUSEL, m->intake[i]);
    }
    for (int i = 0; i < m->exit_count; i++)
        if (m->cards[m->exits[i]].lead < OUT_OF_SLOT)
            crash(m, CRASH_CAROUSEL, m->exits[i]);
    if (m->stroke > STROKE_TOUCHES) {
        if (m->ejecting >= 0)
            crash(m, CRASH_CAROUSEL, m->ejecting);
        else
            m->rough++;
        m->ejecting = -1;
    }
}

static void step(struct machine *m)
{
    bool up = m->out.l & L_DIR;
    if (!live(m) || !(m->out.a & A_STEP_ENABLE)) {
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

/* Steps that ended at a speed from which the motor cannot stop at once. */
static void run_out(struct machine *m)
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

/* ---- time ---- */

bool machine_moves(const struct machine *m)
{
    if (m->stroke > 0 || m->stroke_begun)
        return true;
    if (!m->power)
        return false;
    for (int i = 0; i < GATES; i++)
        if (moving(&m->gates[i]) && !m->gates[i].broken)
            return true;
    if (!live(m))
        return false;
    if ((m->out.a & A_EJECT) || ((m->out.a & A_EXIT) && m->exit_count))
        return true;
    if ((m->out.a & (A_FEED | A_PICK_REVERSE)) && m->intake_count)
        return true;
    return (m->out.a & A_PICK) && (m->intake_count || next_of_hopper(m, -1) >= 0);
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
        move_gates(m);
        move_exit(m, ms);
        move_ejector(m, ms);
        move_intake(m, ms);
    }
    run_out(m);
}

bool machine_outputs(struct machine *m, uint64_t t, struct outputs out)
{
    machine_advance(m, t);
    struct outputs old = m->out;
    m->out = out;
    want_gates(m);
    bool picks = (out.a & A_PICK) != 0;
    if (picks != m->pick_was_on || ((out.a ^ old.a) & A_PICK_REVERSE))
        m->pick_slips = false;
    m->pick_was_on = picks;
    if ((out.l & L_STEP) && !(old.l & L_STEP))
        step(m);
    return (out.a & A_STROBE) && !(old.a & A_STROBE);
}

void machine_power(struct machine *m, uint64_t t, bool on)
{
    machine_advance(m, t);
    m->power = on;
    m->out = (struct outputs){0};
    m->pick_was_on = m->pick_slips = false;
    m->rotor = MOTOR_START;
    want_gates(m);
}

/* ---- sensors ---- */

static bool slot_dark(const struct machine *m)
{
    for (int i = 0; i < m->exit_count; i++) {
        const struct card *card = &m->cards[m->exits[i]];
        if (card->lead < OUT_OF_SLOT && machine_slot_at_place(m) == card->at)
            return true;
    }
    int slot = (m->position + STEPS_A_SLOT / 2) / STEPS_A_SLOT % SLOTS;
    int off = m->position - slot * STEPS_A_SLOT;
    if (off > STEPS_A_TURN / 2)
        off -= STEPS_A_TURN;
    return off >= -SLOT_SEEN_STEPS && off <= SLOT_SEEN_STEPS && m->slot[slot] >= 0;
}

static uint8_t sense_k(const struct machine *m)
{
    int d1 = covering(m, m->intake, m->intake_count, D1_MM), d2 = covering(m, m->intake, m->intake_count, D2_MM);
    bool c1 = covering(m, m->intake, m->intake_count, C1_MM) > 0, c2 = covering(m, m->intake, m->intake_count, C2_MM) > 0;
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
    bool hopper = next_of_hopper(m, -1) >= 0;
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
        ends = ends && !moving(&m->gates[i]);
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

/* ---- the hands ---- */

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

void machine_remove(struct machine *m, int index)
{
    struct card *card = &m->cards[index];
    if (card->carrier >= 0)
        part(m, card->carrier);
    int rider = card->rider;
    if (rider >= 0) {
        /* What rode on it takes its place. */
        struct card *other = &m->cards[rider];
        other->lead = card->lead;
        other->way = card->way;
        other->place = card->place;
        other->at = card->at;
        for (int i = 0; i < m->intake_count; i++)
            if (m->intake[i] == index)
                m->intake[i] = rider;
        for (int i = 0; i < m->exit_count; i++)
            if (m->exits[i] == index)
                m->exits[i] = rider;
        part(m, index);
    }
    for (int i = 0; i < SLOTS; i++)
        if (m->slot[i] == index)
            m->slot[i] = rider;
    drop_from(m->intake, &m->intake_count, index);
    drop_from(m->exits, &m->exit_count, index);
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
    struct fault *fault = due(m, FAULT_UNREADABLE, &m->cards[card]);
    if (fault)
        spend(fault);
    return fault != NULL;
}
