// swift-tools-version: 6.0
import Foundation
import PackageDescription

// A host that has a module called Analytics itself, and imports the SDK under another name: see the article
// "Adopting in ten minutes".
let sdk = ["Analytics": "AnalyticsSDK"]

// SwiftPM applies an alias only where `package:` is the dependency's identity. For a URL that is its last part; here it
// is the name of this repository's folder, whatever that is.
let folder = URL(fileURLWithPath: Context.packageDirectory).appendingPathComponent("../../..")
let identity = folder.standardized.lastPathComponent

let package = Package(
    name: "brand",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .target(name: "Analytics"),
        .target(
            name: "Brand",
            dependencies: [
                "Analytics", .product(name: "Analytics", package: identity, moduleAliases: sdk),
            ]),
        .testTarget(
            name: "BrandTests",
            dependencies: [
                "Analytics", "Brand",
                .product(name: "AnalyticsTesting", package: identity, moduleAliases: sdk),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
