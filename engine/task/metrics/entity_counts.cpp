// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/entity_counts.h"

#include <algorithm>
#include <string_view>

#include "engine/system/utf8_sequence.h"
#include "engine/data/micro_batch.h"

namespace trainyard {
namespace {

constexpr char kOutside = 'O';
constexpr std::int64_t kNoType = -1;

// "B-PER" -> "PER"; "B" -> "_". The prefix before the first hyphen is one character long.
std::string type_of(std::string_view label) {
  if (label.empty()) return "_";
  std::size_t prefix = 1;
  while (prefix < label.size() && is_continuation_byte(label[prefix])) ++prefix;
  label.remove_prefix(prefix);
  const std::size_t hyphen = label.find('-');
  if (hyphen != std::string_view::npos) label.remove_prefix(hyphen + 1);
  return label.empty() ? "_" : std::string(label);
}

// Whether an entity ends between two adjacent tags.
bool ends_between(char before, char after, bool is_same_type) {
  if (before == 'E' || before == 'S') return true;
  if (before == 'B' || before == 'I')
    if (after == 'B' || after == 'S' || after == kOutside) return true;
  return before != kOutside && before != '.' && !is_same_type;
}

bool begins_between(char before, char after, bool is_same_type) {
  if (after == 'B' || after == 'S') return true;
  if (before == 'E' || before == 'S' || before == kOutside)
    if (after == 'E' || after == 'I') return true;
  return after != kOutside && after != '.' && !is_same_type;
}

}  // namespace

Tags::Tags(std::span<const std::string> labels) {
  types_ = {"_"};
  for (const std::string& label : labels) types_.push_back(type_of(label));
  std::ranges::sort(types_);
  types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
  for (const std::string& label : labels) {
    const auto type = std::ranges::lower_bound(types_, type_of(label));
    tags_.push_back({label.empty() ? kOutside : label[0], type - types_.begin()});
  }
}

std::vector<Entity> Tags::entities(std::span<const std::int64_t> labels) const {
  const auto none = std::ranges::lower_bound(types_, "_") - types_.begin();
  std::vector<Entity> found;
  Tag before{.prefix = kOutside, .type = kNoType};
  std::int64_t first = 0;
  const auto length = static_cast<std::int64_t>(labels.size());
  for (std::int64_t i = 0; i <= length; ++i) {
    const Tag tag = i < length ? tags_[labels[i]] : Tag{.prefix = kOutside, .type = none};
    const bool is_same_type = tag.type == before.type;
    if (ends_between(before.prefix, tag.prefix, is_same_type))
      found.push_back({.type = before.type, .first = first, .last = i - 1});
    if (begins_between(before.prefix, tag.prefix, is_same_type)) first = i;
    before = tag;
  }
  return found;
}

EntityCounts::EntityCounts(std::span<const std::string> labels)
    : tags_(labels), counts_(tags_.types().size()) {}

void EntityCounts::add(std::span<const std::int64_t> targets,
                       std::span<const std::int64_t> predictions) {
  std::vector<std::int64_t> true_labels, predicted_labels;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == kIgnoreIndex) continue;
    true_labels.push_back(targets[i]);
    predicted_labels.push_back(predictions[i]);
    tokens_ += 1;
    right_tokens_ += targets[i] == predictions[i];
  }
  add_entities(tags_.entities(true_labels), tags_.entities(predicted_labels));
}

void EntityCounts::add_entities(const std::vector<Entity>& targets,
                                const std::vector<Entity>& predictions) {
  for (const Entity& entity : targets) counts_[entity.type].targets += 1;
  for (const Entity& entity : predictions) counts_[entity.type].predicted += 1;
  // No two entities of a sequence end at the same token.
  auto target = targets.begin();
  for (const Entity& predicted : predictions) {
    while (target != targets.end() && target->last < predicted.last) ++target;
    if (target != targets.end() && *target == predicted) counts_[predicted.type].correct += 1;
  }
}

std::optional<double> EntityCounts::token_accuracy() const {
  if (tokens_ == 0) return std::nullopt;
  return right_tokens_ / tokens_;
}

std::optional<PrecisionRecallF1> EntityCounts::overall() const {
  if (tokens_ == 0) return std::nullopt;
  LabelCount sum;
  for (const LabelCount& count : counts_) sum += count;
  return scores_of(sum);
}

std::vector<std::pair<std::string, PrecisionRecallF1>> EntityCounts::by_type() const {
  std::vector<std::pair<std::string, PrecisionRecallF1>> scores;
  for (const auto& [type, count] : counts_by_type()) scores.emplace_back(type, scores_of(count));
  return scores;
}

std::vector<std::pair<std::string, LabelCount>> EntityCounts::counts_by_type() const {
  std::vector<std::pair<std::string, LabelCount>> counts;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i].targets > 0 || counts_[i].predicted > 0)
      counts.emplace_back(tags_.types()[i], counts_[i]);
  return counts;
}

std::vector<double> EntityCounts::totals() const {
  std::vector<double> totals = totals_of(counts_);
  totals.insert(totals.end(), {tokens_, right_tokens_});
  return totals;
}

void EntityCounts::add_totals(std::span<const double> totals) {
  add_totals_to(counts_, totals);
  const auto rest = totals.subspan(counts_.size() * LabelCount::num_totals);
  tokens_ += rest[0];
  right_tokens_ += rest[1];
}

}  // namespace trainyard
