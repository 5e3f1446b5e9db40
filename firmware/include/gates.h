/* Gates of the exit path and the reject gate of the infeed. */
#ifndef GATES_H
#define GATES_H

#include <stdbool.h>
#include <stdint.h>

void gates_lead_to(uint8_t dest, uint32_t now); /* exit path; again and again while it should hold */
void gates_infeed_reject(uint32_t now);
void gates_release(void);
bool gates_home(uint32_t now); /* where the coils want them */
bool gates_late(uint32_t now); /* and they should have been for long */

#endif
