// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/split_writer.h"

#include <algorithm>
#include <span>

#include "engine/data/micro_batch.h"

namespace trainyard {

Result<SplitWriter> SplitWriter::create(const std::filesystem::path& folder,
                                        const std::string& name, const Columns& columns) {
  TRY(auto tokens, ColumnWriter::create(folder, name + ".tokens"));
  SplitWriter writer(columns, std::move(tokens));
  const bool has_rows = columns.rows != RowKind::blocks;
  for (const auto& [column, ending, is_there] :
       {std::tuple(&writer.row_ends_, ".row_ends", has_rows),
        std::tuple(&writer.labels_, ".labels", has_rows && columns.rows != RowKind::sequences),
        std::tuple(&writer.token_types_, ".token_types", columns.has_token_types),
        std::tuple(&writer.targets_, ".targets", columns.has_targets),
        std::tuple(&writer.pack_ends_, ".pack_ends", columns.has_packs)})
    if (is_there) {
      TRY(*column, ColumnWriter::create(folder, name + ending));
    }
  return writer;
}

Result<void> SplitWriter::append(const EncodedRows& rows) {
  if (pack_ends_) {
    TRY(append_pack_ends(rows));
  }
  if (row_ends_) {
    TRY(append_row_ends(rows));
  }
  count_unlearned(rows);
  compare_labels(rows);
  if (labels_) {
    TRY(labels_->append(rows.token_labels));
    TRY(labels_->append(rows.row_labels));
  }
  if (token_types_) {
    TRY(token_types_->append(rows.token_types));
  }
  if (targets_) {
    TRY(targets_->append(rows.targets));
  }
  split_.num_tokens += std::ssize(rows.ids);
  if (columns_.bytes_per_token == 4) return tokens_.append(rows.ids);
  return tokens_.append(std::vector<std::uint16_t>(rows.ids.begin(), rows.ids.end()));
}

// The first token of a row has nothing to be predicted from.
void SplitWriter::count_unlearned(const EncodedRows& rows) {
  std::size_t begin = 0;
  for (const std::size_t end : rows.ends) {
    bool is_learned = true;
    if (columns_.rows == RowKind::token_labels)
      is_learned = std::ranges::any_of(std::span(rows.token_labels).subspan(begin, end - begin),
                                       [](std::int64_t label) { return label != kIgnoreIndex; });
    else if (columns_.rows == RowKind::sequences && !columns_.has_targets)
      is_learned = end - begin > 1;
    else if (columns_.rows == RowKind::sequences)
      is_learned = end > begin &&
                   std::find(rows.targets.begin() + begin + 1, rows.targets.begin() + end, 1) !=
                       rows.targets.begin() + end;
    split_.num_unlearned += is_learned ? 0 : 1;
    begin = end;
  }
}

void SplitWriter::compare_labels(const EncodedRows& rows) {
  if (has_other_labels_) return;
  const auto compare = [&](std::span<const double> labels) {
    if (first_labels_.empty()) first_labels_.assign(labels.begin(), labels.end());
    has_other_labels_ |= !std::ranges::equal(first_labels_, labels);
  };
  if (columns_.rows == RowKind::token_labels)
    for (const std::int64_t label : rows.token_labels)
      if (const auto number = static_cast<double>(label); label != kIgnoreIndex)
        compare({&number, 1});
  if (rows.row_labels.empty()) return;
  const std::size_t width = rows.row_labels.size() / rows.ends.size();
  for (std::size_t begin = 0; begin < rows.row_labels.size() && !has_other_labels_; begin += width)
    compare(std::span(rows.row_labels).subspan(begin, width));
}

Result<void> SplitWriter::append_row_ends(const EncodedRows& rows) {
  std::vector<std::int64_t> of_split;
  std::int64_t begin = 0;
  for (const std::size_t given : rows.ends) {
    const auto end = static_cast<std::int64_t>(given);
    split_.longest_row = std::max(split_.longest_row, end - begin);
    of_split.push_back(split_.num_tokens + end);
    begin = end;
  }
  split_.num_rows += std::ssize(rows.ends);
  return row_ends_->append(of_split);
}

Result<void> SplitWriter::append_pack_ends(const EncodedRows& rows) {
  std::vector<std::int64_t> of_split;
  std::int64_t begin = 0;  // in the ids
  for (const std::size_t given : rows.pack_ends) {
    const auto end = static_cast<std::int64_t>(rows.ends[given - 1]);
    split_.longest_pack = std::max(split_.longest_pack, end - begin);
    of_split.push_back(split_.num_rows + static_cast<std::int64_t>(given));
    begin = end;
  }
  split_.num_packs += std::ssize(rows.pack_ends);
  return pack_ends_->append(of_split);
}

Result<PreparedSplit> SplitWriter::finish() {
  TRY(split_.tokens, tokens_.finish());
  for (const auto& [column, file] :
       {std::pair(&row_ends_, &split_.row_ends), std::pair(&labels_, &split_.labels),
        std::pair(&token_types_, &split_.token_types), std::pair(&targets_, &split_.targets),
        std::pair(&pack_ends_, &split_.pack_ends)})
    if (*column) {
      TRY(*file, (*column)->finish());
    }
  split_.has_one_label = !has_other_labels_ && !first_labels_.empty();
  return split_;
}

}  // namespace trainyard
