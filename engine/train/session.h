// SPDX-License-Identifier: GPL-3.0-or-later
// One invocation of `engine train`: its document, its place in the run folder, and its reporting.
// Under an agent the attempt is the agent's (TRAINYARD_RUN_DIR, TRAINYARD_ATTEMPT,
// TRAINYARD_EVENTS); otherwise the engine creates the attempt and writes all of its events.jsonl.
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

// Adds file, line and column to findings made after the document was read.
void place_findings(std::vector<Diagnostic>& findings, const std::filesystem::path& path,
                    const std::vector<std::string>& overrides);

// Reads a document and, if it has no errors, adds diagnostics for what this engine does not support
// yet.
Result<Document> read_engine_document(const std::filesystem::path& path,
                                      const std::vector<std::string>& overrides);

// The same for a program that uses the experiment. Errors: an unreadable file, or any error among
// the diagnostics, including values that this engine does not support yet (exit code 2): the first
// is returned, the others and everything of at least severity `told` are printed to stderr.
Result<Experiment> read_executable_experiment(const std::filesystem::path& path,
                                              const std::vector<std::string>& overrides,
                                              Severity told = Severity::warning);

// Error: the document has its own training command instead of this engine (exit code 2).
Result<void> check_workload(const Experiment& experiment);

class Session {
 public:
  static Result<std::unique_ptr<Session>> open(TrainOptions options);

  // The same attempt for some of its ranks.
  std::unique_ptr<Session> for_ranks(const RankInfo& ranks, std::int64_t attempt) const;
  // The same for the training of one trial of a search, whose checkpoints and results are in the
  // folder `trial` of the run folder.
  std::unique_ptr<Session> for_trial(Experiment experiment, std::filesystem::path trial) const;

  const TrainOptions& options() const { return options_; }
  const Experiment& experiment() const { return experiment_; }
  const RunFolder& folder() const { return folder_; }
  const RankInfo& ranks() const { return ranks_; }
  std::int64_t attempt() const { return attempt_; }
  // Of the first rank, which without an agent has begun it alone.
  void take_part_in(std::int64_t attempt) { attempt_ = attempt; }
  bool is_first_rank() const { return ranks_.rank == 0; }
  Reporter& reporter() { return *reporter_; }

  // Paths in the document are relative to its folder; "~/" is the home folder.
  std::filesystem::path resolve(const std::string& path) const;

  // Reports the outcome: an error message, and the attempt's `end` if the attempt is ours. Returns
  // the exit code.
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
  std::shared_ptr<Reporter> reporter_;
};

}  // namespace trainyard
