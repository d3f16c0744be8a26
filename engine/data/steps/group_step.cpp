// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/group_step.h"

#include <algorithm>
#include <vector>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/prepared_folder.h"

namespace trainyard {

namespace {

constexpr std::int64_t grouped_at_once = 1 << 14;

// Reads a split's rows in batches.
class TextRows {
 public:
  static Result<TextRows> open(const PreparedData& data, const PreparedSplit& split) {
    TRY(auto tokens, TokenFile::open(data.folder, split.tokens, data.bytes_per_token));
    TRY(auto ends, ColumnFile::open(data.folder, split.row_ends));
    return TextRows(std::move(tokens), std::move(ends), data.tokens.vocab_size);
  }

  Result<void> add_to(GroupTexts& groups, std::int64_t first, std::int64_t count) {
    std::vector<std::int64_t> ends(static_cast<std::size_t>(count));
    TRY(ends_.read(first * 8, ends.data(), ends.size() * 8));
    for (std::int64_t before = begin_; const std::int64_t end : ends) {
      if (end <= before || end > tokens_.num_tokens())
        return prepared_damage(ends_.path(), make_error("prepared.rows", {}));
      before = end;
    }
    std::vector<std::int64_t> ids(static_cast<std::size_t>(ends.back() - begin_));
    TRY(tokens_.read(begin_, ids, vocab_size_));
    const std::vector<std::uint32_t> narrow(ids.begin(), ids.end());
    for (std::int64_t at = begin_; const std::int64_t end : ends) {
      TRY(groups.add(std::span(narrow).subspan(static_cast<std::size_t>(at - begin_),
                                               static_cast<std::size_t>(end - at))));
      at = end;
    }
    begin_ = ends.back();
    return {};
  }

 private:
  TextRows(TokenFile tokens, ColumnFile ends, std::int64_t vocab_size)
      : tokens_(std::move(tokens)), ends_(std::move(ends)), vocab_size_(vocab_size) {}

  TokenFile tokens_;
  ColumnFile ends_;
  std::int64_t vocab_size_, begin_ = 0;
};

Result<PreparedSplit> group_split(const PreparedData& texts, Split split, const GroupRules& rules,
                                  const PreparedData& out, const PrepareProgress& progress) {
  TRY(auto rows, TextRows::open(texts, texts[split]));
  TRY(auto writer, SplitWriter::create(out.folder, std::string(name_of(split)),
                                       {out.rows, out.bytes_per_token}));
  GroupTexts groups(rules, std::move(writer));
  const std::int64_t total = texts[split].num_rows;
  for (std::int64_t first = 0; first < total; first += grouped_at_once) {
    if (!progress("phase.grouping", static_cast<double>(first), static_cast<double>(total)))
      return preparing_stopped();
    TRY(rows.add_to(groups, first, std::min(grouped_at_once, total - first)));
  }
  groups.count_cut(texts[split].num_cut);
  groups.count_begins_twice(texts[split].num_begins_twice);
  return groups.finish();
}

}  // namespace

Result<PreparedData> write_groups(const PreparedData& texts, const GroupRules& rules,
                                  const std::filesystem::path& folder,
                                  const PrepareProgress& progress) {
  TRY(const auto tokenizer, Tokenizer::read(texts.folder));
  TRY(auto data, begin_prepared(folder, tokenizer));
  data.rows = rules.keep_short ? RowKind::sequences : RowKind::blocks;
  for (const Split split : all_splits)
    if (texts[split].exists()) {
      TRY(data[split], group_split(texts, split, rules, data, progress));
    }
  data.sources = texts.sources;
  TRY(write_prepared(data));
  TRY(sync_folder(folder));
  return data;
}

}  // namespace trainyard
