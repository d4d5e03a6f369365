// SPDX-License-Identifier: MIT
import CPango
import MapGeometry

/// Shapes text with Pango. Not thread-safe: `FontLibrary` guards it.
///
/// Text is shaped at one large size and scaled afterwards, so that widths are proportional to the size and nothing is
/// hinted.
final class PangoShaper {
    /// The size at which text is shaped, in pixels per em.
    private static let size = 1000.0
    /// Pango's units (1/1024 pixel) per em.
    private static let unitsPerEm = size * 1024

    /// Styles name dozens of fonts; strangers may name as many as they like.
    private static let maxDescriptions = 1000

    private struct FontKey: Hashable {
        var request: FontRequest
        var fallback: [String]
    }

    private let configuration: FontConfiguration
    private let map: UnsafeMutablePointer<PangoFontMap>?
    private let context: OpaquePointer?
    private var fallback: FontFallback
    /// True when emoji can be drawn in color.
    let hasColorFonts: Bool
    private var descriptions: [FontKey: OpaquePointer] = [:]
    private var capHeights: [FontKey: Double] = [:]
    /// Keys are retained, so that their addresses stay unique.
    private var faces: [UnsafeMutablePointer<PangoFont>: FontFace] = [:]
    private let faceOfFile: FaceTable
    private var namedFaces: [FontRequest: FontFace?] = [:]
    /// The characters of each font.
    private lazy var coverages = FontConfiguration.patterns(in: configuration.handle).compactMap(\.coverage)

    init(configuration: consuming FontConfiguration, faces: FaceTable) {
        faceOfFile = faces
        FontProcessState.hideLanguages()
        // A new font map has a thread of its own ask fontconfig for its default fonts, unless some are current already. It is
        // given no others, whose families it would list at once: `LoadedFonts` makes these current whenever it is used.
        FontProcessState.enter(configuration.handle)
        map = pango_ft2_font_map_new()
        FontProcessState.leave()
        context = pango_font_map_create_context(map)
        fallback = FontFallback(config: configuration.handle, colorFamilies: configuration.colorFamilies)
        hasColorFonts = !configuration.colorFamilies.isEmpty
        self.configuration = configuration
    }

    deinit {
        for description in descriptions.values { pango_font_description_free(description) }
        for font in faces.keys { g_object_unref(font) }
        if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
        if let map { g_object_unref(map) }
    }

    /// Does work while the fonts are fontconfig's current ones.
    func asCurrent<Result>(_ work: (PangoShaper) -> Result) -> Result {
        FontProcessState.enter(configuration.handle)
        defer { FontProcessState.leave() }
        return work(self)
    }

    /// False after font files were added or removed, or may have been.
    var isCurrent: Bool { configuration.isCurrent }

    /// The paths of all font files, sorted.
    var files: [String] { configuration.files }

    /// The names of all families, in lower case.
    private(set) lazy var families = configuration.families

    /// True when no font file was found.
    var lacksFonts: Bool { fallback.isEmpty }

    /// The number of fonts that Pango has created.
    var resolvedFontCount: Int { faces.count }

    func shape(_ key: ShapingKey) -> UnscaledLine {
        if descriptions.count > Self.maxDescriptions { forgetRequests() }
        var line = UnscaledLine()
        let text = ShapableText(key.text)
        guard !fallback.isEmpty else {
            line.missing = text.visibleScalars
            return line
        }
        let variant = CJKVariant(language: key.language, text: key.text)
        let families = fallback.families(for: key.text, variant: variant)
        pango_context_set_language(context, pango_language_from_string(language(of: key)))

        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        var start = 0
        for span in key.spans {
            let font = FontKey(request: span.font, fallback: families)
            let attribute = pango_attr_font_desc_new(description(of: font))
            attribute?.pointee.start_index = UInt32(clamping: start)
            attribute?.pointee.end_index = UInt32(clamping: span.end)
            pango_attr_list_insert(attributes, attribute)
            start = span.end
        }
        if key.isVertical { pango_attr_list_insert(attributes, pango_attr_font_features_new("vert=1")) }
        if !key.ligatures { pango_attr_list_insert(attributes, pango_attr_font_features_new("liga=0, clig=0")) }
        if let first = key.spans.first {
            line.capHeight = capHeight(of: FontKey(request: first.font, fallback: families))
        }
        line.isRightToLeft = key.isRightToLeft ?? key.text.readsFromTheRight
        let plain = hasColorFonts ? key.spans.first?.font : nil
        text.withBytes { shape($0, attributes: attributes, plain, into: &line) }
        text.finish(&line)
        return line
    }

    /// The language that glyphs are chosen for.
    private func language(of key: ShapingKey) -> String {
        let hasHan = key.text.unicodeScalars.contains { $0.isIdeographic || $0.isHangul }
        guard hasHan, !CJKVariant.isTold(by: key.language) else { return key.language ?? "en" }
        return CJKVariant(language: key.language, text: key.text).language
    }

