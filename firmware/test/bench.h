/* A board on the host, a simple machine around it, and a host on its line.
 *
 * The machine knows lengths and speeds, one millisecond at a time, and what the tests spoil. It is no judge of timing:
 * that is the bench of firmware/sim, where the real program runs. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "carousel.h"
#include "packets.h"
#include "state.h"

#define EEPROM_SIZE 4096
#define NOBODY 0 /* cards have serial numbers from 1 */

struct bench {
    /* machine */
    uint8_t hopper[60], hopper_count;
    uint8_t slots[SLOTS];
    uint8_t pockets[6][120], pocket_count[6];
    uint16_t position; /* of the carousel, in steps */
    uint16_t torn; /* cards that the carousel, a gate or another card struck */
    uint32_t us; /* time */
    uint32_t pulses;
    uint16_t step_wait[4096]; /* half-microseconds between the pulses of the last move */
    uint16_t step_count;
    /* what the tests spoil */
    bool lid, tamper, power_low, button;
    uint8_t hands; /* mouths that a hand darkens */
    uint8_t holds_stuck; /* pockets whose sensor stays dark */
    uint8_t stuck_dark; /* sensors D1 D2 C1 C2 X1 X2 S1 S2 that stay dark even with the lamps off */
    bool gates_stuck;
    uint8_t misled; /* pocket that cards go to whatever the gates say, 255: none */
    bool vanish; /* cards vanish at the gates */
    bool vanish_late; /* behind the gates, when the mouth has seen them */
    uint8_t slips; /* starts of the pick roller that take nothing */
    uint8_t twins; /* cards drawn two at a time */
    uint8_t weak_strokes; /* strokes of the ejector that take nothing */
    uint16_t jam_at_mm; /* of the intake: a card stops there, 0: none */
    uint8_t jam_times;
    bool exit_jam;
    uint16_t lose_steps;
    bool deaf; /* nothing that the shoe sends arrives */
    /* EEPROM */
    uint8_t eeprom[EEPROM_SIZE];
    uint16_t eeprom_cut; /* bytes that may still be written, 0xffff: all */
    uint32_t eeprom_writes;
    /* host */
    bool beats; /* by itself */
    uint8_t number, acknowledged, next_event;
    struct packet reply; /* the last one */
    bool replied;
    struct packet events[512]; /* in order, each once */
    uint16_t event_count, event_next;
    uint32_t event_copies; /* with those that came again */
    uint16_t boots, shoe_beats;
};

extern struct bench bench;

void bench_begin(void); /* a new machine with a blank EEPROM; the firmware runs */
void bench_reset(void); /* the firmware starts anew; machine and EEPROM stay */
void bench_run(uint32_t ms);
#define RUN_UNTIL(what, within_ms)                                             \
    do {                                                                       \
        for (uint32_t n_ = 0; n_ < (within_ms) && !(what); n_++) bench_run(1); \
        CHECK(what);                                                           \
    } while (0)
void bench_load(uint8_t cards); /* into the hopper, serial numbers 1, 2, … */

/* The line. */
void bench_send(const struct packet *packet);
void bench_send_bytes(const uint8_t *bytes, uint16_t count);
struct packet message(uint8_t type); /* numbered next, without payload */
void with8(struct packet *packet, uint8_t value);
void with16(struct packet *packet, uint16_t value);
void with32(struct packet *packet, uint32_t value);
void with_bytes(struct packet *packet, const uint8_t *bytes, uint8_t count);

void hello(uint32_t session);
const struct packet *ask(struct packet *command); /* sends, waits, gives the reply */
void grant(struct packet *command); /* the reply must be ACK */
void refused(struct packet *command, uint8_t reason);
const struct packet *event(uint8_t type, uint32_t within_ms); /* the next of its type; those before it are skipped */
void state(uint8_t wanted, uint32_t within_ms);
const struct packet *status(void);

/* A whole pack into slots order[n], and dealt; see intake_tests and deal_tests. */
void take_in(uint16_t tag, uint8_t cards, const uint8_t *order);
uint16_t upload(uint16_t tag, uint8_t cards, const uint8_t *slots, const uint8_t *dests);
void begin_deal(uint16_t tag, uint8_t cards, uint8_t next_no, uint16_t crc);
void credit(uint16_t tag, uint8_t upto);

uint8_t cards_of(uint8_t pocket);
uint8_t cards_in_hopper(void); /* with one that was drawn so little that no barrier sees it */

#endif
