/* J.bench: commands of the hands and the truth. One JSON object a line, one answer a line; see README.md. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shoe.h"

#define LINE_MAX_BYTES (1u << 20)
#define ANSWER_MAX (8u << 20)
#define MS_NS 1e6
#define LONGEST_MS 1e9
#define SERIAL_MAX INT64_C(9007199254740991)
#define PRESS_MS 100

typedef const char *(*command)(struct shoe *, struct client *, const struct json *, struct text *);

/* ---- numbers of a command ---- */

static bool number_of(const struct json *value, double low, double high, double *out)
{
    if (!value || value->kind != JSON_NUMBER || value->number < low || value->number > high)
        return false;
    *out = value->number;
    return true;
}

/* An optional number of milliseconds, in ns. */
static bool span_of(const struct json *object, const char *key, double otherwise, uint64_t *out)
{
    const struct json *value = json_member(object, key);
    double ms = otherwise;
    if (value && value->kind != JSON_NULL && !number_of(value, 0, LONGEST_MS, &ms))
        return false;
    *out = (uint64_t)llround(ms * MS_NS);
    return true;
}

static bool flag_of(const struct json *value, bool *out)
{
    if (!value || (value->kind != JSON_TRUE && value->kind != JSON_FALSE))
        return false;
    *out = value->kind == JSON_TRUE;
    return true;
}

static int pocket_of(const struct json *value)
{
    if (!value || value->kind != JSON_STRING || strlen(value->text) != 1)
        return -1;
    const char *found = strchr(POCKET_NAMES, value->text[0]);
    return found ? (int)(found - POCKET_NAMES) : -1;
}

static uint64_t now_ns(const struct shoe *shoe)
{
    return cycles_to_ns(mcu_cycle(&shoe->mcu));
}

/* ---- cards ---- */

static const char *read_card(const struct shoe *shoe, const struct json *value, struct card *card)
{
    int64_t serial, picture, back = BACK_TILE;
    bool faced = false;
    double smudge = 0;
    if (!json_whole(json_member(value, "serial"), 0, SERIAL_MAX, &serial))
        return "a card needs a serial number";
    if (!json_whole(json_member(value, "picture"), 0, shoe->camera.tiles - 1, &picture))
        return "a card's picture is no tile of the sheet";
    if (json_member(value, "back") && !json_whole(json_member(value, "back"), 0, TILES_MOST, &back))
        return "a card's back is no tile";
    if (json_member(value, "faced") && !flag_of(json_member(value, "faced"), &faced))
        return "faced is true or false";
    if (json_member(value, "smudge") && !number_of(json_member(value, "smudge"), 0, 1, &smudge))
        return "smudge is a share";
    *card = (struct card){.serial = serial, .picture = (int)picture, .back = (int)back, .faced = faced, .smudge = smudge};
    return NULL;
}

static const char *load(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    if (value->kind != JSON_ARRAY)
        return "load needs a list of cards";
    int count = 0, free_places = CARDS_MAX;
    for (int i = 0; i < shoe->machine.card_count; i++)
        free_places -= shoe->machine.cards[i].place != AWAY;
    /* All or nothing: first every card is looked at. */
    for (const struct json *element = value->first; element; element = element->next) {
        struct card card;
        const char *wrong = read_card(shoe, element, &card);
        if (wrong)
            return wrong;
        if (machine_find(&shoe->machine, card.serial) >= 0)
            return "a card of this serial number is in the machine";
        for (const struct json *other = value->first; other != element; other = other->next) {
            const struct json *serial = json_member(other, "serial");
            if (serial && serial->number == (double)card.serial)
                return "a serial number stands twice";
        }
        if (++count > free_places)
            return "too many cards";
    }
    for (const struct json *element = value->first; element; element = element->next) {
        struct card card;
        (void)read_card(shoe, element, &card);
        (void)machine_load(&shoe->machine, card);
    }
    bench_event(shoe, "{\"event\":\"loaded\",\"cards\":%d,\"t\":%llu}\n", count, (unsigned long long)now_ns(shoe));
    return NULL;
}

