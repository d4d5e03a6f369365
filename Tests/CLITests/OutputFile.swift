// SPDX-License-Identifier: MIT
import Foundation

/// The format that an image's first bytes show, as the command line names it.
func outputFormat(_ data: Data) -> String? {
    let head = [UInt8](data.prefix(12))
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
    if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "webp" }
    if head.starts(with: Array("%PDF".utf8)) { return "pdf" }
    if data.range(of: Data("<svg ".utf8)) != nil { return "svg" }
    return nil
}

/// Width and height in pixels, from the IHDR chunk of a PNG.
func pngSize(_ data: Data) -> [Int] {
    let bytes = [UInt8](data.dropFirst(16).prefix(8))
    return stride(from: 0, to: bytes.count, by: 4).map { at in
        bytes[at..<min(at + 4, bytes.count)].reduce(0) { $0 << 8 | Int($1) }
    }
}
