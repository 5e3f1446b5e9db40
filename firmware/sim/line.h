/* The serial line as a pseudo-terminal, with a watch over its packets for lock-step. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"

#define LINE_PATH 64
#define LINE_ROOM 8192
#define PACKET_MAX 64

/* Cuts a stream of COBS packets apart and reads their heads. `good`: every byte passed as it was sent. */
struct packet_watch {
    uint8_t bytes[PACKET_MAX];
    unsigned length;
    bool good;
};

struct line {
    int master;
    char slave[LINE_PATH];
    bool host;                       /* somebody has it open */
    bool unplugged;
    uint64_t host_since;             /* cycle */
    uint64_t hosts;
    uint8_t in[LINE_ROOM];           /* from the host, on its way to the shoe */
    unsigned in_begin, in_end;
    uint8_t out[LINE_ROOM];          /* from the shoe, not yet written */
    unsigned out_length;
    double flip;
    struct chance chance;
    struct packet_watch from_shoe, from_host;
    bool owed;                       /* a numbered packet of the shoe waits for its acknowledgement */
    uint8_t owed_number;
    uint64_t owed_since, heard;      /* cycles */
    bool calling;                    /* the host's last packet was a HELLO */
    uint64_t now;                    /* cycle, kept by the caller */
    uint64_t dropped, flipped;
};

const char *line_open(struct line *line, uint64_t seed);
void line_close(struct line *line);
/* Looks for hosts that came or went and takes what the host wrote. True where there are bytes for the shoe. */
bool line_serve(struct line *line);
/* Writes what the shoe sent since the last flush. What the host does not fetch is lost, as on a wire. */
void line_flush(struct line *line);
void line_sent(struct line *line, uint8_t byte);
int line_take(struct line *line);
void line_noise(struct line *line, double flip, uint64_t seed);
/* The cable is pulled: the terminal is gone, whoever had it reads an end. Put in again it is a new terminal. */
const char *line_unplug(struct line *line, bool out);
/* The processor lost its power: nothing is owed, nothing is on its way. */
void line_silence(struct line *line);
/* The latest cycle to which lock-step lets the simulation run. */
uint64_t line_lock(const struct line *line);

#endif
