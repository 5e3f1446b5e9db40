/* What the core needs of a board. src/board_avr.c is the ATmega2560; the tests of the core bring a board of their own.
 *
 * Every output has a time limit: the board's tick switches it off when the limit is over, even if the main loop hangs.
 * While the lid is open or the supply is low the tick keeps every motor off. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum output {
    OUT_PICK,
    OUT_PICK_REVERSE,
    OUT_FEED,
    OUT_FEED_FAST, /* with OUT_FEED: 1.5 mm/ms instead of 0.6 */
    OUT_FEED_REVERSE, /* with OUT_FEED: backwards */
    OUT_EJECT,
    OUT_EXIT,
    OUT_STEP_ENABLE,
    OUT_MOTORS, /* the outputs before this one are motors */
    OUT_GATES = OUT_MOTORS, /* on: the coils last given to board_gates */
    OUT_STROBE,
    OUT_BEEP,
    OUTPUTS
};

/* Bits of board_inputs(): 1 = dark, active or closed. */
#define IN_D1 (1UL << 0)
#define IN_D2 (1UL << 1)
#define IN_C1 (1UL << 2)
#define IN_C2 (1UL << 3)
#define IN_X1 (1UL << 4)
#define IN_X2 (1UL << 5)
#define IN_S1 (1UL << 6)
#define IN_S2 (1UL << 7)
#define IN_MOUTH(dest) (1UL << (8 + (dest)))
#define IN_MOUTHS (0x3fUL << 8)
#define IN_S3 (1UL << 14)
#define IN_HOPPER (1UL << 15)
#define IN_HOLDS(dest) (1UL << (16 + (dest)))
#define IN_GATE_END (1UL << 22)
#define IN_LID (1UL << 23)
#define IN_TAMPER (1UL << 24)
#define IN_POWER_LOW (1UL << 25)
#define IN_BUTTON (1UL << 26)
#define IN_BARRIERS (0xffUL | IN_MOUTHS | IN_S3)

#define GATE_REJECT_INFEED 0x10 /* G5; G1..G4 are the bits 0..3 */

void board_begin(void);
uint8_t board_reset_cause(void);

/* Time since boot. The microseconds wrap. */
uint32_t board_ms(void);
uint32_t board_us(void);
uint16_t board_us_wraps(void);

/* Debounced by two equal samples, a millisecond apart. */
uint32_t board_inputs(void);

void board_on(enum output output, uint16_t limit_ms);
void board_off(enum output output);
bool board_is_on(enum output output);
void board_motors_off(void);
void board_gates(uint8_t coils, uint16_t limit_ms);
void board_lamp(bool on); /* of the light barriers */
void board_lock(bool on);
void board_led(bool on);

/* Steps of the carousel: the first pulse follows soon, and carousel_pulse() (carousel.h) is asked for each. */
void board_steps_begin(bool up);
void board_steps_stop(void);

/* EEPROM: while kept awake by board_eeprom_go() the board asks store_next() (store.h) for byte after byte. */
void board_eeprom_go(void);
bool board_eeprom_busy(void);
uint8_t board_eeprom_read(uint16_t at); /* only while not busy */

/* Serial line. A packet is given whole or not at all. */
bool board_send(const uint8_t *bytes, uint8_t count);
bool board_receive(uint8_t *byte);

/* Guards what an interrupt shares with the main loop. */
uint8_t board_hold(void);
void board_release(uint8_t held);

/* Sleeps until a packet came, an input changed or so many milliseconds are over. */
void board_wait(uint8_t ticks);

struct board_measures {
    uint16_t overruns;
    uint16_t isr_max_tenth_us;
    uint16_t isr_mean_tenth_us;
    uint16_t stack_free;
    uint32_t eeprom_writes;
    uint16_t loop_max_us;
};
void board_measures(struct board_measures *measures);
void board_firmware(uint8_t hash[8]);

#endif