static void list_serials(const struct machine *machine, const int *cards, int count, struct text *out)
{
    text_printf(out, "[");
    for (int i = 0; i < count; i++)
        text_printf(out, "%s%lld", i ? "," : "", (long long)machine->cards[cards[i]].serial);
    text_printf(out, "]");
}

static const char *take(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    struct machine *machine = &shoe->machine;
    int cards[CARDS_MAX], count = 0, pocket = pocket_of(value);
    (void)client;
    if (json_is(value, "all"))
        count = machine_list(machine, POCKET, -1, cards);
    else if (json_is(value, "hopper"))
        count = machine_list(machine, HOPPER, -1, cards);
    else if (json_is(value, "slots"))
        count = machine_list(machine, SLOT, -1, cards);
    else if (json_is(value, "floor"))
        count = machine_list(machine, FLOOR, -1, cards);
    else if (json_is(value, "path")) {
        count = machine_list(machine, EXIT, -1, cards);
        int more[CARDS_MAX], second = machine_list(machine, INTAKE, -1, more);
        memcpy(cards + count, more, (size_t)second * sizeof *more);
        count += second;
    } else if (pocket >= 0)
        count = machine_list(machine, POCKET, pocket, cards);
    else
        return "take needs one of N E S W T R, all, hopper, slots, path, floor";
    text_printf(out, ",\"cards\":");
    list_serials(machine, cards, count, out);
    if (json_is(value, "all")) {
        text_printf(out, ",\"pockets\":{");
        for (int i = 0; i < POCKETS; i++) {
            int some[CARDS_MAX], length = machine_list(machine, POCKET, i, some);
            text_printf(out, "%s\"%c\":", i ? "," : "", POCKET_NAMES[i]);
            list_serials(machine, some, length, out);
        }
        text_printf(out, "}");
    }
    for (int i = 0; i < count; i++)
        machine_remove(machine, cards[i]);
    bench_event(shoe, "{\"event\":\"taken\",\"from\":\"%s\",\"cards\":%d,\"t\":%llu}\n", value->text, count,
                (unsigned long long)now_ns(shoe));
    return NULL;
}

static const char *take_away(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    int64_t serial;
    (void)client;
    (void)out;
    int card = json_whole(value, 0, SERIAL_MAX, &serial) ? machine_find(&shoe->machine, serial) : -1;
    if (card < 0)
        return "no card of this serial number is in the machine";
    machine_remove(&shoe->machine, card);
    return NULL;
}

static const char *exchange(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    int64_t serial, picture, back;
    bool faced;
    (void)client;
    (void)out;
    int index = json_whole(json_member(value, "serial"), 0, SERIAL_MAX, &serial) ? machine_find(&shoe->machine, serial) : -1;
    if (index < 0)
        return "no card of this serial number is in the machine";
    struct card card = shoe->machine.cards[index];
    if (json_member(value, "picture")) {
        if (!json_whole(json_member(value, "picture"), 0, shoe->camera.tiles - 1, &picture))
            return "a card's picture is no tile of the sheet";
        card.picture = (int)picture;
    }
    if (json_member(value, "back")) {
        if (!json_whole(json_member(value, "back"), 0, TILES_MOST, &back))
            return "a card's back is no tile";
        card.back = (int)back;
    }
    if (json_member(value, "faced")) {
        if (!flag_of(json_member(value, "faced"), &faced))
            return "faced is true or false";
        card.faced = faced;
    }
    shoe->machine.cards[index] = card;
    return NULL;
}

/* ---- truth ---- */

static void tell_path(const struct machine *machine, struct text *out)
{
    int cards[4 * PATH_MAX] = {0}, count = 0;
    for (int i = 0; i < machine->exit_count; i++)
        cards[count++] = machine->exits[i];
    for (int i = 0; i < machine->intake_count; i++)
        cards[count++] = machine->intake[i];
    for (int i = count - 1; i >= 0; i--) {
        int rider = machine->cards[cards[i]].rider;
        if (rider < 0)
            continue;
        memmove(cards + i + 2, cards + i + 1, (size_t)(count - i - 1) * sizeof *cards);
        cards[i + 1] = rider;
        count++;
    }
    text_printf(out, ",\"path\":");
    list_serials(machine, cards, count, out);
    text_printf(out, ",\"leads\":[");
    for (int i = 0; i < count; i++) {
        const struct card *card = &machine->cards[cards[i]];
        double lead = card->carrier >= 0 ? machine->cards[card->carrier].lead - card->behind : card->lead;
        text_printf(out, "%s{\"serial\":%lld,\"way\":\"%s\",\"lead\":%.2f,\"stuck\":%s}", i ? "," : "", (long long)card->serial,
                    card->place == EXIT ? "exit" : "intake", lead, card->stuck ? "true" : "false");
    }
    text_printf(out, "]");
}

