// SPDX-License-Identifier: MIT
#include "chunks.hpp"

#include "failure.hpp"

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>

#include <cstring>

namespace cosm {

using osmium::osm_entity_bits::type;

Objects::Objects(osmium::memory::Buffer &&buffer) {
    // The decoder begins a new buffer when one is full, and puts the full one inside of it.
    while (buffer.has_nested_buffers()) m_buffers.push_back(std::move(*buffer.get_last_nested()));
    m_buffers.push_back(std::move(buffer));
}

static type kinds_of(const osmium::memory::Buffer &buffer) {
    type kinds = osmium::osm_entity_bits::nothing;
    for (const auto &item : buffer) {
        switch (item.type()) {
            case osmium::item_type::node: kinds |= osmium::osm_entity_bits::node; break;
            case osmium::item_type::way: kinds |= osmium::osm_entity_bits::way; break;
            case osmium::item_type::relation: kinds |= osmium::osm_entity_bits::relation; break;
            default: break;
        }
    }
    return kinds;
}

Chunks::Chunks(int descriptor, const std::string &format, Store &store, bool (*is_cancelled)()) {
    // By its descriptor, as a name that begins with a scheme would be handed to another program.
    const osmium::io::File file{"/dev/fd/" + std::to_string(descriptor), format};
    osmium::thread::Pool pool{1};
    try {
        osmium::io::Reader reader{file, osmium::io::read_meta::no, pool};
        header = reader.header();
        if (header.has_multiple_object_versions()) {
            throw Failure{COSM_UNSUPPORTED, "the file has changes or a history, not the state of objects at one time"};
        }
        while (const auto buffer = reader.read()) {
            if (is_cancelled != nullptr && is_cancelled()) throw Failure{COSM_CANCELLED, "the import was cancelled"};
            auto *data = store.allocate_bytes(buffer.committed());
            std::memcpy(data, buffer.data(), buffer.committed());
            m_chunks.push_back({data, buffer.committed(), kinds_of(buffer)});
        }
        reader.close();
    } catch (const Failure &) {
        throw;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const osmium::format_version_error &error) {
        throw Failure{COSM_UNSUPPORTED, error.what()};
    } catch (const std::exception &error) {
        if (m_chunks.empty()) throw Failure{COSM_FOREIGN, error.what()};
        m_is_whole = false;
    }
}

osmium::memory::Buffer Chunks::buffer(const Chunk &chunk) const {
    osmium::memory::Buffer buffer{chunk.size, osmium::memory::Buffer::auto_grow::no};
    std::memcpy(buffer.reserve_space(chunk.size), chunk.data, chunk.size);
    buffer.commit();
    return buffer;
}

static void copy(const osmium::TagList &list, Numbering &numbering, std::vector<Tag> &tags) {
    tags.clear();
    for (const auto &tag : list) {
        tags.push_back({tag.key(), tag.value(), numbering.number(tag.key()), numbering.number(tag.value())});
    }
}

void Chunks::visit_nodes(size_t part, NodeVisitor &visitor) const {
    const auto &chunk = m_chunks[part];
    const osmium::memory::Buffer objects{chunk.data, chunk.size};
    std::vector<Tag> tags;
    for (const auto &node : objects.select<osmium::Node>()) {
        copy(node.tags(), visitor, tags);
        visitor.node(node.id(), node.location(), tags);
    }
}

void Chunks::visit_ways(size_t part, WayVisitor &visitor) const {
    const auto &chunk = m_chunks[part];
    const osmium::memory::Buffer objects{chunk.data, chunk.size};
    std::vector<Tag> tags;
    std::vector<osmium::NodeRef> nodes;
    for (const auto &way : objects.select<osmium::Way>()) {
        copy(way.tags(), visitor, tags);
        nodes.assign(way.nodes().begin(), way.nodes().end());
        visitor.way(way.id(), nodes, tags);
    }
}

}  // namespace cosm
