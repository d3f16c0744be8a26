#include "engine/contract/import/import.h"

#include <algorithm>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/place.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/yaml_bytes.h"
#include "engine/contract/import/accelerate.h"
#include "engine/contract/import/arguments.h"
#include "engine/contract/import/deepspeed.h"
#include "engine/contract/import/launch.h"
#include "engine/contract/import/model_names.h"
#include "engine/contract/import/own_trainers.h"
#include "engine/contract/import/setting_file.h"
#include "engine/contract/import/slurm_options.h"
#include "engine/contract/messages.h"
#include "engine/contract/run_folder.h"

namespace trainyard {
namespace {

// A name as an experiment's may be: "run_CLM.json" -> "run_clm".
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

// All files together, by what they are about.
class Importer {
 public:
  explicit Importer(std::span<const ImportSource> sources) : sources_(sources) {}

  Result<void> read(const ImportSource& source) {
    TRY(auto settings, read_settings(source.text, source.name));
    if (settings) {
      if (take_settings(*settings)) return {};
    } else {
      const Script script = read_script(source.text, source.name);
      if (!script.launches.empty()) return take_script(script);
    }
    return make_error("import.unknown_kind", {{"path", source.name}});
  }

  Result<Draft> experiment() {
    for (const Setting& setting : arguments_) {
      if (setting.key == "deepspeed" && setting.value.get_if<std::string>())
        name_file(setting, "import.needs_file");
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
    if (has_arguments_) carry_arguments(arguments_, program_, draft_);
    fill_in_deepspeed(deepspeed_, has_deepspeed_file_, ranks, draft_);
    if (!directives_.empty())
      draft_.set("resources.extra_directives", directives_, directives_origin_);
    if (draft_.refusal()) return *draft_.refusal();
    return std::move(draft_);
  }
  const std::string& job_name() const { return job_name_; }

 private:
  bool take_settings(const Settings& settings) {
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
    const bool has_known = std::any_of(settings.begin(), settings.end(), [](const Setting& one) {
      return find_row(argument_rows(), one.key) != nullptr;
    });
    if (has_known) take_arguments(settings);
    return has_known;
  }
  // A DeepSpeed configuration may stand inside.
  void take_arguments(const Settings& settings) {
    constexpr std::string_view prefix = "deepspeed.";
    Settings own, inner;
    for (const Setting& setting : settings) {
      const bool is_inner = setting.key.starts_with(prefix);
      (is_inner ? inner : own).push_back(setting);
      if (is_inner) inner.back().key.erase(0, prefix.size());
    }
    has_arguments_ = true;
    has_deepspeed_file_ |= !inner.empty();
    merge(own, arguments_);
    merge(inner, deepspeed_);
  }
  // What two files both say must be the same, where it has an effect.
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

  Result<void> take_script(const Script& script) {
    const auto is_training = [](const Launch& launch) {
      return std::any_of(launch.arguments.begin(), launch.arguments.end(), [](const Setting& one) {
        return find_row(argument_rows(), one.key) != nullptr;
      });
    };
    const Launch* chosen = nullptr;
    for (const Launch& launch : script.launches) {
      if (!is_training(launch) && script.launches.size() > 1) {
        draft_.note("import.script_line", launch.origin);
        continue;
      }
      if (chosen)
        return make_error("import.two_commands", {{"first", place_of(chosen->origin)},
                                                  {"second", place_of(launch.origin)}});
      chosen = &launch;
    }
    if (!chosen)
      return make_error("import.unknown_kind", {{"path", script.launches.front().origin.file}});
    for (const Origin& other : script.others) draft_.note("import.script_line", other);
    take_launch(*chosen);
    take_slurm(script.directives, true);
    take_slurm(chosen->srun, false);
    return {};
  }
  void take_launch(const Launch& launch) {
    for (const Setting& setting : launch.unresolved) {
      const KeyRow* row = find_row(argument_rows(), setting.key);
      const bool is_idle = row && row->use == Use::no_effect;
      draft_.note(is_idle ? "import.no_effect" : "import.unresolved", setting.origin);
      // "$HOME/models/Qwen3-0.6B" tells what it is, though not where.
      const auto kind = setting.key == "model_name_or_path" ? model_kind_of(word_of(setting.value))
                                                            : std::nullopt;
      if (kind) draft_.set("model.kind", std::string(name_of(*kind)), setting.origin);
    }
    for (const Origin& origin : launch.surroundings) draft_.note("import.script_line", origin);
    for (const Origin& origin : launch.of_python) draft_.note("import.no_effect", origin);
    for (const Origin& origin : launch.repeated) draft_.note("import.repeated", origin);
    if (!program_.empty() && program_ != launch.program)
      draft_.refuse(make_error("import.two_commands",
                               {{"first", program_}, {"second", place_of(launch.origin)}}));
    program_ = launch.program;
    if (!program_.starts_with("run_")) draft_.note("import.own_defaults", launch.origin);
    Settings named;
    for (const Setting& setting : launch.arguments)
      if (setting.key.empty())
        name_file(setting, "import.positional");
      else
        named.push_back(setting);
    if (program_ == "tune_model.py") named = tune_model_arguments(named, draft_);
    if (!named.empty()) take_arguments(named);
    options_ = launch.accelerate;
    unresolved_ = launch.unresolved;
    take_counts(launch.torchrun, "nnodes", "nproc_per_node", false);
    take_counts(launch.deepspeed, "num_nodes", "num_gpus", false);
    take_counts(launch.mpirun, "", "np", true);
    take_counts(launch.mpirun, "", "n", true);
  }
  // A launcher's options; those that count nothing have no effect on results.
  void take_counts(const Settings& options, std::string_view nodes, std::string_view processes,
                   bool is_total) {
    for (const Setting& setting : options) {
      if (setting.key == nodes)
        take_count(counts_.nodes, setting, draft_);
      else if (setting.key == processes)
        take_count(is_total ? counts_.processes : counts_.processes_per_node, setting, draft_);
      else if (!is_total)
        draft_.note("import.no_effect", setting.origin);
    }
  }
  void take_slurm(const Settings& options, bool is_directive) {
    for (const Setting& setting : options) {
      const std::size_t before = directives_.size();
      const auto* text = setting.value.get_if<std::string>();
      if (setting.key == "job-name" && text) job_name_ = *text;
      carry_slurm_option(setting, is_directive, counts_, directives_, draft_);
      if (directives_.size() > before) directives_origin_ = setting.origin;
    }
  }
  // On accelerate's command line an option counts over its file.
  void take_options_over_file() {
    std::erase_if(accelerate_, [&](const Setting& setting) {
      const std::string key(accelerate_key(setting.key));
      const Setting* option = find_setting(options_, key);
      if (!option) option = find_setting(unresolved_, "accelerate " + key);
      if (option && spell(number_of(option->value)) != spell(number_of(setting.value)))
        draft_.note("import.overruled", setting.origin, {{"other", place_of(option->origin)}});
      return option != nullptr;
    });
    accelerate_.insert(accelerate_.end(), options_.begin(), options_.end());
  }
  // A file that is named and was not given.
  void name_file(const Setting& setting, const char* code) {
    const auto* path = setting.value.get_if<std::string>();
    if (!path) return;
    for (const ImportSource& source : sources_)
      if (file_name_of(source.name) == file_name_of(*path)) return;
    draft_.note(code, setting.origin, {{"path", shortened(*path)}});
  }

  std::span<const ImportSource> sources_;
  Draft draft_;
  Settings arguments_, accelerate_, deepspeed_;
  Settings options_, unresolved_;  // of accelerate's command line; of the whole one
  bool has_arguments_ = false, has_deepspeed_file_ = false;
  std::string program_, job_name_;
  ProcessCounts counts_;
  List directives_;
  Origin directives_origin_;
};

// What the rules say of the document: an import is no place to fail for it.
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

Result<Imported> import_settings(std::span<const ImportSource> sources, const std::string& name,
                                 const std::string& document_name) {
  if (sources.empty()) return make_error("import.no_files", {});
  const FieldInfo& name_field = *find_field("name");
  if (!name.empty())
    if (const auto problems = check_field(name_field, name); !problems.empty())
      return make_error(problems.front().code, problems.front().arguments);
  Importer importer(sources);
  std::string heading = "Made by `yard import` from";
  for (const ImportSource& source : sources) {
    TRY(importer.read(source));
    heading += (&source == sources.data() ? " " : ", ") + file_name_of(source.name);
  }
  TRY(const Draft draft, importer.experiment());
  const std::string& source_name =
      importer.job_name().empty() ? sources.front().name : importer.job_name();
  Imported out;
  out.document = draft.document(heading + ".", name.empty() ? name_from(source_name) : name);
  out.notes = draft.notes();
  const auto place = [&](const Diagnostic& note) {
    const auto file = std::find_if(sources.begin(), sources.end(),
                                   [&](const ImportSource& one) { return one.name == note.file; });
    return std::pair(file - sources.begin(), note.line);
  };
  std::stable_sort(out.notes.begin(), out.notes.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
  add_findings(out.document, document_name, out.notes);
  return out;
}

Result<Imported> import_files(const std::vector<std::string>& paths, const std::string& name,
                              const std::string& document_name) {
  std::vector<ImportSource> sources;
  for (const std::string& path : paths) {
    TRY(auto content, read_file(path, kDocumentLimit));
    sources.push_back({path, std::move(content)});
  }
  return import_settings(sources, name, document_name);
}

}  // namespace trainyard
