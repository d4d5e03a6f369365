// SPDX-License-Identifier: MIT
#include "blobs.hpp"

#include "failure.hpp"
#include "primitives.hpp"

#include <libdeflate.h>
#include <osmium/io/detail/pbf_decoder.hpp>
#include <protozero/pbf_reader.hpp>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace cosm {

namespace {

namespace pbf = osmium::io::detail;

/// "A BlobHeader … must be less than 64 KiB", "the uncompressed length of a Blob … must be less than 32 MiB" (PBF format).
constexpr uint32_t max_header = 64U << 10U;
constexpr uint32_t max_blob = 32U << 20U;
/// A file of the shortest blocks would have a table far larger than itself.
constexpr size_t max_blobs = 16U << 20U;

uint32_t big_endian(const std::string &bytes) noexcept {
    const auto *b = reinterpret_cast<const unsigned char *>(bytes.data());
    return (uint32_t{b[0]} << 24U) | (uint32_t{b[1]} << 16U) | (uint32_t{b[2]} << 8U) | uint32_t{b[3]};
}

struct Decompressor {
    libdeflate_decompressor *handle = libdeflate_alloc_decompressor();
    Decompressor() = default;
    Decompressor(const Decompressor &) = delete;
    Decompressor &operator=(const Decompressor &) = delete;
    ~Decompressor() { libdeflate_free_decompressor(handle); }
};

}  // namespace

std::string Blobs::read(uint64_t offset, size_t size) const {
    std::string bytes(size, '\0');
    size_t done = 0;
    while (done < size) {
        const auto length = pread(m_descriptor, &bytes[done], size - done, static_cast<off_t>(offset + done));
        if (length < 0 && errno == EINTR) continue;
        if (length < 0) throw Failure{COSM_SYSTEM, std::string{"the file cannot be read: "} + std::strerror(errno)};
        if (length == 0) throw Failure{COSM_DAMAGED, "the file became shorter while it was read"};
        done += static_cast<size_t>(length);
    }
    return bytes;
}

void Blobs::read_header(const std::string &bytes) {
    try {
        header = pbf::decode_header_block(protozero::data_view{bytes});
    } catch (const osmium::pbf_error &error) {
        throw Failure{COSM_UNSUPPORTED, error.what()};
    }
}

Blobs::Blobs(int descriptor, uint64_t size) : m_descriptor(descriptor), m_size(size) {
    uint64_t offset = 0;
    bool has_header = false;
    while (offset + 4 <= m_size) {
        const uint32_t length = big_endian(read(offset, 4));
        if (length == 0 || length > max_header || offset + 4 + length > m_size) break;
        std::string type;
        int64_t data_size = -1;
        try {
            const auto bytes = read(offset + 4, length);
            protozero::pbf_reader message{bytes};
            while (message.next()) {
                switch (message.tag_and_type()) {
                    case protozero::tag_and_type(1, protozero::pbf_wire_type::length_delimited): type = message.get_string(); break;
                    case protozero::tag_and_type(3, protozero::pbf_wire_type::varint): data_size = message.get_int32(); break;
                    default: message.skip();
                }
            }
        } catch (const protozero::exception &) {
            break;
        }
        const uint64_t start = offset + 4 + length;
        if (data_size < 0 || data_size > max_blob || start + static_cast<uint64_t>(data_size) > m_size) break;
        const Blob blob{start, static_cast<uint32_t>(data_size), osmium::osm_entity_bits::nwr};
        if (type == "OSMHeader") {
            if (!has_header) read_header(inflate(blob));
            has_header = true;
        } else if (!has_header) {
            break;
        } else if (type == "OSMData") {
            if (m_blobs.size() == max_blobs) throw Failure{COSM_TOO_LARGE, "the file has too many blocks"};
            m_blobs.push_back(blob);
        }
        offset = start + static_cast<uint64_t>(data_size);
        m_end = offset;
    }
    if (!has_header) throw Failure{COSM_FOREIGN, "the file is no OpenStreetMap PBF file"};
    if (header.has_multiple_object_versions()) {
        throw Failure{COSM_UNSUPPORTED, "the file has the history of its objects, not their state at one time"};
    }
}

