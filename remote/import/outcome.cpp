// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/outcome.h"

#include <algorithm>
#include <cctype>

#include "engine/contract/experiment/experiment.h"
#include "remote/import/key_table.h"
#include "remote/import/shell_scan.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::string_view kBeginnings[] = {
    "prepare", "preprocess", "download",  "eval",     "test",    "predict", "infer",
    "export",  "convert",    "merge",     "tokenize", "plot",    "make_",   "build_",
    "check",   "generate",   "benchmark", "upload",   "collect", "setup"};

bool is_true(const Launch& launch, const char* key) {
  const Setting* setting = find_setting(launch.arguments, key);
  return setting && truth_of(setting->value).value_or(false);
}

// The examples evaluate without training if only that is requested.
bool evaluates_only(const Launch& launch) {
  const bool evaluates = is_true(launch, "do_eval") || is_true(launch, "do_predict");
  return evaluates && !is_true(launch, "do_train");
}

bool has_part(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != name.npos; });
}

bool is_named_for_training(std::string_view name) {
  return has_part(name, {"train", "tune", "fit", "run_", "learn"}) &&
         !has_part(name, {"pretrained_"});
}

// The first argument of `axolotl preprocess`, which says what the program does.
std::string first_argument(const Launch& launch) {
  return launch.command.size() > 1 ? launch.command[1].text : std::string();
}

// Programs that install, start services or look after files.
bool is_tool(const Launch& launch) {
  const std::string_view name = launch.program;
  return name.empty() || name.find_first_of("$`(") != name.npos ||
         is_one_of(name, {"pip",         "pip3",         "uv",
                          "conda",       "mamba",        "apt-get",
                          "mkdir",       "cp",           "mv",
                          "rm",          "ln",           "ls",
                          "cat",         "tar",          "rsync",
                          "wget",        "curl",         "unzip",
                          "echo",        "hostname",     "nvidia-smi",
                          "rocm-smi",    "sleep",        "date",
                          "test",        "env",          "ulimit",
                          "git",         "ray",          "wandb",
                          "hf",          "venv",         "huggingface-cli",
                          "tensorboard", "jupyter",      "sbcast",
                          "dask",        "redis-server", "ensurepip",
                          "module",      "squeue",       "scontrol",
                          "sacct",       "http.server",  "server",
                          "collect_env"});
}

// Programs that prepare a training or follow it: prepare_data.py, `axolotl preprocess`, eval.py.
bool is_beside_training(const Launch& launch) {
  if (is_trainer_command(launch.program))
    return has_part(
        first_argument(launch),
        {"preprocess", "prepare",  "download", "convert",  "merge",  "eval", "inference", "infer",
         "export",     "chat",     "api",      "webui",    "fetch",  "vllm", "env",       "ls",
         "cp",         "validate", "predict",  "generate", "deploy", "serve"});
  std::string name = launch.program;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool begins =
      std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                  [&](std::string_view beginning) { return name.starts_with(beginning); });
  if (begins) return true;
  if (is_named_for_training(name)) return false;
  return has_part(
      name, {"preprocess", "prepare", "tokeniz",   "download",   "convert",   "evaluat", "predict",
             "inference",  "infer",   "export",    "merge",      "benchmark", "plot",    "analy",
             "report",     "eval",    "make_data", "build_data", "setup",     "upload"});
}

// For an unknown program: whether it looks like training rather than preparing.
bool looks_like_training(const Launch& launch) {
  if (is_tool(launch) || is_beside_training(launch)) return false;
  if (launch.launcher != Starter::none || is_trainer_command(launch.program)) return true;
  for (const char* key : {"learning_rate", "lr", "epochs", "num_epochs", "num_train_epochs",
                          "max_steps", "n_epochs", "batch_size", "per_device_train_batch_size",
                          "max_epochs", "train_file", "train_data", "optimizer"})
    if (find_setting(launch.arguments, key)) return true;
  return is_named_for_training(launch.program);
}

std::string listed(const std::vector<const Launch*>& launches) {
  std::string out;
  for (std::size_t i = 0; i < launches.size(); ++i)
    out += (i == 0 ? "" : ", ") + std::to_string(i + 1) + ": " + launches[i]->program + " (line " +
           std::to_string(launches[i]->origin.line) + ")";
  return out;
}

class OutcomeReader {
 public:
  OutcomeReader(const Script& script, const std::string& file, const ImportChoices& choices,
                Draft& draft)
      : script_(script), file_(file), choices_(choices), draft_(draft) {}

