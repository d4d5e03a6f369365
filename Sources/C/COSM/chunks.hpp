// SPDX-License-Identifier: MIT
// An XML file, read once.
#pragma once
#include "source.hpp"
#include "store.hpp"

#include <string>
#include <vector>

namespace cosm {

/// An XML file, packed or not, whose objects are kept in a store as libosmium reads them.
class Chunks final : public Source {
    struct Chunk {
        unsigned char *data;
        size_t size;
        osmium::osm_entity_bits::type kinds;
    };

    std::vector<Chunk> m_chunks;
    bool m_is_whole = true;

    osmium::memory::Buffer buffer(const Chunk &chunk) const;

public:
    /// - Parameters:
    ///   - descriptor: of the file.
    ///   - format: as libosmium has it, such as `osm.gz`.
    ///   - is_cancelled: asked now and then.
    Chunks(int descriptor, const std::string &format, Store &store, bool (*is_cancelled)());

    size_t count() const noexcept override { return m_chunks.size(); }
    bool is_whole() const noexcept override { return m_is_whole; }
    bool is_sorted() const override { return false; }
    osmium::osm_entity_bits::type kinds(size_t part) const override { return m_chunks[part].kinds; }
    void restrict_kinds(size_t, osmium::osm_entity_bits::type) override {}
    Objects relations(size_t part) const override { return Objects{buffer(m_chunks[part])}; }
    void visit_ways(size_t part, WayVisitor &visitor) const override;
    void visit_nodes(size_t part, NodeVisitor &visitor) const override;
};

}  // namespace cosm
