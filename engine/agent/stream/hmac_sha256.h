// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4) and HMAC over it (RFC 2104): the agent is static and brings no library of
// ciphers along.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard::agent {

std::array<std::uint8_t, 32> sha256(std::string_view bytes);

// 64 hexadecimal digits.
std::string hmac_sha256(std::string_view key, std::string_view message);

}  // namespace trainyard::agent
