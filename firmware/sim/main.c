/* The simulated machine of the shoe: the flashed firmware in simavr, with hopper, rollers, carousel, gates, pockets and cards around it.
 * README.md beside this file tells its command line, its files and its sockets. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "shoe.h"

#define CYCLES_A_MS (CYCLES_A_SECOND / 1000)
#define NS_A_SECOND UINT64_C(1000000000)
#define NS_A_MS UINT64_C(1000000)
/* How far the simulation runs before it looks at the outside again. */
#define SLICE (CYCLES_A_MS / 2)
#define FAST_SLICE CYCLES_A_MS
/* Where it outruns the wall it looks as seldom as four of its milliseconds: a look costs as much as two of them. */
#define LONGEST_SLICE (4 * CYCLES_A_MS)
#define SLICE_OF_WALL_NS UINT64_C(200000)
/* A machine that was held up does not hurry afterwards: a burst would look like a host that sleeps. */
#define LATE_MS 20
#define HANGUP_LOOK_MS 2
#define HELD_LOOK_MS 20
#define IDLE_LOOK_MS 50
#define BAD_USE 2

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static uint64_t wall(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS_A_SECOND + (uint64_t)now.tv_nsec;
}

/* ---- what the processor tells ---- */

static void on_sent(void *context, uint8_t byte)
{
    struct shoe *shoe = context;
    shoe->line.now = mcu_cycle(&shoe->mcu);
    line_sent(&shoe->line, byte);
}

static int on_take(void *context)
{
    return line_take(&((struct shoe *)context)->line);
}

static void on_strobe(void *context)
{
    struct shoe *shoe = context;
    double beyond = 0;
    int index = machine_at_window(&shoe->machine, &beyond);
    if (index < 0) {
        camera_strobe(&shoe->camera, NULL, NULL, 0, false);
        return;
    }
    const struct card *card = &shoe->machine.cards[index];
    const struct card *upper = card->rider >= 0 ? &shoe->machine.cards[card->rider] : card;
    camera_strobe(&shoe->camera, card, upper, beyond, machine_spoils(&shoe->machine, index));
}

static void on_reached(void *context, enum mcu_anchor anchor)
{
    struct shoe *shoe = context;
    uint64_t now = mcu_cycle(&shoe->mcu);
    for (int i = 0; i < CUTS_MAX; i++) {
        struct cut *cut = &shoe->cuts[i];
        if (!cut->live || cut->anchor != anchor || --cut->count > 0)
            continue;
        cut->live = false;
        uint64_t at = now + ns_to_cycles(cut->after_ns), warn = ns_to_cycles(cut->warn_ns);
        if (warn)
            (void)shoe_schedule(shoe, DUTY_LOW, warn < at - now ? at - warn : now, 0);
        (void)shoe_schedule(shoe, DUTY_OFF, at, cut->for_ns);
    }
}

/* ---- the agenda ---- */

static uint64_t next_duty(const struct shoe *shoe)
{
    uint64_t next = UINT64_MAX;
    for (int i = 0; i < AGENDA_MAX; i++)
        if (shoe->agenda[i].live && shoe->agenda[i].at < next)
            next = shoe->agenda[i].at;
    return next;
}

static bool plan(struct shoe *shoe, struct agenda wanted)
{
    for (int i = 0; i < AGENDA_MAX; i++)
        if (!shoe->agenda[i].live) {
            shoe->agenda[i] = wanted;
            mcu_stop_at(&shoe->mcu, next_duty(shoe));
            return true;
        }
    return false;
}

bool shoe_schedule(struct shoe *shoe, enum duty duty, uint64_t at, uint64_t then_ns)
{
    return plan(shoe, (struct agenda){.live = true, .duty = duty, .at = at, .then_ns = then_ns});
}

bool shoe_fork(struct shoe *shoe, const char *beside, uint64_t at, uint64_t seed)
{
    char *name = strdup(beside);
    if (name && plan(shoe, (struct agenda){.live = true, .duty = DUTY_FORK, .at = at, .then_ns = seed, .beside = name}))
        return true;
    free(name);
    return false;
}

