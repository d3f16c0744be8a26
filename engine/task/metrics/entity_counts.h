// SPDX-License-Identifier: GPL-3.0-or-later
// Entities in tagged tokens, parsed and counted like seqeval in its default mode, which accepts
// IOB1, IOB2, IOE and IOBES without being told which (the rules of conlleval).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/task/metrics/label_counts.h"

namespace trainyard {

// The tokens `first` to `last`, inclusive.
struct Entity {
  std::int64_t type;  // index among Tags::types
  std::int64_t first, last;
  bool operator==(const Entity&) const = default;
};

// The labels of a task parsed as tags: "B-PER" is B of the type PER, "B" is B of the type "_".
class Tags {
 public:
  explicit Tags(std::span<const std::string> labels);

  // Ascending; always contains "_".
  std::span<const std::string> types() const { return types_; }
  // Returns the entities of one sequence of label indices, in order. An I or E that continues
  // nothing starts an entity; a tag other than O, B, I, E, S continues an entity of its type or
  // starts one; "." counts as O.
  std::vector<Entity> entities(std::span<const std::int64_t> labels) const;

 private:
  struct Tag {
    char prefix;
    std::int64_t type;
  };
  std::vector<std::string> types_;
  std::vector<Tag> tags_;  // by label index
};

// Counts an entity as correct if its type and its tokens match exactly.
class EntityCounts {
 public:
  explicit EntityCounts(std::span<const std::string> labels);

  // Adds one sequence of label indices. Where the target is -100 there is no token to tag (special
  // tokens, all but the first token of a word), and both are skipped.
  void add(std::span<const std::int64_t> targets, std::span<const std::int64_t> predictions);

  // The share of tokens with the right label; nothing if there are no tokens.
  std::optional<double> token_accuracy() const;
  // Over all types (micro average); 0 if there are tokens but no entities, nothing if there are no
  // tokens.
  std::optional<PrecisionRecallF1> overall() const;
  // For each type that is present or was predicted, ascending by name.
  std::vector<std::pair<std::string, PrecisionRecallF1>> by_type() const;
  std::vector<std::pair<std::string, LabelCount>> counts_by_type() const;

  // 3 numbers per type and 2 more; the totals of several ranks are summed and added to an empty
  // object.
  std::vector<double> totals() const;
  void add_totals(std::span<const double> totals);

 private:
  void add_entities(const std::vector<Entity>& targets, const std::vector<Entity>& predictions);

  Tags tags_;
  std::vector<LabelCount> counts_;  // by type index
  double tokens_ = 0, right_tokens_ = 0;
};

}  // namespace trainyard
