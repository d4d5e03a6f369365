// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore

/// The form that clients of a service know errors in.
enum DialectProblem {
    /// - Parameters:
    ///   - error: the error.
    ///   - request: what it answers.
    /// - Returns: the answer.
    static func answer(_ error: RequestError, _ request: ServerRequest) -> Response {
        switch request.route {
        case "google", "amap", "maptiler": return error.plain
        case "tencent":
            // 310: a parameter; 311: the key; 120 and more: too often.
            let status = error.status.code
            let code = status == 401 || status == 403 ? 311 : status == 429 ? 120 : status < 500 ? 310 : 500
            return error.json(.members(["status": .count(code), "message": .text(error.description)]))
        case "baidu":
            // 2: a parameter; 5: the key; 4: too often; 1: the server.
            let status = error.status.code
            let code = status == 401 || status == 403 ? 5 : status == 429 ? 4 : status < 500 ? 2 : 1
            return error.json(.members(["status": .count(code), "message": .text(error.description)]))
        case "geoapify":
            return error.json(
                .members([
                    "statusCode": .count(error.status.code), "error": .text(error.status.reasonPhrase),
                    "message": .text(error.description),
                ]))
        case "stadia": return error.json(.members(["error": .text(error.description)]))
        default:
            return error.problem(
                instance: String(request.path.prefix(200)), id: request.id, hasMessage: request.route == "mapbox")
        }
    }
}

extension RequestError {
    /// The error as a vendor's JSON.
    fileprivate func json(_ node: JSONNode) -> Response {
        var answer = Response(status, type: "application/json", text: node.line + "\n")
        answer.headers.append(contentsOf: headers)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}
