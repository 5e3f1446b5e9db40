#include "mcu.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sim_avr.h>

#include "machine.h"

#define FLASH_MAX (256u * 1024)
#define EEPROM_SEGMENT 0x810000u
#define FIRST_RAM 0x200

/* Data-space addresses of the ATmega2560's ports. */
enum {
    PINA = 0x20, DDRA, PORTA, PINB, DDRB, PORTB, PINC, DDRC, PORTC,
    PINF = 0x2F, DDRF, PORTF, PING, DDRG, PORTG,
    PINJ = 0x103, DDRJ, PORTJ, PINK, DDRK, PORTK, PINL, DDRL, PORTL,
};

static void quiet(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    (void)level;
    (void)format;
    (void)arguments;
}

uint64_t mcu_cycle(const struct mcu *mcu)
{
    return mcu->avr->cycle;
}

struct avr_int_vector_t *mcu_vector(struct mcu *mcu, int number)
{
    avr_int_table_t *table = &mcu->avr->interrupts;
    for (int i = 0; i < table->vector_count; i++)
        if (table->vector[i]->vector == number)
            return table->vector[i];
    abort();
}

/* Receive, data-register-empty and EEPROM-ready are interrupts of a level: the chip asks as long as the flag stands. simavr knows only
 * edges, so the level is put again whenever the flag or its mask changes and when a routine returns. */
void mcu_level(struct mcu *mcu, struct avr_int_vector_t *vector, bool level)
{
    if (level)
        avr_raise_interrupt(mcu->avr, vector);
    else
        vector->pending = 0;
}

/* ---- pins ---- */

static struct outputs outputs(const avr_t *avr)
{
    const uint8_t *d = avr->data;
    return (struct outputs){
        .a = d[PORTA] & d[DDRA],
        .c = d[PORTC] & d[DDRC],
        .l = d[PORTL] & d[DDRL],
        .j = d[PORTJ] & d[DDRJ],
        .c_driven = d[DDRC],
    };
}

static void drive(struct mcu *mcu)
{
    struct machine *machine = mcu->machine;
    uint64_t steps = machine->steps;
    struct outputs old = machine->out;
    bool strobe = machine_outputs(machine, cycles_to_ns(mcu->avr->cycle), outputs(mcu->avr));
    if ((machine->out.a & ~old.a) & A_EJECT)
        mcu->hooks.reached(mcu->hooks.context, ANCHOR_EJECT);
    if ((machine->out.a & ~old.a) & A_PICK)
        mcu->hooks.reached(mcu->hooks.context, ANCHOR_PICK);
    if (machine->steps != steps)
        mcu->hooks.reached(mcu->hooks.context, ANCHOR_STEP);
    if (strobe) {
        mcu->hooks.strobe(mcu->hooks.context);
        mcu->hooks.reached(mcu->hooks.context, ANCHOR_STROBE);
    }
}

static void write_port(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    if (avr->data[address] == value)
        return;
    avr->data[address] = value;
    drive(param);
}

/* The chip toggles an output where a one is written to its PIN bit. */
static void write_pin(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    write_port(avr, address + 2, avr->data[address + 2] ^ value, param);
}

/* simavr lets a pull-up win over what drives the pin from outside and forgets its inputs at a reset, so inputs are asked of the machine each
 * time that the program reads them. */
static uint8_t read_input(struct mcu *mcu, avr_io_addr_t address, enum port_in port)
{
    avr_t *avr = mcu->avr;
    uint8_t ddr = avr->data[address + 1], latch = avr->data[address + 2];
    machine_advance(mcu->machine, cycles_to_ns(avr->cycle));
    return (uint8_t)((machine_inputs(mcu->machine, port) & ~ddr) | (latch & ddr));
}

static uint8_t read_k(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)avr;
    return read_input(param, address, PORT_K);
}

static uint8_t read_b(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)avr;
    return read_input(param, address, PORT_B);
}

static uint8_t read_f(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)avr;
    return read_input(param, address, PORT_F);
}

