#pragma once
// zlib, gzip, raw deflate and CRC-32.
#include <libdeflate.h>