std::string Blobs::inflate(const Blob &blob) const {
    auto bytes = read(blob.offset, blob.size);
    protozero::data_view packed;
    int64_t raw_size = -1;
    bool is_zstd = false;
    // Packings that nobody uses any more, or hardly anybody yet.
    const auto refuse = [](const char *packing) {
        throw Failure{COSM_UNSUPPORTED, std::string{"its blocks are packed with "} + packing +
                                            "; pack them with zlib: \"osmium cat INPUT.osm.pbf -o OUTPUT.osm.pbf\""};
    };
    protozero::pbf_reader message{bytes};
    while (message.next()) {
        switch (message.tag_and_type()) {
            case protozero::tag_and_type(1, protozero::pbf_wire_type::length_delimited): return message.get_string();
            case protozero::tag_and_type(2, protozero::pbf_wire_type::varint): raw_size = message.get_int32(); break;
            case protozero::tag_and_type(3, protozero::pbf_wire_type::length_delimited): packed = message.get_view(); break;
            case protozero::tag_and_type(4, protozero::pbf_wire_type::length_delimited): refuse("lzma"); break;
            case protozero::tag_and_type(5, protozero::pbf_wire_type::length_delimited): refuse("bzip2"); break;
            case protozero::tag_and_type(6, protozero::pbf_wire_type::length_delimited): refuse("lz4"); break;
            case protozero::tag_and_type(7, protozero::pbf_wire_type::length_delimited):
                packed = message.get_view();
                is_zstd = true;
                break;
            default: message.skip();
        }
    }
    if (packed.empty() || raw_size <= 0) throw Failure{COSM_DAMAGED, "a block has no data"};
    if (raw_size > max_blob) throw Failure{COSM_TOO_LARGE, "a block is larger than 32 MiB"};
    std::string output(static_cast<size_t>(raw_size), '\0');
    if (is_zstd) {
        if (ZSTD_decompress(&output[0], output.size(), packed.data(), packed.size()) != output.size()) {
            throw Failure{COSM_DAMAGED, "a block cannot be decompressed"};
        }
        return output;
    }
    const Decompressor decompressor;
    if (decompressor.handle == nullptr) throw std::bad_alloc{};
    size_t actual = 0;
    if (libdeflate_zlib_decompress(decompressor.handle, packed.data(), packed.size(), &output[0], output.size(), &actual) !=
            LIBDEFLATE_SUCCESS ||
        actual != output.size()) {
        throw Failure{COSM_DAMAGED, "a block cannot be decompressed"};
    }
    return output;
}

std::string Blobs::checked(size_t part) const {
    auto bytes = inflate(m_blobs[part]);
    if ((kinds_of_block(bytes) & ~m_blobs[part].allowed) != 0) {
        throw Failure{COSM_UNSUPPORTED, "the file is not sorted as its header says: sort it with \"osmium sort\""};
    }
    return bytes;
}

std::string Blobs::bounded(size_t part) const {
    auto bytes = checked(part);
    check_size(bytes);
    remove_zero_bytes(bytes);
    return bytes;
}

Objects Blobs::relations(size_t part) const {
    const auto bytes = bounded(part);
    pbf::PBFPrimitiveBlockDecoder decoder{protozero::data_view{bytes}, osmium::osm_entity_bits::relation, osmium::io::read_meta::no};
    return Objects{decoder()};
}

osmium::osm_entity_bits::type Blobs::kinds(size_t part) const { return kinds_of_block(inflate(m_blobs[part])); }

void Blobs::visit_nodes(size_t part, NodeVisitor &visitor) const { visit_nodes_of_block(checked(part), visitor); }

void Blobs::visit_ways(size_t part, WayVisitor &visitor) const { visit_ways_of_block(bounded(part), visitor); }

}  // namespace cosm
