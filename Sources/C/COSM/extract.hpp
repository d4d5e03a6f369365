// SPDX-License-Identifier: MIT
// A file that is read in phases.
#pragma once
#include "block.hpp"
#include "locations.hpp"
#include "relations.hpp"
#include "source.hpp"
#include "store.hpp"

#include <osmium/osm/box.hpp>
#include <osmium/osm/way.hpp>

#include <memory>
#include <string>
#include <vector>

namespace cosm {

class Extract {
    uint32_t m_seed;
    Store m_store;
    std::unique_ptr<Source> m_source;
    /// The parts of the file that each phase reads.
    std::vector<size_t> m_parts[3];
    Relations m_relations;
    Locations m_locations;
    std::vector<osmium::Box> m_boxes;
    /// Ways that areas of relations are made of, with locations, in the store.
    std::vector<std::pair<unsigned char *, size_t>> m_way_parts;
    std::vector<const osmium::Way *> m_ways;
    /// Relations that areas are made of, and where each part of them begins.
    std::vector<uint32_t> m_areas;
    std::vector<size_t> m_area_starts;

    void find_parts();
    void find_sorted_parts();
    void read_relations(size_t part);
    void read_nodes(size_t part, BlockBuilder &block);
    void read_ways(size_t part, BlockBuilder &block);
    void read_way(osmium::Way &way, const Member *&member, Locations::Cursor &cursor, osmium::memory::Buffer &kept,
                  osmium::memory::Buffer &scratch, BlockBuilder &block);
    void read_areas(size_t part, BlockBuilder &block);
    void group_areas();
    const osmium::Way *way(int64_t id) const noexcept;

public:
    Strings words;
    osmium::Box node_box;

    Extract(int descriptor, uint64_t size, const COSMOptions &options, uint32_t seed);

    const Source &source() const noexcept { return *m_source; }
    size_t part_count(COSMPhase phase) const noexcept;
    /// - Throws: for what ends the import; a part that is damaged is a problem of its block.
    std::unique_ptr<BlockBuilder> read(COSMPhase phase, size_t part);
    void seal(COSMPhase phase);
};

}  // namespace cosm
