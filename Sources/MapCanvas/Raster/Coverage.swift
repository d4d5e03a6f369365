// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

/// How much of each pixel is covered, 0...255; rows begin at multiples of 16 bytes, and there are 8 bytes after the last.
struct Coverage {
    let area: PixelRect
    let stride: Int
    private(set) var values: [UInt8]

    init(_ area: PixelRect) {
        self.area = area
        stride = (max(0, area.width) + 15) & ~15
        values = [UInt8](repeating: 0, count: stride * max(0, area.height) + 8)
    }

    /// Lends the values for painting on; the first one belongs to the area's first pixel.
    mutating func paint(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        values.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Blends one more cover over what is there: a + b − ab.
    @inline(__always)
    static func add(_ cover: UInt32, to value: inout UInt8) {
        let old = UInt32(value)
        value = UInt8(truncatingIfNeeded: old &+ ((255 &- old) &* cover &+ 127) / 255)
    }

    /// The same for eight at a time: those of even places and those of odd ones each in a lane of two bytes.
    @inline(__always)
    static func sum(_ values: UInt64, _ covers: UInt64) -> UInt64 {
        let (old, new) = (unsafeBitCast(values, to: SIMD4<UInt16>.self), unsafeBitCast(covers, to: SIMD4<UInt16>.self))
        let even = sum(old & 255, new & 255)
        let odd = sum(old &>> 8, new &>> 8)
        return unsafeBitCast(even | odd &<< 8, to: UInt64.self)
    }

    @inline(__always)
    private static func sum(_ old: SIMD4<UInt16>, _ cover: SIMD4<UInt16>) -> SIMD4<UInt16> {
        let product = (255 &- old) &* cover &+ 127
        // A 255th, for numbers below 2¹⁶ − 256.
        return old &+ ((product &+ 1 &+ (product &>> 8)) &>> 8)
    }

    /// Eight numbers of one byte as bytes, the first in the lowest.
    @inline(__always)
    static func bytes(_ wide: SIMD8<UInt32>) -> UInt64 {
        let pairs = unsafeBitCast(wide, to: SIMD4<UInt64>.self)
        let folded = (pairs | pairs &>> 24) & 0xFFFF
        return folded[0] | folded[1] << 16 | folded[2] << 32 | folded[3] << 48
    }
}

/// Premultiplied pixels to be blended over the picture at once; rows begin at multiples of 16 bytes.
struct PixelLayer {
    let area: PixelRect
    let stride: Int
    private(set) var pixels: [UInt32]

    init(_ area: PixelRect) {
        self.area = area
        stride = (max(0, area.width) + 3) & ~3
        pixels = [UInt32](repeating: 0, count: stride * max(0, area.height))
    }

    mutating func paint(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        pixels.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Blends premultiplied components, 0...1, over a pixel.
    @inline(__always)
    static func blend(_ color: SIMD4<Float>, over pixel: inout UInt32) {
        guard color.w > 0 else { return }
        let rest = 1 - min(1, color.w)
        let old = SIMD4<Float>(
            Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24))
        let sum = (color * 255 + old * rest + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        pixel = UInt32(sum.w) << 24 | UInt32(sum.x) << 16 | UInt32(sum.y) << 8 | UInt32(sum.z)
    }
}

extension BandPainter {
    /// Blends an image through a coverage.
    mutating func composite(_ coverage: borrowing Coverage, _ image: PlacedImage) throws(CairoError) {
        let area = coverage.area
        guard !area.isEmpty, let pixels = sampled(image, area)?.pixels else { return }
        var layer = PixelLayer(area)
        let (stride, width) = (layer.stride, area.width)
        layer.paint { target in
            for y in 0..<area.height {
                for x in 0..<width {
                    let cover = Float(coverage.values[y * coverage.stride + x]) / 255
                    guard cover > 0 else { continue }
                    let p = pixels[y * width + x]
                    let color = SIMD4<Float>(Float(p >> 16 & 255), Float(p >> 8 & 255), Float(p & 255), Float(p >> 24))
                    PixelLayer.blend(color * (cover / 255), over: &target[y * stride + x])
                }
            }
        }
        composite(layer)
    }

    /// Blends pixels over the picture.
    mutating func composite(_ layer: borrowing PixelLayer) {
        let area = layer.area
        guard !area.isEmpty else { return }
        layer.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
            guard
                let surface = cairo_image_surface_create_for_data(
                    bytes, CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height), Int32(layer.stride * 4))
            else { return }
            cairo_set_source_surface(context.handle, surface, area.origin.x, area.origin.y)
            cairo_pattern_set_filter(cairo_get_source(context.handle), CAIRO_FILTER_NEAREST)
            cairo_rectangle(
                context.handle, area.origin.x, area.origin.y, Double(area.width), Double(area.height))
            cairo_fill(context.handle)
            // Lets go of the surface before its pixels go.
            forgetColor()
            use(.black)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}
