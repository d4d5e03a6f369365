// SPDX-License-Identifier: MIT

/// A decoder that bytes of strangers reach.
///
/// The fuzzer calls a target with inputs that it makes up; the tests call it with all that once fell.
package struct FuzzTarget: Sendable {
    /// Names the folders of its inputs: `Fuzz/corpus/NAME`, `Fuzz/regressions/NAME`, and its dictionary.
    package let name: String
    /// The longest input, in bytes, that the fuzzer makes.
    package let maxLength: Int
    /// Takes an input. Whether it is valid does not matter: it must end, without a trap, and keep what the code promises.
    private let take: @Sendable ([UInt8]) throws(BrokenPromise) -> Void

    init(_ name: String, maxLength: Int = 4096, _ take: @escaping @Sendable ([UInt8]) throws(BrokenPromise) -> Void) {
        self.name = name
        self.maxLength = maxLength
        self.take = take
    }

    /// What an input shows to be wrong; nil when all is well.
    package func problem(with input: [UInt8]) -> String? {
        do throws(BrokenPromise) {
            try take(input)
            return nil
        } catch {
            return error.message
        }
    }
}

/// What an input showed to be wrong, though nothing crashed.
struct BrokenPromise: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Throws unless a promise holds.
func promise(_ holds: Bool, _ message: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(message()) }
}

/// The result; nil when the input is refused, which is always allowed.
func accepted<T, E: Error>(_ body: () throws(E) -> T) -> T? {
    do { return try body() } catch { return nil }
}

/// The result of what must succeed.
func promised<T, E: Error>(_ message: String, _ body: () throws(E) -> T) throws(BrokenPromise) -> T {
    do { return try body() } catch { throw BrokenPromise("\(message): \(error)") }
}
