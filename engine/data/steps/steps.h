// SPDX-License-Identifier: GPL-3.0-or-later
// The steps from raw files to prepared data if the document needs more than tokens: columns, split,
// vocabulary, sentences, tokens, groups. The output of each is kept in the cache, by the content
// and settings that it depends on; only requested steps run, and those they need.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/texts/prepare.h"
#include "engine/data/steps/column_step.h"

namespace trainyard {

// Whether rows are dropped or split, so that files are read by column.
inline bool has_row_steps(const DataSection& data) {
  return data.drop_incomplete_rows || data.split_seed;
}
inline bool has_sentences(const DataSection& data) {
  return data.sentences == SentenceSplitter::punkt;
}
inline bool has_steps(const DataSection& data) {
  return has_row_steps(data) || has_sentences(data);
}

// Returns errors in what only steps read, without running any: for files that are read by column
// their first 256 MiB.
std::vector<Error> check_steps(const TextSources& sources, const DataSection& data,
                               const ColumnRules& columns);

// The columns of raw files that are used.
ColumnRules column_rules(const TextDataSettings& settings);
ColumnRules column_rules(const LabelledTextSettings& settings);

struct Step {
  std::string name;
  std::filesystem::path folder;    // in the cache
  std::vector<std::size_t> needs;  // indices of steps before it
  // Writes to the cache; everything that it needs must exist.
  std::function<Result<void>(const PrepareProgress&)> make;
  // For a step that makes prepared data: writes to another folder.
  std::function<Result<PreparedData>(const std::filesystem::path&, const PrepareProgress&)> make_at;
};

class Steps {
 public:
  explicit Steps(std::vector<Step> steps) : steps_(std::move(steps)) {}

  // In an order in which they can run; the last step makes the prepared data.
  const std::vector<Step>& all() const { return steps_; }
  bool is_done(const Step& step) const;
  // Runs the step and those it needs, unless they are done. Errors: those of the steps.
  Result<void> run(std::size_t step, const PrepareProgress& progress) const;
  // Returns the prepared data from the cache, created if necessary.
  Result<PreparedData> run_all(const PrepareProgress& progress) const;
  // The same, into a folder that must not exist.
  Result<PreparedData> run_into(const std::filesystem::path& folder,
                                const PrepareProgress& progress) const;

 private:
  std::vector<Step> steps_;
};

// The source files are read to compute their checksums.
Result<Steps> text_steps(const TextDataSettings& settings, const PrepareProgress& progress);
Result<Steps> labelled_steps(const LabelledTextSettings& settings, const PrepareProgress& progress);

}  // namespace trainyard
