// SPDX-License-Identifier: MIT
public import StaticMap

extension MapRenderer {
    /// The renderer of tests that name none: the installed styles and base map, see `Home.installed`, and the fonts of the
    /// machine.
    public static let forTests = MapRenderer()
}
