/* A little program for the chip with which the bench itself is tested: pins, steps, EEPROM and line at the host's word. Every command is a
 * letter and its arguments; it sleeps whenever it has nothing to do.
 *
 *   o P V      port P (A C L J) = V                           -> k
 *   i          the inputs                                     -> K B F G as four bytes
 *   w L H V    EEPROM byte by interrupt                       -> k when it is written
 *   W L H V    the same, waiting for the busy bit             -> k
 *   r L H      EEPROM byte                                    -> the byte
 *   s D N N A S T   N steps with direction D, slope A × 1000 steps/s², start S × 10 and top T × 10 steps/s  -> k when done
 *   c          cause of the reset, and how often the tick ran since the last c (u16)
 *   b N        so many bytes: 0, 1, 2, …
 *   e V        -> V
 *   x N …      N bytes                 -> the same, 3 ms after the last came
 *   p N        the next N bytes are looked for only after 3 ms -> how many came and the overrun flag
 *   d          the watchdog resets the chip
 *   D L H V    the same 1.5 ms after an EEPROM byte was begun
 *   h          sleeps with interrupts off: it is dead
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <math.h>
#include <util/delay.h>

#define STEPS_MAX 1400
#define BAUD_DIVISOR 7 /* 250 000 with U2X */

static volatile uint8_t in[64];
static volatile uint8_t in_begin, in_end;
static volatile uint8_t out[128];
static volatile uint8_t out_begin, out_end;
static volatile uint16_t ticks;
static uint16_t intervals[STEPS_MAX];
static volatile uint16_t step_at, step_count;
static volatile uint8_t eeprom_value, eeprom_busy;
static uint8_t cause, said, saying[256];

ISR(USART0_RX_vect)
{
    uint8_t byte = UDR0, next = (in_end + 1) & 63;
    if (next != in_begin) {
        in[in_end] = byte;
        in_end = next;
    }
}

ISR(USART0_UDRE_vect)
{
    if (out_begin == out_end) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = out[out_begin];
    out_begin = (out_begin + 1) & 127;
}

ISR(TIMER1_COMPA_vect)
{
    ticks++;
}

ISR(TIMER3_COMPA_vect)
{
    PORTL |= 1;
    if (++step_at == step_count)
        TCCR3B = 0;
    else
        OCR3A = intervals[step_at];
    PORTL &= (uint8_t)~1;
}

ISR(EE_READY_vect)
{
    if (eeprom_busy == 1) {
        EEDR = eeprom_value;
        EECR |= _BV(EEMPE);
        EECR |= _BV(EEPE);
        eeprom_busy = 2;
    } else {
        EECR &= (uint8_t)~_BV(EERIE);
        eeprom_busy = 0;
    }
}

static void rest(void)
{
    sleep_enable();
    sei();
    sleep_cpu();
    sleep_disable();
}

static uint8_t take(void)
{
    for (;;) {
        cli();
        if (in_begin != in_end)
            break;
        rest();
    }
    uint8_t byte = in[in_begin];
    in_begin = (in_begin + 1) & 63;
    sei();
    return byte;
}

static void put(uint8_t byte)
{
    uint8_t next = (out_end + 1) & 127;
    while (next == out_begin)
        ;
    cli();
    out[out_end] = byte;
    out_end = next;
    UCSR0B |= _BV(UDRIE0);
    sei();
}

static uint16_t take16(void)
{
    uint8_t low = take();
    return (uint16_t)(low | take() << 8);
}

static void write_port(uint8_t port, uint8_t value)
{
    if (port == 'A')
        PORTA = value;
    else if (port == 'C')
        PORTC = value;
    else if (port == 'L')
        PORTL = value;
    else
        PORTJ = value;
}

