// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/stream_request.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "engine/agent/stream/hmac_sha256.h"
#include "engine/system/node_name.h"

namespace trainyard::agent {
namespace {

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      result += text[at];
      continue;
    }
    if (at + 2 >= text.size() || hexadecimal(text[at + 1]) < 0 || hexadecimal(text[at + 2]) < 0)
      return std::nullopt;
    result += static_cast<char>(hexadecimal(text[at + 1]) * 16 + hexadecimal(text[at + 2]));
    at += 2;
  }
  return result;
}

bool is_rank_file(std::string_view name) {
  constexpr std::string_view prefix = "rank-";
  if (!name.starts_with(prefix) || !(name.ends_with(".out") || name.ends_with(".err")))
    return false;
  std::int64_t rank = -1;
  return parse_whole(name.substr(prefix.size(), name.size() - prefix.size() - 4), rank) &&
         rank >= 0;
}

}  // namespace

std::optional<Cursor> parse_cursor(std::string_view text) {
  const std::size_t colon = text.find(':');
  Cursor cursor;
  if (colon == std::string_view::npos || !parse_whole(text.substr(0, colon), cursor.generation) ||
      cursor.generation < 0 || !parse_whole(text.substr(colon + 1), cursor.offset))
    return std::nullopt;
  return cursor;
}

std::optional<std::string> query_value(std::string_view target, std::string_view key) {
  const std::size_t question = target.find('?');
  if (question == std::string_view::npos) return std::nullopt;
  std::string_view rest = target.substr(question + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return decoded(pair.substr(key.size() + 1));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

std::string client_proof(std::string_view nonce, std::string_view token) {
  return hmac_sha256(token, "client:" + std::string(nonce));
}

std::string server_proof(std::string_view nonce, std::string_view token) {
  return hmac_sha256(token, "server:" + std::string(nonce));
}

std::string answer_to_proof(std::string_view nonce, std::string_view proof,
                            std::string_view token) {
  const bool is_nonce =
      nonce.size() == nonce_digits &&
      std::all_of(nonce.begin(), nonce.end(), [](char digit) { return hexadecimal(digit) >= 0; });
  if (!is_nonce || token.empty()) return {};
  if (!is_same_secret(proof, client_proof(nonce, token))) return {};
  return server_proof(nonce, token);
}

bool is_same_secret(std::string_view given, std::string_view token) {
  if (token.empty()) return false;
  volatile unsigned difference = given.size() == token.size() ? 0 : 1;
  for (std::size_t at = 0; at < token.size(); ++at)
    difference = difference | (static_cast<unsigned char>(at < given.size() ? given[at] : 0) ^
                               static_cast<unsigned char>(token[at]));
  return difference == 0;
}

std::optional<std::filesystem::path> log_file(std::string_view name) {
  if (name == "stdout.log" || name == "stderr.log" || name == "events.jsonl")
    return std::filesystem::path(name);
  constexpr std::string_view nodes = "nodes/";
  if (!name.starts_with(nodes)) return std::nullopt;
  const std::size_t slash = name.find('/', nodes.size());
  if (slash == std::string_view::npos ||
      !is_node_name(name.substr(nodes.size(), slash - nodes.size())) ||
      !is_rank_file(name.substr(slash + 1)))
    return std::nullopt;
  return std::filesystem::path(name);
}

}  // namespace trainyard::agent
