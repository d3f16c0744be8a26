// SPDX-License-Identifier: GPL-3.0-or-later
// One file because each kind of file adds to the same draft, in an order that matters.
#include "remote/import/import.h"

#include <algorithm>
#include <filesystem>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/place.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/yaml_bytes.h"
#include "engine/contract/script/program_document.h"
#include "remote/import/accelerate.h"
#include "remote/import/arguments.h"
#include "remote/import/command_workload.h"
#include "remote/import/deepspeed.h"
#include "remote/import/final_notes.h"
#include "remote/import/fsdp.h"
#include "remote/import/model_names.h"
#include "remote/import/other_trainers.h"
#include "remote/import/outcome.h"
#include "remote/import/own_trainers.h"
#include "remote/import/setting_file.h"
#include "remote/import/slurm_options.h"
#include "remote/import/surroundings.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// A valid name for an experiment: "run_CLM.json" -> "run_clm".
std::string name_from(std::string_view words) {
  std::string name = file_name_of(words);
  if (const auto dot = name.rfind('.'); dot != name.npos && dot > 0) name.resize(dot);
  std::string out;
  for (const char c : name) {
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const bool is_word = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9');
    const bool is_part = is_word || small == '_' || small == '.' || small == '-';
    if (out.size() < 64 && (is_word || !out.empty())) out += is_part ? small : '-';
  }
  return out.empty() ? "imported" : out;
}

// Combines all files by their subject.
class Importer {
 public:
  Importer(std::span<const ImportSource> sources, const ImportChoices& choices)
      : sources_(sources), choices_(choices) {}

  Result<void> read() {
    for (const ImportSource& source : sources_) texts_.push_back({source.name, source.text});
    for (const ImportSource& source : sources_) {
      TRY(read_source(source));
    }
    TRY(take_script());
    for (const auto& [name, settings] : setting_files_) {
      if (!take_settings(settings)) return make_error("import.unknown_kind", {{"path", name}});
    }
    return {};
  }

  Result<Draft> experiment() {
    if (kind_ == ImportAs::engine)
      engine();
    else if (kind_ == ImportAs::command)
      command();
    if (kind_ == ImportAs::script) return finished();
    if (!extras_.directives.empty())
      draft_.set("resources.extra_directives", extras_.directives, extras_.directives_origin);
    return finished();
  }
  Result<Draft> finished() {
    if (!choices_.writes_files) draft_.leave_files();
    if (draft_.refusal()) return *draft_.refusal();
    return std::move(draft_);
  }
  const std::string& job_name() const { return job_name_; }

 private:
  // A script is recognized by its start; text that is not a mapping may also be one.
  Result<void> read_source(const ImportSource& source) {
    // Parts of a script are copied to the document, which is UTF-8.
    if (const auto problem = check_bytes(source.text))
      return make_error("import.unreadable",
                        {{"place", problem->place.line > 0
                                       ? source.name + ":" + std::to_string(problem->place.line)
                                       : source.name},
                         {"why", as_argument(make_error(problem->code, problem->arguments))}});
    if (!is_job_script(source.text)) {
      TRY(auto settings, read_settings(source.text, source.name));
      if (settings) {
        TRY(refuse_other_trainers(*settings, source.name));
        setting_files_.emplace_back(source.name, *std::move(settings));
        return {};
      }
    }
    Script script = read_script(source.text, source.name, texts_);
    if (script.launches.empty() && !script.has_marker && script.scripts.empty() &&
        !may_be_used(source.name))
      return make_error("import.unknown_kind", {{"path", source.name}});
    scripts_.emplace_back(source.name, std::move(script));
    return {};
  }
  // Whether it is part of another script, without commands of its own.
  bool may_be_used(const std::string& name) const {
    return sources_.size() > 1 && (name.ends_with(".sh") || name.ends_with(".env"));
  }
  // Selects the script that no other one starts.
  Result<void> take_script() {
    const std::pair<std::string, Script>* main = nullptr;
    for (const auto& one : scripts_) {
      const bool is_used = std::any_of(scripts_.begin(), scripts_.end(), [&](const auto& other) {
        const auto& used = other.second.used;
        return std::find(used.begin(), used.end(), one.first) != used.end();
      });
      if (is_used) continue;
      if (main)
        return make_error("import.two_scripts", {{"first", file_name_of(main->first)},
                                                 {"second", file_name_of(one.first)}});
      main = &one;
    }
    if (scripts_.empty()) return {};
    if (!main) main = &scripts_.front();  // each is started by another one
    const Script& script = main->second;
    TRY(const ImportDecision outcome, decide_import(script, main->first, choices_, draft_));
    kind_ = outcome.kind;
    if (script.has_dos_lines) draft_.note("import.dos_lines", {main->first, 1, {}});
    if (script.broken_line > 0)
      draft_.note("import.broken_script", {main->first, script.broken_line, {}});
    for (const Origin& origin : script.trailing) draft_.note("import.trailing_words", origin);
    for (const Origin& origin : script.ignored) draft_.note("import.ignored_directive", origin);
    for (const Origin& origin : script.passed_over) draft_.note("import.passed_over", origin);
    if (!outcome.launch) {
      keep_script(script, main->first);
      return {};
    }
    for (const Origin& origin : script.components) draft_.note("import.component_dropped", origin);
    if (script.is_cut) draft_.note("import.cut_script", {main->first, 0, {}});
    TRY(take_launch(script, *outcome.launch));
    note_rest(script, written_, draft_);
    return {};
  }

