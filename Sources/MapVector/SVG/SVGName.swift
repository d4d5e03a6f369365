// SPDX-License-Identifier: MIT

/// Names in SVG documents.
package enum SVGName {
    /// An element id derived injectively from an item's id: `layer/road label` becomes `layer-road__20label`. The
    /// first slash becomes a hyphen, others a period.
    package static func id(_ name: String) -> String {
        var id = ""
        var isFirstSlash = true
        var last: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                id.unicodeScalars.append(Unicode.Scalar(byte))
            // Two underscores begin an escape.
            case UInt8(ascii: "_") where last != UInt8(ascii: "_"): id += "_"
            case UInt8(ascii: "/"):
                id += isFirstSlash ? "-" : "."
                isFirstSlash = false
            default:
                let hex = String(byte, radix: 16)
                id += "__" + (hex.utf8.count == 1 ? "0" + hex : hex)
            }
            last = byte
        }
        return id
    }
}
