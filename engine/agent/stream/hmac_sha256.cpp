// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/hmac_sha256.h"

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/utils.h>

namespace trainyard::agent {
namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string hmac_sha256(std::string_view key, std::string_view message) {
  // The functions of one call take keys of 32 bytes only.
  crypto_auth_hmacsha256_state state;
  unsigned char code[crypto_auth_hmacsha256_BYTES];
  crypto_auth_hmacsha256_init(&state, bytes_of(key), key.size());
  crypto_auth_hmacsha256_update(&state, bytes_of(message), message.size());
  crypto_auth_hmacsha256_final(&state, code);
  char text[2 * sizeof code + 1];
  return sodium_bin2hex(text, sizeof text, code, sizeof code);
}

}  // namespace trainyard::agent
