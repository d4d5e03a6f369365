// SPDX-License-Identifier: MIT
#pragma once
#include "COSM.h"

#include <stdexcept>
#include <string>

namespace cosm {

/// Why something cannot be read: becomes a COSMFailure at the border.
struct Failure : public std::runtime_error {
    COSMStatus status;

    Failure(COSMStatus kind, const std::string &message) : std::runtime_error(message), status(kind) {}
};

}  // namespace cosm
