// SPDX-License-Identifier: MIT
package import MapCore

/// The codes of a module that are not an area, a dot, and lowercase words joined by hyphens, or that occur twice.
package func invalidCodes<Code: DiagnosticCode>(of type: Code.Type) -> [String] {
    var seen: Set<String> = []
    return type.allCases.map(\.rawValue).filter { code in
        code.wholeMatch(of: /[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*/) == nil || !seen.insert(code).inserted
    }
}
