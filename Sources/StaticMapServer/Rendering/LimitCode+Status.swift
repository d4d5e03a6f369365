// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics

extension LimitCode {
    /// The status of the answer to a request whose map is past this limit: too much, too complex, or too slow.
    var status: HTTPResponse.Status {
        switch self {
        case .pixels, .paintedPixels, .bytes, .tiles, .features, .vertices: .contentTooLarge
        case .glyphs, .dashes, .expressionSteps, .textBytes, .nesting, .processorMilliseconds: .unprocessableContent
        case .milliseconds: .gatewayTimeout
        }
    }
}
