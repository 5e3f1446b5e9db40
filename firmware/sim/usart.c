/* USART0 as the data sheet has it, in place of simavr's: that one counts eleven bits to a byte where eight data bits and no parity are ten,
 * tells of an empty transmitter only once a byte time, cannot lose a byte for want of a reader, and holds sixty-four bytes where the chip
 * holds two and one that is coming in. */
#include "mcu.h"

#include <stddef.h>

#include <sim_avr.h>

enum { UCSR0A = 0xC0, UCSR0B = 0xC1, UCSR0C = 0xC2, UBRR0L = 0xC4, UBRR0H = 0xC5, UDR0 = 0xC6 };
enum { RXC = 128, TXC = 64, UDRE = 32, DOR = 8, U2X = 2, MPCM = 1 };
enum { RXCIE = 128, TXCIE = 64, UDRIE = 32, RXEN = 16, TXEN = 8 };
enum { RX_VECTOR = 25, UDRE_VECTOR = 26, TX_VECTOR = 27 };

#define LINE_BAUD 250000
#define LINE_BIT (CYCLES_A_SECOND / LINE_BAUD)
#define BITS_A_BYTE 10

static uint64_t bit_cycles(const avr_t *avr)
{
    uint64_t divisor = (uint64_t)(avr->data[UBRR0L] | (avr->data[UBRR0H] & 0x0F) << 8) + 1;
    return divisor * (avr->data[UCSR0A] & U2X ? 8 : 16);
}

/* A receiver of another speed samples wrong bits: beyond some 4 % nothing comes through. */
static uint8_t through(struct mcu *mcu, uint8_t byte)
{
    uint64_t bit = bit_cycles(mcu->avr), off = bit > LINE_BIT ? bit - LINE_BIT : LINE_BIT - bit;
    if (off * 25 <= LINE_BIT)
        return byte;
    mcu->usart.garbled++;
    return (uint8_t)chance_next(&mcu->chance);
}

static void levels(struct mcu *mcu)
{
    struct usart *usart = &mcu->usart;
    uint8_t mask = mcu->avr->data[UCSR0B];
    mcu_level(mcu, usart->rx, (mask & RXCIE) && usart->held_count > 0);
    mcu_level(mcu, usart->udre, (mask & UDRIE) && (mask & TXEN) && !usart->waiting);
    mcu_level(mcu, usart->tx, (mask & TXCIE) && usart->sent_flag);
}

static avr_cycle_count_t shifted(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct mcu *mcu = param;
    struct usart *usart = &mcu->usart;
    uint8_t byte = through(mcu, usart->shift);
    usart->shifting = usart->waiting;
    usart->shift = usart->next;
    usart->waiting = false;
    usart->sent_flag = !usart->shifting;
    levels(mcu);
    mcu->hooks.sent(mcu->hooks.context, byte);
    return usart->shifting ? when + BITS_A_BYTE * bit_cycles(avr) : 0;
}

static avr_cycle_count_t arrived(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct mcu *mcu = param;
    struct usart *usart = &mcu->usart;
    int byte = mcu->hooks.take(mcu->hooks.context);
    if (byte < 0) {
        usart->arriving = false;
        return 0;
    }
    if (!(avr->data[UCSR0B] & RXEN)) {
        usart->lost++;
    } else if (usart->held_count == HELD_BYTES) {
        usart->overrun = true;
        usart->lost++;
    } else {
        usart->held[usart->held_count++] = through(mcu, (uint8_t)byte);
        levels(mcu);
    }
    return when + BITS_A_BYTE * LINE_BIT;
}

void mcu_poke(struct mcu *mcu)
{
    if (mcu->usart.arriving || !mcu->power)
        return;
    mcu->usart.arriving = true;
    avr_cycle_timer_register(mcu->avr, BITS_A_BYTE * LINE_BIT, arrived, mcu);
}

static uint8_t read_status(avr_t *avr, avr_io_addr_t address, void *param)
{
    const struct usart *usart = &((struct mcu *)param)->usart;
    uint8_t kept = avr->data[address] & (U2X | MPCM);
    return (uint8_t)(kept | (usart->held_count > 0 ? RXC : 0) | (usart->sent_flag ? TXC : 0) | (usart->waiting ? 0 : UDRE)
                     | (usart->overrun ? DOR : 0));
}

