// SPDX-License-Identifier: MIT

/// A PNG with international text after its header.
///
/// - Parameters:
///   - png: a whole file.
///   - texts: by keyword.
///   - language: of the texts, as an RFC 3066 tag.
/// - Returns: the file with a chunk `iTXt` for each text, in the order of the keywords; unchanged if it is no PNG.
/// - SeeAlso: PNG (Third Edition), §11.3.3.4 "iTXt".
package func described(png: [UInt8], _ texts: [String: String], language: String) -> [UInt8] {
    // The signature, and the chunk IHDR of 13 bytes.
    let end = 8 + 25
    guard png.count > end, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return png }
    var chunks: [UInt8] = []
    for (keyword, text) in texts.sorted(by: { $0.key < $1.key }) {
        // Not compressed, and without a translated keyword.
        chunks += pngChunk("iTXt", Array(keyword.utf8) + [0, 0, 0] + Array(language.utf8) + [0, 0] + Array(text.utf8))
    }
    return Array(png[..<end]) + chunks + Array(png[end...])
}