static void tell_slots(const struct machine *machine, struct text *out)
{
    bool first = true;
    text_printf(out, ",\"slots\":{");
    for (int i = 0; i < SLOTS; i++) {
        int index = machine->slot[i];
        if (index < 0)
            continue;
        const struct card *card = &machine->cards[index];
        text_printf(out, "%s\"%d\":", first ? "" : ",", i);
        if (card->rider < 0) {
            text_printf(out, "%lld", (long long)card->serial);
        } else {
            int both[2] = {index, card->rider};
            list_serials(machine, both, 2, out);
        }
        first = false;
    }
    text_printf(out, "}");
}

static const char *where(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    const struct machine *m = &shoe->machine;
    int cards[CARDS_MAX], count;
    (void)client;
    (void)value;
    count = machine_list(m, HOPPER, -1, cards);
    text_printf(out, ",\"hopper\":");
    list_serials(m, cards, count, out);
    tell_slots(m, out);
    text_printf(out, ",\"pockets\":{");
    for (int i = 0; i < POCKETS; i++) {
        count = machine_list(m, POCKET, i, cards);
        text_printf(out, "%s\"%c\":", i ? "," : "", POCKET_NAMES[i]);
        list_serials(m, cards, count, out);
    }
    text_printf(out, "}");
    tell_path(m, out);
    count = machine_list(m, FLOOR, -1, cards);
    text_printf(out, ",\"floor\":");
    list_serials(m, cards, count, out);
    text_printf(out, ",\"torn\":%u,\"crashes\":{\"carousel\":%u,\"overlap\":%u,\"gate\":%u},\"jams\":%u,\"rough\":%u", machine_torn(m),
                m->crashes[CRASH_CAROUSEL], m->crashes[CRASH_OVERLAP], m->crashes[CRASH_GATE], m->jams, m->rough);
    text_printf(out, ",\"steps\":%llu,\"lost_steps\":%u,\"position\":%d,\"at_slot\":%d", (unsigned long long)m->steps, m->lost_steps,
                m->position, machine_slot_at_place(m));
    text_printf(out, ",\"power\":%s,\"lid\":%s,\"locked\":%s,\"led\":%s,\"beep\":%s", m->power ? "true" : "false",
                m->lid_open ? "true" : "false", m->out.c & C_LOCK ? "true" : "false", m->out.c & C_LED ? "true" : "false",
                m->out.c & C_BEEP ? "true" : "false");
    text_printf(out, ",\"gates\":[%d,%d,%d,%d,%d]", m->gates[0].is, m->gates[1].is, m->gates[2].is, m->gates[3].is, m->gates[4].is);
    text_printf(out, ",\"outputs\":{\"A\":%u,\"C\":%u,\"L\":%u,\"J\":%u},\"inputs\":{\"K\":%u,\"B\":%u,\"F\":%u,\"G\":%u}", m->out.a,
                m->out.c, m->out.l, m->out.j, machine_inputs(m, PORT_K), machine_inputs(m, PORT_B), machine_inputs(m, PORT_F),
                machine_inputs(m, PORT_G));
    text_printf(out, ",\"t\":%llu", (unsigned long long)now_ns(shoe));
    return NULL;
}

