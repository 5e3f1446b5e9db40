/* J.bench: commands for what happens to a machine: power and its cuts, the lid, the latch, the button, and faults. */
#include <string.h>

#include "commands.h"

#define PRESS_MS 100

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
    if (value->kind != JSON_OBJECT || !optional_span(value, "for_ms", 100, &for_ns) || !optional_span(value, "after_ms", 0, &after_ns)
        || !optional_span(value, "warn_ms", 0, &warn_ns))
        return "cut needs at_ns or after_ms, and for_ms and warn_ms are milliseconds";
    if (!optional_whole(value, "count", 1, 1000000, &count))
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
        if (!json_number(json_member(value, "at_ns"), 0, 9e15, &at_ns))
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
    if (json_flag(value, &low)) {
        shoe->machine.power_low = low;
        return NULL;
    }
    if (!json_number(value, 0, LONGEST_MS, &ms))
        return "sag is true, false or milliseconds";
    shoe->machine.power_low = true;
    return shoe_schedule(shoe, DUTY_NOT_LOW, cycle_after(shoe, ms), 0) ? NULL : "too much is planned";
}

static const char *lid(struct shoe *shoe, struct client *client, const struct json *value, struct text *out)
{
    bool open;
    (void)client;
    if (!json_flag(value, &open))
        return "lid is true (open) or false";
    text_printf(out, ",\"locked\":%s", json_word(shoe->machine.out.c & C_LOCK));
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
    return json_flag(value, &shoe->machine.tamper) ? NULL : "tamper is true or false";
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
    if (value->kind != JSON_TRUE && !json_number(value, 0, LONGEST_MS, &ms))
        return "button is true, false, down, up or milliseconds";
    shoe->machine.button = true;
    return shoe_schedule(shoe, DUTY_BUTTON_UP, cycle_after(shoe, ms), 0) ? NULL : "too much is planned";
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
    if (!optional_whole(value, "card", 0, SERIAL_MAX, &fault.card))
        return "card is a serial number";
    if (!optional_whole(value, "times", 0, 1000000, &times))
        return "times is a whole number, 0 for ever";
    fault.times = (int)times;
    if (!optional_flag(value, "frees", &fault.frees))
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
        if (!optional_whole(value, "steps", 1, 1000000, &steps))
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
        if (!optional_whole(value, "value", 0, 1, &level))
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

const struct command MISHAP_COMMANDS[] = {
    {"power", power}, {"cut", cut}, {"sag", sag}, {"lid", lid}, {"tamper", tamper}, {"button", button}, {"fault", fault}, {NULL, NULL},
};
