// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension CalloutCard {
    /// What `type` may be; there is one kind so far.
    private enum Kind: String, CaseIterable { case card }

    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let kind = object.required("type") { $0.choice(of: Kind.self) }
        let text = object.required("text") { $0.filled() }
        self.init(
            icon: object.optional("icon", ImageAsset.init), text: text ?? "",
            rating: object.optional("rating", ImageAsset.init))
        padding = object.optional("padding") { $0.number(in: 0...1000) } ?? padding
        maxTextWidth = object.optional("maxTextWidth") { $0.number(in: 1...32_767) } ?? maxTextWidth
        wrap = object.optional("wrap") { $0.choice(of: Wrap.self) } ?? wrap
        background = object.optional("background", Color.init(tint:))
        object.finish()
        guard kind != nil, text != nil else { return nil }
    }
}
