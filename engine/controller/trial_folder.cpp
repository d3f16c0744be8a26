// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/controller/trial_folder.h"

#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "engine/contract/experiment/placeholders.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/script/shell_quote.h"
#include "engine/search/study_folder.h"
#include "engine/system/unix_time.h"

namespace trainyard::controller {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t limit_bytes = 16u << 20;

// Each argument and each variable that the job script has as a word of its own.
const TextList& arguments_of(const Experiment& experiment) {
  return experiment.workload == Workload::script ? experiment.script.arguments
                                                 : experiment.command.arguments;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
}

const std::string* value_of(const TextMap& variables, const std::string& name) {
  for (const auto& [key, value] : variables)
    if (key == name && value) return &*value;
  return nullptr;
}

// Without the variables that the trial does not have, since their condition is not met.
std::string without_unset(const std::string& script) {
  std::string out;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find('=');
    constexpr std::string_view begin = "export ";
    if (line.starts_with(begin) && equals != line.npos) {
      const std::string name = line.substr(begin.size(), equals - begin.size());
      if (line.substr(equals + 1) == quote_for_shell(searched_variable(name))) continue;
    }
    out += line + '\n';
  }
  return out;
}

Result<Experiment> read_trial(const std::string& text, const std::vector<std::string>& overrides) {
  Document document = read_experiment(text, "resolved.yaml", overrides);
  if (auto refusal = search::trial_refusal(document.diagnostics)) return *std::move(refusal);
  return std::move(document.experiment);
}

// Code and work folder are the study's.
Result<void> link(const fs::path& to, const fs::path& from) {
  std::error_code problem;
  if (!fs::is_directory(from, problem)) return {};
  if (::symlink(from.c_str(), to.c_str()) == 0 || errno == EEXIST) return {};
  return file_error(to, errno, FileStep::write);
}

Result<void> copy_script(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  if (!fs::exists(from, problem)) return {};
  TRY(const std::string text, read_file(from, limit_bytes));
  return write_file_atomically(to, text);
}

}  // namespace

Result<TrialTemplate> read_trial_template(const RunFolder& study) {
  TrialTemplate out{.study = study};
  TRY(out.identity, read_run_identity(study));
  const fs::path folder = study.trial_template();
  TRY(out.text, read_file(folder / "resolved.yaml", limit_bytes));
  TRY(out.experiment, read_trial(out.text, {}));
  TRY(out.script, read_file(folder / "job.sh", limit_bytes));
  TRY(out.submission, read_submission_record(folder / "submission.json"));
  return out;
}

RunFolder trial_folder(const TrialTemplate& from, const std::string& run) {
  return {from.study.root.parent_path() / run_folder_name(from.identity.name, run)};
}

std::string filled_script(const TrialTemplate& from, const Experiment& given) {
  const Experiment trial = with_values_filled(given);
  std::string script = from.script;
  const auto fill = [&](const std::string& before, const std::string& after) {
    if (before != after) replace_all(script, quote_for_shell(before), quote_for_shell(after));
  };
  const TextList &before = arguments_of(from.experiment), &after = arguments_of(trial);
  for (std::size_t i = 0; i < before.size() && i < after.size(); ++i) fill(before[i], after[i]);
  for (const auto& [name, value] : from.experiment.environment.variables) {
    const auto* filled = value_of(trial.environment.variables, name);
    if (value && filled) fill(*value, *filled);
  }
  for (const auto& [name, value] : trial.environment.variables)
    if (value) fill(searched_variable(name), *value);
  return without_unset(script);
}

Result<void> make_trial_folder(const TrialTemplate& from, const std::string& run,
                               const std::vector<std::string>& overrides) {
  TRY(const Experiment experiment, read_trial(from.text, overrides));
  const RunFolder folder = trial_folder(from, run);
  TRY(make_folders(folder.root));
  std::error_code problem;
  if (fs::exists(folder.run_json(), problem)) {
    TRY(const RunIdentity there, read_run_identity(folder));
    if (there.run == run) return {};
    return make_error("run.folder_taken", {{"path", folder.root.string()}});
  }
  const std::string text = write_resolved(experiment);
  TRY(write_file_atomically(folder.experiment(), text));
  TRY(write_file_atomically(folder.resolved(), text));
  TRY(write_file_atomically(folder.script(), filled_script(from, experiment)));
  for (const char* name : {"submit_once.sh", "submit_from_login.sh"}) {
    TRY(copy_script(from.study.root / name, folder.root / name));
  }
  TRY(link(folder.code(), from.study.code()));
  TRY(link(folder.root / "work", from.study.root / "work"));
  RunIdentity identity = from.identity;
  identity.git_difference.clear();  // the study's has it
  identity.study = from.identity.run;
  identity.run = run;
  identity.created = unix_time();
  return write_file_atomically(folder.run_json(), to_json(identity) + "\n");
}

}  // namespace trainyard::controller
