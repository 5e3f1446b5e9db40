/* The ATmega2560 of the board: simavr's core and timers, with this bench's own USART0, EEPROM and pins where simavr's differ from the chip. */
#ifndef MCU_H
#define MCU_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"

struct avr_t;
struct avr_int_vector_t;
struct machine;

#define CYCLES_A_SECOND UINT64_C(16000000)
#define EEPROM_SIZE 4096
#define HELD_BYTES 3

static inline uint64_t cycles_to_ns(uint64_t cycles)
{
    return cycles * 125 / 2;
}

/* Not before that instant. */
static inline uint64_t ns_to_cycles(uint64_t ns)
{
    return (ns * 2 + 124) / 125;
}

struct usart {
    struct avr_int_vector_t *rx, *udre, *tx;
    uint8_t held[HELD_BYTES];          /* two of the buffer and one in the shift register */
    int held_count;
    bool overrun, sent_flag;
    bool shifting, waiting;            /* a byte in the transmitter's shift register, one behind it */
    uint8_t shift, next;
    bool arriving;
    uint64_t lost, garbled;
};

struct eeprom {
    struct avr_int_vector_t *ready;
    uint8_t *bytes;                    /* EEPROM_SIZE */
    bool writing;
    uint16_t address;
    uint8_t value, mode;
    uint64_t done, armed;
    uint64_t writes;
};

enum mcu_anchor { ANCHOR_EJECT, ANCHOR_PICK, ANCHOR_STROBE, ANCHOR_EEPROM, ANCHOR_STEP, ANCHORS };

/* What the processor tells its surroundings. All calls come from within mcu_run. */
struct mcu_hooks {
    void *context;
    void (*sent)(void *context, uint8_t byte);          /* a byte is on the line, whole */
    int (*take)(void *context);                         /* the next byte of the host, or -1 */
    void (*strobe)(void *context);
    void (*reached)(void *context, enum mcu_anchor anchor);
};

struct mcu {
    struct avr_t *avr;
    struct machine *machine;
    struct mcu_hooks hooks;
    struct usart usart;
    struct eeprom eeprom;
    struct chance chance;
    bool power, dead, was_reset;
    uint64_t until;                    /* of a mcu_run under way: set to 0 to end it at once */
    uint64_t alarm;                    /* cycle at which mcu_run must stop exactly, or UINT64_MAX */
    unsigned resets;
    uint64_t powered, slept;           /* cycle of the last power-on, and cycles asleep since */
};

/* Loads an ELF for the ATmega2560. NULL, or what is wrong with it. The EEPROM is that of `eeprom` (EEPROM_SIZE bytes). */
const char *mcu_init(struct mcu *mcu, const char *elf, struct machine *machine, uint8_t *eeprom, uint64_t seed);
uint64_t mcu_cycle(const struct mcu *mcu);
/* Runs up to a cycle, or a little beyond where an instruction or a sleep ends later. Without power only time passes. */
void mcu_run(struct mcu *mcu, uint64_t until);
void mcu_stop_at(struct mcu *mcu, uint64_t cycle);
/* Power goes: outputs fall, a byte of EEPROM being written is torn, memory is lost. Power comes: reset by power-on and brown-out. */
void mcu_power(struct mcu *mcu, bool on);
/* The host has bytes for the line. */
void mcu_poke(struct mcu *mcu);

/* For mcu.c only. */
void usart_init(struct mcu *mcu);
void usart_reset(struct mcu *mcu);
void eeprom_init(struct mcu *mcu);
void eeprom_reset(struct mcu *mcu);
void eeprom_tear(struct mcu *mcu);
struct avr_int_vector_t *mcu_vector(struct mcu *mcu, int number);
void mcu_level(struct mcu *mcu, struct avr_int_vector_t *vector, bool level);

#endif
