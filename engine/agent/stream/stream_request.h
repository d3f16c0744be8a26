// SPDX-License-Identifier: GPL-3.0-or-later
// Parses requests to the live stream. Pure functions, so that they can be fuzzed on their own.
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

// Parses "3:1234"; nothing for anything else.
std::optional<Cursor> parse_cursor(std::string_view text);

// The value of `key` in "/path?a=1&b=2", percent-decoded; nothing if it is missing or badly
// encoded.
std::optional<std::string> query_value(std::string_view target, std::string_view key);

// Whether both are equal and not empty, in a time that does not depend on where they differ.
bool is_same_secret(std::string_view given, std::string_view secret);

// Both sides of a connection prove that they know `token` without sending it: the client sends a
// nonce (hexadecimal digits of its choice) and HMAC-SHA256(token, "client:" + nonce), the server
// answers HMAC-SHA256(token, "server:" + nonce), each in hexadecimal digits.
constexpr std::size_t nonce_digits = 32;
std::string client_proof(std::string_view nonce, std::string_view token);
std::string server_proof(std::string_view nonce, std::string_view token);
// Returns the server's proof if `proof` is the client's for this nonce and token; else empty. Takes
// a time that does not depend on where it differs.
std::string answer_to_proof(std::string_view nonce, std::string_view proof, std::string_view token);

// Returns the file for /v1/logs/<name> relative to the attempt's folder; nothing for unknown names.
std::optional<std::filesystem::path> log_file(std::string_view name);

}  // namespace trainyard::agent
