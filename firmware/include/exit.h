/* The exit path: ejector, nip, gates, pocket mouths. At most two cards are on their way.
 *
 * Distances are told in milliseconds of belt travel since a card's lead was at the nip (X1): X2 at 35, the gates from
 * 45 to 80, the mouth from 70 to 105. The belt stands still for a card whose gate is not ready. */
#ifndef EXIT_H
#define EXIT_H

#include <stdbool.h>
#include <stdint.h>

struct exit_course {
    void (*at_mouth)(uint8_t card_no, uint8_t dest); /* its pocket's edge saw the card */
    void (*failed)(uint8_t code, uint8_t place, uint8_t card_no);
};

enum exit_place { EXIT_AT_X1, EXIT_AT_X2, EXIT_AT_MOUTH };

void exit_begin(const struct exit_course *course);
void exit_stop(void); /* motors off; the cards on their way are forgotten */
void exit_run(uint32_t now, uint8_t elapsed);

bool exit_ready(uint32_t now); /* for one more card: pitch, path and room */
void exit_eject(uint8_t card_no, uint8_t dest, uint32_t now);
void exit_adopt(uint8_t card_no, uint8_t dest, enum exit_place place, uint32_t now); /* a card found in the path */
bool exit_slot_free(uint32_t now); /* no card lies half in its slot: the carousel may turn */
bool exit_empty(void);
bool exit_held(void); /* the belt stands because a pocket or a gate is not ready */

#endif
