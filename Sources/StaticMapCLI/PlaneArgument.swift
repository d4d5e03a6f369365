// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// `120,88`: points from the top left.
struct PlaneArgument: ExpressibleByArgument {
    let point: Point

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) <= 1e6, abs(y) <= 1e6 else {
            return nil
        }
        point = Point(x, y)
    }
}
