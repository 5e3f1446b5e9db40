/* The mechanics of the shoe and the truth about every card. Lengths in mm along a card's way, speeds in mm/ms, times in ns.
 *
 * It knows pins only as eight-bit ports, and nothing of the processor. Everything that moves is carried forward by machine_advance in steps
 * of at most 0.1 ms; where nothing can move that costs nothing. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"

#define SLOTS 54
#define STEPS_A_SLOT 24
#define STEPS_A_TURN (SLOTS * STEPS_A_SLOT)
#define CARDS_MAX 512
#define PATH_MAX 16
#define POCKETS 6
#define POCKET_NAMES "NESWTR"
#define GATES 5
#define CARD_MM 63.0

enum place { AWAY, HOPPER, INTAKE, SLOT, EXIT, POCKET, FLOOR };

enum crash { CRASH_CAROUSEL, CRASH_OVERLAP, CRASH_GATE, CRASH_KINDS };

/* Outputs of the board as the machine sees them: 1 = driven high. Bits as on the board's ports. */
struct outputs {
    uint8_t a, c, l, j;
    uint8_t c_driven; /* pins of port C that are outputs at all: a coil that nobody drives leaves its gate alone */
};

enum {
    A_PICK = 1, A_PICK_REVERSE = 2, A_FEED = 4, A_FEED_FAST = 8, A_EJECT = 16, A_EXIT = 32, A_STEP_ENABLE = 64, A_STROBE = 128,
    C_G5 = 16, C_LOCK = 32, C_LED = 64, C_BEEP = 128,
    L_STEP = 1, L_DIR = 2, L_FEED_REVERSE = 4,
    J_LAMP = 1,
};

/* Inputs of the board: ports K, B, F and G. */
enum port_in { PORT_K, PORT_B, PORT_F, PORT_G, PORTS_IN };

struct card {
    int64_t serial;
    int picture, back;   /* tiles of the sheet */
    bool faced;          /* its face is up */
    bool turned;         /* it lies with its other end first */
    bool torn, stuck;
    double smudge;       /* share of its face that is dirt */
    enum place place;
    double lead;         /* INTAKE, EXIT: how far its leading edge has come */
    int at;              /* SLOT: number; POCKET: index in POCKET_NAMES */
    int way;             /* INTAKE: pocket R or -1 (to the carousel); EXIT: pocket; -2 not decided */
    uint64_t order;      /* HOPPER, POCKET: the smaller came first */
    int rider;           /* a second card that sticks to this one, or -1 */
    double behind;       /* of a rider: mm behind its carrier */
    int carrier;         /* of a rider, or -1 */
};

struct gate {
    bool is, wanted;
    uint64_t since;      /* when `wanted` changed */
    bool broken;
};

enum fault_kind {
    FAULT_JAM, FAULT_DOUBLE_FEED, FAULT_NO_PICK, FAULT_NO_EJECT, FAULT_WRONG_POCKET, FAULT_LOST, FAULT_UNREADABLE, FAULT_KINDS
};

/* A fault that waits for its card. */
struct fault {
    bool live;
    enum fault_kind kind;
    int64_t card;        /* serial, or -1: whichever comes first */
    double lead;         /* JAM: where */
    enum place where;    /* JAM: INTAKE or EXIT */
    bool frees;          /* JAM: a reversal frees it */
    int pocket;          /* WRONG_POCKET */
    int times;           /* how often still; 0 = for ever */
};

#define FAULTS_MAX 64
#define EVENTS_MAX 256

enum event_kind { EVENT_FELL, EVENT_TORN, EVENT_STUCK };

struct event {
    enum event_kind kind;
    int card;
    int detail;          /* FELL: pocket; TORN: enum crash */
    uint64_t t;
};

struct machine {
    uint64_t t;
    bool power, lid_open, tamper, power_low, button;
    struct outputs out;
    struct card cards[CARDS_MAX];
    int card_count;
    uint64_t order;
    int slot[SLOTS];               /* card or -1 */
    int intake[PATH_MAX], intake_count; /* foremost first; riders are not listed */
    int exits[PATH_MAX], exit_count;
    struct gate gates[GATES];
    int position;                  /* of the carousel, in steps */
    double rotor, lag;             /* steps/s above which it may not jump, and steps that the rotor is behind */
    bool stalled, turned_up;
    uint64_t last_step;
    double stroke;                 /* of the ejector, 0 to 1 */
    int ejecting;                  /* card before it, or -1 */
    bool stroke_begun;
    bool pick_was_on, pick_slips;
    int lose_steps;
    bool hand[POCKETS];
    uint8_t stuck_mask[PORTS_IN], stuck_value[PORTS_IN];
    struct fault faults[FAULTS_MAX];
    unsigned crashes[CRASH_KINDS];
    unsigned jams, rough, lost_steps;
    uint64_t steps, ejections;
    struct event events[EVENTS_MAX];
    unsigned event_count;
    struct chance chance;
};

void machine_init(struct machine *m, uint64_t seed);
void machine_advance(struct machine *m, uint64_t t);
/* New levels of the board's outputs at time t. True where the strobe rose. */
bool machine_outputs(struct machine *m, uint64_t t, struct outputs out);
uint8_t machine_inputs(const struct machine *m, enum port_in port);
void machine_power(struct machine *m, uint64_t t, bool on);
bool machine_moves(const struct machine *m);

int machine_find(const struct machine *m, int64_t serial);
/* A card of the hands' own, at the end of the hopper; -1 where no more fits. */
int machine_load(struct machine *m, struct card card);
/* Takes a card out of the machine, wherever it is. */
void machine_remove(struct machine *m, int card);
/* The cards at a place in their order (hopper: next first; pocket: as they fell); returns how many. */
int machine_list(const struct machine *m, enum place place, int at, int out[CARDS_MAX]);
bool machine_fault(struct machine *m, struct fault fault);
/* The hands put everything right: no fault waits, no card is stuck, nothing is broken. */
void machine_mend(struct machine *m);
/* The card before the camera and how far it lies beyond its place in mm, or -1. */
int machine_at_window(const struct machine *m, double *beyond);
/* True once for each picture that a fault spoils. */
bool machine_spoils(struct machine *m, int card);
/* The slot before the ejector, or -1 between two. */
int machine_slot_at_place(const struct machine *m);
unsigned machine_torn(const struct machine *m);

#endif
