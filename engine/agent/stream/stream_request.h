// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what a client of the live stream asks for. Pure functions, so that hostile input can be
// tried on them alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::agent {

struct Cursor {
  std::int64_t generation = 0;
  std::uint64_t offset = 0;
};

// "3:1234"; nothing for anything else.
std::optional<Cursor> parse_cursor(std::string_view text);

// The value of `key` in "/path?a=1&b=2", percent signs decoded; nothing when it is not there or
// badly encoded.
std::optional<std::string> query_value(std::string_view target, std::string_view key);

// Whether both are the same and not empty, in a time that does not depend on where they differ.
bool is_same_secret(std::string_view given, std::string_view secret);

// What may name a folder below nodes/.
bool is_node_name(std::string_view name);

// Both sides of a connection show that they know `token`, and neither says it: the client sends a
// nonce (hexadecimal digits of its own choice) and HMAC-SHA256(token, "client:" + nonce), the
// server answers HMAC-SHA256(token, "server:" + nonce), each in hexadecimal digits.
constexpr std::size_t nonce_digits = 32;
std::string client_proof(std::string_view nonce, std::string_view token);
std::string server_proof(std::string_view nonce, std::string_view token);
// The server's, where `proof` is the client's for this nonce and token; else empty. Takes a time
// that does not depend on where it differs.
std::string answer_to_proof(std::string_view nonce, std::string_view proof, std::string_view token);

// The file that /v1/logs/<name> means below the attempt's folder; nothing for every name that is
// none of the known.
std::optional<std::filesystem::path> log_file(std::string_view name);

}  // namespace trainyard::agent