void shoe_power(struct shoe *shoe, bool on)
{
    if (shoe->mcu.power == on)
        return;
    if (!on)
        machine_advance(&shoe->machine, now_ns(shoe));
    shoe->machine.power_low = false;
    mcu_power(&shoe->mcu, on);
    line_flush(&shoe->line);
    line_silence(&shoe->line);
    mcu_stop_at(&shoe->mcu, next_duty(shoe));
    bench_event(shoe, "{\"event\":\"power\",\"on\":%s,\"t\":%llu}\n", json_word(on),
                (unsigned long long)now_ns(shoe));
}

static void fork_off(struct shoe *shoe, const char *beside, uint64_t seed);

static void perform(struct shoe *shoe, const struct agenda *due)
{
    switch (due->duty) {
    case DUTY_OFF:
        shoe_power(shoe, false);
        if (due->then_ns)
            (void)shoe_schedule(shoe, DUTY_ON, mcu_cycle(&shoe->mcu) + ns_to_cycles(due->then_ns), 0);
        break;
    case DUTY_ON:
        shoe_power(shoe, true);
        break;
    case DUTY_LOW:
    case DUTY_NOT_LOW:
        shoe->machine.power_low = due->duty == DUTY_LOW;
        break;
    case DUTY_BUTTON_UP:
        shoe->machine.button = false;
        break;
    case DUTY_PLUG:
        (void)line_unplug(&shoe->line, false);
        shoe->describe = true;
        break;
    case DUTY_FORK:
        fork_off(shoe, due->beside, due->then_ns);
        free(due->beside);
        break;
    }
}

static void do_duties(struct shoe *shoe)
{
    uint64_t now = mcu_cycle(&shoe->mcu), next;
    bool any = false;
    if (shoe->mcu.alarm > now)
        return;
    while ((next = next_duty(shoe)) <= now) {
        for (int i = 0; i < AGENDA_MAX; i++)
            if (shoe->agenda[i].live && shoe->agenda[i].at == next) {
                struct agenda due = shoe->agenda[i];
                shoe->agenda[i].live = false;
                perform(shoe, &due);
                break;
            }
        any = true;
    }
    if (any)
        mcu_stop_at(&shoe->mcu, next);
}

/* ---- time ---- */

void shoe_pace(struct shoe *shoe)
{
    shoe->pace_cycle = mcu_cycle(&shoe->mcu);
    shoe->pace_wall = wall();
}

static void show_time(struct shoe *shoe)
{
    volatile struct clock_file *clock = shoe->clock;
    __atomic_store_n(&clock->speed, (uint64_t)(shoe->speed * 1000 + 0.5), __ATOMIC_RELAXED);
    __atomic_store_n(&clock->now_ns, now_ns(shoe), __ATOMIC_RELEASE);
    __atomic_store_n(&clock->updates, clock->updates + 1, __ATOMIC_RELEASE);
}

static uint64_t slice_of(const struct shoe *shoe)
{
    if (shoe->speed <= 0)
        return FAST_SLICE;
    uint64_t slice = ns_to_cycles((uint64_t)((double)SLICE_OF_WALL_NS * shoe->speed));
    return slice < SLICE ? SLICE : slice > LONGEST_SLICE ? LONGEST_SLICE : slice;
}

/* The cycle up to which the simulation may run now, and in *wait how many ns of the wall to wait where it may not. */
static uint64_t allowed(struct shoe *shoe, uint64_t *wait)
{
    uint64_t now = mcu_cycle(&shoe->mcu), limit = UINT64_MAX, slice = slice_of(shoe);
    *wait = IDLE_LOOK_MS * NS_A_MS;
    if (shoe->held)
        limit = shoe->hold;
    if (shoe->lockstep && line_lock(&shoe->line) < limit)
        limit = line_lock(&shoe->line);
    if (limit <= now || shoe->speed <= 0) {
        if (shoe->speed > 0 && limit <= now)
            shoe_pace(shoe);
        return limit;
    }
    double passed = (double)(wall() - shoe->pace_wall) * shoe->speed * (double)CYCLES_A_SECOND / (double)NS_A_SECOND;
    uint64_t paced = shoe->pace_cycle + (uint64_t)passed;
    if (paced > now + (uint64_t)(LATE_MS * CYCLES_A_MS * (shoe->speed > 1 ? shoe->speed : 1))) {
        shoe_pace(shoe);
        paced = now + slice;
    }
    if (paced < now + slice / 2) {
        *wait = (uint64_t)((double)cycles_to_ns(now + slice - paced) / shoe->speed);
        return now;
    }
    return paced < limit ? paced : limit;
}

