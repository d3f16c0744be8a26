// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/vocabulary.h"

#include <algorithm>
#include <cstdio>

#include "engine/contract/messages.h"
#include "engine/text/byte_letters.h"

namespace trainyard {
namespace {

Result<void> place(std::vector<std::optional<std::string>>& tokens, const std::string& token,
                   std::uint32_t id) {
  if (id > max_token_id) {
    return make_error("text.id_too_high", {{"id", std::int64_t{id}},
                                           {"token", quoted_token(token)},
                                           {"limit", std::int64_t{max_token_id}}});
  }
  if (tokens.size() <= id) tokens.resize(id + 1);
  if (tokens[id] && *tokens[id] != token) {
    return make_error("text.duplicate_id", {{"id", std::int64_t{id}},
                                            {"token", quoted_token(std::max(*tokens[id], token))},
                                            {"other", quoted_token(std::min(*tokens[id], token))}});
  }
  tokens[id] = token;
  return {};
}

// How the vocabulary spells a byte.
std::string byte_token(TokenModel model, unsigned byte) {
  if (model == TokenModel::byte_level_bpe)
    return spell_bytes(std::string(1, static_cast<char>(byte)));
  char name[7];
  std::snprintf(name, sizeof name, "<0x%02X>", byte);
  return name;
}

Result<void> find_bytes(Vocabulary& vocabulary) {
  vocabulary.byte_ids.fill(no_token);
  const bool is_needed = vocabulary.model == TokenModel::byte_level_bpe;
  if (!is_needed && !vocabulary.byte_fallback) return {};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::string token = byte_token(vocabulary.model, byte);
    const auto entry = vocabulary.ids.find(token);
    if (entry != vocabulary.ids.end())
      vocabulary.byte_ids[byte] = entry->second;
    else if (is_needed)
      return make_error("text.byte_missing",
                        {{"byte", std::int64_t{byte}}, {"letter", quoted_token(token)}});
  }
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

namespace {

bool has_metaspace_inside(std::string_view token) {
  return metaspace_part_end(token, 0) < token.size();
}

}  // namespace

Result<void> Vocabulary::build_indexes() {
  for (const auto& [token, id] : ids) {
    TRY(place(tokens, token, id));
  }
  for (const AddedToken& token : added) {
    TRY(place(tokens, token.content, token.id));
    if (const auto entry = ids.find(token.content);
        entry != ids.end() && entry->second != token.id) {
      return make_error("text.two_ids", {{"token", quoted_token(token.content)},
                                         {"id", std::int64_t{token.id}},
                                         {"vocabulary_id", std::int64_t{entry->second}}});
    }
  }
  num_tokens = static_cast<std::size_t>(std::count_if(
      tokens.begin(), tokens.end(), [](const auto& token) { return token.has_value(); }));
  for (const auto& [token, id] : ids) longest_entry = std::max(longest_entry, token.size());
  TRY(find_bytes(*this));
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    merge_of_pair.at_or_insert(merges[rank].left, merges[rank].right,
                               static_cast<std::uint32_t>(rank)) = static_cast<std::uint32_t>(rank);
  }
  merges_stop_before_metaspace = model == TokenModel::character_bpe && !ignore_merges &&
                                 ids.contains(metaspace_letter) &&
                                 std::ranges::none_of(merges, [&](const BpeMerge& merge) {
                                   return has_metaspace_inside(*tokens[merge.result]);
                                 });
  return {};
}

}  // namespace trainyard