  Result<ImportDecision> read() {
    if (!script_.is_shell) return unread_language();
    find_trainings();
    if (choices_.as == ImportAs::script) return as_script();
    TRY(const Launch* chosen, choose());
    if (!chosen) {
      if (script_.has_marker && choices_.as == ImportAs::automatic) return as_script();
      return nothing_to_start();
    }
    ImportAs kind = choices_.as;
    if (kind == ImportAs::automatic) kind = by_program(*chosen);
    if (kind == ImportAs::script) return as_script();
    if (kind == ImportAs::engine && !is_known_program(chosen->program))
      draft_.note("import.not_listed", chosen->origin);
    for (const Launch& other : script_.launches)
      if (&other != chosen) draft_.note("import.not_chosen", other.origin);
    note_starts(*chosen);
    return ImportDecision{kind, chosen};
  }

 private:
  std::string name() const { return file_name_of(file_); }
  ImportAs by_program(const Launch& launch) const {
    if (is_known_program(launch.program)) return ImportAs::engine;
    return script_.has_marker ? ImportAs::script : ImportAs::command;
  }
  Result<ImportDecision> unread_language() {
    if (choices_.as == ImportAs::engine || choices_.as == ImportAs::command)
      return make_error("import.other_language",
                        {{"path", name()}, {"interpreter", script_.interpreter}});
    draft_.note("import.kept_language", {file_, 1, name()}, {{"interpreter", script_.interpreter}});
    return as_script();
  }
  // Without an interpreter sbatch rejects it.
  Result<ImportDecision> as_script() const {
    if (!script_.has_interpreter) return make_error("import.no_script", {{"path", name()}});
    return ImportDecision{ImportAs::script, nullptr};
  }
  Result<ImportDecision> nothing_to_start() {
    if (!script_.scripts.empty())
      return make_error("import.starts_script", {{"place", place_of(script_.scripts.front())},
                                                 {"script", script_.scripts.front().key}});
    if (!script_.has_marker) return make_error("import.unknown_kind", {{"path", name()}});
    return make_error("import.no_training", {{"path", name()}});
  }

  void find_trainings() {
    for (const Launch& launch : script_.launches) {
      const bool is_known = is_known_program(launch.program);
      if (is_known ? !evaluates_only(launch) : looks_like_training(launch))
        trainings_.push_back(&launch);
    }
    // If nothing trains, evaluations and preparations are considered.
    if (trainings_.empty())
      for (const Launch& launch : script_.launches)
        if (!is_tool(launch)) trainings_.push_back(&launch);
  }

  // The requested training, or the only one. Null: none, or several in a script that can stay
  // unchanged.
  Result<const Launch*> choose() {
    if (choices_.training > 0) return chosen_by_number();
    if (trainings_.size() == 1) return trainings_.front();
    if (trainings_.empty()) return nullptr;
    if (!script_.has_marker || choices_.as != ImportAs::automatic)
      return make_error("import.two_commands", {{"path", name()}, {"found", listed(trainings_)}});
    draft_.note("import.several_trainings", {file_, trainings_.front()->origin.line, name()},
                {{"found", listed(trainings_)}});
    return nullptr;
  }
  Result<const Launch*> chosen_by_number() {
    const auto number = static_cast<std::size_t>(choices_.training);
    if (number <= trainings_.size()) return trainings_[number - 1];
    for (const Launch& launch : script_.launches)
      if (launch.origin.line == choices_.training || launch.line == choices_.training)
        return &launch;
    return make_error(
        "import.no_such_training",
        {{"path", name()}, {"number", choices_.training}, {"found", listed(trainings_)}});
  }
  void note_starts(const Launch& launch) {
    if (launch.is_repeated)
      draft_.note("import.in_loop", launch.origin,
                  {{"times", launch.times > 1 ? std::to_string(launch.times) : "several"}});
    if (!launch.is_certain) draft_.note("import.in_branch", launch.origin);
  }

  const Script& script_;
  const std::string& file_;
  const ImportChoices& choices_;
  Draft& draft_;
  std::vector<const Launch*> trainings_;
};

}  // namespace

bool is_known_program(std::string_view program) {
  if (program.ends_with(".py")) program.remove_suffix(3);
  return is_one_of(program,
                   {"run_clm", "run_mlm", "run_glue", "run_ner", "run_clm_no_trainer",
                    "run_mlm_no_trainer", "run_glue_no_trainer", "run_ner_no_trainer", "sft_train",
                    "tune_model", "fine_tune_classification", "2_pretrain", "4_finetune"});
}

Result<ImportDecision> decide_import(const Script& script, const std::string& file,
                                     const ImportChoices& choices, Draft& draft) {
  return OutcomeReader(script, file, choices, draft).read();
}

}  // namespace trainyard
