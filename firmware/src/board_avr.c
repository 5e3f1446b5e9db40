/* The board: ATmega2560 at 16 MHz.
 *
 * Timer 1 gives the carousel's steps: of the interrupts in use its comes first. Timer 3 ticks once a millisecond: it
 * debounces the inputs and watches over the time limits of the outputs, and lets the others interrupt it. Timer 4 runs
 * freely, half a microsecond a count, and measures. A step that comes late makes the interval behind it short, and the
 * motor, at its fastest, bears a tenth: 50 us. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "carousel.h"
#include "shoe.h"
#include "store.h"

#define TICK_COUNTS 2000 /* half microseconds */
#define FIRST_STEP_COUNTS 400
#define STEP_ENABLE_MS 3000
#define PAINT 0xc5
#define ENTRY_TENTH_US 50 /* what an interrupt takes before and after it is measured: some 80 cycles */

#define RX_SIZE 256 /* indices are bytes */
#define TX_SIZE 256

/* Patched behind the linker by firmware/identity.py. */
const uint8_t firmware_hash[8] __attribute__((used, section(".progmem.firmware_hash"))) = {0};

static volatile uint32_t ms;
static volatile bool woken;
static volatile uint8_t doze; /* ticks that the main loop may still sleep */

static volatile uint8_t inputs[4]; /* K, B, F, G: debounced */
static uint8_t samples[4];

static volatile uint16_t limits[OUTPUTS];
static volatile uint8_t limits_on; /* how many run */

static uint8_t rx[RX_SIZE], tx[TX_SIZE];
static volatile uint8_t rx_in, rx_out, tx_in, tx_out;
static volatile uint16_t overruns;

static volatile uint16_t isr_max, isr_sum, isr_mean; /* the mean of 256 */
static volatile uint8_t isr_count;
static uint32_t eeprom_writes;
static uint16_t loop_max;

static uint8_t cause __attribute__((section(".noinit")));
extern uint8_t _end;

/* Before main: the reset's cause, the watchdog off, and the stack's room painted to see later what was never touched. */
void board_first(void) __attribute__((naked, used, section(".init3")));
void board_first(void) {
    cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    for (uint8_t *at = &_end; at <= (uint8_t *)SP; at++) *at = PAINT;
}

/* How long an interrupt routine kept the others waiting. */
static inline void measure(uint16_t since) {
    const uint8_t took = (uint8_t)(TCNT4 - since);
    if (took > isr_max) isr_max = took;
    isr_sum += took;
    if (++isr_count == 0) {
        isr_mean = isr_sum >> 8;
        isr_sum = 0;
    }
}

uint8_t board_hold(void) {
    const uint8_t held = SREG;
    cli();
    return held;
}

void board_release(uint8_t held) { SREG = held; }

/* ---------------------------------------------------------------- outputs */

/* The timer's top stays far away, so that it does not come round without need. */
static void stop_steps(void) {
    TIMSK1 = 0;
    OCR1A = 0xffff;
}

/* With interrupts held. */
static void put(uint8_t output, bool on) {
    if (output <= OUT_STEP_ENABLE || output == OUT_STROBE) {
        static const uint8_t bit[] = {
            [OUT_PICK] = 0x01, [OUT_PICK_REVERSE] = 0x02, [OUT_FEED] = 0x04, [OUT_FEED_FAST] = 0x08,
            [OUT_FEED_REVERSE] = 0, [OUT_EJECT] = 0x10, [OUT_EXIT] = 0x20, [OUT_STEP_ENABLE] = 0x40,
            [OUT_STROBE] = 0x80,
        };
        if (output == OUT_FEED_REVERSE) {
            PORTL = on ? PORTL | 0x04 : PORTL & (uint8_t)~0x04;
        } else {
            PORTA = on ? PORTA | bit[output] : PORTA & (uint8_t)~bit[output];
        }
        if (output == OUT_STEP_ENABLE && !on) stop_steps();
    } else if (output == OUT_BEEP) {
        PORTC = on ? PORTC | 0x80 : PORTC & 0x7f;
    } else if (output == OUT_GATES && !on) {
        PORTC &= (uint8_t)~0x1f;
    }
}

static void limit(uint8_t output, uint16_t limit_ms) {
    if (limits[output] == 0 && limit_ms) limits_on++;
    if (limits[output] && limit_ms == 0) limits_on--;
    limits[output] = limit_ms;
}

static bool motors_cut(void) { return (inputs[2] & 0x80) || (inputs[3] & 0x02); }

