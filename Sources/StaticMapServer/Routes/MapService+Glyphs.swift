// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import MapRuntime
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

    /// `/fonts/{fontstack}/{start}-{end}.pbf`, several stacks with commas between them: glyphs of the first that has them.
    /// What no file has is made from installed fonts.
    func glyphs(_ request: ServerRequest, _ parts: [Substring]) async throws(RequestError) -> Answer {
        try allow(request, [.get])
        guard parts.count == 2, parts[1].hasSuffix(".pbf") else { throw notFound(request) }
        let range = String(parts[1].dropLast(4))
        let bounds = range.split(separator: "-").compactMap { whole($0) }
        guard bounds.count == 2, bounds[0] % 256 == 0, bounds[1] == bounds[0] + 255, bounds[0] < 65536 else {
            throw .bad("range", "expected a range such as 0-255, found \"\(range.prefix(20))\"")
        }
        let stack = percentDecoded(parts[0])
        let names = stack.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        let isPlain = names.allSatisfy { !$0.contains("/") && !$0.contains("\0") && $0 != ".." && $0 != "." }
        guard !names.isEmpty, names.count <= 16, stack.utf8.count <= 1000, isPlain else { throw notFound(request) }
        var files: [String] = []
        for name in names {
            let paths = catalog.glyphFolders.map { "\($0)/\(name)/\(range).pbf" }
            if let file = paths.first(where: { FileState($0) != nil }) { files.append(file) }
        }
        let state = SceneFiles(files)
        let tag = "\"\(hexDigest("\(watched(.none).version().digest)|\(files)|\(state.state)|\(names)|\(range)"))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = "public, max-age=\(configuration.maxAge)"
        if let field = request.headers[.ifNoneMatch], matches(field, tag: tag) {
            return Answer(.notModified, headers: headers)
        }
        let type = "application/x-protobuf"
        if let kept = encodedMaps.value(for: tag) { return Answer(type: type, headers: headers, body: kept.body) }
        let generator = GlyphGenerator(fonts: current.rendering.renderer.fonts)
        let (found, request) = (files, request)
        let bytes = try await drawn(request) { () throws(RequestError) in
            let made = generator.file(stack: names.joined(separator: ","), start: UInt32(bounds[0]))
            return GlyphRange.merged(found.compactMap { try? readFile($0, limit: 8 << 20) } + [made]) ?? made
        }
        let body = ByteBuffer(bytes: bytes)
        encodedMaps.insert(
            EncodedMap(body: body, mediaType: type, pixels: 0, warnings: [], phases: []), for: tag,
            cost: bytes.count + 512)
        return Answer(type: type, headers: headers, body: body)
    }
}
