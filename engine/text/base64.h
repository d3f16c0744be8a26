// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes base64 (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

// Nothing if `text` is not base64 with its padding.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace trainyard
