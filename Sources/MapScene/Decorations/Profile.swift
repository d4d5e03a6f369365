// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapGeo
public import MapGeometry
package import MapImages

/// A chart of what was measured along a track over the distance from its start, in the colors that the track has on the map.
public struct Profile: Hashable, Sendable {
    /// What a profile shows over the distance.
    public enum Value: String, CaseIterable, Hashable, Sendable {
        /// The height.
        case elevation
        /// The speed.
        case speed
        /// The heart rate.
        case heartRate
        /// The slope.
        case slope
        /// The cadence.
        case cadence
        /// The temperature.
        case temperature
    }

    /// The id of the overlay of data that has the track; nil for the first one.
    public var track: String?
    /// What it shows over the distance.
    public var value: Value
    /// The title above the chart; nil for none.
    public var title: String?
    /// Its size in points, 48...4096 on each side.
    public var size: Size
    /// Whether the chart lies on a card.
    public var hasCard: Bool
    /// What it shows, once the data are read.
    package var data: ProfileData?
    /// Where somebody is now, as a share of the distance; nil for nowhere.
    package var cursor: Double?

    /// Creates a profile.
    public init(
        track: String? = nil, value: Value = .elevation, title: String? = nil, size: Size = Profile.usualSize,
        hasCard: Bool = true
    ) {
        (self.track, self.value, self.title, self.size, self.hasCard) = (track, value, title, size, hasCard)
    }

    /// The size of one that names none, in points.
    public static let usualSize = Size(width: 280, height: 110)

    mutating func keys(_ k: inout Keys) {
        k("track", &track, .filled)
        k("value", &value)
        k("title", &title, .filled)
        k("size", &size, .tuple("[width, height]", of: .number(48...4096)))
        k("card", &hasCard)
    }
}

/// What a profile shows.
package struct ProfileData: Hashable, Sendable {
    /// Metres from the start, and values in units that people read.
    package var distances: [Double]
    package var values: [Double]
    /// At the same places; empty for one color.
    package var colors: [Color]
    package var color: Color
    package var units: ScaleBar.Units
    package var value: TrackValue
    package var unit: String
    package var symbols: NumberSymbols
    /// The id of the overlay of the track.
    package var overlay: String?
    package var path: String
}

/// A track that is drawn.
package struct DrawnTrack: Hashable, Sendable {
    package var track: Track
    /// At the corners; empty for one color.
    package var colors: [Color]
    package var color: Color
    package var units: ScaleBar.Units
    /// The id and the target's path of the overlay that it is of.
    package var overlay: String?
    package var path = ""
    package var coordinateSystem: CoordinateSystem?
}

extension DrawnTrack {
    /// What a profile shows of it; nil where nothing is known.
    func profile(of word: Profile.Value, _ symbols: NumberSymbols) -> ProfileData? {
        guard let value = TrackValue(rawValue: word.rawValue) else { return nil }
        let values = value.values(of: track, units)
        let known = values.indices.filter { values[$0].isFinite }
        guard known.count > 1 else { return nil }
        return ProfileData(
            distances: known.map { track.distances[$0] }, values: known.map { values[$0] },
            colors: colors.count == values.count ? known.map { colors[$0] } : [], color: color, units: units,
            value: value, unit: value.unit(units, of: [track]), symbols: symbols, overlay: overlay, path: path)
    }
}

extension Decoration {
    /// The same decoration; a profile with what it shows.
    func showing(_ tracks: [DrawnTrack], in language: String?) -> Decoration {
        guard case .profile(var profile) = content else { return self }
        let own = profile.track.map { id in tracks.filter { $0.overlay == id } } ?? tracks
        profile.data = own.firstNonNil { $0.profile(of: profile.value, NumberSymbols(language)) }
        var copy = self
        copy.content = .profile(profile)
        return copy
    }
}

extension Decoration {
    /// Shows where somebody is on a track of an overlay, as a share of the distance; other decorations stay as they are.
    package mutating func point(to share: Double, of track: String) {
        guard case .profile(var profile) = content, let data = profile.data,
            data.overlay == track || data.path == targetPath("overlay", track)
        else { return }
        profile.cursor = share
        content = .profile(profile)
    }
}

extension Scene {
    /// The problems of profiles that have nothing to show, by the index of their decorations.
    package var emptyProfiles: [(index: Int, message: String, hint: String?)] {
        decorations.enumerated().compactMap { index, decoration in
            guard case .profile(let profile) = decoration.content, profile.data == nil, decoration.isVisible else {
                return nil
            }
            if let id = profile.track, !tracks.contains(where: { $0.overlay == id }) {
                let known = tracks.compactMap(\.overlay)
                return (
                    index, "there is no track \(quoted(id))",
                    didYouMean(id, known) ?? (known.isEmpty ? nil : "there is " + listing(known))
                )
            }
            return (
                index, "the track has no \(profile.value.rawValue) at its points",
                "GPX has heights in <ele> and times in <time>; GeoJSON has heights as third numbers, and \"coordTimes\""
            )
        }
    }

    /// The scene with annotations at the places where somebody was at their times; `report` gets the index of an annotation, and
    /// what is wrong with its time.
    package func placingMoments(_ report: (Int, String, String?) -> Void) -> Scene {
        guard annotations.contains(where: { $0.moment != nil }) else { return self }
        var scene = self
        for index in annotations.indices {
            guard let moment = annotations[index].moment, let time = iso8601Seconds(moment.time) else { continue }
            let own = moment.track.map { id in tracks.filter { $0.overlay == id } } ?? tracks
            var found: (Coordinate, CoordinateSystem?)?
            for drawn in own where found == nil {
                found = drawn.track.place(atTime: time).map { ($0, drawn.coordinateSystem) }
            }
            guard let found else {
                let subject = moment.track.map { "the track \(quoted($0)) was" } ?? "no track was"
                report(
                    index,
                    moment.track == nil
                        ? "\(subject) recorded at \(moment.time)"
                        : "\(subject) not recorded at \(moment.time)",
                    own.firstNonNil(\.track.period).map { "it was recorded from \($0.from) to \($0.to)" })
                continue
            }
            (scene.annotations[index].coordinate, scene.annotations[index].coordinateSystem) = found
        }
        return scene
    }
}
