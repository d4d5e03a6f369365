// SPDX-License-Identifier: MIT

/// The line that names whose map it is.
public enum Attribution: Hashable, Sendable {
    /// What the tiles and the style say about themselves.
    case automatic
    /// No line: the caller names the sources elsewhere, as their licences demand.
    case hidden
    /// This text instead.
    case text(String)
}
