// SPDX-License-Identifier: GPL-3.0-or-later
// Times as programs write them by ISO 8601: "2026-11-29T10:01:11.492284+00:00", also with a blank
// for the T, as databases have them.
#pragma once

#include <optional>
#include <string_view>

namespace trainyard {

// What a time without an offset means.
enum class WithoutOffset { local, utc };

// Unix seconds; nothing for what is no such time.
std::optional<double> seconds_from_iso(std::string_view text, WithoutOffset without);

}  // namespace trainyard
