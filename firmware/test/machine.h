/* What the board of the bench and its machine have of each other. */
#ifndef TEST_MACHINE_H
#define TEST_MACHINE_H

#include "bench.h"

/* What the board drives. */
struct outputs {
    bool on[OUTPUTS];
    uint8_t coils;
    bool lamp;
};

extern struct outputs outputs;

void machine_begin(void); /* its ways are empty */
void machine_rest(void); /* the board has started anew: the ejector is back */
void machine_tick(void); /* a millisecond */
void machine_stroke(void); /* the ejector begins */
void machine_gates(uint8_t wanted);
void machine_turns(void); /* a step of the carousel: what stands in its way is torn */
uint32_t machine_inputs(void);

#endif
