#pragma once
// Brotli tiles of PMTiles archives, and documents of the server.
#include <brotli/decode.h>
#include <brotli/encode.h>
