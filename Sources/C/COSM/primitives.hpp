// SPDX-License-Identifier: MIT
// What is read of a block without making objects of it.
#pragma once
#include "source.hpp"

#include <string>

namespace cosm {

/// The kinds of objects of an unpacked block.
osmium::osm_entity_bits::type kinds_of_block(const std::string &block);
/// Replaces zero bytes in strings: strings of libosmium's buffers end there, and those that follow would be taken for others.
void remove_zero_bytes(std::string &block);
/// - Throws: for a block whose objects would take far more memory than it does.
void check_size(const std::string &block);
void visit_nodes_of_block(const std::string &block, NodeVisitor &visitor);
void visit_ways_of_block(const std::string &block, WayVisitor &visitor);

}  // namespace cosm
