#pragma once
// JPEG decoding and encoding.
#include <turbojpeg.h>
