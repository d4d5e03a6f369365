// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore

/// What programs compare of a refused request. Once released, a code keeps its meaning.
extension RequestError {
    /// That of the first thing that is wrong with the scene, or else of the kind of refusal, such as `request.not-found`.
    var code: String {
        let errors = diagnostics.filter { $0.severity == .error }
        return (errors.first ?? diagnostics.first)?.code.rawValue ?? Self.code(of: status.code)
    }

    /// The code of refusals that say nothing of a scene, by their status.
    static func code(of status: Int) -> String {
        switch status {
        case 400: "request.invalid"
        case 401: "request.no-key"
        case 403: "request.forbidden"
        case 404: "request.not-found"
        case 405: "request.method-not-allowed"
        case 408: "request.timeout"
        case 413: "request.too-large"
        case 414: "request.address-too-long"
        case 415: "request.unsupported-type"
        case 421: "request.wrong-host"
        case 422: "request.cannot-draw"
        case 429: "request.too-many"
        case 431: "request.fields-too-long"
        case 503: "server.busy"
        case 504: "server.timeout"
        default: status < 500 ? "request.refused" : "server.error"
        }
    }
}
