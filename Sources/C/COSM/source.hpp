// SPDX-License-Identifier: MIT
// Where objects come from.
#pragma once
#include <osmium/io/header.hpp>
#include <osmium/memory/buffer.hpp>
#include <osmium/osm/entity_bits.hpp>
#include <osmium/osm/location.hpp>
#include <osmium/osm/node_ref.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cosm {

/// The objects of a part of a file, in their order.
class Objects {
    std::vector<osmium::memory::Buffer> m_buffers;

public:
    explicit Objects(osmium::memory::Buffer &&buffer);

    template <typename Object, typename Work>
    void each(Work work) const {
        for (const auto &buffer : m_buffers) {
            for (const auto &object : buffer.select<Object>()) work(object);
        }
    }
};

/// A key and a value, with their numbers in the block that is made.
struct Tag {
    std::string_view key;
    std::string_view value;
    uint32_t key_number;
    uint32_t value_number;
};

/// What numbers strings.
class Numbering {
public:
    virtual uint32_t number(std::string_view text) = 0;

protected:
    ~Numbering() = default;
};

/// What nodes are given to: there are so many of them that none becomes an object.
class NodeVisitor : public Numbering {
public:
    virtual void node(int64_t id, osmium::Location location, const std::vector<Tag> &tags) = 0;

protected:
    ~NodeVisitor() = default;
};

/// What ways are given to, with the locations of their nodes where the file has them there; they may be changed.
class WayVisitor : public Numbering {
public:
    virtual void way(int64_t id, std::vector<osmium::NodeRef> &nodes, const std::vector<Tag> &tags) = 0;

protected:
    ~WayVisitor() = default;
};

/// A file in parts, which may be decoded by several threads at once, and more than once.
class Source {
public:
    osmium::io::Header header;

    Source() = default;
    Source(const Source &) = delete;
    Source &operator=(const Source &) = delete;
    virtual ~Source() = default;

    virtual size_t count() const noexcept = 0;
    /// False for a file that ends within a part: what is before was read.
    virtual bool is_whole() const noexcept = 0;
    /// The kinds of objects that a part has.
    virtual osmium::osm_entity_bits::type kinds(size_t part) const = 0;
    virtual Objects relations(size_t part) const = 0;
    virtual void visit_ways(size_t part, WayVisitor &visitor) const = 0;
    virtual void visit_nodes(size_t part, NodeVisitor &visitor) const = 0;
    /// What a part may have: more shows that the file is not sorted.
    virtual void restrict_kinds(size_t part, osmium::osm_entity_bits::type kinds) = 0;
    /// True for a file whose header says that nodes are first, then ways, then relations.
    virtual bool is_sorted() const = 0;
};

}  // namespace cosm
