// SPDX-License-Identifier: MIT
import CDeflate
import HTTPTypes
import MapDiagnostics
import NIOCore

/// Packs bytes as gzip, at a level that costs little; nil when there is no memory.
func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let capacity = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, capacity)
    }
    return packed.isEmpty ? nil : packed
}

/// Unpacks deflate data without a header (RFC 1951).
func rawInflated(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else {
        throw Diagnostic(code: ServerCode.undecodableData, "there is no memory")
    }
    defer { libdeflate_free_decompressor(decompressor) }
    // Deflate reaches 1032 to 1.
    var capacity = min(limit, 8 * bytes.count + 64)
    while true {
        var result = LIBDEFLATE_BAD_DATA
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var produced = 0
            result = libdeflate_deflate_decompress(
                decompressor, bytes, bytes.count, buffer.baseAddress, capacity, &produced)
            count = result == LIBDEFLATE_SUCCESS ? min(produced, capacity) : 0
        }
        if result == LIBDEFLATE_SUCCESS { return output }
        guard result == LIBDEFLATE_INSUFFICIENT_SPACE else {
            throw Diagnostic(code: ServerCode.undecodableData, "the data are damaged or cut off")
        }
        guard capacity < limit else {
            throw Diagnostic(code: ServerCode.undecodableData, "the data unpack to more than \(limit) bytes")
        }
        capacity = min(limit, 4 * capacity)
    }
}

/// Types worth compressing. Images and tiles are compressed already.
private let packable = ["json", "text/", "xml", "svg", "x-protobuf", "javascript"]

/// Packs a body if the client takes gzip and it is worth while. The tag says which of the two it names.
func compress(_ answer: inout Answer, _ request: ServerRequest) {
    guard let type = answer.headers[.contentType], packable.contains(where: { type.contains($0) }),
        answer.headers[.contentEncoding] == nil
    else { return }
    answer.headers[.vary] = answer.headers[.vary].map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
    guard answer.body.readableBytes >= 1024, let field = request.headers[.acceptEncoding],
        weighted(field).contains(where: { ($0.name == "gzip" || $0.name == "*") && $0.weight > 0 }),
        let packed = gzipped(Array(answer.body.readableBytesView)), packed.count < answer.body.readableBytes
    else { return }
    answer.body = ByteBuffer(bytes: packed)
    answer.headers[.contentEncoding] = "gzip"
    // A strong tag names bytes: those of the packed body are others.
    if let tag = answer.headers[.eTag], tag.hasPrefix("\"") { answer.headers[.eTag] = "W/" + tag }
}
