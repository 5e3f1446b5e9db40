/* Reads one JSON text into a tree, and writes JSON into a growing buffer. Strict, bounded, and made for lines from strangers. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_kind kind;
    double number;
    const char *text;        /* of a string: its bytes, ended by a zero */
    const char *key;         /* in an object: the member's name */
    struct json *first;      /* of an array or object */
    struct json *next;       /* the next element beside this one */
};

/* The tree of a text, or NULL with a reason in *why. Free it with json_free. */
struct json *json_parse(const char *text, size_t length, const char **why);
void json_free(struct json *root);

const struct json *json_member(const struct json *object, const char *key);
bool json_is(const struct json *value, const char *text);
/* True where the value is a whole number from low to high; stores it. */
bool json_whole(const struct json *value, int64_t low, int64_t high, int64_t *out);
/* The same for any number, and for true and false. */
bool json_number(const struct json *value, double low, double high, double *out);
bool json_flag(const struct json *value, bool *out);

struct text {
    char *bytes;
    size_t length, room;
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* true or false */
const char *json_word(bool value);
/* As a JSON string, quoted and escaped. */
void text_quote(struct text *text, const char *string);
void text_free(struct text *text);

#endif
