#ifndef CANALYTICSZLIB_H
#define CANALYTICSZLIB_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

/* zlib starts its streams through macros, which Swift does not import. */

/* 15 is the largest window; 16 more asks for gzip framing instead of zlib's own. */
#define ANALYTICS_ZLIB_GZIP_WINDOW (15 + 16)

/* Prepares a zeroed stream to write gzip. Level is 0 to 9, or -1 for zlib's default. */
static inline int analytics_zlib_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, ANALYTICS_ZLIB_GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY);
}

/* Prepares a zeroed stream to read gzip, and only gzip. */
static inline int analytics_zlib_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, ANALYTICS_ZLIB_GZIP_WINDOW);
}

/* Continues a CRC-32; start with 0. In steps, since zlib counts in 32 bits. */
static inline uint32_t analytics_zlib_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    uLong sum = crc;
    while (count > 0) {
        uInt step = count > 0x40000000u ? 0x40000000u : (uInt)count;
        sum = crc32(sum, bytes, step);
        bytes += step;
        count -= step;
    }
    return (uint32_t)sum;
}

#endif
