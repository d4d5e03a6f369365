#pragma once
// WebP decoding and encoding.
#include <webp/decode.h>
#include <webp/encode.h>
