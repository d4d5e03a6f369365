// SPDX-License-Identifier: MIT
package import Foundation

/// The folder with `Package.swift`.
package let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
