#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

/* FIPS 180-4, as 64 hexadecimal digits and a zero. */
void sha256_hex(const uint8_t *bytes, size_t length, char out[65]);

#endif
