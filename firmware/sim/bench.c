/* J.bench: who is connected, their lines and their answers, and what everybody is told. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shoe.h"

#define LINE_MAX_BYTES (1u << 20)
#define ANSWER_MAX (8u << 20)

static void answer(struct shoe *shoe, struct client *client, const char *line, size_t length)
{
    const char *why = NULL;
    struct json *root = json_parse(line, length, &why);
    struct text body = {0};
    if (root)
        why = bench_obey(shoe, client, root, &body);
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
