// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension Field {
    /// An address that a link may have; those that run something are refused.
    func link() -> String? {
        guard let address = filled() else { return nil }
        guard let scheme = refusedScheme(of: address) else { return address }
        report(
            expected: "an address that leads somewhere", found: "one of the scheme \"\(scheme)\"",
            code: SceneCode.unsafeLink,
            hint: "links are https:, mailto:, tel: and the like, or relative; javascript: and data: never are")
        return nil
    }
}
