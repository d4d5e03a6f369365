// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension Field {
    /// An address that a link may have; those that run something, or lead to other programs, are refused.
    func link() -> String? {
        guard let address = filled() else { return nil }
        guard let scheme = refusedScheme(of: address) else { return address }
        report(
            expected: "a link with https:, http:, mailto: or tel:, or a relative one",
            found: scheme == "//" ? "an address without a scheme" : "one of the scheme \"\(scheme.prefix(40))\"",
            code: SceneCode.unsafeLink)
        return nil
    }
}
