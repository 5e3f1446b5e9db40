/* J.bench: commands about cards, and the truth about them and the machine. */
#include <string.h>

#include "commands.h"

static const char *read_looks(const struct shoe *shoe, const struct json *value, struct card *card)
{
    int64_t picture = card->picture, back = card->back;
    if (!optional_whole(value, "picture", 0, shoe->camera.tiles - 1, &picture))
        return "a card's picture is no tile of the sheet";
    if (!optional_whole(value, "back", 0, TILES_MOST, &back))
        return "a card's back is no tile";
    if (!optional_flag(value, "faced", &card->faced))
        return "faced is true or false";
    card->picture = (int)picture;
    card->back = (int)back;
    return NULL;
}

static const char *read_card(const struct shoe *shoe, const struct json *value, struct card *card)
{
    const struct json *smudge = json_member(value, "smudge");
    *card = (struct card){.back = BACK_TILE};
    if (!json_whole(json_member(value, "serial"), 0, SERIAL_MAX, &card->serial))
        return "a card needs a serial number";
    if (!json_member(value, "picture"))
        return "a card's picture is no tile of the sheet";
    const char *wrong = read_looks(shoe, value, card);
    if (!wrong && smudge && !json_number(smudge, 0, 1, &card->smudge))
        return "smudge is a share";
    return wrong;
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

static void tell_place(const struct machine *machine, const char *name, enum place place, struct text *out)
{
    int cards[CARDS_MAX], count = machine_list(machine, place, -1, cards);
    text_printf(out, ",\"%s\":", name);
    list_serials(machine, cards, count, out);
}

static void tell_pockets(const struct machine *machine, struct text *out)
{
    text_printf(out, ",\"pockets\":{");
    for (int i = 0; i < POCKETS; i++) {
        int cards[CARDS_MAX], count = machine_list(machine, POCKET, i, cards);
        text_printf(out, "%s\"%c\":", i ? "," : "", POCKET_NAMES[i]);
        list_serials(machine, cards, count, out);
    }
    text_printf(out, "}");
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
    if (json_is(value, "all"))
        tell_pockets(machine, out);
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
    int64_t serial;
    (void)client;
    (void)out;
    int index = json_whole(json_member(value, "serial"), 0, SERIAL_MAX, &serial) ? machine_find(&shoe->machine, serial) : -1;
    if (index < 0)
        return "no card of this serial number is in the machine";
    struct card card = shoe->machine.cards[index];
    const char *wrong = read_looks(shoe, value, &card);
    if (!wrong)
        shoe->machine.cards[index] = card;
    return wrong;
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
                    card->place == EXIT ? "exit" : "intake", lead, json_word(card->stuck));
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
    (void)client;
    (void)value;
    tell_place(m, "hopper", HOPPER, out);
    tell_slots(m, out);
    tell_pockets(m, out);
    tell_path(m, out);
    tell_place(m, "floor", FLOOR, out);
    text_printf(out, ",\"torn\":%u,\"crashes\":{\"carousel\":%u,\"overlap\":%u,\"gate\":%u},\"jams\":%u,\"rough\":%u", machine_torn(m),
                m->crashes[CRASH_CAROUSEL], m->crashes[CRASH_OVERLAP], m->crashes[CRASH_GATE], m->jams, m->rough);
    text_printf(out, ",\"steps\":%llu,\"lost_steps\":%u,\"position\":%d,\"at_slot\":%d", (unsigned long long)m->steps, m->lost_steps,
                m->position, machine_slot_at_place(m));
    text_printf(out, ",\"power\":%s,\"lid\":%s,\"locked\":%s,\"led\":%s,\"beep\":%s", json_word(m->power),
                json_word(m->lid_open), json_word(m->out.c & C_LOCK), json_word(m->out.c & C_LED),
                json_word(m->out.c & C_BEEP));
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
                (unsigned long long)line->hosts, json_word(line->host), (unsigned long long)line->dropped,
                (unsigned long long)line->flipped, (unsigned long long)shoe->mcu.usart.lost, (unsigned long long)shoe->mcu.usart.garbled);
    text_printf(out, ",\"eeprom_writes\":%llu,\"strobes\":%u,\"resets\":%u,\"dead\":%s,\"viewers_dropped\":%llu,\"ejections\":%llu",
                (unsigned long long)shoe->mcu.eeprom.writes, shoe->camera.strobes, shoe->mcu.resets, json_word(shoe->mcu.dead),
                (unsigned long long)shoe->camera.dropped_viewers, (unsigned long long)shoe->machine.ejections);
    uint64_t since = mcu_cycle(&shoe->mcu) - shoe->mcu.powered;
    text_printf(out, ",\"awake\":%.4f", shoe->mcu.power && since ? 1 - (double)shoe->mcu.slept / (double)since : 0.0);
    text_printf(out, ",\"port\":\"%s\",\"t\":%llu", shoe->line.slave, (unsigned long long)now_ns(shoe));
    return NULL;
}

const struct command CARD_COMMANDS[] = {
    {"load", load}, {"take", take}, {"remove", take_away}, {"exchange", exchange}, {"where", where}, {"counters", counters}, {NULL, NULL},
};
