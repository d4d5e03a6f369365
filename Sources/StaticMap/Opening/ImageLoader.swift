// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapLayout
package import MapScene
import MapText
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds, reads and decodes the images of a scene: files below its folder or an asset folder, pictograms, `data:` URLs,
/// encoded bytes and drawings. No other file is ever opened.
struct ImageLoader {
    /// The largest file, in bytes.
    private static let limit = 32 << 20
    private static let maxPixels = 4096 * 4096
    /// The longest side of a drawing, in points.
    private static let maxDrawingSide = 2000.0

    /// In the order in which they are searched.
    let folders: [String]
    let scale: Double
    let fonts: FontLibrary
    let pictograms: PictogramLibrary

    /// Loads images. One that cannot be read is left out, and reported wherever the scene refers to it.
    ///
    /// - Parameters:
    ///   - references: what the scene refers to; repetitions are loaded once.
    ///   - reporter: receives the warnings.
    /// - Returns: the images that could be read.
    func load(_ references: [Scene.ImageReference], _ reporter: SceneReporter) -> [ImageAsset: AnnotationImage] {
        var images: [ImageAsset: AnnotationImage] = [:]
        var failures: [ImageAsset: Diagnostic] = [:]
        // Most annotations show the image of the one before.
        var last: ImageAsset?
        for reference in references where reference.asset != last && images[reference.asset] == nil {
            // Past a limit of the map, the rest is left out.
            if WorkContext.isCancelled { break }
            @Sendable func report(_ error: Diagnostic, _ consequence: String?) {
                reporter.report(
                    at: reference.path, severity: .warning, code: error.code,
                    message: "\(reference.asset.name): \(error.message)" + (consequence.map { "; \($0)" } ?? ""),
                    hint: error.hint)
            }
            do throws(Diagnostic) {
                if let failure = failures[reference.asset] { throw failure }
                let location = SceneReporter.path(of: reference.path)
                images[reference.asset] = try RenderBudget.locate(at: { location }) { () throws(Diagnostic) in
                    try image(reference, reporter) { report($0, $1) }
                }
                last = reference.asset
            } catch {
                failures[reference.asset] = error
                report(error, reference.replacement)
            }
        }
        return images
    }

    private func image(
        _ reference: Scene.ImageReference, _ reporter: SceneReporter, _ report: @escaping AnnotationImage.Report
    ) throws(Diagnostic) -> AnnotationImage {
        switch reference.asset.source {
        case .reference(let name): return try image(name, report)
        case .encoded(let bytes, let density):
            return try decode(bytes, density: try checked(density), report)
        case .drawing(let drawing):
            let sides = 1...Self.maxDrawingSide
            guard sides.contains(drawing.size.width), sides.contains(drawing.size.height) else {
                throw Diagnostic(
                    code: .imageInvalidSize, expected: "a size from 1 to 2000 points",
                    found: "\(formatted(drawing.size.width)) × \(formatted(drawing.size.height))")
            }
            let inner = drawing.images.map { asset in
                var inner = reference
                (inner.asset, inner.replacement) = (asset, nil)
                return inner
            }
            return AnnotationImage(
                drawing, fonts: fonts, images: load(inner, reporter), scale: scale, report: report)
        }
    }

    private func image(_ name: String, _ report: @escaping AnnotationImage.Report) throws(Diagnostic) -> AnnotationImage
    {
        if name.hasPrefix("<svg") { return try decode(Array(name.utf8), density: 1, report) }
        if name.hasPrefix("data:") {
            let url = try DataURL(name)
            return try decode(url.bytes, density: try checked(url.scale), report)
        }
        guard !name.contains("://") else {
            throw Diagnostic(
                code: .imageRemote, "images are not fetched", hint: "put the file into the scene's folder")
        }
        // Features name their symbols without an extension.
        let isPictogramName = PictogramLibrary.isName(name)
        let access = FileAccess(roots: folders)
        var isOutside = false
        let candidates = densities(of: name) + (isPictogramName ? [(name: name + ".svg", density: 1)] : [])
        for (candidate, density) in candidates {
            for folder in folders {
                let path = candidate.hasPrefix("/") || folder == "." ? candidate : folder + "/" + candidate
                guard access.permits(path) else {
                    isOutside = true
                    continue
                }
                // A folder called "playground" does not hide the pictogram.
                guard let state = FileState(path), !(isPictogramName && state.kind == .folder) else { continue }
                var bytes: [UInt8] = []
                do {
                    bytes = try readFile(path, limit: Self.limit)
                } catch {
                    throw Diagnostic(code: error.code, error.message)
                }
                return try decode(bytes, density: density, report)
            }
        }
        // Where no folder can be reached, a pictogram has its name all the same.
        if isPictogramName, let drawing = pictograms.drawing(name) {
            return AnnotationImage(drawing, fonts: fonts, images: [:], scale: scale, report: report)
        }
        guard !isOutside else {
            throw Diagnostic(
                code: .imageOutsideFolder, "the file lies outside of the scene's folder",
                hint: "--assets names other folders for images")
        }
        guard isPictogramName else { throw Diagnostic(code: .imageMissing, "there is no such file") }
        throw Diagnostic(
            code: .imageMissing, "there is no such pictogram or file",
            hint: didYouMean(name, pictograms.names) ?? "docs/pictograms.md shows the names of pictograms")
    }