    /// The line, if the fonts, which are of a family that it names first, have all that it needs; else nil, as rules may have others
    /// set it.
    func shapeAsNamed(_ key: ShapingKey) -> UnscaledLine? {
        guard key.text.unicodeScalars.allSatisfy({ $0.isSetAsText && has($0) }) else { return nil }
        if namedFaces.count > Self.maxDescriptions { forgetRequests() }
        pango_context_set_language(context, pango_language_from_string(language(of: key)))
        let faces = key.spans.map { namedFace($0.font) }
        let line = shape(key)
        let isNamed = line.glyphs.allSatisfy { glyph in
            key.spans.firstIndex { glyph.cluster < $0.end }.map { faces[$0] === glyph.face } ?? false
        }
        return isNamed && line.missingClusters.isEmpty && line.missing.isEmpty ? line : nil
    }

    /// True where a font has a character, or it is a control character, for which spaces are set.
    private func has(_ character: Unicode.Scalar) -> Bool {
        character.value < 0x20 || coverages.contains { FcCharSetHasChar($0, character.value) != 0 }
    }

    /// The first font of a request.
    private func namedFace(_ request: FontRequest) -> FontFace? {
        if let known = namedFaces[request] { return known }
        let font = font(request)
        defer { if let font { g_object_unref(font) } }
        let found = font.flatMap(face)
        namedFaces[request] = .some(found)
        return found
    }

    /// Forgets requested fonts, here and in Pango, which creates a font for each request. Faces are kept.
    private func forgetRequests() {
        for description in descriptions.values { pango_font_description_free(description) }
        descriptions = [:]
        capHeights = [:]
        for font in faces.keys { g_object_unref(font) }
        faces = [:]
        namedFaces = [:]
        pango_fc_font_map_cache_clear(map.map { OpaquePointer($0) })
    }

