// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCanvas
import MapCore
import MapGeometry
import MapText
import MapTiles
import NIOCore
import StaticMap

extension MapService {
    /// Names of fonts: folders with glyph files, and those that the styles ask for.
    var glyphStacks: [String] {
        let folders = catalog.glyphFolders.flatMap { folder in
            fileNames(in: folder).filter { FileState(folder + "/" + $0)?.kind == .folder }
        }
        let asked = catalog.styles.flatMap { style in
            (style.json?["layers"]?.array ?? []).flatMap { layer -> [String] in
                (layer["layout"]?["text-font"]?.array ?? []).compactMap(\.string)
            }
        }
        // The first words of expressions are no fonts.
        return Set(folders + asked.filter { $0.first?.isUppercase == true }).sorted()
    }

    /// `{fontstack}` and `{start}-{end}`, several stacks with commas between them: glyphs of the first that has them.
    /// What no file has is made from installed fonts.
    func glyphs(_ request: ServerRequest) async throws(RequestError) -> Response {
        let range = String(request.parts[1])
        let bounds = range.split(separator: "-").compactMap { whole($0) }
        guard bounds.count == 2, bounds[0] % 256 == 0, bounds[1] == bounds[0] + 255, bounds[0] < 65536 else {
            throw .bad("range", "expected a range such as 0-255, found \"\(range.prefix(20))\"")
        }
        let stack = percentDecoded(request.parts[0])
        let names = stack.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        let isPlain = names.allSatisfy { !$0.contains("/") && !$0.contains("\0") && $0 != ".." && $0 != "." }
        guard !names.isEmpty, names.count <= 16, stack.utf8.count <= 1000, isPlain else { throw notFound(request) }
        let fonts = current.rendering.renderer.fonts
        let known = Set(glyphStacks)
        guard names.contains(where: { known.contains($0) || fonts.has($0) }) else {
            throw .bad(
                "fontstack", "there is no font \"\(names[0].prefix(60))\"",
                hint: didYouMean(names[0], known.sorted()) ?? "GET /fonts.json lists those of the styles")
        }
        var files: [String] = []
        for name in names {
            let paths = catalog.glyphFolders.map { "\($0)/\(name)/\(range).pbf" }
            if let file = paths.first(where: { FileState($0) != nil }) { files.append(file) }
        }
        let state = SceneFiles(files, digests)
        let tag = "\"\(hexDigest("\(watched(.none).version().digest)|\(state.state)|\(names)|\(range)"))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = caching
        if request.headers.hold(tag) {
            return Response(.notModified, headers: headers)
        }
        let type = "application/x-protobuf"
        let generator = GlyphGenerator(fonts: fonts)
        let found = files
        let subject = request.subject(hexDigest(tag))
        let (encoded, _) = try await encoded(tag, request) { [pool] cancellation async throws(RequestError) in
            let bytes = try await pool.run(subject, cancellation: cancellation) {
                let made = generator.file(stack: names.joined(separator: ","), start: UInt32(bounds[0]))
                return .success(
                    GlyphRange.merged(found.compactMap { try? readFile($0, limit: 8 << 20) } + [made]) ?? made)
            }
            return EncodedMap(body: ByteBuffer(bytes: bytes), mediaType: type)
        }
        return Response(type: type, headers: headers, body: encoded.body)
    }
}

extension FontLibrary {
    /// True for the name of an installed font, such as "Noto Sans Bold".
    fileprivate func has(_ name: String) -> Bool {
        let font = FontRequest(stack: [name])
        let family = font.families.first?.lowercased()
        return shape(" A", font: font, size: 16).glyphs.contains { $0.face.familyName.lowercased() == family }
    }
}

