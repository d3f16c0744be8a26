// SPDX-License-Identifier: GPL-3.0-or-later
// One start of `engine train`: its document, its place in the run folder, and how it is heard.
// Under an agent the attempt is the agent's (TRAINYARD_RUN_DIR, TRAINYARD_ATTEMPT,
// TRAINYARD_EVENTS); alone the engine makes the attempt itself and writes its events.jsonl from
// header to end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/result.h"
#include "engine/contract/run/run_folder.h"
#include "engine/parallel/process_group.h"
#include "engine/train/reporter.h"

namespace trainyard {

enum class Resume { automatic, never, must };

struct TrainOptions {
  std::filesystem::path experiment;
  std::filesystem::path run_dir;
  std::vector<std::string> overrides;
  Resume resume = Resume::automatic;
};

// Findings made after reading the document, each with its file, line and column.
void place_findings(std::vector<Diagnostic>& findings, const std::filesystem::path& path,
                    const std::vector<std::string>& overrides);

// Reads a document and adds to its diagnostics, when they hold no error, what this engine does not
// execute yet.
Result<Document> read_engine_document(const std::filesystem::path& path,
                                      const std::vector<std::string>& overrides);

// The same for a program that goes on with it. Errors: unreadable, or any error among the
// diagnostics, also of values that this engine does not execute yet (exit code 2): the first is
// returned, the others and what is at least of severity `told` are printed to stderr.
Result<Experiment> read_executable_experiment(const std::filesystem::path& path,
                                              const std::vector<std::string>& overrides,
                                              Severity told = Severity::warning);

// Error: the document's own command trains, not this engine (exit code 2).
Result<void> check_workload(const Experiment& experiment);

class Session {
 public:
  static Result<std::unique_ptr<Session>> open(TrainOptions options);

  const TrainOptions& options() const { return options_; }
  const Experiment& experiment() const { return experiment_; }
  const RunFolder& folder() const { return folder_; }
  const RankInfo& ranks() const { return ranks_; }
  std::int64_t attempt() const { return attempt_; }
  bool is_first_rank() const { return ranks_.rank == 0; }
  Reporter& reporter() { return *reporter_; }

  // Paths of the document are relative to its folder; "~/" is the home folder.
  std::filesystem::path resolve(const std::string& path) const;

  // Says how it ended: an error message, the attempt's `end` when the attempt is ours. Returns the
  // exit code.
  int finish(const Result<ExitCode>& outcome);

 private:
  Session() = default;
  Result<void> enter_run_folder();
  Result<void> make_own_attempt();
  EndEvent end_of(const Result<ExitCode>& outcome) const;

  TrainOptions options_;
  Experiment experiment_;
  RunFolder folder_;
  RankInfo ranks_;
  std::int64_t attempt_ = 0;
  bool owns_attempt_ = false;
  std::unique_ptr<Reporter> reporter_;
};

}  // namespace trainyard
