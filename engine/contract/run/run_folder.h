// SPDX-License-Identifier: GPL-3.0-or-later
// The run folder on the target, the source of truth about a run: names of its parts, and the few
// operations that several programs perform on it. All functions are safe with concurrent writers in
// the same folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/result.h"

namespace trainyard {

struct RunFolder {
  std::filesystem::path root;
  // Of a search, the trial whose checkpoints and results these are, relative to `root`; empty:
  // those of the run itself.
  std::filesystem::path trial{};

  std::filesystem::path experiment() const { return root / "experiment.yaml"; }
  std::filesystem::path resolved() const { return root / "resolved.yaml"; }
  std::filesystem::path run_json() const { return root / "run.json"; }
  std::filesystem::path script() const { return root / "job.sh"; }
  std::filesystem::path code() const { return root / "code"; }
  std::filesystem::path cancel() const { return root / "cancel"; }
  std::filesystem::path checkpoints() const { return root / trial / "checkpoints"; }
  std::filesystem::path latest() const { return checkpoints() / "latest"; }
  std::filesystem::path results() const { return root / trial / "results"; }
  std::filesystem::path search() const { return root / "search"; }
  std::filesystem::path study() const { return search() / "study.jsonl"; }
  // The number of trials that the study shall have, as text, if it was changed while it ran.
  std::filesystem::path wanted_trials() const { return search() / "trials"; }
  // What a controller on the cluster makes the runs of trials from.
  std::filesystem::path trial_template() const { return search() / "template"; }
  std::filesystem::path attempts() const { return root / "attempts"; }
  std::filesystem::path attempt(std::int64_t number) const;  // attempts/0001
  std::filesystem::path task(std::int64_t index) const;  // tasks/7: the run folder of an array task
  std::filesystem::path submission(std::int64_t number) const;
};

// The content of run.json.
struct RunIdentity {
  std::string run;  // UUID
  std::string name;
  double created = 0;  // Unix seconds
  Map versions;
  std::string git_commit;
  std::string git_difference;
  std::string source;  // the experiment file on the laptop
  std::string parent;  // UUID of the array run that this is a task of; empty: none
  std::optional<std::int64_t> array_index;  // which task
  std::string study{};                      // UUID of the study that created it; empty: none
};
void describe(Section<RunIdentity>& section);
Result<RunIdentity> read_run_identity(const RunFolder& folder);
// The same from its content; `path` names it in errors.
Result<RunIdentity> run_identity_from(std::string_view text, const std::string& path);

// <name>-<first 8 of the UUID>
std::string run_folder_name(const std::string& name, const std::string& uuid);

// Numbers of the existing attempts, ascending.
std::vector<std::int64_t> list_attempts(const RunFolder& folder);

// Creates the folder of the next attempt by an exclusive mkdir and returns its number.
Result<std::int64_t> make_attempt(const RunFolder& folder);

// Whether an attempt above `number` exists: `number` must not publish anything any more.
bool is_superseded(const RunFolder& folder, std::int64_t number);

// "checkpoints/step-00000400" -> 400; nothing for other names.
std::optional<std::int64_t> checkpoint_step(const std::filesystem::path& path);
std::string checkpoint_name(std::int64_t step);

// The checkpoint folder that `latest` points to, if it exists; readers must verify its checksums.
std::optional<std::filesystem::path> latest_checkpoint(const RunFolder& folder);

}  // namespace trainyard