void board_on(enum output output, uint16_t limit_ms) {
    const uint8_t held = board_hold();
    if (output >= OUT_MOTORS || !motors_cut()) {
        limit(output, limit_ms + 1U); /* the tick that comes at once is none */
        put(output, true);
    }
    board_release(held);
}

void board_off(enum output output) {
    const uint8_t held = board_hold();
    limit(output, 0);
    put(output, false);
    board_release(held);
}

bool board_is_on(enum output output) {
    const uint8_t held = board_hold();
    const bool on = limits[output] != 0;
    board_release(held);
    return on;
}

void board_motors_off(void) {
    const uint8_t held = board_hold();
    for (uint8_t output = 0; output < OUT_MOTORS; output++) {
        limit(output, 0);
        put(output, false);
    }
    board_release(held);
}

void board_gates(uint8_t coils, uint16_t limit_ms) {
    const uint8_t held = board_hold();
    limit(OUT_GATES, limit_ms + 1U);
    PORTC = (uint8_t)((PORTC & ~0x1f) | (coils & 0x1f));
    board_release(held);
}

static void put_bit(volatile uint8_t *port, uint8_t bit, bool on) {
    const uint8_t held = board_hold();
    *port = on ? *port | bit : *port & (uint8_t)~bit;
    board_release(held);
}

void board_lamp(bool on) { put_bit(&PORTJ, 0x01, on); }
void board_lock(bool on) { put_bit(&PORTC, 0x20, on); }
void board_led(bool on) { put_bit(&PORTC, 0x40, on); }

/* ---------------------------------------------------------------- carousel */

void board_steps_begin(bool up) {
    put_bit(&PORTL, 0x02, up);
    board_on(OUT_STEP_ENABLE, STEP_ENABLE_MS);
    const uint8_t held = board_hold();
    if (!motors_cut()) {
        TCNT1 = 0;
        OCR1A = FIRST_STEP_COUNTS;
        TIFR1 = 1 << OCF1A;
        TIMSK1 = 1 << OCIE1A;
    }
    board_release(held);
}

void board_steps_stop(void) { stop_steps(); }

ISR(TIMER1_COMPA_vect) {
    const uint16_t since = TCNT4;
    const bool slot_dark = (PINK & 0x40) != 0, home_dark = (PINB & 0x40) != 0;
    PORTL |= 0x01;
    const uint16_t wait = carousel_pulse(slot_dark, home_dark);
    if (wait) {
        OCR1A = wait - 1;
    } else {
        stop_steps();
    }
    measure(since);
    PORTL &= (uint8_t)~0x01;
}

/* ---------------------------------------------------------------- tick, inputs, time */

static inline void sample(uint8_t n, uint8_t port) {
    const uint8_t unlike = port ^ samples[n], was = inputs[n];
    const uint8_t is = (uint8_t)((was & unlike) | (port & ~unlike));
    samples[n] = port;
    if (is == was) return;
    inputs[n] = is;
    woken = true;
}

/* In the tick, but interrupts are let in. */
static void run_limits(void) {
    uint8_t on = limits_on;
    for (uint8_t output = 0; on; output++) {
        const uint16_t left = limits[output];
        if (left == 0) continue;
        on--;
        limits[output] = left - 1;
        if (left > 1) continue;
        const uint8_t held = board_hold();
        limits_on--;
        put(output, false);
        board_release(held);
    }
}

ISR(TIMER3_COMPA_vect) {
    const uint16_t since = TCNT4;
    ms++;
    sample(0, PINK);
    sample(1, PINB);
    sample(2, PINF);
    sample(3, PING & 0x07);
    if (doze == 0 || --doze == 0) woken = true;
    measure(since);
    if (limits_on) {
        sei();
        run_limits();
        if (motors_cut()) board_motors_off();
    }
}

uint32_t board_ms(void) {
    const uint8_t held = board_hold();
    const uint32_t now = ms;
    board_release(held);
    return now;
}

uint32_t board_us(void) {
    const uint8_t held = board_hold();
    uint32_t now = ms;
    const uint16_t counts = TCNT3;
    if ((TIFR3 & (1 << OCF3A)) && counts < TICK_COUNTS / 2) now++; /* the tick waits for us */
    board_release(held);
    return now * 1000 + counts / 2;
}

uint16_t board_us_wraps(void) { return (uint16_t)((uint64_t)board_ms() * 1000 >> 32); }

uint32_t board_inputs(void) {
    const uint8_t held = board_hold();
    const uint32_t bits = inputs[0] | (uint32_t)inputs[1] << 8 | (uint32_t)inputs[2] << 16 | (uint32_t)inputs[3] << 24;
    board_release(held);
    return bits;
}