/* ---- the outside ---- */

static void take_in(struct shoe *shoe)
{
    if (!line_serve(&shoe->line))
        return;
    if (shoe->mcu.power) {
        mcu_poke(&shoe->mcu);
        return;
    }
    while (line_take(&shoe->line) >= 0)
        shoe->line.dropped++;
}

/* One system call where nothing happens: it is made once for every slice of the simulation. */
static void serve(struct shoe *shoe, uint64_t wait)
{
    struct pollfd fds[3 + CLIENTS + VIEWERS];
    struct client *clients[CLIENTS];
    nfds_t count = 0, viewers = 0, some = 0;
    bool host = shoe->line.host;
    fds[count++] = (struct pollfd){shoe->bench_listener, POLLIN, 0};
    fds[count++] = (struct pollfd){shoe->camera.listener, POLLIN, 0};
    /* Without a host the terminal is hung up, which poll would report at once for ever. */
    fds[count++] = (struct pollfd){host ? shoe->line.master : -1, POLLIN, 0};
    uint64_t look = (shoe->held ? HELD_LOOK_MS : HANGUP_LOOK_MS) * NS_A_MS;
    if (!host && wait > look)
        wait = look;
    for (int i = 0; i < CLIENTS; i++) {
        struct client *client = &shoe->clients[i];
        if (client->fd < 0)
            continue;
        bool waits = client->waits > mcu_cycle(&shoe->mcu), due = client->waits && !waits;
        if (due)
            wait = 0;
        fds[count++] = (struct pollfd){waits ? -1 : client->fd, (short)(POLLIN | (client->answer.length ? POLLOUT : 0)), 0};
        clients[some++] = client;
    }
    viewers = count;
    for (int i = 0; i < VIEWERS; i++) {
        const struct viewer *viewer = &shoe->camera.viewers[i];
        if (viewer->fd >= 0)
            fds[count++] = (struct pollfd){viewer->fd, (short)(POLLIN | (viewer->length ? POLLOUT : 0)), 0};
    }
    struct timespec patience = {(time_t)(wait / NS_A_SECOND), (long)(wait % NS_A_SECOND)};
    bool busy = ppoll(fds, count, &patience, NULL) > 0, seen = false;
    uint64_t looked = host ? 0 : wall();
    shoe->line.now = mcu_cycle(&shoe->mcu);
    if (host ? fds[2].revents != 0 : looked - shoe->looked >= HANGUP_LOOK_MS * NS_A_MS) {
        shoe->looked = looked;
        take_in(shoe);
    }
    for (nfds_t i = 0; i < some; i++)
        clients[i]->ready = fds[3 + i].revents != 0 || clients[i]->waits;
    for (nfds_t i = viewers; i < count; i++)
        seen = seen || fds[i].revents;
    if (seen)
        camera_serve(&shoe->camera);
    bench_serve(shoe);
    if (busy && fds[0].revents)
        bench_accept(shoe);
    if (busy && fds[1].revents)
        camera_accept(&shoe->camera);
}

