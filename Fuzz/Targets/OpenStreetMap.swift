// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImport

extension FuzzTarget {
    /// Raw data of OpenStreetMap, as PBF or XML: phases, features, areas, the sea.
    static let osm = FuzzTarget("osm") { bytes throws(BrokenPromise) in
        try withScratchFile(bytes, "osm.pbf") { path throws(BrokenPromise) in
            var vocabulary = OSMVocabulary()
            _ = vocabulary.number("natural")
            let sink = DiagnosticSink()
            guard
                let extract = accepted({ () throws(Diagnostic) in
                    try OSMExtract(path: path, vocabulary: vocabulary, diagnostics: sink)
                })
            else { return }
            var problem: String?
            _ = accepted { () throws(Diagnostic) in
                try extract.forEachBlock(threads: 1) { block in
                    brokenPromise(of: block)
                } consume: {
                    problem = problem ?? $0
                }
            }
            try promise(problem == nil, problem ?? "")
        }
    }
}

/// What is wrong with a block.
private func brokenPromise(of block: OSMBlock) -> String? {
    func lies(_ range: Range<Int>, in count: Int) -> Bool { range.lowerBound >= 0 && range.upperBound <= count }
    for feature in block.features {
        guard lies(feature.lines, in: block.parts.count), lies(feature.rings, in: block.parts.count),
            lies(feature.tags, in: block.tags.count), lies(feature.memberships, in: block.memberships.count)
        else { return "a feature has parts that its block does not have" }
        _ = block.labelPoint(of: feature)
    }
    for part in block.parts where !lies(part.points, in: block.points.count) { return "a part has points of no block" }
    for point in block.points where !(0...1).contains(point.x) || !(0...1).contains(point.y) {
        return "a point is outside of the world"
    }
    for tag in block.tags where !block.hasText(for: tag.key) || !block.hasText(for: tag.value) {
        return "a tag has no text"
    }
    return nil
}
