/* The EEPROM as the data sheet has it, in place of simavr's: that one has the byte written at once and its busy bit never set, raises its
 * interrupt only after a write (the chip: as long as nothing is being written), and cannot be cut off in the middle of a byte. */
#include "mcu.h"

#include <sim_avr.h>

enum { EECR = 0x3F, EEDR = 0x40, EEARL = 0x41, EEARH = 0x42 };
enum { EERE = 1, EEPE = 2, EEMPE = 4, EERIE = 8, EEPM = 0x30 };
enum { BOTH = 0x00, ERASE = 0x10, WRITE = 0x20 };
enum { READY_VECTOR = 30 };

#define BOTH_CYCLES (CYCLES_A_SECOND * 33 / 10000)
#define HALF_CYCLES (CYCLES_A_SECOND * 18 / 10000)
#define READ_HALT 4

static void level(struct mcu *mcu)
{
    mcu_level(mcu, mcu->eeprom.ready, (mcu->avr->data[EECR] & EERIE) && !mcu->eeprom.writing);
}

static uint8_t result(const struct eeprom *eeprom)
{
    uint8_t old = eeprom->bytes[eeprom->address];
    return eeprom->mode == ERASE ? 0xFF : eeprom->mode == WRITE ? old & eeprom->value : eeprom->value;
}

static avr_cycle_count_t written(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct mcu *mcu = param;
    struct eeprom *eeprom = &mcu->eeprom;
    (void)avr;
    (void)when;
    eeprom->bytes[eeprom->address] = result(eeprom);
    eeprom->writing = false;
    level(mcu);
    return 0;
}

static uint8_t read_control(avr_t *avr, avr_io_addr_t address, void *param)
{
    const struct eeprom *eeprom = &((struct mcu *)param)->eeprom;
    bool armed = eeprom->armed && avr->cycle - eeprom->armed <= 4;
    return (uint8_t)((avr->data[address] & (EERIE | EEPM)) | (armed ? EEMPE : 0) | (eeprom->writing ? EEPE : 0));
}

static void write_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct mcu *mcu = param;
    struct eeprom *eeprom = &mcu->eeprom;
    uint16_t where = (uint16_t)((avr->data[EEARL] | avr->data[EEARH] << 8) & (EEPROM_SIZE - 1));
    bool armed = eeprom->armed && avr->cycle - eeprom->armed <= 4;
    avr->data[address] = value & (EERIE | EEPM);
    if (eeprom->writing) {
        level(mcu);
        return;
    }
    if ((value & EEPE) && armed) {
        eeprom->armed = 0;
        eeprom->writing = true;
        eeprom->address = where;
        eeprom->value = avr->data[EEDR];
        eeprom->mode = value & EEPM;
        eeprom->writes++;
        uint64_t span = eeprom->mode == BOTH ? BOTH_CYCLES : HALF_CYCLES;
        eeprom->done = avr->cycle + span;
        avr_cycle_timer_register(avr, span, written, mcu);
        level(mcu);
        mcu->hooks.reached(mcu->hooks.context, ANCHOR_EEPROM);
        return;
    }
    if (value & EEMPE)
        eeprom->armed = avr->cycle;
    if (value & EERE) {
        avr->data[EEDR] = eeprom->bytes[where];
        avr->cycle += READ_HALT;
    }
    level(mcu);
}

static void returned(struct avr_irq_t *irq, uint32_t running, void *param)
{
    (void)irq;
    if (!running)
        level(param);
}

void eeprom_init(struct mcu *mcu)
{
    avr_io_addr_t io = AVR_DATA_TO_IO(EECR);
    mcu->eeprom.ready = mcu_vector(mcu, READY_VECTOR);
    avr_irq_register_notify(&mcu->eeprom.ready->irq[AVR_INT_IRQ_RUNNING], returned, mcu);
    mcu->avr->io[io].r.c = read_control;
    mcu->avr->io[io].r.param = mcu;
    mcu->avr->io[io].w.c = write_control;
    mcu->avr->io[io].w.param = mcu;
}

/* A write that is under way goes on through a reset. */
void eeprom_reset(struct mcu *mcu)
{
    struct eeprom *eeprom = &mcu->eeprom;
    eeprom->armed = 0;
    if (!eeprom->writing)
        return;
    uint64_t now = mcu->avr->cycle;
    avr_cycle_timer_register(mcu->avr, eeprom->done > now ? eeprom->done - now : 1, written, mcu);
}

/* The power goes while a byte is being written: old, erased, half programmed, or anything. */
void eeprom_tear(struct mcu *mcu)
{
    struct eeprom *eeprom = &mcu->eeprom;
    avr_cycle_timer_cancel(mcu->avr, written, mcu);
    if (!eeprom->writing)
        return;
    eeprom->writing = false;
    uint8_t old = eeprom->bytes[eeprom->address], any = (uint8_t)chance_next(&mcu->chance), torn;
    switch (chance_below(&mcu->chance, 6)) {
    case 0:
        torn = old;
        break;
    case 1:
        torn = 0xFF;
        break;
    case 2:
        torn = result(eeprom) | any;
        break;
    case 3:
        torn = result(eeprom);
        break;
    default:
        torn = any;
        break;
    }
    eeprom->bytes[eeprom->address] = torn;
}