static void run(struct shoe *shoe, double alone)
{
    bool dead = false;
    shoe_pace(shoe);
    shoe->alone_since = wall();
    while (!stopped && !shoe->ending) {
        uint64_t wait = 0, now = mcu_cycle(&shoe->mcu), until = allowed(shoe, &wait);
        uint64_t slice = slice_of(shoe);
        if (until > now) {
            mcu_run(&shoe->mcu, until - now < slice ? until : now + slice);
            wait = 0;
        }
        do_duties(shoe);
        bench_tell(shoe);
        if (shoe->mcu.dead && !dead)
            bench_event(shoe, "{\"event\":\"dead\",\"t\":%llu}\n", (unsigned long long)now_ns(shoe));
        dead = shoe->mcu.dead;
        show_time(shoe);
        line_flush(&shoe->line);
        serve(shoe, wait);
        if (shoe->describe) {
            shoe->describe = false;
            (void)files_describe(shoe->files, shoe->line.slave);
        }
        if (shoe->line.host)
            shoe->alone_since = wall();
        else if (alone > 0 && (double)(wall() - shoe->alone_since) > alone * (double)NS_A_SECOND)
            break;
    }
}

/* ---- begin and end ---- */

static int complain(const char *what, const char *why)
{
    fprintf(stderr, "pone-shoe: %s: %s\n", what, why);
    return BAD_USE;
}

/* Everything that the outside sees: a terminal, the sockets, the clock and last the descriptor. */
static int appear(struct shoe *shoe, uint64_t seed)
{
    const char *wrong = line_open(&shoe->line, seed);
    if (wrong)
        return complain("line", wrong);
    shoe->camera.listener = files_listen(shoe->files->window);
    shoe->bench_listener = files_listen(shoe->files->bench);
    shoe->clock = files_clock(shoe->files);
    if (shoe->camera.listener < 0 || shoe->bench_listener < 0 || !shoe->clock)
        return complain(shoe->files->descriptor, "its sockets cannot be made");
    show_time(shoe);
    wrong = files_describe(shoe->files, shoe->line.slave);
    return wrong ? complain(shoe->files->descriptor, wrong) : 0;
}

/* The other machine lets go of all that is the first one's, remembers what the chip remembered, and stands still until it is told to go on. */
static void part(struct shoe *shoe, const char *beside, uint64_t seed, int ready)
{
    const char *wrong = NULL;
    /* Answers that wait are the first one's to give. */
    for (int i = 0; i < CLIENTS; i++)
        shoe->clients[i].answer.length = shoe->clients[i].answered = 0;
    bench_close(shoe);
    camera_leave(&shoe->camera);
    line_close(&shoe->line);
    close(shoe->files->clock_fd);
    memset(shoe->agenda, 0, sizeof shoe->agenda);
    memset(shoe->cuts, 0, sizeof shoe->cuts);
    mcu_stop_at(&shoe->mcu, UINT64_MAX);
    uint8_t *eeprom = files_eeprom(NULL, &wrong);
    if (!wrong) {
        memcpy(eeprom, shoe->mcu.eeprom.bytes, EEPROM_SIZE);
        shoe->mcu.eeprom.bytes = eeprom;
        wrong = files_claim(shoe->files, beside);
    }
    if (wrong)
        _exit(complain(beside, wrong));
    if (seed) {
        shoe->mcu.chance = chance_from(seed, 2);
        shoe->camera.chance = chance_from(seed, 4);
    }
    shoe->held = true;
    shoe->hold = mcu_cycle(&shoe->mcu);
    shoe_pace(shoe);
    shoe->alone_since = wall();
    if (appear(shoe, seed ? seed : 1) != 0) {
        files_remove(shoe->files);
        _exit(BAD_USE);
    }
    (void)!write(ready, "!", 1);
    close(ready);
}

static void fork_off(struct shoe *shoe, const char *beside, uint64_t seed)
{
    int ends[2];
    char said = 0;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return;
    line_flush(&shoe->line);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        part(shoe, beside, seed, ends[1]);
        return;
    }
    close(ends[1]);
    bool good = child > 0 && read(ends[0], &said, 1) == 1;
    close(ends[0]);
    bench_event(shoe, "{\"event\":\"forked\",\"pid\":%ld,\"good\":%s,\"t\":%llu}\n", (long)child, json_word(good),
                (unsigned long long)now_ns(shoe));
}

struct wishes {
    const char *elf, *beside, *pack, *eeprom;
    double speed, alone;
    unsigned long long seed;
    bool lockstep;
};

