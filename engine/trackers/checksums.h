// SPDX-License-Identifier: GPL-3.0-or-later
// The checksums of records: TensorBoard's files have CRC-32C, W&B's CRC-32.
#pragma once

#include <cstdint>
#include <string_view>

namespace trainyard {

// CRC with Castagnoli's polynomial, reflected (RFC 3720, B.4).
std::uint32_t crc32c(std::string_view bytes);

// The CRC of zlib and PNG (ISO 3309). `before`: that of the bytes in front of these.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace trainyard
