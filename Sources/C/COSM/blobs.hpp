// SPDX-License-Identifier: MIT
// The blocks of a PBF file.
#pragma once
#include "source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cosm {

/// A PBF file: its parts are its blocks.
///
/// - SeeAlso: https://wiki.openstreetmap.org/wiki/PBF_Format
class Blobs final : public Source {
    struct Blob {
        uint64_t offset;
        uint32_t size;
        osmium::osm_entity_bits::type allowed = osmium::osm_entity_bits::nwr;
    };

    int m_descriptor;
    uint64_t m_size;
    std::vector<Blob> m_blobs;
    uint64_t m_end = 0;

    std::string read(uint64_t offset, size_t size) const;
    std::string inflate(const Blob &blob) const;
    std::string checked(size_t part) const;
    /// As `checked`, of a block whose ways and relations do not take far more memory than it does.
    std::string bounded(size_t part) const;
    void read_header(const std::string &bytes);

public:
    Blobs(int descriptor, uint64_t size);

    size_t count() const noexcept override { return m_blobs.size(); }
    bool is_whole() const noexcept override { return m_end == m_size; }
    bool is_sorted() const override { return header.get("sorting") == "Type_then_ID"; }
    osmium::osm_entity_bits::type kinds(size_t part) const override;
    void restrict_kinds(size_t part, osmium::osm_entity_bits::type kinds) override { m_blobs[part].allowed = kinds; }
    Objects relations(size_t part) const override;
    void visit_ways(size_t part, WayVisitor &visitor) const override;
    void visit_nodes(size_t part, NodeVisitor &visitor) const override;
};

}  // namespace cosm
