#pragma once
// 2-D drawing on image surfaces.
#include <cairo.h>
