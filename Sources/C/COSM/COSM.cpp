// SPDX-License-Identifier: MIT
// The border: what C++ throws becomes a failure here.
#include "COSM.h"

#include "extract.hpp"
#include "failure.hpp"

#include <osmium/io/error.hpp>
#include <protozero/exception.hpp>

#include <cstdio>
#include <new>
#include <random>

struct COSMExtract {
    cosm::Extract extract;
};

struct COSMBlock {
    std::unique_ptr<cosm::BlockBuilder> builder;
};

namespace {

void set(COSMFailure *failure, COSMStatus status, const char *message) noexcept {
    failure->status = status;
    std::snprintf(failure->message, sizeof(failure->message), "%s", message);
}

/// Does work, and says how it failed.
template <typename Work>
auto guarded(COSMFailure *failure, Work work) noexcept -> decltype(work()) {
    set(failure, COSM_OK, "");
    try {
        return work();
    } catch (const cosm::Failure &error) {
        set(failure, error.status, error.what());
    } catch (const std::bad_alloc &) {
        set(failure, COSM_NO_MEMORY, "there is not enough memory");
    } catch (const osmium::buffer_is_full &) {
        set(failure, COSM_TOO_LARGE, "an object is too large");
    } catch (const protozero::exception &) {
        set(failure, COSM_DAMAGED, "a block ends within a value");
    } catch (const std::exception &error) {
        set(failure, COSM_DAMAGED, error.what());
    } catch (...) {
        set(failure, COSM_DAMAGED, "unknown error");
    }
    return decltype(work())();
}

template <typename Text>
void copy(Text &target, const std::string &text) noexcept {
    std::snprintf(target, sizeof(target), "%s", text.c_str());
}

COSMHeader header(const osmium::Box &box) noexcept {
    COSMHeader result{};
    result.is_whole = true;
    result.has_box = box.valid();
    if (!result.has_box) return result;
    result.west = box.bottom_left().lon_without_check();
    result.south = box.bottom_left().lat_without_check();
    result.east = box.top_right().lon_without_check();
    result.north = box.top_right().lat_without_check();
    return result;
}

}  // namespace

COSMExtract *cosm_open(int descriptor, uint64_t size, COSMOptions options, COSMFailure *failure) {
    return guarded(failure, [&] { return new COSMExtract{{descriptor, size, options, std::random_device{}()}}; });
}

void cosm_close(COSMExtract *extract) { delete extract; }

COSMHeader cosm_header(const COSMExtract *extract) {
    const auto &file = extract->extract.source().header;
    auto result = header(file.box());
    result.is_whole = extract->extract.source().is_whole();
    copy(result.generator, file.get("generator"));
    copy(result.timestamp, file.get("timestamp"));
    return result;
}

COSMHeader cosm_node_box(const COSMExtract *extract) {
    const auto &nodes = extract->extract.node_box;
    auto result = header(nodes.box());
    if (nodes.is_across()) {
        result.west = nodes.west();
        result.east = nodes.east();
    }
    return result;
}

void cosm_add_word(COSMExtract *extract, const char *text, size_t length) { extract->extract.words.add({text, length}); }

size_t cosm_part_count(const COSMExtract *extract, COSMPhase phase) { return extract->extract.part_count(phase); }

COSMBlock *cosm_read(COSMExtract *extract, COSMPhase phase, size_t part, COSMFailure *failure) {
    return guarded(failure, [&]() -> COSMBlock * {
        auto builder = extract->extract.read(phase, part);
        return new COSMBlock{std::move(builder)};
    });
}

void cosm_seal(COSMExtract *extract, COSMPhase phase, COSMFailure *failure) {
    guarded(failure, [&] { extract->extract.seal(phase); });
}

COSMBlockContents cosm_contents(const COSMBlock *block) {
    const auto &b = *block->builder;
    return {b.features.data(),      b.features.size(),    b.parts.data(),           b.parts.size(),       b.points.data(),
            b.points.size(),        b.tags.data(),        b.tags.size(),            b.relations.data(),   b.relations.size(),
            b.memberships.data(),   b.memberships.size(), b.strings().text(),       b.strings().starts(), b.strings().count(),
            b.problems.data(),      b.problems.size()};
}

void cosm_free(COSMBlock *block) { delete block; }