    private func checked(_ density: Double) throws(Diagnostic) -> Double {
        guard density > 0, density.isFinite else {
            throw Diagnostic(
                code: .imageInvalidSize, expected: "a scale above 0", found: formatted(density))
        }
        return density
    }

    /// The file names to try: first the lowest density that is high enough for the scale, then higher ones, then the rest.
    private func densities(of name: String) -> [(name: String, density: Double)] {
        let folderEnd = name.lastIndex(of: "/") ?? name.startIndex
        guard let dot = name.lastIndex(of: "."), dot > folderEnd else { return [(name, 1)] }
        for density in [2.0, 3] where name[..<dot].hasSuffix("@\(Int(density))x") { return [(name, density)] }
        let fine = [1.0, 2, 3].filter { $0 >= scale - 1e-9 }
        let coarse = [3.0, 2, 1].filter { $0 < scale - 1e-9 }
        return (fine + coarse).map { density in
            (density == 1 ? name : "\(name[..<dot])@\(Int(density))x\(name[dot...])", density)
        }
    }

    private func decode(
        _ bytes: [UInt8], density: Double, _ report: @escaping AnnotationImage.Report
    ) throws(Diagnostic) -> AnnotationImage {
        guard SVGIcon.matches(bytes) else {
            return AnnotationImage(try decodeImage(bytes, maxPixels: Self.maxPixels), density: density)
        }
        return try AnnotationImage(
            SVGIcon(bytes, fonts: fonts), scale: scale, maxPixels: Self.maxPixels, report: report)
    }
}

/// A `data:` URL (RFC 2397). Its parameter `scale` is pixels per point, as in `data:image/png;scale=2;base64,…`.
private struct DataURL {
    let bytes: [UInt8]
    let scale: Double

    init(_ address: String) throws(Diagnostic) {
        guard let comma = address.firstIndex(of: ",") else {
            throw Diagnostic(
                code: .imageInvalidDataUrl, expected: "\"data:image/png;base64,…\"", found: "no comma")
        }
        let payload = address[address.index(after: comma)...]
        let parameters = address[..<comma].split(separator: ";").dropFirst()
        let given = parameters.first { $0.hasPrefix("scale=") }
        // What is no number is refused as a scale of 0 is.
        scale = given.map { Double($0.dropFirst(6)) ?? 0 } ?? 1
        if parameters.last == "base64" {
            guard let data = Data(base64Encoded: String(payload)) else {
                throw Diagnostic(code: .imageInvalidDataUrl, "the data: URL is not valid base64")
            }
            bytes = Array(data)
        } else {
            bytes = percentDecoded(Array(payload.utf8))
        }
    }
}

/// The pictograms of a home by name, `styles/pictograms/pictograms.json`.
package final class PictogramLibrary: Sendable {
    /// Units of the file per point; a pictogram is 24 points wide and high.
    private static let unitsPerPoint = 100.0
    private static let side = 24.0
    private static let limit = 4 << 20

    private let file: String
    private let loaded = Mutex<[String: String]?>(nil)

    /// - Parameter home: where the file is; it is read when the first pictogram is requested. Without a file that can be
    ///   read, the library is empty.
    package init(home: Home) {
        file = home.path + "/styles/pictograms/pictograms.json"
    }

    /// Paths by name.
    private var paths: [String: String] {
        loaded.withLock { loaded in
            if let loaded { return loaded }
            let text = try? readFile(file, limit: Self.limit)
            let root = text.flatMap { try? JSONDocument(file: file, text: $0).root }
            let pairs = (root?.object?.members ?? []).compactMap { member in
                member.node.string.map { (member.key, $0) }
            }
            let paths = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            loaded = paths
            return paths
        }
    }

    /// All names, sorted.
    package var names: [String] { paths.keys.sorted() }

    /// True for what may name a pictogram, so that a path of a file is not taken for a misspelt one.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetterOrDigit }
    }

    /// A pictogram in dark gray; markers tint it.
    package func drawing(_ name: String) -> VectorDrawing? {
        guard let path = paths[name].flatMap(Self.path) else { return nil }
        return VectorDrawing(
            size: Size(width: Self.side, height: Self.side),
            elements: [.fill(path, Color(rgb: 0x3A3A3C), evenOdd: false)])
    }

    /// Reads `M`, `L`, `C` and `Z` with absolute whole numbers; nil for anything else.
    private static func path(_ text: String) -> Path? {
        var path = Path()
        var rest = text[...]
        while let command = rest.popFirst() {
            let numbers = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(numbers.count)
            let values = numbers.split(separator: " ").compactMap { Double($0) }.map { $0 / unitsPerPoint }
            let points = stride(from: 0, to: values.count - 1, by: 2).map { Point(values[$0], values[$0 + 1]) }
            switch (command, values.count) {
            case ("M", 2): path.move(to: points[0])
            case ("L", 2): path.line(to: points[0])
            case ("C", 6): path.curve(points[0], points[1], to: points[2])
            case ("Z", 0): path.close()
            default: return nil
            }
        }
        return path
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
