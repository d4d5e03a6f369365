// SPDX-License-Identifier: MIT
// Numbers for strings.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace cosm {

/// Strings with numbers from 0, in the order in which they came.
class Strings {
    std::string m_text;
    std::vector<uint32_t> m_starts{0};
    std::vector<uint32_t> m_table;  // number + 1; 0 is free
    std::vector<uint32_t> m_hashes;
    uint32_t m_seed;

    void grow() {
        std::vector<uint32_t> table(m_table.empty() ? 256 : m_table.size() * 2, 0);
        const size_t mask = table.size() - 1;
        for (uint32_t i = 0; i < m_hashes.size(); ++i) {
            size_t slot = m_hashes[i] & mask;
            while (table[slot] != 0) slot = (slot + 1) & mask;
            table[slot] = i + 1;
        }
        m_table.swap(table);
    }

public:
    static constexpr uint32_t none = 0xFFFFFFFFU;

    /// - Parameter seed: keeps strangers from choosing strings that collide.
    explicit Strings(uint32_t seed) : m_seed(seed) {}

    std::string_view operator[](uint32_t i) const noexcept {
        return {m_text.data() + m_starts[i], m_starts[i + 1] - m_starts[i]};
    }
    size_t count() const noexcept { return m_starts.size() - 1; }
    const char *text() const noexcept { return m_text.data(); }
    const uint32_t *starts() const noexcept { return m_starts.data(); }

    /// For `find` and `add` of all tables with the same seed.
    uint32_t hash(std::string_view text) const noexcept {
        uint64_t h = m_seed ^ (text.size() * 0x9E3779B97F4A7C15U);
        const char *bytes = text.data();
        size_t rest = text.size();
        while (rest >= 8) {
            uint64_t word;
            std::memcpy(&word, bytes, 8);
            h = (h ^ word) * 0x9FB21C651E98DF25U;
            h ^= h >> 32;
            bytes += 8;
            rest -= 8;
        }
        uint64_t word = 0;
        std::memcpy(&word, bytes, rest);
        h = (h ^ word) * 0x9FB21C651E98DF25U;
        h ^= h >> 29;
        h *= 0x9E3779B97F4A7C15U;
        return static_cast<uint32_t>(h >> 32);
    }

    uint32_t find(std::string_view text, uint32_t h) const noexcept {
        if (m_table.empty()) return none;
        const size_t mask = m_table.size() - 1;
        for (size_t slot = h & mask; m_table[slot] != 0; slot = (slot + 1) & mask) {
            const uint32_t i = m_table[slot] - 1;
            if (m_hashes[i] == h && (*this)[i] == text) return i;
        }
        return none;
    }

    uint32_t add(std::string_view text) { return add(text, hash(text)); }

    uint32_t add(std::string_view text, uint32_t h) {
        const uint32_t known = find(text, h);
        if (known != none) return known;
        if ((count() + 1) * 2 > m_table.size()) grow();
        const uint32_t number = static_cast<uint32_t>(count());
        const size_t mask = m_table.size() - 1;
        size_t slot = h & mask;
        while (m_table[slot] != 0) slot = (slot + 1) & mask;
        m_table[slot] = number + 1;
        m_hashes.push_back(h);
        m_text.append(text);
        m_starts.push_back(static_cast<uint32_t>(m_text.size()));
        return number;
    }
};

}  // namespace cosm
