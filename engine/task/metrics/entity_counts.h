// SPDX-License-Identifier: GPL-3.0-or-later
// Entities in tagged tokens, as seqeval reads and counts them in its default mode, which takes
// IOB1, IOB2, IOE and IOBES as they come (the rules of conlleval).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/task/metrics/label_counts.h"

namespace trainyard {

// The tokens `first` to `last`, both included.
struct Entity {
  std::int64_t type;  // index among Tags::types
  std::int64_t first, last;
  bool operator==(const Entity&) const = default;
};

// The labels of a task read as tags: "B-PER" is B of the type PER, "B" is B of the type "_".
class Tags {
 public:
  explicit Tags(std::span<const std::string> labels);

  // Ascending; "_" is always among them.
  std::span<const std::string> types() const { return types_; }
  // Of one sequence of labels, by their index, in its order. An I or E that continues nothing
  // begins an entity; a tag that is none of O, B, I, E, S continues one of its type or begins one;
  // "." is as O.
  std::vector<Entity> entities(std::span<const std::int64_t> labels) const;

 private:
  struct Tag {
    char prefix;
    std::int64_t type;
  };
  std::vector<std::string> types_;
  std::vector<Tag> tags_;  // by label
};

// Correct is an entity of the right type at exactly the right tokens.
class EntityCounts {
 public:
  explicit EntityCounts(std::span<const std::string> labels);

  // One sequence: labels by their index. Where the target is -100 there is no token to tag (special
  // tokens, all but the first of a word): left out of both.
  void add(std::span<const std::int64_t> targets, std::span<const std::int64_t> predictions);

  // The share of tokens with the right label. Nothing where there are no tokens.
  std::optional<double> token_accuracy() const;
  // Over all types (micro); 0 where there are tokens but no entities. Nothing where there are no
  // tokens.
  std::optional<PrecisionRecallF1> overall() const;
  // Of each type that was there or was predicted, by its name, ascending.
  std::vector<std::pair<std::string, PrecisionRecallF1>> by_type() const;
  std::vector<std::pair<std::string, LabelCount>> counts_by_type() const;

  // 3 numbers a type and 2 more; those of several ranks are summed and added to an empty one.
  std::vector<double> totals() const;
  void add_totals(std::span<const double> totals);

 private:
  void add_entities(const std::vector<Entity>& targets, const std::vector<Entity>& predictions);

  Tags tags_;
  std::vector<LabelCount> counts_;  // by type
  double tokens_ = 0, right_tokens_ = 0;
};

}  // namespace trainyard
