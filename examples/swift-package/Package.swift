// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CityMap",
    platforms: [.macOS(.v15)],
    // In a package of your own: .package(url: "…", from: "…"), or the path of your checkout.
    dependencies: [.package(name: "staticmap", path: "../..")],
    targets: [
        .executableTarget(name: "CityMap", dependencies: [.product(name: "StaticMap", package: "staticmap")])
    ]
)