static void write_status(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct mcu *mcu = param;
    if (value & TXC)
        mcu->usart.sent_flag = false;
    avr->data[address] = value & (U2X | MPCM);
    levels(mcu);
}

static void write_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct mcu *mcu = param;
    struct usart *usart = &mcu->usart;
    avr->data[address] = value;
    if (!(value & RXEN)) {
        usart->held_count = 0;
        usart->overrun = false;
    }
    levels(mcu);
}

static uint8_t read_data(avr_t *avr, avr_io_addr_t address, void *param)
{
    struct mcu *mcu = param;
    struct usart *usart = &mcu->usart;
    (void)avr;
    (void)address;
    if (usart->held_count == 0)
        return 0;
    uint8_t byte = usart->held[0];
    for (int i = 1; i < usart->held_count; i++)
        usart->held[i - 1] = usart->held[i];
    usart->held_count--;
    usart->overrun = false;
    levels(mcu);
    return byte;
}

static void write_data(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct mcu *mcu = param;
    struct usart *usart = &mcu->usart;
    (void)address;
    if (!(avr->data[UCSR0B] & TXEN))
        return;
    if (!usart->shifting) {
        usart->shifting = true;
        usart->shift = value;
        avr_cycle_timer_register(avr, BITS_A_BYTE * bit_cycles(avr), shifted, mcu);
    } else if (!usart->waiting) {
        usart->waiting = true;
        usart->next = value;
    }
    levels(mcu);
}

static void returned(struct avr_irq_t *irq, uint32_t running, void *param)
{
    (void)irq;
    if (!running)
        levels(param);
}

static void tx_ran(struct avr_irq_t *irq, uint32_t running, void *param)
{
    struct mcu *mcu = param;
    (void)irq;
    if (running)
        mcu->usart.sent_flag = false;
    else
        levels(mcu);
}

void usart_init(struct mcu *mcu)
{
    struct usart *usart = &mcu->usart;
    usart->rx = mcu_vector(mcu, RX_VECTOR);
    usart->udre = mcu_vector(mcu, UDRE_VECTOR);
    usart->tx = mcu_vector(mcu, TX_VECTOR);
    avr_irq_register_notify(&usart->rx->irq[AVR_INT_IRQ_RUNNING], returned, mcu);
    avr_irq_register_notify(&usart->udre->irq[AVR_INT_IRQ_RUNNING], returned, mcu);
    avr_irq_register_notify(&usart->tx->irq[AVR_INT_IRQ_RUNNING], tx_ran, mcu);
    static const struct {
        int address;
        uint8_t (*read)(avr_t *, avr_io_addr_t, void *);
        void (*write)(avr_t *, avr_io_addr_t, uint8_t, void *);
    } own[] = {
        {UCSR0A, read_status, write_status},
        {UCSR0B, NULL, write_control},
        {UCSR0C, NULL, NULL},
        {UBRR0L, NULL, NULL},
        {UBRR0H, NULL, NULL},
        {UDR0, read_data, write_data},
    };
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
        avr_io_addr_t io = AVR_DATA_TO_IO(own[i].address);
        mcu->avr->io[io].r.c = own[i].read;
        mcu->avr->io[io].r.param = mcu;
        mcu->avr->io[io].w.c = own[i].write;
        mcu->avr->io[io].w.param = mcu;
    }
}

void usart_reset(struct mcu *mcu)
{
    struct usart *usart = &mcu->usart;
    bool broken = usart->shifting;
    usart->held_count = 0;
    usart->overrun = usart->sent_flag = usart->shifting = usart->waiting = usart->arriving = false;
    avr_cycle_timer_cancel(mcu->avr, shifted, mcu);
    avr_cycle_timer_cancel(mcu->avr, arrived, mcu);
    mcu->avr->data[UCSR0A] = 0;
    mcu->avr->data[UCSR0B] = 0;
    /* The rest of a byte cut off in its middle reads as an idle line: ones. */
    if (broken)
        mcu->hooks.sent(mcu->hooks.context, (uint8_t)(usart->shift | (0xFF << chance_below(&mcu->chance, 8))));
    if (mcu->power)
        mcu_poke(mcu);
}
