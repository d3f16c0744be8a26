// SPDX-License-Identifier: GPL-3.0-or-later
// The steps from raw files to prepared data, where the document asks for more than tokens: columns,
// split, vocabulary, sentences, tokens, groups. What each writes stays in the cache, by the content
// and the settings that it depends on; only a step that is asked for runs, and what it needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/prepare.h"
#include "engine/data/steps/column_step.h"

namespace trainyard {

// Whether rows are left out or drawn, so that files are read column by column.
inline bool has_row_steps(const DataSection& data) {
  return data.drop_incomplete_rows || data.split_seed;
}
inline bool has_sentences(const DataSection& data) {
  return data.sentences == SentenceSplitter::punkt;
}
inline bool has_steps(const DataSection& data) {
  return has_row_steps(data) || has_sentences(data);
}

// What is wrong with what only steps read, without running any: of files that are read column by
// column their first 256 MiB.
std::vector<Error> check_steps(const TextSources& sources, const DataSection& data,
                               const ColumnRules& columns);

// The columns that are used of raw files.
ColumnRules column_rules(const TextDataSettings& settings);
ColumnRules column_rules(const LabelledTextSettings& settings);

struct Step {
  std::string name;
  std::filesystem::path folder;    // in the cache
  std::vector<std::size_t> needs;  // steps before it
  // Into the cache, all that it needs being there.
  std::function<Result<void>(const PrepareProgress&)> make;
  // Of one that makes prepared data: into another folder.
  std::function<Result<PreparedData>(const std::filesystem::path&, const PrepareProgress&)> make_at;
};

class Steps {
 public:
  explicit Steps(std::vector<Step> steps) : steps_(std::move(steps)) {}

  // In an order in which they can run; the last makes the prepared data.
  const std::vector<Step>& all() const { return steps_; }
  bool is_done(const Step& step) const;
  // Makes what is missing of the step and of what it needs. Errors: those of the steps.
  Result<void> run(std::size_t step, const PrepareProgress& progress) const;
  // The prepared data from the cache, made when it is not there.
  Result<PreparedData> run_all(const PrepareProgress& progress) const;
  // The same into a folder that must not exist.
  Result<PreparedData> run_into(const std::filesystem::path& folder,
                                const PrepareProgress& progress) const;

 private:
  std::vector<Step> steps_;
};

// The sources' files are read for their checksums.
Result<Steps> text_steps(const TextDataSettings& settings, const PrepareProgress& progress);
Result<Steps> labelled_steps(const LabelledTextSettings& settings, const PrepareProgress& progress);

}  // namespace trainyard
