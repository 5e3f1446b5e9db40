/* The intake: hopper, window, slot. One card lies in the window or leaves it while the next one comes. */
#ifndef INTAKE_H
#define INTAKE_H

#include <stdbool.h>
#include <stdint.h>

void intake_begin(void); /* at boot */
void intake_open(void); /* an intake begins: the machine is empty, the carousel home */
void intake_run(uint32_t now, uint8_t elapsed);
void intake_stop(void);
void intake_finish(uint8_t why); /* the cards under way come to the slot and the window, then PAUSED */
void intake_stored_run(void); /* tells of cards whose log entry was written; always */

/* Each: 0, or the reason of a refusal. */
uint8_t intake_pick(uint8_t card_no, uint8_t slot);
uint8_t intake_reread(uint8_t card_no);
uint8_t intake_store(uint8_t card_no);
uint8_t intake_reject(uint8_t card_no);
uint8_t intake_end(void);
uint8_t intake_resume(uint8_t next_no);

/* A card may lie half in a slot, unseen: then the feed roller brings it in before the carousel turns. */
bool intake_in_doubt(void);
void intake_doubt(bool doubt);

#endif
