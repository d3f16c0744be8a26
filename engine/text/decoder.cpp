// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/decoder.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/text/byte_letters.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {
namespace {

using Tokens = std::vector<std::string>;

std::string joined(const Tokens& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

Tokens bytes_of_letters(const Tokens& tokens) {
  std::string bytes;
  for (const std::string& token : tokens) bytes += unspell_bytes(token).value_or(token);
  return {replace_invalid(bytes)};
}

std::string without_extra_spaces(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> changes[] = {
      {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
      {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
      {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [from, to] : changes) text = replace_all(text, from, to);
  return text;
}

Tokens join_word_pieces(Tokens tokens, const DecoderStep& step) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) {
      if (tokens[i].starts_with(step.pattern))
        tokens[i].erase(0, step.pattern.size());
      else
        tokens[i].insert(0, " ");
    }
    if (step.cleanup) tokens[i] = without_extra_spaces(std::move(tokens[i]));
  }
  return tokens;
}

// Parses "<0x41>".
std::optional<char> byte_of_name(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return std::nullopt;
  unsigned byte = 0;
  const auto [end, problem] = std::from_chars(token.data() + 3, token.data() + 5, byte, 16);
  if (problem != std::errc() || end != token.data() + 5) return std::nullopt;
  return static_cast<char>(byte);
}

Tokens bytes_of_names(const Tokens& tokens) {
  Tokens out;
  std::string bytes;
  const auto end_run = [&] {
    if (!find_invalid_utf8(bytes)) {
      if (!bytes.empty()) out.push_back(bytes);
    } else {
      out.insert(out.end(), bytes.size(), "\uFFFD");
    }
    bytes.clear();
  };
  for (const std::string& token : tokens) {
    if (const auto byte = byte_of_name(token)) {
      bytes += *byte;
    } else {
      end_run();
      out.push_back(token);
    }
  }
  end_run();
  return out;
}

void strip_token(std::string& token, const DecoderStep& step) {
  for (std::size_t i = 0; i < step.first && token.starts_with(step.content); ++i)
    token.erase(0, step.content.size());
  for (std::size_t i = 0; i < step.last && token.ends_with(step.content); ++i)
    token.erase(token.size() - step.content.size());
}

Tokens decode_step(Tokens tokens, const DecoderStep& step) {
  switch (step.kind) {
    case DecoderStep::Kind::byte_level:
      return bytes_of_letters(tokens);
    case DecoderStep::Kind::word_piece:
      return join_word_pieces(std::move(tokens), step);
    case DecoderStep::Kind::byte_fallback:
      return bytes_of_names(tokens);
    case DecoderStep::Kind::fuse:
      return {joined(tokens)};
    case DecoderStep::Kind::replace:
      for (std::string& token : tokens) token = replace_all(token, step.pattern, step.content);
      return tokens;
    case DecoderStep::Kind::metaspace:
      for (std::size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = replace_all(tokens[i], "▁", i == 0 && step.drops_prefix ? "" : " ");
      return tokens;
    case DecoderStep::Kind::strip:
      for (std::string& token : tokens) strip_token(token, step);
      return tokens;
  }
  return tokens;
}

}  // namespace

std::string decode_tokens(std::vector<std::string> tokens, const Decoder& decoder) {
  if (decoder.empty())
    for (std::size_t i = 1; i < tokens.size(); ++i) tokens[i].insert(0, " ");
  for (const DecoderStep& step : decoder) tokens = decode_step(std::move(tokens), step);
  return joined(tokens);
}

}  // namespace trainyard
