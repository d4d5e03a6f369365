// SPDX-License-Identifier: MIT
#include "store.hpp"

#include "failure.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace cosm {

namespace {

constexpr size_t alignment = 8;
constexpr size_t slab_size = 16U << 20U;

[[noreturn]] void fail(const std::string &folder, int error) {
    throw Failure{COSM_SYSTEM, "no temporary file can be written in " + folder + ": " + std::strerror(error)};
}

/// A file that is gone once it is closed.
int open_unnamed(const std::string &folder) {
#ifdef O_TMPFILE
    const int unnamed = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (unnamed >= 0) return unnamed;
#endif
    std::string name = folder + "/staticmap-XXXXXX";
    const int file = mkstemp(&name[0]);
    if (file < 0) fail(folder, errno);
    unlink(name.c_str());
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

}  // namespace

Store::~Store() {
    for (const auto &slab : m_slabs) munmap(slab.first, slab.second);
    if (m_file >= 0) close(m_file);
}

void *Store::map(size_t size) {
    if (m_size + size > m_limit) return map_file(size);
    void *slab = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab == MAP_FAILED) throw std::bad_alloc{};
    return slab;
}

/// The room on disk is taken first: a full disk is an error here, and not a signal when the memory is written to.
void *Store::map_file(size_t size) {
    if (m_file < 0) m_file = open_unnamed(m_folder);
    const auto offset = static_cast<off_t>(m_file_size);
#ifdef __APPLE__
    if (ftruncate(m_file, offset + static_cast<off_t>(size)) != 0) fail(m_folder, errno);
#else
    const int error = posix_fallocate(m_file, offset, static_cast<off_t>(size));
    if (error != 0) fail(m_folder, error);
#endif
    void *slab = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, m_file, offset);
    if (slab == MAP_FAILED) throw std::bad_alloc{};
    m_file_size += size;
    return slab;
}

unsigned char *Store::allocate_bytes(size_t size) {
    size = (size + alignment - 1) / alignment * alignment;
    const std::lock_guard<std::mutex> guard{m_lock};
    if (size > m_free_size) {
        const size_t page = 1U << 16U;
        const size_t length = std::max(slab_size, (size + page - 1) / page * page);
        if (m_size + length > m_most) throw Failure{COSM_TOO_LARGE, "the file has far more data than its size allows"};
        m_slabs.reserve(m_slabs.size() + 1);
        void *slab = map(length);
        m_slabs.emplace_back(slab, length);
        m_size += length;
        // What is left of the last slab stays unused: most parts are far smaller than a slab.
        m_free = static_cast<unsigned char *>(slab);
        m_free_size = length;
    }
    auto *result = m_free;
    m_free += size;
    m_free_size -= size;
    return result;
}

}  // namespace cosm
