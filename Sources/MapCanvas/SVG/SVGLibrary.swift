// SPDX-License-Identifier: MIT
import CRsvg
import MapDiagnostics
import Synchronization

/// librsvg, which is loaded when the first SVG is drawn: with the libraries that it needs it takes a sixth of the time in which
/// the program starts.
enum SVGLibrary {
    /// Pointers to functions, which stay where they are.
    private struct Functions: @unchecked Sendable {
        let table: SVGFunctions
    }

    private static let known = Mutex<Functions?>(nil)

    /// - Throws: when it is not installed, or cannot be loaded at the moment.
    static func functions() throws(Diagnostic) -> SVGFunctions {
        let found = known.withLock { known -> Result<Functions, Diagnostic> in
            if let known { return .success(known) }
            var table = SVGFunctions()
            if let reason = SVGFunctionsLoad(&table) {
                return .failure(
                    Diagnostic(
                        code: ImageCode.undecodable, "SVG: librsvg cannot be loaded: \(String(cString: reason))"))
            }
            let functions = Functions(table: table)
            known = functions
            return .success(functions)
        }
        return try found.get().table
    }
}
