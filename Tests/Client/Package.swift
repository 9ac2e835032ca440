// swift-tools-version: 6.0
import PackageDescription

// A product team's package, as far as the SDK can tell: plain imports, the two products, nothing else from here.
let package = Package(
    name: "shop",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "Shop", targets: ["Shop"])],
    dependencies: [.package(name: "analytics", path: "../..")],
    targets: [
        .target(name: "Shop", dependencies: [.product(name: "Analytics", package: "analytics")]),
        .testTarget(
            name: "ShopTests",
            dependencies: ["Shop", .product(name: "AnalyticsTesting", package: "analytics")]),
    ],
    swiftLanguageModes: [.v6]
)
