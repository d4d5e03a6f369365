// SPDX-License-Identifier: MIT
import MapCanvas

extension BlendMode {
    /// The keyword of `mix-blend-mode`: Core Graphics's name in kebab case.
    ///
    /// - SeeAlso: W3C *Compositing and Blending Level 2*, section 3.
    var css: String {
        rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }
}