  // The script is run unchanged: its Slurm options and commands are kept.
  void keep_script(const Script& script, const std::string& path) {
    draft_.set_workload("script");
    const auto name = find_setting(script.directives, "job-name");
    if (name && name->value.get_if<std::string>()) job_name_ = *name->value.get_if<std::string>();
    draft_.set("script.file", path_from_document(path), {path, 0, file_name_of(path)});
    for (const Origin& origin : script.scripts) draft_.note("import.script_started", origin);
    for (const Origin& origin : script.submissions) draft_.note("import.submits_itself", origin);
    for (const auto& [file, settings] : setting_files_)
      draft_.note("import.left_to_script", {file, 0, file_name_of(file)});
    setting_files_.clear();
    if (script.is_shell) draft_.note("import.kept_as_script", {path, 0, file_name_of(path)});
  }
  // Paths in a document are relative to its folder.
  std::string path_from_document(const std::string& path) const {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = choices_.folder.empty()
                                ? fs::absolute(choices_.document_name, error).parent_path()
                                : fs::path(choices_.folder);
    const fs::path relative = fs::absolute(path, error).lexically_relative(folder);
    return error || relative.empty() ? path : relative.string();
  }

  Result<void> take_launch(const Script& script, const Launch& launch) {
    note_launch(launch);
    program_ = launch.program;
    take_slurm(script, launch);
    take_visible_gpus(launch);
    if (kind_ == ImportAs::command) form_ = command_form(launch, uses_several_nodes(launch));
    counts_.is_any_program = kind_ == ImportAs::command;
    start_ = launch.origin;
    take_launcher_counts(launch, form_, counts_, draft_);
    carry_surroundings(launch, extras_, form_ == CommandForm::program, draft_);
    if (kind_ == ImportAs::command) {
      carry_command(launch, form_, draft_);
      return {};
    }
    Settings named;
    for (const Setting& setting : launch.arguments)
      if (setting.key.empty())
        name_file(setting, "import.positional");
      else
        named.push_back(setting);
    if (program_ == "tune_model.py") named = tune_model_arguments(named, draft_);
    if (program_ == "fine_tune_classification.py") named = classification_arguments(named, draft_);
    TRY(take_written_files(script, named));
    if (!named.empty()) take_arguments(named);
    has_arguments_ |= is_known_program(program_);
    options_ = launch.accelerate;
    unresolved_ = launch.unresolved;
    return {};
  }
  bool uses_several_nodes(const Launch& launch) const {
    const auto is_more = [](const Setting* setting) {
      const Value number = setting ? number_of(setting->value) : Value();
      return number.get_if<std::int64_t>() && *number.get_if<std::int64_t>() > 1;
    };
    for (const auto& [name, settings] : setting_files_)
      if (is_more(find_setting(settings, "num_machines"))) return true;
    return (counts_.job.nodes && counts_.job.nodes->number > 1) ||
           (counts_.step.nodes && counts_.step.nodes->number > 1) ||
           is_more(find_setting(launch.torchrun, "nnodes")) ||
           is_more(find_setting(launch.accelerate, "num_machines")) ||
           is_more(find_setting(launch.deepspeed, "num_nodes"));
  }
  // CUDA_VISIBLE_DEVICES=0,1: the processes see two GPUs.
  void take_visible_gpus(const Launch& launch) {
    for (const LaunchVariable& one : launch.variables) {
      const std::string text = one.value.written();
      if (one.name != "CUDA_VISIBLE_DEVICES" || !one.value.is_known() || text.empty()) continue;
      const std::int64_t number = 1 + std::count(text.begin(), text.end(), ',');
      counts_.visible = Count{number, one.origin};
    }
  }
  void note_launch(const Launch& launch) {
    for (const Unresolved& one : launch.unresolved) {
      // A command's arguments are kept as they are.
      const bool is_argument = one.key.find(' ') == std::string::npos && one.key != "container";
      if (kind_ == ImportAs::command && is_argument) continue;
      const KeyRow* row = find_row(argument_rows(), one.key);
      if (row && row->use == Use::no_effect)
        draft_.note("import.no_effect", one.origin);
      else
        note_unresolved(one, draft_);
      // "$HOME/models/Qwen3-0.6B" tells the kind of model, though not its location.
      const auto kind = one.key == "model_name_or_path" ? model_kind_of(one.text) : std::nullopt;
      if (kind && kind_ == ImportAs::engine)
        draft_.set("model.kind", std::string(name_of(*kind)), one.origin);
    }
    for (const Origin& origin : launch.of_python) draft_.note("import.no_effect", origin);
    for (const Origin& origin : launch.others) draft_.note("import.more_programs", origin);
    if (kind_ == ImportAs::engine)
      for (const Origin& origin : launch.repeated) draft_.note("import.repeated", origin);
  }
  // Files that the script itself writes before it refers to them.
  Result<void> take_written_files(const Script& script, const Settings& named) {
    for (const ScriptText& file : script.files)
      for (const Setting& setting : named) {
        const auto* path = setting.value.get_if<std::string>();
        if (!path || file_name_of(*path) != file_name_of(file.name)) continue;
        written_.push_back(file_name_of(file.name));
        TRY(auto settings, read_settings(file.text, file.name));
        if (settings) setting_files_.emplace_back(file.name, *std::move(settings));
        break;
      }
    return {};
  }

