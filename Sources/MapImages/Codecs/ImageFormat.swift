// SPDX-License-Identifier: MIT
package import MapCore

/// An image format that can be decoded and encoded.
package enum ImageFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp

    /// Detects the format from the magic number; nil for other formats.
    package init?(sniffing bytes: some Collection<UInt8>) {
        let prefix = Array(bytes.prefix(12))
        if prefix.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if prefix.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if prefix.starts(with: "RIFF".utf8), prefix.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    package var mediaType: String { "image/\(rawValue)" }

    /// The display name.
    var title: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }
}

/// Decodes a PNG, JPEG or WebP image, detecting the format from the bytes.
///
/// Images of more than `maxPixels` are rejected before memory is allocated for them. Diagnostics have no file name:
/// the caller adds it.
package func decodeImage(_ bytes: [UInt8], maxPixels: Int) throws(Diagnostic) -> Bitmap {
    guard let format = ImageFormat(sniffing: bytes) else {
        throw Diagnostic(
            code: .imageUnknownFormat, expected: "a PNG, JPEG or WebP image", found: opening(of: bytes))
    }
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Bitmap, Diagnostic> in
        do throws(Diagnostic) {
            switch format {
            case .png: return .success(try decodePNG(bytes, maxPixels))
            case .jpeg: return .success(try decodeJPEG(bytes, maxPixels))
            case .webp: return .success(try decodeWebP(bytes, maxPixels))
            }
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

private func opening(of bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "nothing" }
    let digits = bytes.prefix(4).map { byte in
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }
    return "\(bytes.count) bytes that begin with \(digits.joined(separator: " "))"
}

/// The properties of an image from its header.
struct ImageHeader {
    let format: ImageFormat
    let width: Int
    let height: Int
    let isOpaque: Bool

    /// Rejects empty and oversized images.
    func check(_ maxPixels: Int) throws(Diagnostic) {
        guard width > 0, height > 0 else { throw format.problem("the image is empty") }
        guard max(width, height) <= Bitmap.maxSide else {
            throw format.problem("expected sides up to \(Bitmap.maxSide) pixels, found \(width) × \(height)")
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= maxPixels else {
            throw Diagnostic(
                code: .imageTooLarge,
                "\(format.title): expected at most \(maxPixels) pixels, found \(width) × \(height)")
        }
        guard RenderBudget.spend(4 * pixels, .bytes) else {
            throw Diagnostic(
                code: LimitCode.bytes.code, "\(format.title): no memory is left for \(width) × \(height) pixels")
        }
    }

    /// Creates the bitmap from straight BGRA that `decode` writes, row by row without padding.
    func bitmap(
        decode: (UnsafeMutableBufferPointer<UInt32>) -> Result<Void, Diagnostic>
    ) throws(Diagnostic) -> Bitmap {
        let count = width * height
        var result = Result<Void, Diagnostic>.success(())
        let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
            let rows = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
            result = decode(rows)
            guard case .success = result else { return }
            if !isOpaque { PremultipliedPixel.premultiply(rows) }
            initialized = count
        }
        try result.get()
        // An alpha channel may be fully opaque.
        let opaque = isOpaque || pixels.withUnsafeBufferPointer(PremultipliedPixel.areOpaque)
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: opaque)
    }
}

extension ImageFormat {
    package func problem(_ words: String) -> Diagnostic {
        Diagnostic(code: .imageUndecodable, "\(title): \(words)")
    }
}
