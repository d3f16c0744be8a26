#include "engine/text/bpe_vocabulary.h"

#include <algorithm>
#include <cstdio>

#include "engine/text/byte_letters.h"

namespace trainyard {
namespace {

Error inconsistent(std::string code, std::string message, Map arguments) {
  return Error{
      .code = std::move(code), .arguments = std::move(arguments), .message = std::move(message)};
}

Error id_taken(const std::string& token, const std::string& other, std::uint32_t id) {
  return inconsistent("text.duplicate_id",
                      "the tokens " + quoted_token(other) + " and " + quoted_token(token) +
                          " have the same id " + std::to_string(id),
                      {{"id", static_cast<std::int64_t>(id)}, {"token", token}});
}

Error id_too_high(const std::string& token, std::uint32_t id) {
  return inconsistent("text.id_too_high",
                      "the id " + std::to_string(id) + " of " + quoted_token(token) + " is above " +
                          std::to_string(max_token_id),
                      {{"id", static_cast<std::int64_t>(id)}, {"token", token}});
}

Result<void> place(std::vector<std::optional<std::string>>& tokens, const std::string& token,
                   std::uint32_t id) {
  if (id > max_token_id) {
    return id_too_high(token, id);
  }
  if (tokens.size() <= id) {
    tokens.resize(id + 1);
  }
  if (tokens[id] && *tokens[id] != token) {
    return id_taken(token, std::min(*tokens[id], token), id);
  }
  tokens[id] = token;
  return {};
}

}  // namespace

std::string quoted_token(std::string_view token) {
  constexpr std::size_t longest_shown = 60;
  std::string shown = "\"";
  for (const char c : token.substr(0, longest_shown)) {
    char escaped[5];
    std::snprintf(escaped, sizeof escaped, "\\x%02X", static_cast<unsigned char>(c));
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? std::string(escaped)
                                                               : std::string(1, c);
  }
  return shown + (token.size() > longest_shown ? "…\"" : "\"");
}

Result<void> BpeVocabulary::build_indexes() {
  for (const auto& [token, id] : ids) {
    if (auto placed = place(tokens, token, id); !placed) {
      return placed;
    }
  }
  for (const AddedToken& token : added) {
    if (auto placed = place(tokens, token.content, token.id); !placed) {
      return placed;
    }
    if (const auto entry = ids.find(token.content);
        entry != ids.end() && entry->second != token.id) {
      return inconsistent("text.two_ids",
                          "the added token " + quoted_token(token.content) + " has the id " +
                              std::to_string(token.id) + ", the vocabulary says " +
                              std::to_string(entry->second),
                          {{"token", token.content}, {"id", static_cast<std::int64_t>(token.id)}});
    }
  }
  num_tokens = static_cast<std::size_t>(std::count_if(
      tokens.begin(), tokens.end(), [](const auto& token) { return token.has_value(); }));
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::string letter = spell_bytes(std::string(1, static_cast<char>(byte)));
    const auto entry = ids.find(letter);
    if (entry == ids.end()) {
      return inconsistent("text.byte_missing",
                          "the vocabulary has no entry for the byte " + std::to_string(byte) +
                              " (" + quoted_token(letter) +
                              "), so it is not a byte-level vocabulary",
                          {{"byte", static_cast<std::int64_t>(byte)}});
    }
    byte_ids[byte] = entry->second;
  }
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    merge_of_pair.at_or_insert(merges[rank].left, merges[rank].right,
                               static_cast<std::uint32_t>(rank)) = static_cast<std::uint32_t>(rank);
  }
  return {};
}

}  // namespace trainyard
