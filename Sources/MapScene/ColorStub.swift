// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension Color {
    /// Six hex digits, until `MapCanvas` reads all CSS colors.
    init?(sixDigits field: Field) {
        guard let text = field.string() else { return nil }
        guard text.hasPrefix("#"), text.utf8.count == 7, let rgb = UInt32(text.dropFirst(), radix: 16) else {
            field.report("expected a CSS color, found \(field.node.found)")
            return nil
        }
        self.init(rgb: rgb)
    }
}
