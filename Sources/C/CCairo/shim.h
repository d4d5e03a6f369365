#pragma once
// 2-D drawing on image surfaces, and pages of PDF.
#include <cairo.h>
#include <cairo-pdf.h>
