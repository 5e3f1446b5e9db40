/* Emptying the carousel: EJECT_ALL and EJECT_SLOT. */
#ifndef GATHER_H
#define GATHER_H

#include <stdint.h>

void gather_all(uint8_t dest);
void gather_slot(uint8_t slot, uint8_t dest);
void gather_run(uint32_t now, uint8_t elapsed);
void gather_finish(void); /* the card on its way falls, then the motors stop */
void gather_stop(void);

#endif
