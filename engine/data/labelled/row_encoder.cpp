// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/row_encoder.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/micro_batch.h"

namespace trainyard {

namespace {

// How many tokens of two texts are kept if there is room for `limit`: the longer one is truncated
// until both have the same length, then both ("longest_first" of the `tokenizers` library).
std::pair<std::size_t, std::size_t> kept_of_pair(std::size_t first, std::size_t second,
                                                 std::size_t limit) {
  const std::size_t shorter = std::min(first, second);
  std::size_t longer = std::max(first, second);
  if (shorter + longer <= limit) return {first, second};
  const std::size_t half = limit / 2;
  if (shorter <= half) {
    longer = limit - shorter;
    return first <= second ? std::pair(shorter, longer) : std::pair(longer, shorter);
  }
  // An odd token goes to the longer text, or to the second if they are equal.
  return first <= second ? std::pair(half, limit - half) : std::pair(limit - half, half);
}

template <typename Number>
void keep(std::vector<Number>& numbers, std::size_t count, bool is_end_kept) {
  if (numbers.size() <= count) return;
  if (is_end_kept)
    numbers.erase(numbers.begin(), numbers.end() - static_cast<std::ptrdiff_t>(count));
  else
    numbers.resize(count);
}

// [CLS] A [SEP]
PairTemplate single_template(const Tokenizer& tokenizer) {
  PairTemplate parts;
  for (const std::uint32_t id : tokenizer.ids_before()) parts.push_back({.id = id});
  parts.push_back({.kind = PairPart::Kind::first});
  for (const std::uint32_t id : tokenizer.ids_after()) parts.push_back({.id = id});
  return parts;
}

}  // namespace

Result<RowRules> RowRules::create(const LabelledTextSettings& settings, const Labels& labels,
                                  const Tokenizer& tokenizer) {
  const bool of_words = has_words(settings.rows);
  const bool has_pair = settings.data.text_pair_column && !of_words;
  RowRules rules{settings, labels, of_words ? tokenizer.for_words() : tokenizer,
                 has_pair ? tokenizer.pair_template() : single_template(tokenizer), 0};
  rules.num_around = static_cast<std::size_t>(
      std::ranges::count(rules.parts, PairPart::Kind::token, &PairPart::kind));
  const auto least = static_cast<std::int64_t>(rules.parts.size());
  if (settings.data.sequence_length < least)
    return make_error("data.no_room_for_text",
                      {{"sequence_length", settings.data.sequence_length},
                       {"tokens", static_cast<std::int64_t>(rules.num_around)},
                       {"least", least}});
  return rules;
}

std::int64_t RowRules::num_token_types() const {
  return std::int64_t{std::ranges::max(parts, {}, &PairPart::type).type} + 1;
}

Result<void> RowEncoder::encode(const LabelledRecord& record, EncodedRows& rows) {
  first_.clear();
  second_.clear();
  first_labels_.clear();
  if (has_words(rules_.settings.rows)) {
    TRY(encode_words(record));
  } else {
    encoder_.encode(record.text, first_);
    if (rules_.settings.data.text_pair_column) encoder_.encode(record.text_pair, second_);
  }
  if (first_.size() + second_.size() + rules_.num_around == 0)
    return record_error(record, make_error("record.no_tokens", {}));
  const auto before = rules_.tokenizer.ids_before();
  if (!before.empty() && !first_.empty() && first_.front() == before.back()) ++num_begins_twice_;
  truncate();
  put_together(rows);
  return add_row_labels(record, rows);
}

Result<void> RowEncoder::encode_words(const LabelledRecord& record) {
  for (std::size_t word = 0; word < record.words.size(); ++word) {
    auto label = static_cast<std::int64_t>(word);
    if (rules_.settings.rows == RowKind::token_labels) {
      TRY(label, rules_.labels.index_of(record.labels[word], record));
    }
    const std::size_t begin = first_.size();
    encoder_.encode(record.words[word], first_);
    first_labels_.resize(first_.size(), kIgnoreIndex);
    if (first_.size() > begin) first_labels_[begin] = label;
  }
  return {};
}

void RowEncoder::truncate() {
  const auto limit =
      static_cast<std::size_t>(rules_.settings.data.sequence_length) - rules_.num_around;
  const auto [first, second] = kept_of_pair(first_.size(), second_.size(), limit);
  num_cut_ += first < first_.size() || second < second_.size() ? 1 : 0;
  const bool is_left = rules_.tokenizer.truncates_left();
  // The first token that is left of a word has its label, as in run_ner.
  if (is_left && first < first_labels_.size()) {
    const auto begin = first_labels_.end() - static_cast<std::ptrdiff_t>(first);
    for (auto label = begin; first > 0 && *begin == kIgnoreIndex && label != first_labels_.begin();)
      *begin = *--label;
  }
  keep(first_, first, is_left);
  keep(second_, second, is_left);
  keep(first_labels_, first, is_left);
}

void RowEncoder::put_together(EncodedRows& rows) const {
  const bool of_words = has_words(rules_.settings.rows);
  for (const PairPart& part : rules_.parts) {
    if (part.kind == PairPart::Kind::token) {
      rows.ids.push_back(part.id);
    } else {
      const auto& ids = part.kind == PairPart::Kind::first ? first_ : second_;
      rows.ids.insert(rows.ids.end(), ids.begin(), ids.end());
      if (of_words)
        rows.token_labels.insert(rows.token_labels.end(), first_labels_.begin(),
                                 first_labels_.end());
    }
    rows.token_types.resize(rows.ids.size(), static_cast<std::uint8_t>(part.type));
    if (of_words) rows.token_labels.resize(rows.ids.size(), kIgnoreIndex);
  }
  rows.ends.push_back(rows.ids.size());
}

Result<void> RowEncoder::add_row_labels(const LabelledRecord& record, EncodedRows& rows) const {
  switch (rules_.settings.rows) {
    case RowKind::regression:
      rows.row_labels.push_back(record.number);
      break;
    case RowKind::single_label: {
      TRY(const std::int64_t label, rules_.labels.index_of(record.labels.front(), record));
      rows.row_labels.push_back(static_cast<double>(label));
      break;
    }
    case RowKind::multi_label: {
      const std::size_t begin = rows.row_labels.size();
      rows.row_labels.resize(begin + rules_.labels.names().size());
      for (const std::string& name : record.labels) {
        TRY(const std::int64_t label, rules_.labels.index_of(name, record));
        rows.row_labels[begin + static_cast<std::size_t>(label)] = 1;
      }
      break;
    }
    case RowKind::token_labels:
    case RowKind::unlabelled:
    case RowKind::unlabelled_words:
    case RowKind::blocks:
    case RowKind::sequences:
      break;
  }
  return {};
}

}  // namespace trainyard
