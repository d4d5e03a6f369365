// SPDX-License-Identifier: MIT
#include "locations.hpp"

#include "failure.hpp"

#include <algorithm>
#include <limits>

namespace cosm {

namespace {

/// Makes ids ascend, each once.
void sort(std::vector<LocatedNode> &nodes) {
    const auto is_misplaced = [](const LocatedNode &a, const LocatedNode &b) { return a.first >= b.first; };
    if (std::adjacent_find(nodes.begin(), nodes.end(), is_misplaced) == nodes.end()) return;
    std::vector<std::pair<int64_t, size_t>> order;
    order.reserve(nodes.size());
    for (const auto &node : nodes) order.emplace_back(node.first, order.size());
    std::sort(order.begin(), order.end());
    std::vector<LocatedNode> sorted;
    sorted.reserve(nodes.size());
    for (const auto &entry : order) {
        if (sorted.empty() || sorted.back().first != entry.first) sorted.push_back(nodes[entry.second]);
    }
    nodes.swap(sorted);
}

}  // namespace

void Locations::append(const LocatedNode *nodes, size_t count, std::vector<LocationChunk> &chunks) {
    for (size_t start = 0; start < count;) {
        LocationChunk chunk;
        chunk.first = nodes[start].first;
        size_t end = start;
        // The distance of two ids as an unsigned number: it cannot overflow, as they ascend.
        const auto distance = [&](size_t i) { return static_cast<uint64_t>(nodes[i].first) - static_cast<uint64_t>(chunk.first); };
        while (end < count && distance(end) <= std::numeric_limits<uint32_t>::max()) ++end;
        chunk.count = end - start;
        chunk.offsets = m_store.allocate<uint32_t>(chunk.count);
        chunk.locations = m_store.allocate<osmium::Location>(chunk.count);
        for (size_t i = start; i < end; ++i) {
            chunk.offsets[i - start] = static_cast<uint32_t>(distance(i));
            chunk.locations[i - start] = nodes[i].second;
        }
        chunk.width = chunk.offsets[chunk.count - 1];
        chunks.push_back(chunk);
        start = end;
    }
}

void Locations::set(size_t part, std::vector<LocatedNode> &nodes) {
    sort(nodes);
    append(nodes.data(), nodes.size(), m_parts[part]);
}

void Locations::seal() {
    for (const auto &part : m_parts) m_chunks.insert(m_chunks.end(), part.begin(), part.end());
    m_parts.clear();
    const auto overlap = [](const LocationChunk &a, const LocationChunk &b) { return a.last() >= b.first; };
    if (std::adjacent_find(m_chunks.begin(), m_chunks.end(), overlap) != m_chunks.end()) {
        // They are sorted in memory: three times 16 bytes for each.
        constexpr size_t most_nodes = 40000000;
        size_t count = 0;
        for (const auto &chunk : m_chunks) count += chunk.count;
        if (count > most_nodes) throw Failure{COSM_UNSUPPORTED, "the file is not sorted: sort it with \"osmium sort\""};
        std::vector<LocatedNode> nodes;
        nodes.reserve(count);
        for (const auto &chunk : m_chunks) {
            for (size_t i = 0; i < chunk.count; ++i) nodes.emplace_back(chunk.first + chunk.offsets[i], chunk.locations[i]);
        }
        m_chunks.clear();
        sort(nodes);
        constexpr size_t usual = 8000;
        for (size_t start = 0; start < nodes.size(); start += usual) {
            append(&nodes[start], std::min(usual, nodes.size() - start), m_chunks);
        }
    }
    m_firsts.reserve(m_chunks.size());
    for (const auto &chunk : m_chunks) m_firsts.push_back(chunk.first);
}

/// Ids are spread about evenly, so that the search begins near to where the node should be.
size_t LocationChunk::position(uint32_t offset) const noexcept {
    const size_t guess = width == 0 ? 0 : static_cast<size_t>(uint64_t{offset} * (count - 1) / width);
    if (offsets[guess] == offset) return guess;
    size_t low = guess;
    size_t high = guess;
    size_t step = 1;
    if (offsets[guess] < offset) {
        for (; high < count && offsets[high] < offset; step *= 2) {
            low = high + 1;
            high += step;
        }
        high = std::min(high, count);
    } else {
        for (; low > 0 && offsets[low] >= offset; step *= 2) {
            high = low;
            low -= std::min(low, step);
        }
    }
    return static_cast<size_t>(std::lower_bound(offsets + low, offsets + high, offset) - offsets);
}

osmium::Location Locations::find(int64_t id, Cursor &cursor) const noexcept {
    if (m_chunks.empty()) return osmium::Location{};
    const LocationChunk *chunk = &m_chunks[cursor.chunk];
    if (id < chunk->first || id > chunk->last()) {
        const auto after = std::upper_bound(m_firsts.begin(), m_firsts.end(), id);
        if (after == m_firsts.begin()) return osmium::Location{};
        cursor.chunk = static_cast<size_t>(after - m_firsts.begin()) - 1;
        cursor.position = 0;
        chunk = &m_chunks[cursor.chunk];
        if (id > chunk->last()) return osmium::Location{};
    }
    const auto offset = static_cast<uint32_t>(static_cast<uint64_t>(id) - static_cast<uint64_t>(chunk->first));
    const auto *offsets = chunk->offsets;
    size_t position = cursor.position + 1;
    if (position >= chunk->count || offsets[position] != offset) {
        position = chunk->position(offset);
        if (offsets[position] != offset) return osmium::Location{};
    }
    cursor.position = position;
    return chunk->locations[position];
}

}  // namespace cosm