static const char *counters(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)value;
    const struct line *line = &shoe->line;
    text_printf(out, ",\"hosts\":%llu,\"host\":%s,\"dropped\":%llu,\"flipped\":%llu,\"overruns\":%llu,\"garbled\":%llu",
                (unsigned long long)line->hosts, line->host ? "true" : "false", (unsigned long long)line->dropped,
                (unsigned long long)line->flipped, (unsigned long long)shoe->mcu.usart.lost, (unsigned long long)shoe->mcu.usart.garbled);
    text_printf(out, ",\"eeprom_writes\":%llu,\"strobes\":%u,\"resets\":%u,\"dead\":%s,\"viewers_dropped\":%llu,\"ejections\":%llu",
                (unsigned long long)shoe->mcu.eeprom.writes, shoe->camera.strobes, shoe->mcu.resets, shoe->mcu.dead ? "true" : "false",
                (unsigned long long)shoe->camera.dropped_viewers, (unsigned long long)shoe->machine.ejections);
    uint64_t since = mcu_cycle(&shoe->mcu) - shoe->mcu.powered;
    text_printf(out, ",\"awake\":%.4f", shoe->mcu.power && since ? 1 - (double)shoe->mcu.slept / (double)since : 0.0);
    text_printf(out, ",\"port\":\"%s\",\"t\":%llu", shoe->line.slave, (unsigned long long)now_ns(shoe));
    return NULL;
}

/* ---- power, lid, latch, button ---- */

static const char *power(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    if (!json_is(value, "on") && !json_is(value, "off"))
        return "power is on or off";
    shoe_power(shoe, json_is(value, "on"));
    return NULL;
}

