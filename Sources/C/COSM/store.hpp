// SPDX-License-Identifier: MIT
// Memory for what is kept of a file, on disk beyond a limit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cosm {

/// Bytes that stay where they are until the store ends. Beyond a limit they are in a file without a name, which the system writes
/// to disk when memory is short.
class Store {
    std::mutex m_lock;
    std::string m_folder;
    uint64_t m_limit;
    uint64_t m_most;
    uint64_t m_size = 0;
    int m_file = -1;
    uint64_t m_file_size = 0;
    std::vector<std::pair<void *, size_t>> m_slabs;
    unsigned char *m_free = nullptr;
    size_t m_free_size = 0;

    void *map(size_t size);
    void *map_file(size_t size);

public:
    /// - Parameters:
    ///   - folder: where the file is made, if one is needed.
    ///   - limit: the bytes that are kept in memory.
    ///   - most: the bytes that are kept at all.
    Store(std::string folder, uint64_t limit, uint64_t most) : m_folder(std::move(folder)), m_limit(limit), m_most(most) {}
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;
    ~Store();

    /// Room for objects of a type without a destructor; from any thread.
    template <typename Object>
    Object *allocate(size_t count) {
        return reinterpret_cast<Object *>(allocate_bytes(count * sizeof(Object)));
    }
    unsigned char *allocate_bytes(size_t size);
};

}  // namespace cosm
