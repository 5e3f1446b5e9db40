#include "json.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 32

/* Every node and string of a tree lies in a chain of blocks, so that one call frees it all. */
union aligned {
    double number;
    void *pointer;
    long long whole;
};

struct block {
    struct block *next;
    union aligned bytes[];
};

struct reader {
    const char *at, *end;
    const char *why;
    struct block *blocks;
    int depth;
};

struct tree {
    struct json root;
    struct block *blocks;
};

static void *take(struct reader *reader, size_t size)
{
    struct block *block = malloc(sizeof *block + size);
    if (!block) {
        reader->why = "no memory";
        return NULL;
    }
    block->next = reader->blocks;
    reader->blocks = block;
    memset(block->bytes, 0, size);
    return block->bytes;
}

static bool fail(struct reader *reader, const char *why)
{
    if (!reader->why)
        reader->why = why;
    return false;
}

static void skip_space(struct reader *reader)
{
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at)
        reader->at++;
}

static bool word(struct reader *reader, const char *expected)
{
    size_t length = strlen(expected);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, expected, length) != 0)
        return fail(reader, "not JSON");
    reader->at += length;
    return true;
}

static int hex4(const char *digits)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static char *utf8(char *out, uint32_t code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    }
    return out;
}

static bool escape(struct reader *reader, char **out)
{
    static const char plain[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (reader->at >= reader->end)
        return fail(reader, "text ends inside a string");
    char c = *reader->at++;
    const char *found = c ? strchr(plain, c) : NULL;
    if (found) {
        *(*out)++ = meant[found - plain];
        return true;
    }
    if (c != 'u' || reader->end - reader->at < 4)
        return fail(reader, "bad escape");
    int code = hex4(reader->at);
    reader->at += 4;
    if (code <= 0)
        return fail(reader, "bad escape");
    uint32_t whole = (uint32_t)code;
    if (whole >= 0xD800 && whole < 0xE000) {
        int low = reader->end - reader->at >= 6 && reader->at[0] == '\\' && reader->at[1] == 'u' ? hex4(reader->at + 2) : -1;
        if (whole >= 0xDC00 || low < 0xDC00 || low > 0xDFFF)
            return fail(reader, "half a surrogate pair");
        reader->at += 6;
        whole = 0x10000 + ((whole - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
    }
    *out = utf8(*out, whole);
    return true;
}

static const char *string(struct reader *reader)
{
    if (reader->at >= reader->end || *reader->at != '"') {
        fail(reader, "a string is missing");
        return NULL;
    }
    reader->at++;
    /* An escape is never longer decoded than written, so what is left of the string bounds it. */
    const char *close = reader->at;
    while (close < reader->end && *close != '"')
        close += *close == '\\' && close + 1 < reader->end ? 2 : 1;
    if (close >= reader->end) {
        fail(reader, "text ends inside a string");
        return NULL;
    }
    char *bytes = take(reader, (size_t)(close - reader->at) + 1), *out = bytes;
    if (!bytes)
        return NULL;
    while (reader->at < close) {
        char c = *reader->at++;
        if (c == '\\') {
            if (!escape(reader, &out))
                return NULL;
        } else if ((unsigned char)c < 0x20) {
            fail(reader, "control character in a string");
            return NULL;
        } else {
            *out++ = c;
        }
    }
    reader->at = close + 1;
    return bytes;
}

static bool number(struct reader *reader, double *out)
{
    char digits[64];
    size_t length = 0;
    while (reader->at + length < reader->end && length < sizeof digits - 1 && reader->at[length]
           && strchr("+-0123456789.eE", reader->at[length]))
        length++;
    memcpy(digits, reader->at, length);
    digits[length] = 0;
    char *stop = digits;
    errno = 0;
    *out = length && (digits[0] == '-' || (digits[0] >= '0' && digits[0] <= '9')) ? strtod(digits, &stop) : 0;
    if (stop == digits || *stop || errno || !isfinite(*out))
        return fail(reader, "not JSON");
    reader->at += length;
    return true;
}

static bool value(struct reader *reader, struct json *out);

static bool members(struct reader *reader, struct json *out, char close)
{
    struct json **tail = &out->first;
    if (++reader->depth > DEPTH_MAX)
        return fail(reader, "too deep");
    reader->at++;
    skip_space(reader);
    if (reader->at < reader->end && *reader->at == close) {
        reader->at++;
        reader->depth--;
        return true;
    }
    for (;;) {
        struct json *element = take(reader, sizeof *element);
        if (!element)
            return false;
        skip_space(reader);
        if (close == '}') {
            element->key = string(reader);
            if (!element->key)
                return false;
            skip_space(reader);
            if (!word(reader, ":"))
                return false;
        }
        if (!value(reader, element))
            return false;
        *tail = element;
        tail = &element->next;
        skip_space(reader);
        if (reader->at >= reader->end)
            return fail(reader, "text ends early");
        char c = *reader->at++;
        if (c == close)
            break;
        if (c != ',')
            return fail(reader, "not JSON");
    }
    reader->depth--;
    return true;
}

static bool value(struct reader *reader, struct json *out)
{
    skip_space(reader);
    if (reader->at >= reader->end)
        return fail(reader, "text ends early");
    switch (*reader->at) {
    case '{':
        out->kind = JSON_OBJECT;
        return members(reader, out, '}');
    case '[':
        out->kind = JSON_ARRAY;
        return members(reader, out, ']');
    case '"':
        out->kind = JSON_STRING;
        out->text = string(reader);
        return out->text != NULL;
    case 't':
        out->kind = JSON_TRUE;
        return word(reader, "true");
    case 'f':
        out->kind = JSON_FALSE;
        return word(reader, "false");
    case 'n':
        out->kind = JSON_NULL;
        return word(reader, "null");
    default:
        out->kind = JSON_NUMBER;
        return number(reader, &out->number);
    }
}

static void free_blocks(struct block *block)
{
    while (block) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
}

struct json *json_parse(const char *text, size_t length, const char **why)
{
    struct reader reader = {.at = text, .end = text + length};
    struct tree *tree = calloc(1, sizeof *tree);
    if (!tree) {
        *why = "no memory";
        return NULL;
    }
    bool good = value(&reader, &tree->root);
    skip_space(&reader);
    if (good && reader.at != reader.end)
        good = fail(&reader, "more than one JSON value in a line");
    tree->blocks = reader.blocks;
    if (good)
        return &tree->root;
    *why = reader.why ? reader.why : "not JSON";
    json_free(&tree->root);
    return NULL;
}

void json_free(struct json *root)
{
    if (!root)
        return;
    struct tree *tree = (struct tree *)(void *)root;
    free_blocks(tree->blocks);
    free(tree);
}

const struct json *json_member(const struct json *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    for (const struct json *member = object->first; member; member = member->next)
        if (strcmp(member->key, key) == 0)
            return member;
    return NULL;
}

bool json_is(const struct json *value, const char *text)
{
    return value && value->kind == JSON_STRING && strcmp(value->text, text) == 0;
}

bool json_whole(const struct json *value, int64_t low, int64_t high, int64_t *out)
{
    if (!value || value->kind != JSON_NUMBER || value->number != floor(value->number))
        return false;
    if (value->number < (double)low || value->number > (double)high)
        return false;
    *out = (int64_t)value->number;
    return true;
}

bool json_number(const struct json *value, double low, double high, double *out)
{
    if (!value || value->kind != JSON_NUMBER || value->number < low || value->number > high)
        return false;
    *out = value->number;
    return true;
}

bool json_flag(const struct json *value, bool *out)
{
    if (!value || (value->kind != JSON_TRUE && value->kind != JSON_FALSE))
        return false;
    *out = value->kind == JSON_TRUE;
    return true;
}

const char *json_word(bool value)
{
    return value ? "true" : "false";
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->room) {
        size_t room = (text->length + length + 1) * 2;
        char *grown = realloc(text->bytes, room);
        if (!grown)
            abort();
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

void text_printf(struct text *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0)
        abort();
    text_add(text, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

void text_quote(struct text *text, const char *string)
{
    text_add(text, "\"", 1);
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            text_printf(text, "\\%c", *string);
        else if ((unsigned char)*string < 0x20)
            text_printf(text, "\\u%04x", *string);
        else
            text_add(text, string, 1);
    }
    text_add(text, "\"", 1);
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}