void board_wait(uint8_t ticks) {
    static uint16_t began;
    static bool turned; /* the first turn is the boot's */
    const uint16_t took = (uint16_t)(TCNT4 - began);
    if (turned && took > loop_max) loop_max = took;
    turned = true;
    wdt_reset();
    set_sleep_mode(SLEEP_MODE_IDLE);
    cli();
    doze = ticks;
    while (!woken) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
        cli();
    }
    woken = false;
    sei();
    began = TCNT4;
}

/* ---------------------------------------------------------------- serial line */

ISR(USART0_RX_vect) {
    const uint16_t since = TCNT4;
    if (UCSR0A & (1 << DOR0)) overruns++;
    const uint8_t byte = UDR0;
    const uint8_t next = (uint8_t)(rx_in + 1);
    if (next == rx_out) {
        overruns++;
    } else {
        rx[rx_in] = byte;
        rx_in = next;
    }
    if (byte == 0) woken = true;
    measure(since);
}

ISR(USART0_UDRE_vect) {
    const uint16_t since = TCNT4;
    if (tx_in == tx_out) {
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
    } else {
        UDR0 = tx[tx_out++];
    }
    measure(since);
}

bool board_send(const uint8_t *bytes, uint8_t count) {
    if ((uint8_t)(tx_out - tx_in - 1) < count) return false;
    uint8_t at = tx_in;
    while (count--) tx[at++] = *bytes++;
    const uint8_t held = board_hold();
    tx_in = at;
    UCSR0B |= 1 << UDRIE0;
    board_release(held);
    return true;
}

bool board_receive(uint8_t *byte) {
    if (rx_in == rx_out) return false;
    *byte = rx[rx_out];
    rx_out++;
    return true;
}

/* ---------------------------------------------------------------- EEPROM */

ISR(EE_READY_vect) {
    const uint16_t since = TCNT4;
    uint16_t at;
    uint8_t value;
    if (store_next(&at, &value)) {
        EEAR = at;
        EECR |= 1 << EERE;
        if (EEDR != value) { /* else it stands there already, and this interrupt comes again at once */
            EEDR = value;
            EECR |= 1 << EEMPE;
            EECR |= 1 << EEPE;
            eeprom_writes++;
        }
    } else {
        EECR = 0;
    }
    measure(since);
}

void board_eeprom_go(void) {
    const uint8_t held = board_hold();
    EECR |= 1 << EERIE;
    board_release(held);
}

bool board_eeprom_busy(void) { return (EECR & (1 << EERIE | 1 << EEPE)) != 0; }
uint8_t board_eeprom_read(uint16_t at) { return eeprom_read_byte((const uint8_t *)at); }

/* ---------------------------------------------------------------- measures */

static uint16_t stack_free(void) {
    const uint8_t *at = &_end;
    while (*at == PAINT && at < (uint8_t *)SP) at++;
    return (uint16_t)(at - &_end);
}

void board_measures(struct board_measures *measures) {
    const uint8_t held = board_hold();
    const uint16_t most = isr_max, mean = isr_mean;
    measures->overruns = overruns;
    measures->eeprom_writes = eeprom_writes;
    board_release(held);
    measures->isr_max_tenth_us = (uint16_t)(most * 5 + ENTRY_TENTH_US);
    measures->isr_mean_tenth_us = (uint16_t)(mean * 5 + ENTRY_TENTH_US);
    measures->loop_max_us = loop_max / 2;
    measures->stack_free = stack_free();
}

void board_firmware(uint8_t hash[8]) {
    for (uint8_t n = 0; n < 8; n++) hash[n] = pgm_read_byte(&firmware_hash[n]);
}

uint8_t board_reset_cause(void) { return cause; }

void board_begin(void) {
    DDRA = 0xff;
    DDRC = 0xff;
    DDRL = 0x07;
    DDRJ = 0x01;
    PORTJ = 0x01;
    TCCR4B = 1 << CS41;
    OCR3A = TICK_COUNTS - 1;
    TCCR3B = 1 << WGM32 | 1 << CS31;
    TIMSK3 = 1 << OCIE3A;
    OCR1A = 0xffff;
    TCCR1B = 1 << WGM12 | 1 << CS11;
    UBRR0 = 3;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
    sample(0, PINK);
    sample(1, PINB);
    sample(2, PINF);
    sample(3, PING & 0x07);
    sample(0, PINK);
    sample(1, PINB);
    sample(2, PINF);
    sample(3, PING & 0x07);
    wdt_enable(WDTO_1S);
    sei();
}

int main(void) {
    board_begin();
    shoe_begin();
    for (;;) {
        board_wait(shoe_run());
    }
}
