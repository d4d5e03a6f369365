// SPDX-License-Identifier: MIT

// One import is enough for a library user.
@_exported public import MapCanvas
@_exported public import MapDiagnostics
@_exported public import MapGeo
@_exported public import MapPlane
@_exported public import MapRuntime
@_exported public import MapScene
