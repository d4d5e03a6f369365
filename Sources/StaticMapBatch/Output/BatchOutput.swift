// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapPlane

/// A picture, ready to be written.
package struct DrawnOutput: Sendable {
    package enum Content: Sendable {
        case file([UInt8])
        case page(Drawing, Size)
    }

    package var name: String
    package var content: Content

    var bytes: [UInt8] { if case .file(let bytes) = content { bytes } else { [] } }
}

/// Where the pictures of a batch go.
package protocol BatchOutput: Sendable {
    /// True for what takes drawings rather than encoded pictures.
    var takesPages: Bool { get }
    /// True for what has an order, which is that of the input.
    var hasOrder: Bool { get }
    /// True where pictures are found by their names, so that no two may have one.
    var hasNames: Bool { get }
    /// Writes what can be written in any order; called on any thread.
    func prepare(_ drawn: [DrawnOutput]) throws(Diagnostic)
    /// Adds the pictures of a map; called by one thread at a time, once `prepare` has returned.
    /// The result, which has no errors, gets their places.
    func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic)
    /// Takes notice of a map that could not be drawn.
    func addFailed(_ result: BatchResult) throws(Diagnostic)
    /// Writes what was added and is kept back; called by one thread at a time, when the next map has to be waited for.
    func flush() throws(Diagnostic)
    /// Called once after all maps.
    func finish() throws(Diagnostic)
}

extension BatchOutput {
    package var takesPages: Bool { false }
    package var hasOrder: Bool { false }
    package var hasNames: Bool { true }
    package func prepare(_ drawn: [DrawnOutput]) throws(Diagnostic) {}
    package func addFailed(_ result: BatchResult) throws(Diagnostic) {}
    package func flush() throws(Diagnostic) {}
    package func finish() throws(Diagnostic) {}
}
