// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapText

/// Debian's fonts-noto-core, fonts-noto-cjk and fonts-inter, and nothing else that the machine may have.
enum TestFonts {
    static let folders = [
        "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto", "/usr/share/fonts/opentype/inter",
    ]

    static let areInstalled: Bool = {
        let missing = folders.filter { !FileManager.default.fileExists(atPath: $0) }
        if !missing.isEmpty { print("skipped: text tests need the fonts in \(missing.joined(separator: ", "))") }
        return missing.isEmpty
    }()

    static let library = FontLibrary(folders: folders, useSystemFonts: false)
    static let regular = FontRequest(families: ["Noto Sans"])
    static let bold = FontRequest(families: ["Noto Sans"], weight: 700)
    static let inter = FontRequest(families: ["Inter"])
}

extension ShapedLine {
    /// Names of the faces used, in the order of first use.
    var faceNames: [String] {
        var names: [String] = []
        for glyph in glyphs where !names.contains(glyph.face.familyName) { names.append(glyph.face.familyName) }
        return names
    }

    /// What a reader sees from left to right, one entry per cluster.
    var visualClusters: [Int] {
        var clusters: [Int] = []
        for glyph in glyphs where clusters.last != glyph.cluster { clusters.append(glyph.cluster) }
        return clusters
    }
}

extension TextBlock {
    /// The text of each line.
    var lineTexts: [String] {
        lines.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    }
}
