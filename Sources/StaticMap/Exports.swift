// SPDX-License-Identifier: MIT

// One import is enough for a library user, and `StaticMap.Color` names each type beside others of its name.
@_exported public import MapCanvas
@_exported public import MapCore
@_exported public import MapGeo
@_exported public import MapGeometry
@_exported public import MapImages
@_exported public import MapScene