  void take_slurm(const Script& script, const Launch& launch) {
    for (const Setting& setting : script.directives) {
      const auto* text = setting.value.get_if<std::string>();
      if (setting.key == "job-name" && text) job_name_ = *text;
      const bool is_array = setting.key == "array";
      if (is_array && (kind_ == ImportAs::engine || has_several_values(launch)))
        note_array(setting, launch);
      else
        carry_slurm_option(setting, counts_, extras_, draft_);
    }
    for (const Setting& setting : launch.srun)
      if (script.directives.empty())
        carry_slurm_option(setting, counts_, extras_, draft_);
      else
        carry_step_option(setting, counts_, extras_, draft_);
  }
  // Whether the command differs between tasks.
  static bool has_several_values(const Launch& launch) {
    return std::any_of(launch.command.begin(), launch.command.end(),
                       [](const ShellWord& word) { return word.seen.size() > 1; });
  }
  // All tasks would run the same training: only the script knows how they differ.
  void note_array(const Setting& setting, const Launch& launch) {
    std::string grid;
    for (const Unresolved& one : launch.unresolved) {
      const KeyRow* row = find_row(argument_rows(), one.key);
      if (one.seen.size() < 2 || !row || row->use != Use::field) continue;
      std::string values;
      for (const SeenValue& value : one.seen) values += (values.empty() ? "" : ",") + value.text;
      grid += (grid.empty() ? "" : " ") + std::string("--grid ") + std::string(row->field) + "=" +
              values;
    }
    draft_.note(grid.empty() ? "import.array_dropped" : "import.array_grid", setting.origin,
                {{"grid", grid}});
  }

