/* J.bench: which commands there are and how their arguments are read, and those that are about the bench itself; see README.md. */
#include <math.h>
#include <string.h>

#include "commands.h"

#define MS_NS 1e6

/* ---- arguments ---- */

bool optional_whole(const struct json *object, const char *key, int64_t low, int64_t high, int64_t *out)
{
    const struct json *value = json_member(object, key);
    return !value || json_whole(value, low, high, out);
}

bool optional_flag(const struct json *object, const char *key, bool *out)
{
    const struct json *value = json_member(object, key);
    return !value || json_flag(value, out);
}

bool optional_span(const struct json *object, const char *key, double otherwise, uint64_t *out)
{
    const struct json *value = json_member(object, key);
    double ms = otherwise;
    if (value && value->kind != JSON_NULL && !json_number(value, 0, LONGEST_MS, &ms))
        return false;
    *out = (uint64_t)llround(ms * MS_NS);
    return true;
}

int pocket_of(const struct json *value)
{
    if (!value || value->kind != JSON_STRING || strlen(value->text) != 1)
        return -1;
    const char *found = strchr(POCKET_NAMES, value->text[0]);
    return found ? (int)(found - POCKET_NAMES) : -1;
}

uint64_t cycle_after(const struct shoe *shoe, double ms)
{
    return mcu_cycle(&shoe->mcu) + ns_to_cycles((uint64_t)llround(ms * MS_NS));
}

/* ---- the bench itself ---- */

static const char *noise(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double flip = 0;
    int64_t seed = 1;
    (void)client;
    (void)out;
    if (value->kind == JSON_OBJECT) {
        if (!json_number(json_member(value, "flip"), 0, 1, &flip))
            return "flip is a share";
        if (!optional_whole(value, "seed", 0, SERIAL_MAX, &seed))
            return "seed is a whole number";
    } else if (value->kind != JSON_NULL && value->kind != JSON_FALSE) {
        return "noise needs flip";
    }
    line_noise(&shoe->line, flip, (uint64_t)seed);
    return NULL;
}

static const char *plug(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double ms = 0;
    bool out_of_it;
    (void)client;
    (void)out;
    if (!json_flag(value, &out_of_it)) {
        if (!json_number(value, 0, LONGEST_MS, &ms))
            return "unplug is true, false or milliseconds";
        out_of_it = true;
        if (!shoe_schedule(shoe, DUTY_PLUG, cycle_after(shoe, ms), 0))
            return "too much is planned";
    }
    shoe->describe = true;
    return line_unplug(&shoe->line, out_of_it);
}

static const char *fork_off(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    const struct json *beside = json_member(value, "beside");
    uint64_t after_ns, at = mcu_cycle(&shoe->mcu);
    int64_t seed = 0;
    (void)client;
    (void)out;
    if (!beside || beside->kind != JSON_STRING || !beside->text[0] || strlen(beside->text) > BESIDE_MAX)
        return "fork needs beside, the name of other files";
    if (!optional_span(value, "after_ms", 0, &after_ns))
        return "after_ms is milliseconds";
    if (!optional_whole(value, "seed", 0, SERIAL_MAX, &seed))
        return "seed is a whole number";
    return shoe_fork(shoe, beside->text, at + ns_to_cycles(after_ns), (uint64_t)seed) ? NULL : "too much is planned";
}

static const char *speed(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double times;
    (void)client;
    (void)out;
    if (!json_number(value, 0, 1e6, &times))
        return "speed is a number, 0 for as fast as it can";
    shoe->speed = times;
    shoe_pace(shoe);
    return NULL;
}

static const char *lockstep(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    return json_flag(value, &shoe->lockstep) ? NULL : "lockstep is true or false";
}

static const char *hold(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    if (!json_flag(value, &shoe->held))
        return "hold is true or false";
    shoe->hold = mcu_cycle(&shoe->mcu);
    shoe_pace(shoe);
    return NULL;
}

static const char *wait_ms(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double ms;
    (void)out;
    if (!json_number(value, 0, LONGEST_MS, &ms))
        return "wait_ms is milliseconds of simulated time";
    client->waits = cycle_after(shoe, ms);
    /* On hold this is how far it may go. */
    if (shoe->held && client->waits > shoe->hold) {
        shoe->hold = client->waits;
        shoe_pace(shoe);
    }
    return NULL;
}

static const char *end(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)value;
    (void)out;
    shoe->ending = true;
    return NULL;
}

/* ---- all of them ---- */

static const struct command OWN_COMMANDS[] = {
    {"noise", noise}, {"unplug", plug}, {"fork", fork_off}, {"speed", speed}, {"lockstep", lockstep},
    {"hold", hold}, {"wait_ms", wait_ms}, {"end", end}, {NULL, NULL},
};

static const struct command *command_of(const char *name)
{
    const struct command *const lists[] = {OWN_COMMANDS, CARD_COMMANDS, MISHAP_COMMANDS};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct command *command = lists[i]; command->name; command++)
            if (strcmp(command->name, name) == 0)
                return command;
    return NULL;
}

const char *bench_obey(struct shoe *shoe, struct client *client, const struct json *root, struct text *out)
{
    if (root->kind != JSON_OBJECT || !root->first)
        return "a command is an object with one member";
    const struct json *found = NULL;
    for (const struct json *member = root->first; member; member = member->next) {
        if (strcmp(member->key, "id") == 0)
            continue;
        if (found)
            return "one command a line";
        found = member;
    }
    const struct command *command = found ? command_of(found->key) : NULL;
    return command ? command->obey(shoe, client, found, out) : "no such command";
}
