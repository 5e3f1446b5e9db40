/* The files beside a journal: descriptor, clock and sockets, and who owns them. */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "shoe.h"

struct files {
    char descriptor[4096], fresh[4096], window[4096], clock[4096], bench[4096];
    int clock_fd;
    char firmware[65];
};

/* Claims the files beside `beside`; waits half a second for one that is ending. What is wrong, or NULL. */
const char *files_claim(struct files *files, const char *beside);
/* A listening socket, or -1. */
int files_listen(const char *path);
const char *files_describe(const struct files *files, const char *port);
volatile struct clock_file *files_clock(const struct files *files);
void files_remove(struct files *files);
/* The EEPROM, EEPROM_SIZE bytes: mapped from a file that outlives every death of this process, or memory where `path` is NULL. */
uint8_t *files_eeprom(const char *path, const char **wrong);
const char *files_hash(struct files *files, const char *elf);

#endif
