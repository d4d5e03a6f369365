// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo

/// A decimal number as addresses have it: a sign, digits, a point. No exponent, no infinity.
func decimal(_ text: some StringProtocol) -> Double? {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.count <= 32, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        digits.contains(where: \.isNumber), digits.count(where: { $0 == "." }) <= 1
    else { return nil }
    return Double(text.first == "+" ? String(digits) : String(text))
}

/// Numbers with commas between them; nil when one of them is none.
func decimals(_ text: some StringProtocol, separator: Character = ",") -> [Double]? {
    var numbers: [Double] = []
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
        guard let number = decimal(String(part).trimmed) else { return nil }
        numbers.append(number)
    }
    return numbers
}

/// `13.4,52.5`, or the other way round; nil when that is no place on Earth.
func coordinate(_ text: some StringProtocol, latitudeFirst: Bool) -> Coordinate? {
    guard let numbers = decimals(text), numbers.count == 2 else { return nil }
    let (longitude, latitude) = latitudeFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
}

/// `600x400`, `600x400@2x`, with an extension after it: the last part of a static map's path.
struct SizeAndFormat {
    var width: Int
    var height: Int
    var scale = 1.0
    /// As written; nil when there is none.
    var ext: String?

    init?(_ text: some StringProtocol) {
        var rest = text[...]
        if let dot = rest.lastIndex(of: "."), !rest[dot...].contains("x") || rest[dot...].contains("px") {
            ext = String(rest[rest.index(after: dot)...])
            rest = rest[..<dot]
        }
        if let at = rest.firstIndex(of: "@") {
            let factor = rest[rest.index(after: at)...]
            guard factor.last == "x", let number = decimal(factor.dropLast()), number > 0 else { return nil }
            scale = number
            rest = rest[..<at]
        }
        let sides = rest.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let w = whole(sides[0]), let h = whole(sides[1]), w > 0, h > 0 else { return nil }
        (width, height) = (w, h)
    }
}

/// Digits alone.
func whole(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.count <= 9, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
}

/// The format of an extension that dialects allow; nil for others.
func outputFormat(extension ext: String) -> String? {
    switch ext.lowercased() {
    case "png": "png"
    case "png8": "png8"
    case "jpg", "jpeg": "jpeg"
    case "webp": "webp"
    case "svg": "svg"
    case "pdf": "pdf"
    default: nil
    }
}

/// The format of an extension, which is one of pixels; others are refused with the words for these.
func pixelFormat(
    _ ext: String?, of known: Set<String> = ["png", "png8", "jpeg", "webp"],
    _ words: String = "png, jpg, jpeg or webp"
) throws(RequestError) -> String {
    guard let format = outputFormat(extension: ext ?? ""), known.contains(format) else {
        throw .bad("format", "expected \(words), found \"\(ext?.prefix(20) ?? "")\"")
    }
    return format
}

/// The form that clients of a service know errors in.
enum DialectProblem {
    static func answer(_ error: RequestError, _ request: ServerRequest) -> Response {
        switch request.route {
        case "google", "amap", "maptiler": return error.plain
        case "tencent":
            // 310: a parameter; 311: the key; 120 and more: too often.
            let status = error.status.code
            let code = status == 401 || status == 403 ? 311 : status == 429 ? 120 : status < 500 ? 310 : 500
            return error.json(["status": .count(code), "message": .text(error.description)])
        case "baidu":
            // 2: a parameter; 5: the key; 4: too often; 1: the server.
            let status = error.status.code
            let code = status == 401 || status == 403 ? 5 : status == 429 ? 4 : status < 500 ? 2 : 1
            return error.json(["status": .count(code), "message": .text(error.description)])
        case "geoapify":
            return error.json([
                "statusCode": .count(error.status.code), "error": .text(error.status.reasonPhrase),
                "message": .text(error.description),
            ])
        case "stadia": return error.json(["error": .text(error.description)])
        default:
            return error.problem(
                instance: String(request.path.prefix(200)), id: request.id, hasMessage: request.route == "mapbox")
        }
    }
}

extension RequestError {
    /// The error as a vendor's JSON.
    fileprivate func json(_ node: JSONNode) -> Response { answer(type: "application/json", node.line) }
}
