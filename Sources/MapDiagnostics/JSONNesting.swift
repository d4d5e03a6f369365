// SPDX-License-Identifier: MIT

/// How deep arrays and objects of JSON may be nested.
package enum JSONNesting {
    /// Far beyond any style: MapLibre's own go to about 20.
    package static let max = 256

    /// Of the texts that this task reads; at most `max`.
    @TaskLocal package static var limit = max
}
