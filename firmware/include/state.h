/* Where the shoe is, what it holds, and what is wrong. */
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "carousel.h"
#include "log.h"
#include "protocol_codes.h"

/* What moves just now; the state alone does not tell (an audit is made while paused). */
enum activity {
    STILL,
    TAKING_IN, /* intake.c */
    DEALING, /* deal.c */
    DRIVING, /* deal.c: one card found in the path */
    SETTLING, /* deal.c: one card found in a mouth */
    LOOKING, /* audit.c */
    GATHERING /* gather.c */
};

struct shoe {
    uint8_t state;
    enum activity activity;

    uint16_t tag;
    bool tagged; /* cards of the tag are in the machine: the tag is not over */
    bool dead; /* it may not be dealt any more */
    bool whole; /* its pack was taken in */
    uint8_t cards; /* of the intake as ordered */
    uint8_t stored;
    uint8_t count; /* of the deal, 0 before */
    uint8_t committed; /* cards with a log entry */
    uint8_t last_dest; /* of the last commit, 255: none */
    uint8_t card_no; /* last card begun */
    uint8_t credit;
    bool torn; /* the power cut a commit's entry off */
    bool slots_known; /* `slots` tells what the intake stored: not after a reset */
    uint8_t slots[SLOT_MAP];

    bool scanned; /* since the state was entered */
    uint8_t scan[SLOT_MAP];
    uint8_t mouths; /* dark when the audit began, by destination */

    uint16_t fault; /* number of the fault that stands, 0: none */
    uint16_t faults; /* since boot */
    uint8_t fault_code, place;
    bool tampered; /* until the steward clears it */
};

extern struct shoe shoe;

void state_begin(const struct log_tale *tale, bool config_good);
uint8_t state_now(void);
uint32_t state_shoe_id(void);
void state_enter(uint8_t state, uint8_t why);
void state_tell(uint8_t why); /* the event STATE, of the state as it is */
bool state_holds_order(void); /* cards of a live tag are inside */

void state_host_lost(void);
void state_host_changed(void);

/* All motors off, whatever moved is forgotten. */
void machine_stop(void);

void tag_kill(uint8_t why);
void tag_over(void);

/* Numbers, logs and tells a fault; nothing else. */
void fault_tell(uint8_t code, uint8_t place, uint8_t card_no);

/* A fault that was waited for is no more. */
void fault_over(uint8_t code);

/* Stops the machine, tells the fault and enters the state; with STATE_VOID the tag is dead. */
void fault_stop(uint8_t code, uint8_t place, uint8_t card_no, uint8_t state);

/* The state after a fault was cleared. */
uint8_t state_after_fault(void);

#endif
