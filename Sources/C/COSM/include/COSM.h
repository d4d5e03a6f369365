// SPDX-License-Identifier: MIT
// OpenStreetMap files through libosmium, for Swift: no exception leaves it, and nothing is kept beyond an extract.
//
// A file is read in phases, each of them part by part. Parts of one phase may be read by several threads at once, in any order;
// what follows from a part depends on nothing but the phases before. Between two phases stands cosm_seal.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct COSMExtract COSMExtract;
typedef struct COSMBlock COSMBlock;

typedef enum {
    COSM_OK,
    COSM_FOREIGN,      // no OpenStreetMap file
    COSM_UNSUPPORTED,  // one that nobody here can read, such as a history
    COSM_DAMAGED,
    COSM_TOO_LARGE,
    COSM_SYSTEM,       // an error of the system, such as a full disk
    COSM_NO_MEMORY,
    COSM_CANCELLED,
} COSMStatus;

typedef struct {
    COSMStatus status;
    char message[240];
} COSMFailure;

typedef enum { COSM_RELATIONS, COSM_NODES, COSM_WAYS, COSM_AREAS } COSMPhase;
typedef enum { COSM_NODE, COSM_WAY, COSM_RELATION } COSMOrigin;

// Web Mercator with the world as the unit square, y southwards.
typedef struct {
    double x, y;
} COSMPoint;

typedef struct {
    uint32_t first_point, point_count;
    bool is_inner;
} COSMPart;

typedef struct {
    uint32_t key, value;
} COSMTag;

typedef struct {
    int64_t id;
    uint32_t first_tag, tag_count;
} COSMRelation;

typedef struct {
    uint32_t relation;  // of the block
    uint32_t role;
} COSMMembership;

typedef struct {
    int64_t id;
    uint32_t first_line, line_count;  // parts; a point is a part of one point
    uint32_t first_ring, ring_count;  // parts
    uint32_t first_tag, tag_count;
    uint32_t first_membership, membership_count;
    uint8_t origin;
    bool is_closed;
} COSMFeature;

typedef enum {
    COSM_PROBLEM_DAMAGED_PART,       // a block of the file, by its number as id
    COSM_PROBLEM_LARGE_PART,         // one that would take too much memory
    COSM_PROBLEM_COORDINATE,         // a node outside of the world
    COSM_PROBLEM_MISSING_NODES,      // a way; count of them
    COSM_PROBLEM_MISSING_MEMBERS,    // a relation; count of them
    COSM_PROBLEM_CROSSING,           // an area whose edge crosses itself, at a place
    COSM_PROBLEM_OPEN_RING,          // an area that is not closed, at a place
    COSM_PROBLEM_NO_AREA,            // any other reason
    COSM_PROBLEM_DUPLICATE,          // an object that the file has twice
    COSM_PROBLEM_TOO_COMPLEX,        // an area that would take too long
} COSMProblemKind;

typedef struct {
    COSMProblemKind kind;
    COSMOrigin origin;
    int64_t id;
    int64_t count;
    double longitude, latitude;  // NaN where no place is known
} COSMProblem;

typedef struct {
    const COSMFeature *features;
    size_t feature_count;
    const COSMPart *parts;
    size_t part_count;
    const COSMPoint *points;
    size_t point_count;
    const COSMTag *tags;
    size_t tag_count;
    const COSMRelation *relations;
    size_t relation_count;
    const COSMMembership *memberships;
    size_t membership_count;
    // Strings beyond the vocabulary: the text of number i ends where that of i + 1 begins.
    const char *text;
    const uint32_t *text_starts;
    size_t string_count;
    const COSMProblem *problems;
    size_t problem_count;
} COSMBlockContents;

typedef struct {
    // Where what does not fit into memory is written.
    const char *temporary_folder;
    // The bytes of nodes and ways that are kept in memory.
    uint64_t memory_limit;
    // Asked now and then while a file is opened, on the thread that opens it.
    bool (*is_cancelled)(void);
} COSMOptions;

typedef struct {
    // False for a file that is cut short.
    bool is_whole;
    bool has_box;
    double west, south, east, north;
    char generator[120];
    char timestamp[40];
} COSMHeader;

// Takes the descriptor of a file, which stays the caller's, as do the options. XML is read whole here.
COSMExtract *cosm_open(int descriptor, uint64_t size, COSMOptions options, COSMFailure *failure);
void cosm_close(COSMExtract *extract);
COSMHeader cosm_header(const COSMExtract *extract);

// Strings with numbers from 0 in the order in which they are added, each once. Before anything is read.
void cosm_add_word(COSMExtract *extract, const char *text, size_t length);

// How many parts a phase has; known once the phases before it are sealed.
size_t cosm_part_count(const COSMExtract *extract, COSMPhase phase);
// Reads a part, once; the block of relations has problems at most. Null where the import cannot go on.
COSMBlock *cosm_read(COSMExtract *extract, COSMPhase phase, size_t part, COSMFailure *failure);
void cosm_seal(COSMExtract *extract, COSMPhase phase, COSMFailure *failure);
// The box of all nodes, once they are sealed; its east is less than its west where it crosses the antimeridian.
COSMHeader cosm_node_box(const COSMExtract *extract);

COSMBlockContents cosm_contents(const COSMBlock *block);
void cosm_free(COSMBlock *block);

#ifdef __cplusplus
}
#endif