static uint8_t read_g(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)avr;
    return read_input(param, address, PORT_G);
}

static void own_write(struct mcu *mcu, int address, avr_io_write_t write)
{
    mcu->avr->io[AVR_DATA_TO_IO(address)].w.c = write;
    mcu->avr->io[AVR_DATA_TO_IO(address)].w.param = mcu;
}

static void own_read(struct mcu *mcu, int address, avr_io_read_t read)
{
    mcu->avr->io[AVR_DATA_TO_IO(address)].r.c = read;
    mcu->avr->io[AVR_DATA_TO_IO(address)].r.param = mcu;
}

static void own_pins(struct mcu *mcu)
{
    static const int out[] = {PINA, PINC, PINJ, PINL};
    for (unsigned i = 0; i < sizeof out / sizeof *out; i++) {
        own_write(mcu, out[i], write_pin);
        own_write(mcu, out[i] + 1, write_port);
        own_write(mcu, out[i] + 2, write_port);
    }
    own_read(mcu, PINK, read_k);
    own_read(mcu, PINB, read_b);
    own_read(mcu, PINF, read_f);
    own_read(mcu, PING, read_g);
}

/* ---- the program ---- */

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    uint8_t *bytes = malloc(8u << 20);
    *size = bytes ? fread(bytes, 1, 8u << 20, file) : 0;
    fclose(file);
    return bytes;
}

/* Every loadable part goes where a programmer would put it. simavr's own reader takes .text and .data alone. */
static const char *load(struct mcu *mcu, const uint8_t *bytes, size_t size)
{
    Elf32_Ehdr head;
    if (size < sizeof head)
        return "not an ELF file";
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_machine != EM_AVR)
        return "not an ELF file for AVR";
    if (head.e_phentsize != sizeof(Elf32_Phdr) || head.e_phoff > size || (size - head.e_phoff) / sizeof(Elf32_Phdr) < head.e_phnum)
        return "a damaged ELF file";
    uint32_t end = 0;
    for (int i = 0; i < head.e_phnum; i++) {
        Elf32_Phdr part;
        memcpy(&part, bytes + head.e_phoff + (size_t)i * sizeof part, sizeof part);
        if (part.p_type != PT_LOAD || part.p_filesz == 0)
            continue;
        if (part.p_offset > size || size - part.p_offset < part.p_filesz)
            return "a damaged ELF file";
        if (part.p_paddr < FLASH_MAX && part.p_filesz <= FLASH_MAX - part.p_paddr) {
            memcpy(mcu->avr->flash + part.p_paddr, bytes + part.p_offset, part.p_filesz);
            end = part.p_paddr + part.p_filesz > end ? part.p_paddr + part.p_filesz : end;
        } else if (part.p_paddr < EEPROM_SEGMENT || part.p_paddr >= EEPROM_SEGMENT + 0x10000) {
            return "a part of the ELF file fits no memory of an ATmega2560";
        }
    }
    if (end == 0)
        return "an ELF file without a program";
    mcu->avr->codeend = end;
    return NULL;
}

/* The core's own reset, called by avr_reset for a watchdog too: what hangs on simavr's cycle timers has to be wound up again. */
static void (*core_reset)(avr_t *avr);
static struct mcu *the_mcu;

/* Only simulated time sleeps; pacing is the loop's. */
static void no_sleep(avr_t *avr, avr_cycle_count_t how_long)
{
    (void)avr;
    the_mcu->slept += how_long;
}

static void reset_hook(avr_t *avr)
{
    if (core_reset)
        core_reset(avr);
    if (the_mcu && the_mcu->avr == avr) {
        the_mcu->was_reset = true;
        the_mcu->until = 0;
    }
}

