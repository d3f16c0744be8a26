// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_entries.h"

#include <utility>

#include "engine/contract/messages.h"

namespace trainyard {

Error damaged_tokenizer(const std::string& file, const Error& reason) {
  return make_error("text.tokenizer_damaged", {{"file", file}, {"reason", as_argument(reason)}});
}

Error damaged_tokenizer(const std::string& file, const char* code, Map arguments) {
  return damaged_tokenizer(file, make_error(code, std::move(arguments)));
}

Error unsupported_tokenizer(const std::string& file, const char* code, Map arguments) {
  return make_error(
      "text.tokenizer_unsupported",
      {{"file", file}, {"what", as_argument(make_error(code, std::move(arguments)))}});
}

std::optional<std::uint32_t> token_id_of(const Value& value) {
  const std::int64_t* number = value.get_if<std::int64_t>();
  if (number == nullptr || *number < 0 || *number > max_token_id) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

Result<void> read_vocab(const Map& vocab, const std::string& file, TokenIds& ids) {
  ids.reserve(vocab.size());
  for (const auto& [token, value] : vocab) {
    const auto id = token_id_of(value);
    if (!id) {
      return damaged_tokenizer(
          file, "tokenizer.bad_id",
          {{"token", quoted_token(token)}, {"limit", std::int64_t{max_token_id}}});
    }
    if (!ids.emplace(token, *id).second)
      return damaged_tokenizer(file, "tokenizer.token_twice", {{"token", quoted_token(token)}});
  }
  return {};
}

Result<void> MergeBuilder::add(std::string_view left, std::string_view right) {
  ++count_;
  joined_.assign(left).append(right);
  BpeMerge merge;
  for (const auto& [token, id] : {std::pair(left, &merge.left), std::pair(right, &merge.right),
                                  std::pair(std::string_view(joined_), &merge.result)}) {
    const auto entry = vocabulary_.ids.find(token);
    if (entry == vocabulary_.ids.end()) {
      return damaged_tokenizer(file_, "tokenizer.merge_unknown",
                               {{"merge", number()}, {"token", quoted_token(token)}});
    }
    *id = entry->second;
  }
  vocabulary_.merges.push_back(merge);
  return {};
}

Result<void> MergeBuilder::add_line(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos) {
    ++count_;
    return damaged_tokenizer(file_, "tokenizer.merge_line",
                             {{"merge", number()}, {"line", quoted_token(line)}});
  }
  return add(line.substr(0, space), line.substr(space + 1));
}

void keep_last_of_equal_merges(std::vector<BpeMerge>& merges) {
  PairMap last;
  for (std::size_t i = 0; i < merges.size(); ++i)
    last.at_or_insert(merges[i].left, merges[i].right, 0) = static_cast<std::uint32_t>(i);
  std::size_t index = 0;
  std::erase_if(
      merges, [&](const BpeMerge& merge) { return last.find(merge.left, merge.right) != index++; });
}

}  // namespace trainyard
