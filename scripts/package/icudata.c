// SPDX-License-Identifier: MIT
// A table without entries in place of ICU's 31 MB of data, for packages that bring their libraries: bundle.sh compiles it.
//
// libxml2 asks ICU for converters of character sets. librsvg is the only one that uses libxml2, and is given UTF-8 alone
// (Sources/MapCanvas/SVGImages), so that nothing is looked up. The program has data of its own for Foundation's copy of ICU.
//
// The layout is that of ICU's common data file: a header that tells its own size and format ("ToCP"), and the number of entries.
#include <stdint.h>

struct CommonData {
    uint16_t headerSize;
    uint8_t magic[2];
    uint16_t infoSize, reserved;
    uint8_t isBigEndian, charsetFamily, sizeofUChar, reservedByte;
    uint8_t format[4], formatVersion[4], dataVersion[4];
    uint8_t padding[8];
    uint32_t entries, reservedEntry;
};

_Static_assert(__builtin_offsetof(struct CommonData, entries) == 32, "entries follow the header");

const struct CommonData TABLE __attribute__((aligned(16))) = {
    .headerSize = 32,
    .magic = {0xda, 0x27},
    .infoSize = 20,
    .isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .sizeofUChar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .formatVersion = {1},
};