const char *mcu_init(struct mcu *mcu, const char *elf, struct machine *machine, uint8_t *eeprom, uint64_t seed)
{
    memset(mcu, 0, sizeof *mcu);
    mcu->machine = machine;
    mcu->chance = chance_from(seed, 2);
    mcu->alarm = UINT64_MAX;
    mcu->eeprom.bytes = eeprom;
    avr_global_logger_set(quiet);
    mcu->avr = avr_make_mcu_by_name("atmega2560");
    if (!mcu->avr)
        return "this simavr knows no ATmega2560";
    avr_init(mcu->avr);
    mcu->avr->frequency = (uint32_t)CYCLES_A_SECOND;
    mcu->avr->sleep = no_sleep;
    mcu->avr->log = LOG_NONE;
    size_t size = 0;
    uint8_t *bytes = read_file(elf, &size);
    const char *wrong = bytes ? load(mcu, bytes, size) : "cannot be read";
    free(bytes);
    if (wrong)
        return wrong;
    own_pins(mcu);
    usart_init(mcu);
    eeprom_init(mcu);
    the_mcu = mcu;
    core_reset = mcu->avr->reset;
    mcu->avr->reset = reset_hook;
    return NULL;
}

/* ---- running ---- */

static avr_cycle_count_t ring(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    (void)param;
    return 0;
}

/* simavr sleeps up to its next timer: this one is there so that a sleep ends at exactly the cycle where the run does. */
static void wind(struct mcu *mcu)
{
    uint64_t now = mcu->avr->cycle;
    avr_cycle_timer_register(mcu->avr, mcu->until > now ? mcu->until - now : 1, ring, mcu);
}

void mcu_stop_at(struct mcu *mcu, uint64_t cycle)
{
    mcu->alarm = cycle;
    if (cycle < mcu->until) {
        mcu->until = cycle;
        wind(mcu);
    }
}

static void after_reset(struct mcu *mcu)
{
    mcu->was_reset = false;
    mcu->resets++;
    /* Runs of instructions between two timers in one go: simavr's default is one at a time. */
    mcu->avr->run_cycle_limit = 1000000;
    mcu->avr->sleep = no_sleep;
    usart_reset(mcu);
    eeprom_reset(mcu);
    drive(mcu);
}

void mcu_run(struct mcu *mcu, uint64_t until)
{
    avr_t *avr = mcu->avr;
    if (!mcu->power || mcu->dead) {
        uint64_t stop = until < mcu->alarm ? until : mcu->alarm;
        if (stop > avr->cycle)
            avr->cycle = stop;
        machine_advance(mcu->machine, cycles_to_ns(avr->cycle));
        return;
    }
    mcu->until = until < mcu->alarm ? until : mcu->alarm;
    wind(mcu);
    while (avr->cycle < mcu->until) {
        int state = avr_run(avr);
        if (mcu->was_reset)
            after_reset(mcu);
        if (state == cpu_Done || state == cpu_Crashed) {
            mcu->dead = true;
            break;
        }
    }
    mcu->until = 0;
    machine_advance(mcu->machine, cycles_to_ns(avr->cycle));
}

void mcu_power(struct mcu *mcu, bool on)
{
    avr_t *avr = mcu->avr;
    if (mcu->power == on)
        return;
    uint64_t t = cycles_to_ns(avr->cycle);
    mcu->power = on;
    mcu->dead = false;
    if (!on) {
        eeprom_tear(mcu);
        usart_reset(mcu);
        machine_power(mcu->machine, t, false);
        return;
    }
    /* What the memory held is lost with the power. */
    for (int i = FIRST_RAM; i <= avr->ramend; i++)
        avr->data[i] = (uint8_t)chance_next(&mcu->chance);
    for (int i = 0; i < 32; i++)
        avr->data[i] = (uint8_t)chance_next(&mcu->chance);
    machine_power(mcu->machine, t, true);
    mcu->powered = avr->cycle;
    mcu->slept = 0;
    avr_reset(avr);
    /* simavr's reset leaves no cause. */
    avr_regbit_set(avr, avr->reset_flags.porf);
    avr_regbit_set(avr, avr->reset_flags.borf);
    after_reset(mcu);
}
