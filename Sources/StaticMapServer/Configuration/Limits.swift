// SPDX-License-Identifier: MIT

/// How much one request may ask for. Each limit has an error of its own.
package struct Limits: Hashable, Sendable {
    /// Of the path and query.
    package var addressBytes = 16384
    /// Of a request's body; 5 MB as tileserver-gl has it.
    package var bodyBytes = 5 << 20
    /// Of an image: width times height after the scale.
    package var pixels = 16 << 20
    package var scale = 4.0
    package var annotations = 2000
    package var overlays = 500
    /// Of all lines and areas of a scene together.
    package var vertices = 200_000
    /// Of the scene's JSON.
    package var nesting = 64
    /// Of the `data:` addresses and inline SVGs of a scene together.
    package var dataBytes = 1 << 20
    /// How long a drawing may take, in seconds.
    package var drawingSeconds = 30.0
    /// How many drawings may wait for a worker.
    package var queue = 64
    /// How long a drawing may wait for a worker, in seconds.
    package var queueSeconds = 10.0
    /// How long a body may take to arrive, in seconds.
    package var bodySeconds = 20.0
    /// How long a connection may be silent, in seconds.
    package var idleSeconds = 60.0
    package var connections = 20000

    package init() {}
}
