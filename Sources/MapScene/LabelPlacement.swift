// SPDX-License-Identifier: MIT

/// How the labels of the base map find their places.
public enum LabelPlacement: String, CaseIterable, Hashable, Sendable {
    /// As in MapLibre: from the topmost layer down, each label where the style has it, if there is room.
    case standard
    /// As a cartographer would set them: each label has many possible places, keeps clear of lines where it can, and gives way to
    /// others as long as it finds another place. More labels are shown, none is cut by the edge, and it takes longer.
    case best
}
