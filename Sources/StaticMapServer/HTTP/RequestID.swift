// SPDX-License-Identifier: MIT
import Synchronization

/// The name of a request, in its answer, in the log and in problems.
enum RequestID {
    private static let prefix = String(UInt32.random(in: 0 ... .max), radix: 36)
    private static let counter = Atomic(1)

    /// The one that the client has given, if it is short and plain; else a new one.
    static func of(_ given: String?) -> String {
        if let given, isPlain(given) { return given }
        return "\(prefix)-\(counter.add(1, ordering: .relaxed).oldValue)"
    }

    /// Letters, digits and `-._` alone: it goes into logs and fields as it is.
    private static func isPlain(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
