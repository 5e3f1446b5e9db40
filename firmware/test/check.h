/* Assertions of the core's tests. A failed one tells where and ends its test; the others still run. */
#ifndef CHECK_H
#define CHECK_H

#include <setjmp.h>
#include <stdio.h>

extern jmp_buf check_out;
extern unsigned check_failures;

#define CHECK(what)                                                                  \
    do {                                                                             \
        if (!(what)) {                                                               \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);       \
            check_failures++;                                                        \
            longjmp(check_out, 1);                                                   \
        }                                                                            \
    } while (0)

#define EQUAL(found, wanted)                                                                              \
    do {                                                                                                  \
        const long found_ = (long)(found), wanted_ = (long)(wanted);                                      \
        if (found_ != wanted_) {                                                                          \
            fprintf(stderr, "%s:%d: %s is %ld, should be %ld\n", __FILE__, __LINE__, #found, found_, wanted_); \
            check_failures++;                                                                             \
            longjmp(check_out, 1);                                                                        \
        }                                                                                                 \
    } while (0)

struct test {
    const char *name;
    void (*run)(void);
};

#define TEST(name) {#name, name}
#define END_OF_TESTS {0, 0}

extern const struct test packet_tests[], memory_tests[], link_tests[], carousel_tests[], intake_tests[], deal_tests[],
    fault_tests[];

#endif
