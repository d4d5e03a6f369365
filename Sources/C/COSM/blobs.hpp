// SPDX-License-Identifier: MIT
// The blocks of a PBF file.
#pragma once
#include "failure.hpp"

#include <osmium/io/header.hpp>
#include <osmium/memory/buffer.hpp>
#include <osmium/osm/entity_bits.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cosm {

struct Blob {
    uint64_t offset;
    uint32_t size;
};

/// The objects of a block, in their order.
class Objects {
    std::vector<osmium::memory::Buffer> m_buffers;

public:
    explicit Objects(osmium::memory::Buffer &&buffer);

    template <typename Object, typename Work>
    void each(Work work) {
        for (auto &buffer : m_buffers) {
            for (auto &object : buffer.select<Object>()) work(object);
        }
    }
};

/// A PBF file: which blocks it has, and what is in them.
///
/// - SeeAlso: https://wiki.openstreetmap.org/wiki/PBF_Format
class Blobs {
    int m_descriptor;
    uint64_t m_size;
    std::vector<Blob> m_blobs;
    uint64_t m_end = 0;

    std::string read(uint64_t offset, size_t size) const;
    std::string inflate(const Blob &blob) const;

public:
    osmium::io::Header header;

    Blobs(int descriptor, uint64_t size);

    size_t count() const noexcept { return m_blobs.size(); }
    /// Where the last whole block ends; before the end of a file that is cut short.
    bool is_whole() const noexcept { return m_end == m_size; }

    Objects decode(size_t blob, osmium::osm_entity_bits::type types) const;
    /// The kinds of objects that a block has.
    osmium::osm_entity_bits::type kinds(size_t blob) const;
};

}  // namespace cosm
