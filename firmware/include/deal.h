/* The deal: plan, credit, one card after the other; and cards that a cut left in the path. */
#ifndef DEAL_H
#define DEAL_H

#include <stdbool.h>
#include <stdint.h>

void deal_begin(void);
void deal_run(uint32_t now, uint8_t elapsed); /* while DEALING, DRIVING or SETTLING */
void deal_commits(void); /* tells of cards whose log entry was written; always */
bool deal_committing(void); /* an entry is still being written */
void deal_stop(void);
void deal_finish(uint8_t why, uint8_t state); /* no card is begun any more; then the state is entered */

/* Plan. Each gives 0, or the reason of a refusal and its detail. */
uint8_t plan_take(uint16_t tag, uint8_t first_no, const uint8_t *steps, uint8_t count, uint16_t *detail);
void plan_forget(void);
uint8_t plan_check(uint8_t count, uint16_t crc, uint16_t *detail);
uint8_t plan_meets_scan(uint8_t cards, uint8_t next_no, uint16_t *detail);
uint8_t plan_count(void); /* of the plan that was dealt last or is being dealt; 0: none */

void deal_start(uint8_t count, uint8_t next_no);

/* 0, or the reason of a refusal. */
uint8_t deal_drive(uint8_t card_no, uint8_t dest);
void deal_settle(uint8_t dest);

#endif
