// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace trainyard::agent {

// HMAC over SHA-256 (RFC 2104) as 64 hexadecimal digits.
std::string hmac_sha256(std::string_view key, std::string_view message);

}  // namespace trainyard::agent
