// SPDX-License-Identifier: MIT
import CBrotli
import HTTPTypes
import MapDiagnostics
import NIOCore

/// Packs bytes with brotli, at a level that costs little; nil when there is no memory.
private func brotliPacked(_ bytes: [UInt8]) -> [UInt8]? {
    let capacity = BrotliEncoderMaxCompressedSize(bytes.count)
    guard capacity > 0 else { return nil }
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        var size = capacity
        let isDone = BrotliEncoderCompress(
            5, 22, BROTLI_MODE_GENERIC, bytes.count, bytes, &size, buffer.baseAddress)
        count = isDone != 0 ? min(size, capacity) : 0
    }
    return packed.isEmpty ? nil : packed
}

/// Types worth compressing. Images are compressed already.
private let packable = ["json", "text/", "xml", "svg", "x-protobuf", "javascript"]

func isPackable(_ mediaType: String) -> Bool { packable.contains { mediaType.contains($0) } }

/// Packs a body with what the client prefers, brotli or gzip, if it is worth while. The tag says that it names other bytes.
func compress(_ answer: inout Answer, accepted: String) {
    guard answer.headers[.contentEncoding] == nil else { return }
    answer.headers[.vary] = answer.headers[.vary].map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
    guard answer.status != .partialContent, answer.body.readableBytes >= 1024,
        let encoding = contentEncoding(accepted: accepted)
    else { return }
    let bytes = Array(answer.body.readableBytesView)
    guard let packed = encoding == "br" ? brotliPacked(bytes) : gzipped(bytes), packed.count < bytes.count else {
        return
    }
    answer.body = ByteBuffer(bytes: packed)
    answer.headers[.contentEncoding] = encoding
    // A strong tag names bytes: those of the packed body are others.
    if let tag = answer.headers[.eTag], tag.hasPrefix("\"") { answer.headers[.eTag] = "W/" + tag }
}

/// `br` or `gzip`, as a client prefers; nil for neither. Of equals it is brotli, which is smaller.
///
/// - SeeAlso: RFC 9110, §12.5.3.
package func contentEncoding(accepted field: String) -> String? {
    let wishes = weighted(field)
    func weight(_ name: String) -> Double {
        wishes.first { $0.name == name }?.weight ?? wishes.first { $0.name == "*" }?.weight ?? 0
    }
    let (brotli, gzip) = (weight("br"), weight("gzip"))
    guard max(brotli, gzip) > 0 else { return nil }
    return brotli >= gzip ? "br" : "gzip"
}
