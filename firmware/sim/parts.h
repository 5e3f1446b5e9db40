/* What the parts of the machine have of each other, and nobody else: the lengths of both ways, cards on them, faults that wait for a card,
 * and how each part is carried forward. */
#ifndef PARTS_H
#define PARTS_H

#include "machine.h"

/* The intake's way: mm from the hopper's mouth. */
#define D1_MM 20.0
#define D2_MM 26.0
#define C1_MM 36.0
#define C2_MM 90.0
#define G5_BEGIN 95.0
#define G5_END (G5_BEGIN + CARD_MM)
#define CAROUSEL_MOUTH 117.0
#define IN_SLOT 178.0          /* from here on the slot's sensor sees it and the carousel may turn */

/* The exit's way: mm of belt from the nip at X1. */
#define BELT_SPEED 1.8
#define OUT_OF_SLOT (2 * BELT_SPEED)
#define GATES_BEGIN (45 * BELT_SPEED)
#define GATES_END (80 * BELT_SPEED)

#define INDEX_STEPS 2
#define SETTLE_NS UINT64_C(2000000) /* after a step the carousel is at rest */
#define MOTOR_START (667.0 * 1.1) /* steps/s that the motor follows from rest, and a tenth more */

/* Far from zero, so that a card that comes back can always go before the first. */
#define HOPPER_ORDER (UINT64_MAX / 4)
#define UNDECIDED (-2)
#define TO_CAROUSEL (-1)
#define REJECT_POCKET 5
#define EXIT_GATES 4
#define G5 4

/* Whether a motor can turn at all. */
static inline bool machine_live(const struct machine *m)
{
    return m->power && !m->lid_open;
}

static inline bool gate_travels(const struct gate *gate)
{
    return gate->is != gate->wanted;
}

/* ---- cards along a way ---- */

static inline double path_trail(const struct card *card)
{
    return card->lead - CARD_MM;
}

/* How many cards cover a point of a list's way. */
int path_covering(const struct machine *m, const int *list, int count, double point);
/* Takes a card out of a list, if it is there. */
void path_drop(int *list, int *count, int card);
/* A card, with what rides on it, lies somewhere now. */
void path_put(struct machine *m, int card, enum place place, int at);
/* Two cards that stuck together are two again. */
void path_part(struct machine *m, int card);
void path_fall(struct machine *m, int card, int pocket);
void path_stick(struct machine *m, int card);
void path_crash(struct machine *m, enum crash kind, int card);

/* ---- faults that wait for a card ---- */

/* The fault of this kind that is to strike the card, or NULL. */
struct fault *fault_due(struct machine *m, enum fault_kind kind, const struct card *card);
void fault_spend(struct fault *fault);
/* True where one was due; it is spent. */
bool fault_strikes(struct machine *m, enum fault_kind kind, const struct card *card);
/* True where a jam stops the card on its way. */
bool fault_jams(struct machine *m, int card, double from, double to);
/* The rollers pull a stuck card back: some jams let go of it. */
void fault_pulled(struct machine *m, int card);

/* ---- the parts ---- */

/* The next card of the hopper except one, or -1. */
int hopper_next(const struct machine *m, int but);
void intake_move(struct machine *m, double ms);
void ejector_move(struct machine *m, double ms);
void exit_move(struct machine *m, double ms);
/* The board's outputs or the power have changed. */
void gates_want(struct machine *m);
void gates_move(struct machine *m);
/* The slot whose middle is at most so many steps away from the ejector, or -1. */
int carousel_slot(const struct machine *m, int steps);
/* A pulse on the motor's driver. */
void carousel_step(struct machine *m);
/* Steps that ended at a speed from which the motor cannot stop at once. */
void carousel_run_out(struct machine *m);

#endif
