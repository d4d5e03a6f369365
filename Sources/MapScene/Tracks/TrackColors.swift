// SPDX-License-Identifier: MIT
import MapCore
import MapImages

/// The colors along tracks by what was measured on them.
struct TrackColors {
    /// What the colors mean.
    let value: TrackValue
    let section: LegendSection?
    /// Nil where nothing is known of it, which was reported.
    private let colors: ResolvedColors?
    private let units: ScaleBar.Units

    /// Nil for a scale of a property that features have themselves, or when there are no tracks.
    init?(
        _ scale: ColorScale?, _ features: [DataFeature], units: ScaleBar.Units, alpha: Double,
        _ surroundings: DataSurroundings
    ) {
        guard let scale, let value = TrackValue(rawValue: scale.property) else { return nil }
        let tracks = features.compactMap(\.track)
        guard !tracks.isEmpty, !features.contains(where: { $0.value(scale.property) != nil }) else { return nil }
        let numbers = tracks.flatMap { value.values(of: $0, units) }
        guard numbers.contains(where: \.isFinite) else {
            let known = TrackValue.allCases.filter { other in
                tracks.contains { track in other.values(of: track, units).contains(where: \.isFinite) }
            }
            let names = tracks.compactMap(\.name).prefix(3)
            let subject = names.isEmpty ? "the tracks have" : "the tracks \(listing(names)) have"
            surroundings.report(
                .error, .dataNoProperty, at: "colorBy.property", "\(subject) \(value.need) at their points",
                hint: known.isEmpty ? nil : "known of them: \(known.map(\.rawValue).joined(separator: ", "))")
            (self.value, self.units, colors, section) = (value, units, nil, nil)
            return
        }
        var own = scale
        own.method = scale.method ?? (scale.breaks.isEmpty ? .continuous : .manual)
        if own.method == .continuous, own.breaks.isEmpty { own.breaks = value.ends(of: numbers) }
        if own.palette == nil {
            own.palette = .named(value.palette)
            own.reverse = scale.reverse != value.isTurned
        }
        own.title = scale.title ?? TrackWords(surroundings.language).title(of: value, units, tracks)
        let nodes = numbers.map { $0.isFinite ? JSONNode.number($0) : nil }
        let resolved = ResolvedColors(own, nodes, known: [], surroundings)
        (self.value, self.units, colors, section) = (value, units, resolved, resolved.legend(.line, alpha: alpha))
    }

    /// The color at each corner of a track; of one that has not been measured, those of no data.
    func colors(of track: Track) -> [Color] {
        guard let colors else { return [] }
        let values = value.values(of: track, units)
        guard !values.isEmpty else { return track.coordinates.map { _ in colors.noData } }
        return values.map { colors.color($0.isFinite ? .number($0) : nil) }
    }
}

extension TrackValue {
    /// What a track needs to have it.
    fileprivate var need: String {
        switch self {
        case .speed, .time: "no times"
        case .elevation, .slope: "no heights"
        case .heartRate: "no heart rates"
        case .cadence: "no cadences"
        case .temperature: "no temperatures"
        }
    }
}