  bool take_settings(const Settings& settings) {
    if (kind_ == ImportAs::command) {
      if (is_accelerate(settings)) merge(settings, accelerate_);
      return true;  // the program itself reads its files
    }
    const bool is_arguments = find_setting(settings, "output_dir") ||
                              find_setting(settings, "model_name_or_path") ||
                              find_setting(settings, "learning_rate");
    if (is_nyutron_pretraining(settings)) {
      take_arguments(nyutron_arguments(settings));
      return true;
    }
    if (!is_arguments && is_deepspeed(settings)) {
      has_deepspeed_file_ = true;
      merge(settings, deepspeed_);
      return true;
    }
    if (!is_arguments && is_accelerate(settings)) {
      merge(settings, accelerate_);
      return true;
    }
    if (is_fsdp(settings)) {
      take_fsdp(settings);
      return true;
    }
    const bool has_known = std::any_of(settings.begin(), settings.end(), [](const Setting& one) {
      return find_row(argument_rows(), one.key) != nullptr;
    });
    if (has_known) take_arguments(settings);
    return has_known;
  }
  // The file that fsdp_config names; alone, it asks for FSDP itself.
  void take_fsdp(const Settings& settings) {
    const Origin& first = settings.front().origin;
    fsdp_file_ = Setting{"fsdp", true, {first.file, 0, "fsdp"}};
    Settings below;
    for (const Setting& setting : settings)
      below.push_back({"fsdp_config." + setting.key, setting.value, setting.origin});
    has_arguments_ = true;
    merge(below, arguments_);
  }
  // May contain a DeepSpeed configuration.
  void take_arguments(const Settings& settings) {
    constexpr std::string_view prefix = "deepspeed.";
    Settings own, inner;
    const auto take = [&](const Setting& setting) {
      const bool is_inner = setting.key.starts_with(prefix);
      (is_inner ? inner : own).push_back(setting);
      if (is_inner) inner.back().key.erase(0, prefix.size());
    };
    for (const Setting& setting : settings) {
      const auto written = setting.key == "deepspeed" ? settings_in(setting) : std::nullopt;
      for (const Setting& one : written ? *written : Settings{setting}) take(one);
    }
    has_arguments_ = true;
    has_deepspeed_file_ |= !inner.empty();
    merge(own, arguments_);
    merge(inner, deepspeed_);
  }
  // A setting in two files must have the same value if it has an effect.
  void merge(const Settings& from, Settings& into) {
    for (const Setting& setting : from) {
      const Setting* known = find_setting(into, setting.key);
      const KeyRow* row = find_row(argument_rows(), setting.key);
      const bool is_idle = row && row->use == Use::no_effect;
      if (!known)
        into.push_back(setting);
      else if (!is_idle && spell(number_of(known->value)) != spell(number_of(setting.value)))
        draft_.refuse_conflict(known->origin, known->value, setting.origin, setting.value,
                               setting.key);
    }
  }

  void engine() {
    if (fsdp_file_ && !find_setting(arguments_, "fsdp")) arguments_.push_back(*fsdp_file_);
    for (const Setting& setting : arguments_) {
      const bool is_file = setting.key == "deepspeed" || setting.key == "deepspeed_config" ||
                           (setting.key == "fsdp_config" && !settings_in(setting));
      if (is_file) name_file(setting, "import.needs_file");
      if ((setting.key == "use_cpu" || setting.key == "no_cuda") &&
          truth_of(setting.value).value_or(false))
        counts_.processor = setting.origin;
    }
    take_options_over_file();
    carry_accelerate(accelerate_, deepspeed_, counts_, draft_);
    for (const Setting& setting : accelerate_)
      if (setting.key.ends_with("config_file")) name_file(setting, "import.needs_file");
    carry_deepspeed(deepspeed_, draft_);
    const auto ranks = carry_processes(counts_, {sources_.front().name, 0, {}}, draft_);
    carry_accelerate_fsdp(accelerate_, draft_);
    if (has_arguments_) carry_arguments(arguments_, program_, draft_);
    fill_in_deepspeed(deepspeed_, has_deepspeed_file_, ranks, draft_);
  }
  void command() {
    // If the launcher has no option for it, its file gives the number.
    for (const Setting& setting : accelerate_)
      if (setting.key == "num_processes" && !counts_.processes && !counts_.one_per_node)
        take_count(counts_.processes, setting, draft_);
      else if (setting.key == "num_processes" && !counts_.job.gpus_per_node && !counts_.job.gpus)
        take_count(counts_.job.gpus, setting, draft_);
      else if (setting.key == "num_machines" && !counts_.nodes)
        take_count(counts_.nodes, setting, draft_);
    carry_processes(counts_, {sources_.front().name, 0, {}}, draft_);
    const Value* nodes = draft_.value("resources.nodes");
    if (form_ == CommandForm::program && nodes && *nodes != Value(1))
      draft_.note("import.each_node", start_);
    if (!draft_.has("code.source"))
      draft_.note("import.code_folder", {sources_.front().name, 0, program_});
  }
  // An option on accelerate's command line overrides its file.
  void take_options_over_file() {
    std::erase_if(accelerate_, [&](const Setting& setting) {
      const std::string key(accelerate_key(setting.key));
      const Setting* option = find_setting(options_, key);
      const auto open =
          std::find_if(unresolved_.begin(), unresolved_.end(),
                       [&](const Unresolved& one) { return one.key == "accelerate " + key; });
      const bool is_open = !option && open != unresolved_.end();
      if (is_open || (option && spell(number_of(option->value)) != spell(number_of(setting.value))))
        draft_.note("import.overruled", setting.origin,
                    {{"other", place_of(is_open ? open->origin : option->origin)}});
      return option != nullptr || is_open;
    });
    accelerate_.insert(accelerate_.end(), options_.begin(), options_.end());
  }
  // A file that is referred to but was not given.
  void name_file(const Setting& setting, const char* code) {
    const auto* path = setting.value.get_if<std::string>();
    if (!path) return;
    for (const ImportSource& source : sources_)
      if (file_name_of(source.name) == file_name_of(*path)) return;
    if (std::find(written_.begin(), written_.end(), file_name_of(*path)) != written_.end()) return;
    draft_.note(code, setting.origin, {{"path", shortened(*path)}});
  }