    /// The line break opportunities of UAX 14 and of dictionaries: one value per scalar and one for the end.
    static func lineBreaks(in text: String, language: String?) -> [Bool] {
        FontProcessState.hideLanguages()
        let count = text.unicodeScalars.count + 1
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count)
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                pango_get_log_attrs(
                    $0.baseAddress, Int32(clamping: $0.count), -1, pango_language_from_string(language ?? "en"),
                    &attributes, Int32(clamping: count))
            }
        }
        return attributes.map { $0.is_line_break != 0 }
    }

    // Itemizes the text by font, script and direction, and shapes the items in visual order.
    private func shape(
        _ bytes: UnsafeBufferPointer<CChar>, attributes: OpaquePointer?, _ plain: FontRequest?,
        into line: inout UnscaledLine
    ) {
        guard let text = bytes.baseAddress, !bytes.isEmpty, let length = Int32(exactly: bytes.count) else { return }
        let direction = line.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
        var logical = pango_itemize_with_base_dir(context, direction, text, 0, length, attributes, nil)
        if let plain { logical = separatingEmoji(logical, in: bytes, plain) }
        let visual = pango_reorder_items(logical)
        defer {
            g_list_free(visual)
            g_list_free_full(logical) { pango_item_free($0?.assumingMemoryBound(to: PangoItem.self)) }
        }
        guard let glyphs = pango_glyph_string_new() else { return }
        defer { pango_glyph_string_free(glyphs) }
        var link = visual
        while let node = link {
            if let item = node.pointee.data?.assumingMemoryBound(to: PangoItem.self) {
                let start = Int(item.pointee.offset)
                pango_shape_full(text + start, item.pointee.length, text, length, &item.pointee.analysis, glyphs)
                append(glyphs.pointee, font: item.pointee.analysis.font, start: start, to: &line)
            }
            link = node.pointee.next
        }
    }

    /// Sets what is not emoji in the font of a request: color fonts have digits and spaces too, which Pango may take from them
    /// beside emoji.
    ///
    /// - Returns: the items, some of them split.
    private func separatingEmoji(
        _ items: UnsafeMutablePointer<GList>?, in bytes: UnsafeBufferPointer<CChar>, _ plain: FontRequest
    ) -> UnsafeMutablePointer<GList>? {
        // To find it takes fontconfig as long as to find the font of the text.
        var plainFont: UnsafeMutablePointer<PangoFont>?
        defer { if let plainFont { g_object_unref(plainFont) } }
        var items = items
        var link = items
        while let node = link {
            link = node.pointee.next
            guard let item = node.pointee.data?.assumingMemoryBound(to: PangoItem.self),
                let font = item.pointee.analysis.font, face(of: font)?.isColored ?? false
            else { continue }
            plainFont = plainFont ?? self.font(plain)
            guard let plainFont else { break }
            let start = Int(item.pointee.offset)
            let text = String(
                decoding: bytes[start..<(start + Int(item.pointee.length))].map(UInt8.init(bitPattern:)), as: UTF8.self)
            var runs: [(isEmoji: Bool, text: String)] = []
            for character in text {
                if runs.last?.isEmoji == character.isSetAsEmoji {
                    runs[runs.count - 1].text.append(character)
                } else {
                    runs.append((character.isSetAsEmoji, String(character)))
                }
            }
            for (index, run) in runs.enumerated() {
                // The part that is split off comes first; the last run is what remains of the item.
                var part: UnsafeMutablePointer<PangoItem>? = item
                if index < runs.count - 1 {
                    part = pango_item_split(
                        item, Int32(run.text.utf8.count), Int32(run.text.unicodeScalars.count))
                    items = g_list_insert_before(items, node, part)
                }
                guard !run.isEmoji, let part else { continue }
                g_object_unref(part.pointee.analysis.font)
                part.pointee.analysis.font = plainFont
                g_object_ref(plainFont)
            }
        }
        return items
    }

    /// The first font of a request, owned by the caller.
    private func font(_ request: FontRequest) -> UnsafeMutablePointer<PangoFont>? {
        pango_font_map_load_font(map, context, description(of: FontKey(request: request, fallback: [])))
    }

    private func append(
        _ glyphs: PangoGlyphString, font: UnsafeMutablePointer<PangoFont>?, start: Int, to line: inout UnscaledLine
    ) {
        let face = font.flatMap(face)
        for index in 0..<Int(max(0, glyphs.num_glyphs)) {
            let glyph = glyphs.glyphs[index]
            let cluster = start + Int(glyphs.log_clusters[index])
            // Glyph 0 is ".notdef" in every font; Pango flags characters that no font has.
            let isUnknown = glyph.glyph & UInt32(PANGO_GLYPH_UNKNOWN_FLAG) != 0 || glyph.glyph == 0
            guard let face, !isUnknown, glyph.glyph != UInt32(PANGO_GLYPH_EMPTY) else {
                if isUnknown || face == nil { line.missingClusters.append(cluster) }
                continue
            }
            let offset = Point(
                Double(glyph.geometry.x_offset) / PangoShaper.unitsPerEm,
                Double(glyph.geometry.y_offset) / PangoShaper.unitsPerEm)
            let advance = Double(glyph.geometry.width) / PangoShaper.unitsPerEm
            // Fontconfig may scale fonts of bitmaps to the size of these.
            let ownAdvance = face.isColored ? face.advance(of: glyph.glyph) : nil
            line.glyphs.append(
                UnscaledLine.Glyph(
                    face: face, id: glyph.glyph, offset: ownAdvance == nil ? offset : .zero,
                    advance: ownAdvance ?? advance, cluster: cluster, inkBounds: face.inkBounds(of: glyph.glyph),
                    spaceAfter: false))
        }
    }

    private func description(of key: FontKey) -> OpaquePointer? {
        if let cached = descriptions[key] { return cached }
        let description: OpaquePointer? = pango_font_description_new()
        let families = key.request.families + ["Noto Sans"] + key.fallback
        // Pango separates families by commas and cannot escape them.
        let list = families.map { String($0.filter { $0 != "," && $0 != "\0" }) }.joined(separator: ",")
        pango_font_description_set_family(description, list)
        pango_font_description_set_weight(description, PangoWeight(UInt32(clamping: key.request.weight)))
        pango_font_description_set_style(description, key.request.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_absolute_size(description, PangoShaper.unitsPerEm)
        descriptions[key] = description
        return description
    }

    private func capHeight(of key: FontKey) -> Double {
        if let cached = capHeights[key] { return cached }
        let font = pango_font_map_load_font(map, context, description(of: key))
        defer { if let font { g_object_unref(font) } }
        let found = font.flatMap(face)?.capHeight ?? FontFace.fallbackCapHeight
        capHeights[key] = found
        return found
    }

    private func face(of font: UnsafeMutablePointer<PangoFont>) -> FontFace? {
        if let cached = faces[font] { return cached }
        guard let source = pango_font_get_hb_font(font),
            let pattern = pango_fc_font_get_pattern(
                UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
        else {
            return nil
        }
        let file = pattern.string(FC_FILE) ?? ""
        var index: Int32 = 0
        FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        let variations = pattern.string(FC_FONT_VARIATIONS) ?? ""
        let name = "\(file)#\(index)#\(variations)"
        let face =
            faceOfFile.faces[name]
            ?? FontFace(
                copying: source, familyName: pattern.string(FC_FAMILY) ?? "", styleName: pattern.string(FC_STYLE) ?? "",
                file: file)
        faceOfFile.faces[name] = face
        g_object_ref(font)
        faces[font] = face
        return face
    }
}

extension Unicode.Scalar {
    /// False for emoji and what makes emoji of others, which color fonts set.
    fileprivate var isSetAsText: Bool {
        value < 0x2000 || !properties.isEmoji && !properties.isVariationSelector && value != 0x20E3
    }
}

extension Character {
    /// False for letters, digits, spaces and punctuation, which color fonts may have as well.
    fileprivate var isSetAsEmoji: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.isPictogram || unicodeScalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }
    }
}
