// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/wandb_file.h"

#include <algorithm>
#include <set>

#include "engine/agent/trackers/written_names.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/settings.h"
#include "engine/contract/files/durable_file.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto wait_for_others = 2s;
constexpr std::size_t max_rows = 10'000;  // that wait

}  // namespace

WandbFile::WandbFile(const Attempt& attempt)
    : attempt_(attempt), began_(unix_time()), writer_(wandb_id_of(attempt.run, attempt.identity)) {}

// Only with the first values: by then the trainer has written all settings that it decides itself.
Result<void> WandbFile::open() {
  WandbRun run;
  run.id = wandb_id_of(attempt_.run, attempt_.identity);
  run.project = attempt_.identity.name;
  run.name = attempt_.identity.run.empty()
                 ? attempt_.run.root.filename().string()
                 : run_folder_name(attempt_.identity.name, attempt_.identity.run);
  run.started = began_;
  run.may_continue = true;
  if (const auto document = read_experiment_file(attempt_.run.resolved().string())) {
    const Experiment& experiment = document->experiment;
    run.notes = experiment.notes;
    run.tags.assign(experiment.tags.begin(), experiment.tags.end());
    for (ExperimentSetting& setting : settings_of(experiment))
      run.config.emplace_back(std::move(setting.path), std::move(setting.value));
  }
  // The attempt before may have begun in the same second.
  double time = began_;
  std::error_code problem;
  while (std::filesystem::exists(wandb_folder(attempt_.run, run.id, time), problem)) ++time;
  const std::filesystem::path folder = wandb_folder(attempt_.run, run.id, time);
  TRY(make_folders(folder / "files"));
  TRY(file_.create(folder / wandb_file_name(run.id)));
  file_.add(writer_.beginning(run));
  return {};
}

Result<void> WandbFile::take(const MetricsEvent& metrics, double time) {
  if (metrics.values.empty()) return {};
  if (!file_.is_open()) {
    TRY(open());
  }
  const auto now = std::chrono::steady_clock::now();
  for (const auto& [name, value] : metrics.values) {
    Last& last = last_[name];
    const std::int64_t step = metrics.step ? *metrics.step : last.without_step++;
    if (step >= last.step) last = {step, value, last.without_step};
    Row& row = rows_.try_emplace(step, Row{{}, 0, now}).first->second;
    row.time = std::max(row.time, time);
    const auto known = std::find_if(row.values.begin(), row.values.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    if (known != row.values.end())
      known->second = value;
    else
      row.values.emplace_back(name, value);
  }
  return rows_.size() > max_rows ? write_rows(false) : Result<void>();
}

Result<void> WandbFile::write_rows(bool all) {
  const auto now = std::chrono::steady_clock::now();
  std::set<std::string> changed;
  while (!rows_.empty()) {
    const auto& [step, row] = *rows_.begin();
    const bool is_due =
        rows_.size() > max_rows || (rows_.size() > 1 && now - row.begun >= wait_for_others);
    if (!all && !is_due) break;
    file_.add(writer_.row(step, row.time, row.time - began_, row.values));
    for (const auto& [name, value] : row.values) changed.insert(name);
    rows_.erase(rows_.begin());
  }
  MetricValues summary;
  for (const std::string& name : changed) summary.emplace_back(name, last_[name].value);
  if (!summary.empty()) file_.add(writer_.summary(summary));
  return file_.flush();
}

Result<void> WandbFile::flush() { return file_.is_open() ? write_rows(false) : Result<void>(); }

Result<void> WandbFile::finish(const EndEvent& end) {
  if (!file_.is_open()) return {};
  TRY(write_rows(true));
  file_.add(writer_.exit(end.exit_code));
  return file_.flush();
}

}  // namespace trainyard::agent