static bool anchor_of(const struct json *value, enum mcu_anchor *out)
{
    static const struct {
        const char *name;
        enum mcu_anchor anchor;
    } names[] = {
        {"dealing", ANCHOR_EJECT}, {"eject", ANCHOR_EJECT}, {"pick", ANCHOR_PICK},
        {"strobe", ANCHOR_STROBE}, {"eeprom", ANCHOR_EEPROM}, {"step", ANCHOR_STEP},
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (json_is(value, names[i].name)) {
            *out = names[i].anchor;
            return true;
        }
    return false;
}

static const char *cut_at(struct shoe *shoe, uint64_t at_ns, uint64_t for_ns, uint64_t warn_ns)
{
    uint64_t now = mcu_cycle(&shoe->mcu), at = ns_to_cycles(at_ns);
    if (at < now)
        return "that instant is over";
    if (warn_ns && !shoe_schedule(shoe, DUTY_LOW, at - ns_to_cycles(warn_ns) < at ? at - ns_to_cycles(warn_ns) : now, 0))
        return "too much is planned";
    return shoe_schedule(shoe, DUTY_OFF, at, for_ns) ? NULL : "too much is planned";
}

static const char *cut(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    uint64_t for_ns, after_ns, warn_ns;
    int64_t count = 1;
    double at_ns;
    (void)client;
    (void)out;
    if (value->kind == JSON_FALSE) {
        memset(shoe->cuts, 0, sizeof shoe->cuts);
        for (int i = 0; i < AGENDA_MAX; i++)
            if (shoe->agenda[i].duty == DUTY_OFF || shoe->agenda[i].duty == DUTY_LOW)
                shoe->agenda[i].live = false;
        return NULL;
    }
    if (value->kind != JSON_OBJECT || !span_of(value, "for_ms", 100, &for_ns) || !span_of(value, "after_ms", 0, &after_ns)
        || !span_of(value, "warn_ms", 0, &warn_ns))
        return "cut needs at_ns or after_ms, and for_ms and warn_ms are milliseconds";
    if (json_member(value, "count") && !json_whole(json_member(value, "count"), 1, 1000000, &count))
        return "count is a whole number from 1";
    if (json_member(value, "at")) {
        struct cut wanted = {.live = true, .count = count, .after_ns = after_ns, .for_ns = for_ns, .warn_ns = warn_ns};
        if (!anchor_of(json_member(value, "at"), &wanted.anchor))
            return "at is one of dealing, eject, pick, strobe, eeprom, step";
        for (int i = 0; i < CUTS_MAX; i++)
            if (!shoe->cuts[i].live) {
                shoe->cuts[i] = wanted;
                return NULL;
            }
        return "too much is planned";
    }
    if (json_member(value, "at_ns")) {
        if (!number_of(json_member(value, "at_ns"), 0, 9e15, &at_ns))
            return "at_ns is an instant of simulated time";
        return cut_at(shoe, (uint64_t)at_ns, for_ns, warn_ns);
    }
    return json_member(value, "after_ms") ? cut_at(shoe, now_ns(shoe) + after_ns, for_ns, warn_ns)
                                          : "cut needs at_ns, after_ms or at";
}

static const char *sag(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double ms;
    bool low;
    (void)client;
    (void)out;
    if (flag_of(value, &low)) {
        shoe->machine.power_low = low;
        return NULL;
    }
    if (!number_of(value, 0, LONGEST_MS, &ms))
        return "sag is true, false or milliseconds";
    shoe->machine.power_low = true;
    uint64_t at = mcu_cycle(&shoe->mcu) + ns_to_cycles((uint64_t)llround(ms * MS_NS));
    return shoe_schedule(shoe, DUTY_NOT_LOW, at, 0) ? NULL : "too much is planned";
}

static const char *lid(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    bool open;
    (void)client;
    if (!flag_of(value, &open))
        return "lid is true (open) or false";
    text_printf(out, ",\"locked\":%s", shoe->machine.out.c & C_LOCK ? "true" : "false");
    machine_advance(&shoe->machine, now_ns(shoe));
    shoe->machine.lid_open = open;
    /* The latch notices what the processor cannot. */
    if (open && !shoe->machine.power)
        shoe->machine.tamper = true;
    return NULL;
}

static const char *tamper(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    return flag_of(value, &shoe->machine.tamper) ? NULL : "tamper is true or false";
}

static const char *button(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    if (json_is(value, "down") || json_is(value, "up")) {
        shoe->machine.button = json_is(value, "down");
        return NULL;
    }
    double ms = PRESS_MS;
    if (value->kind == JSON_FALSE) {
        shoe->machine.button = false;
        return NULL;
    }
    if (value->kind != JSON_TRUE && !number_of(value, 0, LONGEST_MS, &ms))
        return "button is true, false, down, up or milliseconds";
    shoe->machine.button = true;
    uint64_t at = mcu_cycle(&shoe->mcu) + ns_to_cycles((uint64_t)llround(ms * MS_NS));
    return shoe_schedule(shoe, DUTY_BUTTON_UP, at, 0) ? NULL : "too much is planned";
}

/* ---- faults ---- */

static bool jam_place(const struct json *value, struct fault *fault)
{
    static const struct {
        const char *name;
        enum place where;
        double lead;
    } places[] = {
        {"hopper", INTAKE, 10}, {"window", INTAKE, 80}, {"infeed", INTAKE, 140},
        {"nip", EXIT, 0}, {"exit", EXIT, 30}, {"gates", EXIT, 100}, {"pocket", EXIT, 150},
    };
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (json_is(value, places[i].name)) {
            fault->where = places[i].where;
            fault->lead = places[i].lead;
            return true;
        }
    return false;
}

static bool sensor_of(const struct json *value, enum port_in *port, uint8_t *mask)
{
    static const char *const names[PORTS_IN][8] = {
        {"D1", "D2", "C1", "C2", "X1", "X2", "S1", "S2"},
        {"P_N", "P_E", "P_S", "P_W", "P_T", "P_R", "S3", "HOPPER"},
        {"Q_N", "Q_E", "Q_S", "Q_W", "Q_T", "Q_R", "GATE_END", "LID"},
        {"TAMPER", "POWER_LOW", "BUTTON", "", "", "", "", ""},
    };
    for (int i = 0; i < PORTS_IN; i++)
        for (int j = 0; j < 8; j++)
            if (names[i][j][0] && json_is(value, names[i][j])) {
                *port = (enum port_in)i;
                *mask = (uint8_t)(1 << j);
                return true;
            }
    return false;
}

static int gate_of(const struct json *value)
{
    static const char *const names[] = {"G1", "G2", "G3", "G4", "G5", "N", "E", "S", "T", "R"};
    for (int i = 0; i < 10; i++)
        if (json_is(value, names[i]))
            return i % 5;
    return -1;
}

static const char *waiting_fault(struct shoe *shoe, const struct json *value, struct fault fault)
{
    int64_t times = 1;
    fault.card = -1;
    if (json_member(value, "card") && !json_whole(json_member(value, "card"), 0, SERIAL_MAX, &fault.card))
        return "card is a serial number";
    if (json_member(value, "times") && !json_whole(json_member(value, "times"), 0, 1000000, &times))
        return "times is a whole number, 0 for ever";
    fault.times = (int)times;
    if (json_member(value, "frees") && !flag_of(json_member(value, "frees"), &fault.frees))
        return "frees is true or false";
    if (fault.kind == FAULT_JAM && !jam_place(json_member(value, "place"), &fault))
        return "place is one of hopper, window, infeed, nip, exit, gates, pocket";
    if (fault.kind == FAULT_WRONG_POCKET) {
        fault.pocket = pocket_of(json_member(value, "place"));
        if (fault.pocket < 0)
            return "place is one of N E S W T R";
    }
    return machine_fault(&shoe->machine, fault) ? NULL : "too many faults wait";
}

static const char *standing_fault(struct shoe *shoe, const struct json *value, const struct json *kind)
{
    struct machine *m = &shoe->machine;
    const struct json *place = json_member(value, "place");
    if (json_is(kind, "lost_steps")) {
        int64_t steps = 24;
        if (json_member(value, "steps") && !json_whole(json_member(value, "steps"), 1, 1000000, &steps))
            return "steps is a whole number";
        m->lose_steps += (int)steps;
        return NULL;
    }
    if (json_is(kind, "gate")) {
        int gate = gate_of(place);
        if (gate < 0)
            return "place is one of G1 G2 G3 G4 G5 or N E S T R";
        m->gates[gate].broken = true;
        return NULL;
    }
    if (json_is(kind, "hand_in_pocket")) {
        int pocket = pocket_of(place);
        if (pocket < 0)
            return "place is one of N E S W T R";
        m->hand[pocket] = true;
        return NULL;
    }
    if (json_is(kind, "stuck_sensor")) {
        enum port_in port;
        uint8_t mask;
        int64_t level = 1;
        if (!sensor_of(place, &port, &mask))
            return "place is a sensor's name, like X1, P_N, Q_W, GATE_END";
        if (json_member(value, "value") && !json_whole(json_member(value, "value"), 0, 1, &level))
            return "value is 1 (dark) or 0";
        m->stuck_mask[port] |= mask;
        m->stuck_value[port] = (uint8_t)((m->stuck_value[port] & ~mask) | (level ? mask : 0));
        return NULL;
    }
    return "kind is one of jam, double_feed, no_pick, no_eject, wrong_pocket, lost_card, unreadable, lost_steps, gate, hand_in_pocket, "
           "stuck_sensor, none";
}

static const char *fault(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    static const struct {
        const char *name;
        enum fault_kind kind;
    } waiting[] = {
        {"jam", FAULT_JAM}, {"double_feed", FAULT_DOUBLE_FEED}, {"no_pick", FAULT_NO_PICK}, {"no_eject", FAULT_NO_EJECT},
        {"wrong_pocket", FAULT_WRONG_POCKET}, {"lost_card", FAULT_LOST}, {"unreadable", FAULT_UNREADABLE},
    };
    (void)client;
    (void)out;
    const struct json *kind = json_member(value, "kind");
    machine_advance(&shoe->machine, now_ns(shoe));
    if (value->kind == JSON_NULL || value->kind == JSON_FALSE || json_is(kind, "none")) {
        machine_mend(&shoe->machine);
        return NULL;
    }
    for (unsigned i = 0; i < sizeof waiting / sizeof *waiting; i++)
        if (json_is(kind, waiting[i].name))
            return waiting_fault(shoe, value, (struct fault){.kind = waiting[i].kind});
    return standing_fault(shoe, value, kind);
}

/* ---- the bench itself ---- */

static const char *noise(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double flip = 0;
    int64_t seed = 1;
    (void)client;
    (void)out;
    if (value->kind == JSON_OBJECT) {
        if (!number_of(json_member(value, "flip"), 0, 1, &flip))
            return "flip is a share";
        if (json_member(value, "seed") && !json_whole(json_member(value, "seed"), 0, SERIAL_MAX, &seed))
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
    if (!flag_of(value, &out_of_it)) {
        if (!number_of(value, 0, LONGEST_MS, &ms))
            return "unplug is true, false or milliseconds";
        out_of_it = true;
        uint64_t at = mcu_cycle(&shoe->mcu) + ns_to_cycles((uint64_t)llround(ms * MS_NS));
        if (!shoe_schedule(shoe, DUTY_PLUG, at, 0))
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
    if (!span_of(value, "after_ms", 0, &after_ns))
        return "after_ms is milliseconds";
    if (json_member(value, "seed") && !json_whole(json_member(value, "seed"), 0, SERIAL_MAX, &seed))
        return "seed is a whole number";
    return shoe_fork(shoe, beside->text, at + ns_to_cycles(after_ns), (uint64_t)seed) ? NULL : "too much is planned";
}

static const char *speed(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double times;
    (void)client;
    (void)out;
    if (!number_of(value, 0, 1e6, &times))
        return "speed is a number, 0 for as fast as it can";
    shoe->speed = times;
    shoe_pace(shoe);
    return NULL;
}

static const char *lockstep(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    return flag_of(value, &shoe->lockstep) ? NULL : "lockstep is true or false";
}

static const char *hold(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    (void)client;
    (void)out;
    if (!flag_of(value, &shoe->held))
        return "hold is true or false";
    shoe->hold = mcu_cycle(&shoe->mcu);
    shoe_pace(shoe);
    return NULL;
}

static const char *wait_ms(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    double ms;
    (void)out;
    if (!number_of(value, 0, LONGEST_MS, &ms))
        return "wait_ms is milliseconds of simulated time";
    client->waits = mcu_cycle(&shoe->mcu) + ns_to_cycles((uint64_t)llround(ms * MS_NS));
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

static const struct {
    const char *name;
    command command;
} COMMANDS[] = {
    {"load", load}, {"take", take}, {"remove", take_away}, {"exchange", exchange}, {"where", where}, {"counters", counters},
    {"power", power}, {"cut", cut}, {"sag", sag}, {"lid", lid}, {"tamper", tamper}, {"button", button}, {"fault", fault},
    {"noise", noise}, {"unplug", plug}, {"fork", fork_off}, {"speed", speed}, {"lockstep", lockstep}, {"hold", hold}, {"wait_ms", wait_ms}, {"end", end},
};

static const char *obey(struct shoe *shoe, struct client *client, const struct json *root, struct text *out)
{
    if (root->kind != JSON_OBJECT || !root->first)
        return "a command is an object with one member";
    const struct json *found = NULL;
    command what = NULL;
    for (const struct json *member = root->first; member; member = member->next) {
        if (strcmp(member->key, "id") == 0)
            continue;
        if (found)
            return "one command a line";
        found = member;
        for (unsigned i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
            if (strcmp(member->key, COMMANDS[i].name) == 0)
                what = COMMANDS[i].command;
    }
    return what ? what(shoe, client, found, out) : "no such command";
}

static void answer(struct shoe *shoe, struct client *client, const char *line, size_t length)
{
    const char *why = NULL;
    struct json *root = json_parse(line, length, &why);
    struct text body = {0};
    if (root)
        why = obey(shoe, client, root, &body);
    if (why) {
        text_printf(&client->answer, "{\"error\":");
        text_quote(&client->answer, why);
    } else {
        text_printf(&client->answer, "{\"ok\":true");
        if (body.length)
            text_add(&client->answer, body.bytes, body.length);
    }
    const struct json *id = root ? json_member(root, "id") : NULL;
    if (id && id->kind == JSON_NUMBER)
        text_printf(&client->answer, ",\"id\":%.17g", id->number);
    text_printf(&client->answer, "}\n");
    text_free(&body);
    json_free(root);
}

/* ---- the socket ---- */

static void leave(struct client *client)
{
    close(client->fd);
    free(client->line);
    text_free(&client->answer);
    memset(client, 0, sizeof *client);
    client->fd = -1;
}

void bench_accept(struct shoe *shoe)
{
    int fd = accept4(shoe->bench_listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0)
        return;
    for (int i = 0; i < CLIENTS; i++)
        if (shoe->clients[i].fd < 0) {
            shoe->clients[i].fd = fd;
            return;
        }
    close(fd);
}

static bool waiting(const struct shoe *shoe, const struct client *client)
{
    return client->waits > mcu_cycle(&shoe->mcu);
}

static bool send_answers(struct client *client)
{
    while (client->answered < client->answer.length) {
        ssize_t sent = send(client->fd, client->answer.bytes + client->answered, client->answer.length - client->answered,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return client->answer.length - client->answered <= ANSWER_MAX;
        if (sent <= 0)
            return false;
        client->answered += (size_t)sent;
    }
    client->answer.length = client->answered = 0;
    return true;
}

static void obey_lines(struct shoe *shoe, struct client *client)
{
    size_t from = 0;
    while (!waiting(shoe, client)) {
        char *stop = client->line_length > from ? memchr(client->line + from, '\n', client->line_length - from) : NULL;
        if (!stop)
            break;
        size_t length = (size_t)(stop - client->line) - from;
        if (client->line_too_long) {
            text_printf(&client->answer, "{\"error\":\"the line is too long\"}\n");
            client->line_too_long = false;
        } else if (length > 0) {
            answer(shoe, client, client->line + from, length);
        }
        from += length + 1;
    }
    if (from > 0) {
        memmove(client->line, client->line + from, client->line_length - from);
        client->line_length -= from;
    }
}

static bool read_lines(struct shoe *shoe, struct client *client)
{
    for (int rounds = 0; rounds < 16 && !waiting(shoe, client); rounds++) {
        if (client->line_length == LINE_MAX_BYTES) {
            client->line_too_long = true;
            client->line_length = 0;
        }
        if (client->line_room < client->line_length + 65536) {
            size_t room = client->line_length + 65536 < LINE_MAX_BYTES ? client->line_length + 65536 : LINE_MAX_BYTES;
            char *grown = realloc(client->line, room);
            if (!grown)
                return false;
            client->line = grown;
            client->line_room = room;
        }
        ssize_t got = recv(client->fd, client->line + client->line_length, client->line_room - client->line_length, MSG_DONTWAIT);
        if (got < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        if (got == 0)
            return false;
        client->line_length += (size_t)got;
        obey_lines(shoe, client);
    }
    return true;
}

void bench_serve(struct shoe *shoe)
{
    for (int i = 0; i < CLIENTS; i++) {
        struct client *client = &shoe->clients[i];
        if (client->fd < 0 || !client->ready || waiting(shoe, client))
            continue;
        client->ready = false;
        client->waits = 0;
        obey_lines(shoe, client);
        if (!read_lines(shoe, client)) {
            (void)send_answers(client);
            leave(client);
        } else if (!waiting(shoe, client) && !send_answers(client)) {
            leave(client);
        }
    }
}

void bench_event(struct shoe *shoe, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (int i = 0; i < CLIENTS; i++)
        if (shoe->clients[i].fd >= 0)
            text_add(&shoe->clients[i].answer, line, (size_t)length);
}

void bench_tell(struct shoe *shoe)
{
    static const char *const crashes[CRASH_KINDS] = {"carousel", "overlap", "gate"};
    struct machine *m = &shoe->machine;
    for (unsigned i = 0; i < m->event_count; i++) {
        const struct event *event = &m->events[i];
        long long serial = (long long)m->cards[event->card].serial;
        unsigned long long t = (unsigned long long)event->t;
        if (event->kind == EVENT_FELL)
            bench_event(shoe, "{\"event\":\"fell\",\"serial\":%lld,\"pocket\":\"%c\",\"t\":%llu}\n", serial, POCKET_NAMES[event->detail], t);
        else if (event->kind == EVENT_TORN)
            bench_event(shoe, "{\"event\":\"torn\",\"serial\":%lld,\"by\":\"%s\",\"t\":%llu}\n", serial, crashes[event->detail], t);
        else
            bench_event(shoe, "{\"event\":\"stuck\",\"serial\":%lld,\"t\":%llu}\n", serial, t);
    }
    m->event_count = 0;
}

void bench_close(struct shoe *shoe)
{
    for (int i = 0; i < CLIENTS; i++)
        if (shoe->clients[i].fd >= 0) {
            (void)send_answers(&shoe->clients[i]);
            leave(&shoe->clients[i]);
        }
    if (shoe->bench_listener >= 0)
        close(shoe->bench_listener);
    shoe->bench_listener = -1;
}
