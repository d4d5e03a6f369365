#pragma once
// PNG decoding through the simplified API (png_image_*), which needs no setjmp.
#include <png.h>