  std::span<const ImportSource> sources_;
  const ImportChoices& choices_;
  Draft draft_;
  ImportAs kind_ = ImportAs::engine;
  std::vector<ScriptText> texts_;
  std::vector<std::pair<std::string, Script>> scripts_;
  std::vector<std::pair<std::string, Settings>> setting_files_;
  std::vector<std::string> written_;  // files that the script itself writes
  Settings arguments_, accelerate_, deepspeed_;
  std::optional<Setting> fsdp_file_;    // what such a file stands for
  Settings options_;                    // on accelerate's command line
  std::vector<Unresolved> unresolved_;  // of the whole command line
  bool has_arguments_ = false, has_deepspeed_file_ = false;
  std::string program_, job_name_;
  CommandForm form_ = CommandForm::none;
  Origin start_;  // of the program
  ProcessCounts counts_;
  SlurmExtras extras_;
};

// The rules' findings about the document: they do not make an import fail.
void add_findings(const std::string& document, const std::string& document_name,
                  std::vector<Diagnostic>& notes) {
  const Document read = read_experiment(document, document_name);
  std::vector<Diagnostic> findings = read.diagnostics;
  for (Diagnostic& finding : check_executable(read.experiment)) {
    place_finding(finding, document_name, document, {});
    findings.push_back(std::move(finding));
  }
  for (Diagnostic& finding : findings) {
    if (finding.severity == Severity::error) finding.severity = Severity::warning;
    notes.push_back(std::move(finding));
  }
}

}  // namespace

Result<Imported> import_settings(std::span<const ImportSource> sources,
                                 const ImportChoices& choices) {
  if (sources.empty()) return make_error("import.no_files", {});
  const FieldInfo& name_field = *find_field("name");
  if (!choices.name.empty())
    if (const auto problems = check_field(name_field, choices.name); !problems.empty())
      return make_error(problems.front().code, problems.front().arguments);
  Importer importer(sources, choices);
  TRY(importer.read());
  std::string heading = "Made by `yard import` from";
  for (const ImportSource& source : sources)
    heading += (&source == sources.data() ? " " : ", ") + file_name_of(source.name);
  TRY(const Draft draft, importer.experiment());
  const std::string& source_name =
      importer.job_name().empty() ? sources.front().name : importer.job_name();
  Imported out;
  out.document =
      draft.document(heading + ".", choices.name.empty() ? name_from(source_name) : choices.name);
  for (const Draft::File& file : draft.files()) out.files.push_back({file.name, file.text});
  out.notes = final_notes(draft.notes(), sources);
  add_findings(out.document, choices.document_name, out.notes);
  return out;
}

Result<Imported> import_files(const std::vector<std::string>& paths, const ImportChoices& choices) {
  std::vector<ImportSource> sources;
  for (const std::string& path : paths) {
    TRY(auto content, read_file(path, kDocumentLimit));
    sources.push_back({path, std::move(content)});
  }
  const bool may_be_program = choices.as == ImportAs::automatic || choices.as == ImportAs::command;
  if (sources.size() == 1 && may_be_program &&
      is_python_program(sources.front().text, paths.front())) {
    const fs::path program = fs::absolute(paths.front());
    const fs::path place = choices.folder.empty()
                               ? fs::absolute(choices.document_name).parent_path()
                               : fs::path(choices.folder);
    return Imported{program_document({sources.front().text,
                                      program.filename().string(),
                                      program.parent_path().lexically_proximate(place).string(),
                                      {}}),
                    {},
                    {}};
  }
  return import_settings(sources, choices);
}

}  // namespace trainyard
