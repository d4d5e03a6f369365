#pragma once
// Zstandard tiles of PMTiles archives.
#include <zstd.h>