/// Makes glyph files out of installed fonts, so that clients set labels in the fonts that images are drawn with.
///
/// - SeeAlso: https://github.com/mapbox/node-fontnik, whose files these are like; V. Gaede, "TinySDF".
struct GlyphGenerator: Sendable {
    /// Pixels per em.
    private static let em = 24.0
    /// From the top of a line to its baseline, as clients expect it: the ascent of Open Sans and Noto Sans. All fonts have
    /// the same one here, so that fallback fonts share a baseline.
    private static let ascent = 26.0
    /// Pixels from the outline to a distance of zero.
    private static let radius = 8.0
    /// The distance on the outline.
    private static let edge = 191.25

    let fonts: FontLibrary

    /// A file with the 256 characters from `start`, set in the first font of a stack that has them.
    func file(stack: String, start: UInt32) -> [UInt8] {
        let font = FontRequest(stack: [stack])
        let glyphs = (start..<start + 256).compactMap { value in
            Unicode.Scalar(value).flatMap { glyph(of: $0, font) }
        }
        return GlyphRange.encode(glyphs, stack: stack, start: start)
    }

    private func glyph(of scalar: Unicode.Scalar, _ font: FontRequest) -> GlyphRecord? {
        guard scalar.value >= 32, scalar.properties.generalCategory != .control else { return nil }
        let line = fonts.shape(String(Character(scalar)), font: font, size: Self.em)
        guard line.missing.isEmpty else { return nil }
        let path = line.glyphs.reduce(into: Path()) { path, glyph in
            path.append(
                glyph.face.outline(of: glyph.id).transformed(
                    by: Transform.scale(Self.em, Self.em).then(.translation(Point(glyph.x, glyph.y)))))
        }
        var record = GlyphRecord(
            scalar: scalar.value, width: 0, height: 0, left: 0, top: 0, advance: line.width.rounded(), distances: [])
        let figures = path.flattened.map { $0.points }.filter { $0.count > 1 }
        let ink = figures.joined().reduce(into: Rect.null) { $0.extend(to: $1) }
        guard !ink.isNull, ink.width > 0, ink.height > 0, ink.width < 150, ink.height < 150 else { return record }
        let box = ink.integral
        let border = Double(GlyphRange.border)
        let frame = box.inset(by: -border)
        record.width = Int(frame.width)
        record.height = Int(frame.height)
        record.left = box.minX
        record.top = -box.minY - Self.ascent
        record.distances = distances(to: figures, in: frame)
        return record
    }

    /// Distances from the middles of a frame's pixels to the outline.
    private func distances(to figures: [[Point]], in frame: Rect) -> [UInt8] {
        var edges: [(from: Point, to: Point)] = []
        for figure in figures {
            var previous = figure[figure.count - 1]
            for point in figure where point != previous {
                edges.append((previous, point))
                previous = point
            }
        }
        var distances: [UInt8] = []
        distances.reserveCapacity(Int(frame.width * frame.height))
        for row in 0..<Int(frame.height) {
            for column in 0..<Int(frame.width) {
                let middle = Point(frame.minX + Double(column) + 0.5, frame.minY + Double(row) + 0.5)
                let value = Self.edge + 255 / Self.radius * signedDistance(from: middle, to: edges)
                distances.append(UInt8(max(0, min(255, value.rounded()))))
            }
        }
        return distances
    }

    /// Positive inside of the outline, where its windings do not cancel.
    private func signedDistance(from point: Point, to edges: [(from: Point, to: Point)]) -> Double {
        var nearest = Double.infinity
        var winding = 0
        for (a, b) in edges {
            let (edge, offset) = (b - a, point - a)
            let along = max(0, min(1, (offset.x * edge.x + offset.y * edge.y) / (edge.x * edge.x + edge.y * edge.y)))
            let (x, y) = (offset.x - along * edge.x, offset.y - along * edge.y)
            nearest = min(nearest, x * x + y * y)
            let side = edge.x * offset.y - offset.x * edge.y
            if a.y <= point.y {
                if b.y > point.y, side > 0 { winding += 1 }
            } else if b.y <= point.y, side < 0 {
                winding -= 1
            }
        }
        return winding == 0 ? -nearest.squareRoot() : nearest.squareRoot()
    }
}
