#pragma once
// Brotli tiles of PMTiles archives.
#include <brotli/decode.h>
