// SPDX-License-Identifier: MIT

/// Codes for maps that would cost more than the limits of a renderer allow, one for each limit.
package enum LimitCode: String, DiagnosticCode {
    case pixels = "limits.pixels"
    case paintedPixels = "limits.painted-pixels"
    case bytes = "limits.bytes"
    case tiles = "limits.tiles"
    case features = "limits.features"
    case vertices = "limits.vertices"
    case glyphs = "limits.glyphs"
    case dashes = "limits.dashes"
    case expressionSteps = "limits.expression-steps"
    case textBytes = "limits.text-bytes"
    case nesting = "limits.nesting"
    case milliseconds = "limits.milliseconds"
    case processorMilliseconds = "limits.processor-milliseconds"
}