static void steps(void)
{
    uint8_t up = take();
    uint16_t count = take16();
    float slope = take() * 1000.0f, start = take() * 10.0f, top = take() * 10.0f;
    for (uint16_t i = 0; i < count; i++) {
        uint16_t from_end = i < count - i ? i : count - i;
        float speed = sqrtf(start * start + 2 * slope * from_end);
        intervals[i] = (uint16_t)(2000000.0f / (speed < top ? speed : top)) - 1;
    }
    PORTL = up ? PORTL | 2 : PORTL & (uint8_t)~2;
    step_at = 0;
    step_count = count;
    TCNT3 = 0;
    OCR3A = intervals[0];
    TCCR3A = 0;
    TCCR3B = _BV(WGM32) | _BV(CS31);
    TIMSK3 = _BV(OCIE3A);
    for (;;) {
        cli();
        if (step_at == step_count)
            break;
        rest();
    }
    sei();
    put('k');
}

static void write_eeprom(void)
{
    uint16_t at = take16();
    eeprom_value = take();
    EEAR = at;
    cli();
    eeprom_busy = 1;
    EECR |= _BV(EERIE);
    while (eeprom_busy) {
        rest();
        cli();
    }
    sei();
    put('k');
}

static void late(void)
{
    uint8_t expected = take(), count = 0;
    cli();
    UCSR0B &= (uint8_t)~_BV(RXCIE0);
    sei();
    _delay_ms(3);
    uint8_t overrun = 0;
    while (UCSR0A & _BV(RXC0)) {
        overrun |= UCSR0A & _BV(DOR0);
        (void)UDR0;
        count++;
    }
    UCSR0B |= _BV(RXCIE0);
    (void)expected;
    put(count);
    put(overrun);
}

static void obey(uint8_t command)
{
    switch (command) {
    case 'o': {
        uint8_t port = take();
        write_port(port, take());
        put('k');
        break;
    }
    case 'i':
        put(PINK);
        put(PINB);
        put(PINF);
        put(PING);
        break;
    case 'w':
        write_eeprom();
        break;
    case 'W': {
        uint16_t at = take16();
        eeprom_write_byte((uint8_t *)at, take());
        eeprom_busy_wait();
        put('k');
        break;
    }
    case 'r':
        put(eeprom_read_byte((const uint8_t *)take16()));
        break;
    case 's':
        steps();
        break;
    case 'c': {
        cli();
        uint16_t count = ticks;
        ticks = 0;
        sei();
        put(cause);
        put((uint8_t)count);
        put((uint8_t)(count >> 8));
        break;
    }
    case 'b': {
        uint8_t count = take();
        for (uint8_t i = 0; i < count; i++)
            put(i);
        break;
    }
    case 'e':
        put(take());
        break;
    case 'x':
        said = take();
        for (uint8_t i = 0; i < said; i++)
            saying[i] = take();
        _delay_ms(3);
        for (uint8_t i = 0; i < said; i++)
            put(saying[i]);
        break;
    case 'p':
        late();
        break;
    case 'd':
        wdt_enable(WDTO_15MS);
        for (;;)
            ;
    case 'D': {
        uint16_t at = take16();
        uint8_t value = take();
        wdt_enable(WDTO_15MS);
        _delay_ms(14.5);
        eeprom_write_byte((uint8_t *)at, value);
        for (;;)
            ;
    }
    case 'h':
        cli();
        sleep_enable();
        sleep_cpu();
        break;
    default:
        put('?');
    }
}

int main(void)
{
    cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    DDRA = 0xFF;
    DDRC = 0xFF;
    DDRL = 0x07;
    DDRJ = 0x01;
    PORTJ = 0x01;
    /* Pull-ups on every input, as a board without its cable would want them. */
    PORTK = PORTB = PORTF = 0xFF;
    UCSR0A = _BV(U2X0);
    UBRR0 = BAUD_DIVISOR;
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10);
    OCR1A = 249;
    TIMSK1 = _BV(OCIE1A);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    put('B');
    put(cause);
    for (;;)
        obey(take());
}
