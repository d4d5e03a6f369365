// SPDX-License-Identifier: MIT
import MapDiagnostics

extension ImageAsset {
    /// A path or a `data:` URL.
    init?(_ field: Field) {
        guard let reference = field.filled() else { return nil }
        self.init(reference)
    }
}
