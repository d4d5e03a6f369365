// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport

/// A page with expected image, actual image and difference of every render case, the worst first.
///
/// It is written where `STATICMAP_CONFORMANCE` says, as `make conformance` asks.
struct RenderSheet: Sendable {
    private let folder: URL
    private let suite: String

    /// Nil when no page is wanted.
    ///
    /// - Parameters:
    ///   - suite: the name of the folder for the images.
    ///   - environment: says where the page is wanted.
    init?(_ suite: String = "render", environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["STATICMAP_CONFORMANCE"], !path.isEmpty else { return nil }
        folder = URL(filePath: path, relativeTo: packageRoot)
        self.suite = suite
    }

    func keep(_ id: String, _ comparison: ImageComparison) throws {
        let target = folder.appending(path: "\(suite)/\(name(id))")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let images = [
            ("expected", comparison.expected), ("actual", comparison.actual), ("difference", comparison.image),
        ]
        for (file, bitmap) in images {
            try Data(try encodePNG(bitmap)).write(to: target.appending(path: "\(file).png"))
        }
    }

    /// Writes `index.html`.
    ///
    /// - Returns: its path.
    func writePage(_ cases: [RenderCase], _ differences: [String: Double?], _ verdicts: [String: Verdict]) throws
        -> String
    {
        let sorted = cases.sorted { a, b in
            let (shareA, shareB) = (share(a, differences), share(b, differences))
            let (verdictA, verdictB) = (verdicts[a.id] ?? .fail, verdicts[b.id] ?? .fail)
            return (verdictB, shareB, a.id) < (verdictA, shareA, b.id)
        }
        let rows = sorted.map { row($0, differences[$0.id] ?? nil, verdicts[$0.id] ?? .fail) }
        let counts = Verdict.allCases.map { level in "\(level.rawValue): \(verdicts.values.count { $0 == level })" }
        let page = folder.appending(path: suite == "render" ? "index.html" : "\(suite).html")
        let text = """
            <!doctype html><meta charset="utf-8"><title>Render suite</title>
            <style>body{font:14px sans-serif;margin:24px}td,th{padding:4px 12px;vertical-align:top;text-align:left}
            img{max-width:380px;image-rendering:pixelated;background:repeating-conic-gradient(#ddd 0 25%,#fff 0 50%) 0/16px 16px}
            </style><h1>Render suite</h1><p>\(cases.count) cases: \(counts.joined(separator: ", "))</p>
            <table><tr><th>Case<th>Expected<th>Actual<th>Difference</tr>
            \(rows.joined(separator: "\n"))
            </table>
            """
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: page)
        return page.path(percentEncoded: false)
    }

    /// Writes `views.html`: views of whole styles beside the images that were expected.
    ///
    /// - Returns: its path.
    func writeViews(_ views: [(image: String, share: Double)]) throws -> String {
        let rows = views.map { view in
            let images = ["expected", "actual", "difference"].map { file in
                #"<td><img loading="lazy" src="\#(suite)/\#(name(view.image))/\#(file).png">"#
            }
            return "<tr><td><b>\(view.image)</b><br>\(String(format: "%.3f %% differ", view.share * 100))"
                + "\(images.joined())</tr>"
        }
        let page = folder.appending(path: "views.html")
        let text = """
            <!doctype html><meta charset="utf-8"><title>Reference maps</title>
            <style>body{font:14px sans-serif;margin:24px}td{padding:4px;vertical-align:top}img{max-width:440px}</style>
            <h1>Reference maps</h1><table>
            \(rows.joined(separator: "\n"))
            </table>
            """
        try Data(text.utf8).write(to: page)
        return page.path(percentEncoded: false)
    }

    /// Cases without an image count as wholly different.
    private func share(_ item: RenderCase, _ differences: [String: Double?]) -> Double {
        (differences[item.id] ?? nil) ?? 1
    }

    private func row(_ item: RenderCase, _ share: Double?, _ verdict: Verdict) -> String {
        let images = ["expected", "actual", "difference"].map { file in
            #"<td><img loading="lazy" src="\#(suite)/\#(name(item.id))/\#(file).png">"#
        }
        let numbers = share.map { String(format: "%.3f %% differ, %.3f %% allowed", $0 * 100, item.allowed * 100) }
        return "<tr><td><b>\(item.id)</b><br>\(verdict.rawValue)<br>\(numbers ?? "not drawn")"
            + "<br>MapLibre Native: \(item.native)\(images.joined())</tr>"
    }

    private func name(_ id: String) -> String { id.replacingOccurrences(of: "#", with: "_") }
}