static bool number(const char *text, double *out)
{
    char *stop = NULL;
    errno = 0;
    *out = strtod(text, &stop);
    return stop != text && *stop == 0 && errno == 0 && *out >= 0 && *out <= 1e9;
}

static const char USE[] =
    "usage: pone-shoe --elf ELF --beside JOURNAL --pack SHEET [--eeprom FILE] [--speed X] [--lockstep] [--alone SECONDS] [--seed N]\n";

static bool read_wishes(int argc, char **argv, struct wishes *wishes)
{
    static const struct option options[] = {
        {"elf", required_argument, NULL, 'e'},    {"beside", required_argument, NULL, 'b'}, {"pack", required_argument, NULL, 'p'},
        {"eeprom", required_argument, NULL, 'm'}, {"speed", required_argument, NULL, 's'},  {"lockstep", no_argument, NULL, 'l'},
        {"alone", required_argument, NULL, 'a'},  {"seed", required_argument, NULL, 'n'},   {NULL, 0, NULL, 0},
    };
    *wishes = (struct wishes){.speed = 1, .alone = 60, .seed = 1};
    int option;
    char *stop = NULL;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bool good = true;
        switch (option) {
        case 'e':
            wishes->elf = optarg;
            break;
        case 'b':
            wishes->beside = optarg;
            break;
        case 'p':
            wishes->pack = optarg;
            break;
        case 'm':
            wishes->eeprom = optarg;
            break;
        case 's':
            good = number(optarg, &wishes->speed);
            break;
        case 'l':
            wishes->lockstep = true;
            break;
        case 'a':
            good = number(optarg, &wishes->alone);
            break;
        case 'n':
            errno = 0;
            wishes->seed = strtoull(optarg, &stop, 10);
            good = errno == 0 && stop != optarg && *stop == 0;
            break;
        default:
            good = false;
            break;
        }
        if (!good)
            return false;
    }
    return optind == argc && wishes->elf && wishes->beside && wishes->pack;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN;
    /* Nobody waits for the machines that forked off. */
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static int begin(struct shoe *shoe, struct files *files, const struct wishes *wishes)
{
    const char *wrong = NULL;
    shoe->files = files;
    shoe->bench_listener = -1;
    for (int i = 0; i < CLIENTS; i++)
        shoe->clients[i].fd = -1;
    if ((wrong = camera_init(&shoe->camera, wishes->pack, wishes->seed)))
        return complain(wishes->pack, wrong);
    if ((wrong = files_hash(files, wishes->elf)))
        return complain(wishes->elf, wrong);
    if ((wrong = files_claim(files, wishes->beside)))
        return complain(wishes->beside, wrong);
    uint8_t *eeprom = files_eeprom(wishes->eeprom, &wrong);
    if (wrong)
        return complain(wishes->eeprom ? wishes->eeprom : "EEPROM", wrong);
    machine_init(&shoe->machine, wishes->seed);
    if ((wrong = mcu_init(&shoe->mcu, wishes->elf, &shoe->machine, eeprom, wishes->seed)))
        return complain(wishes->elf, wrong);
    shoe->mcu.hooks = (struct mcu_hooks){shoe, on_sent, on_take, on_strobe, on_reached};
    shoe->speed = wishes->speed;
    shoe->lockstep = wishes->lockstep;
    shoe->line.master = -1;
    mcu_power(&shoe->mcu, true);
    return appear(shoe, wishes->seed);
}

int main(int argc, char **argv)
{
    static struct shoe shoe;
    static struct files files;
    struct wishes wishes;
    if (!read_wishes(argc, argv, &wishes)) {
        fputs(USE, stderr);
        return BAD_USE;
    }
    files.clock_fd = -1;
    catch_signals();
    int status = begin(&shoe, &files, &wishes);
    if (status == 0)
        run(&shoe, wishes.alone);
    if (files.clock_fd >= 0)
        files_remove(&files);
    bench_close(&shoe);
    camera_close(&shoe.camera);
    line_close(&shoe.line);
    return status;
}
