/* The whole bench: the processor, the machine around it, the line, the camera, the clock and the hands. */
#ifndef SHOE_H
#define SHOE_H

#include <stdbool.h>
#include <stdint.h>

#include "camera.h"
#include "json.h"
#include "line.h"
#include "machine.h"
#include "mcu.h"

#define CLIENTS 16
#define AGENDA_MAX 256
#define BESIDE_MAX 256
#define CUTS_MAX 32

enum duty { DUTY_OFF, DUTY_ON, DUTY_LOW, DUTY_NOT_LOW, DUTY_BUTTON_UP, DUTY_PLUG, DUTY_FORK };

/* What is to happen at a cycle. */
struct agenda {
    bool live;
    enum duty duty;
    uint64_t at;
    uint64_t then_ns;                /* OFF: power comes back after this long; 0 = not by itself. FORK: a seed */
    char *beside;                    /* FORK: where the other machine's files shall be */
};

/* A power cut that waits for something to happen. */
struct cut {
    bool live;
    enum mcu_anchor anchor;
    int64_t count;
    uint64_t after_ns, for_ns, warn_ns;
};

struct files;

/* Somebody on the bench's socket. */
struct client {
    int fd;                          /* -1: none */
    char *line;
    size_t line_length, line_room;
    bool line_too_long;
    struct text answer;
    size_t answered;
    bool ready;                      /* there is something to read or room to write */
    uint64_t waits;                  /* cycle until which its last answer is held back, or 0 */
};

/* The file of the clock, mapped: little-endian on every machine that this runs on. */
struct clock_file {
    uint64_t now_ns, speed, updates;
};

struct shoe {
    struct mcu mcu;
    struct machine machine;
    struct line line;
    struct camera camera;
    struct client clients[CLIENTS];
    int bench_listener;
    struct agenda agenda[AGENDA_MAX];
    struct cut cuts[CUTS_MAX];
    volatile struct clock_file *clock;
    struct files *files;
    double speed;
    bool lockstep, held, ending, describe;
    uint64_t hold;                   /* cycle beyond which `held` lets nothing run */
    uint64_t pace_cycle, pace_wall;  /* where pacing begins */
    uint64_t alone_since, looked;    /* ns of the wall */
};

/* Simulated time. */
static inline uint64_t now_ns(const struct shoe *shoe)
{
    return cycles_to_ns(mcu_cycle(&shoe->mcu));
}

void shoe_power(struct shoe *shoe, bool on);
bool shoe_schedule(struct shoe *shoe, enum duty duty, uint64_t at, uint64_t then_ns);
/* A second process that goes on from that cycle with the same cards in the same places, beside other files. */
bool shoe_fork(struct shoe *shoe, const char *beside, uint64_t at, uint64_t seed);
void shoe_pace(struct shoe *shoe);

void bench_accept(struct shoe *shoe);
/* Reads, obeys, answers. */
void bench_serve(struct shoe *shoe);
/* Tells everybody on the socket what happened since the last call. */
void bench_tell(struct shoe *shoe);
void bench_event(struct shoe *shoe, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Does what a line says, and adds members to its answer; or tells why not. */
const char *bench_obey(struct shoe *shoe, struct client *client, const struct json *root, struct text *out);
void bench_close(struct shoe *shoe);

#endif
