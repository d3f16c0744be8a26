#include "engine/contract/import/slurm_options.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "engine/contract/import/key_table.h"

namespace trainyard {
namespace {

struct Option {
  std::string_view name;
  std::string_view letter = {};
  std::string_view field = {};  // empty: read below, or the program's own business
  bool is_own = false;          // output files, the shell's environment: the service decides
};
constexpr Option kOptions[] = {
    {"nodes", "N"},
    {"ntasks", "n"},
    {"ntasks-per-node"},
    {"cpus-per-task", "c"},
    {"gres"},
    {"gpus", "G"},
    {"gpus-per-node"},
    {"mem"},
    {"time", "t", "resources.time_limit"},
    {"partition", "p", "resources.partition"},
    {"account", "A", "resources.account"},
    {"qos", "q", "resources.qos"},
    {"reservation", "", "resources.reservation"},
    {"array", "a", "resources.array"},
    {"dependency", "d", "resources.dependency"},
    {"job-name", "J", "name"},
    {"output", "o", "", true},
    {"error", "e", "", true},
    {"chdir", "D", "", true},
    {"export", "", "", true},
    {"export-file", "", "", true},
    {"open-mode", "", "", true},
    {"signal", "", "", true},
    {"requeue", "", "", true},
    {"no-requeue", "", "", true},
    {"hold", "H", "", true},
    {"parsable", "", "", true},
    {"wait", "W", "", true},
    {"test-only", "", "", true},
    {"wrap", "", "", true},
    {"clusters", "M", "", true},
    {"constraint", "C"},
    {"nodelist", "w"},
    {"exclude", "x"},
    {"licenses", "L"},
};

const Option* option_of(std::string_view name) {
  const auto found = std::find_if(std::begin(kOptions), std::end(kOptions),
                                  [&](const Option& one) { return one.name == name; });
  return found == std::end(kOptions) ? nullptr : found;
}

std::string option_text(const Value& value) {
  const auto* text = value.get_if<std::string>();
  return text ? *text : word_of(value);
}

// "a100:8" or "8"; `prefix` "gpu" of a gres stands before.
void carry_gpus(std::string text, const Setting& setting, std::optional<Count>& count,
                Draft& draft) {
  const auto colon = text.find(':');
  if (colon != text.npos) {
    draft.set("resources.gpu_type", text.substr(0, colon), setting.origin);
    text.erase(0, colon + 1);
  }
  take_count(count, {setting.key, text, setting.origin}, draft);
}

void carry_gres(const Setting& setting, ProcessCounts& counts, Draft& draft) {
  std::string text = option_text(setting.value);
  const auto comma = text.find(',');
  const bool is_gpu = text.starts_with("gpu");
  if (!is_gpu || comma != text.npos)
    draft.note("import.no_counterpart", setting.origin, {{"found", shortened(text)}});
  if (!is_gpu) return;
  text.resize(std::min(comma, text.size()));
  text.erase(0, text.starts_with("gpu:") ? 4 : 3);
  carry_gpus(text.empty() ? "1" : text, setting, counts.gpus_per_node, draft);
}

// "256G"; without a letter MiB.
void carry_memory(const Setting& setting, Draft& draft) {
  std::string text = option_text(setting.value);
  double unit = 1.0 / 1024;
  constexpr std::pair<char, double> units[] = {
      {'k', 1.0 / (1024 * 1024)}, {'m', 1.0 / 1024}, {'g', 1}, {'t', 1024}};
  const std::string word = word_of(text);
  std::size_t end = word.ends_with("b") ? word.size() - 1 : word.size();
  for (const auto& [letter, size] : units)
    if (end > 0 && word[end - 1] == letter) {
      unit = size;
      text.resize(--end);
      break;
    }
  const Value number = number_of(text);
  const auto* whole = number.get_if<std::int64_t>();
  const auto* real = number.get_if<double>();
  if (!whole && !real)
    return draft.note("import.bad_value", setting.origin,
                      {{"found", shortened(setting.value)}, {"expected", "256G"}});
  draft.set("resources.memory_gib_per_node", (whole ? static_cast<double>(*whole) : *real) * unit,
            setting.origin);
}

void carry_directive(const Setting& setting, List& directives, Draft& draft) {
  const std::string value = option_text(setting.value);
  const bool is_flag = setting.value.get_if<bool>() != nullptr;
  const std::string directive = "--" + setting.key + (is_flag ? "" : "=" + value);
  if (check_field(*find_field("resources.extra_directives"), List{directive}).empty())
    directives.push_back(directive);
  else
    draft.note("import.no_counterpart", setting.origin, {{"found", shortened(directive)}});
}

}  // namespace

std::string slurm_option_name(std::string_view name) {
  for (const Option& option : kOptions)
    if (name.size() == 1 && option.letter == name) return std::string(option.name);
  return std::string(name);
}

bool is_slurm_flag(std::string_view name) {
  constexpr std::string_view flags[] = {"label",
                                        "l",
                                        "unbuffered",
                                        "u",
                                        "exclusive",
                                        "pty",
                                        "overlap",
                                        "exact",
                                        "O",
                                        "overcommit",
                                        "oversubscribe",
                                        "s",
                                        "requeue",
                                        "no-requeue",
                                        "H",
                                        "hold",
                                        "parsable",
                                        "test-only",
                                        "contiguous",
                                        "spread-job",
                                        "v",
                                        "verbose",
                                        "Q",
                                        "quiet",
                                        "no-kill",
                                        "k",
                                        "Z",
                                        "no-allocate"};
  return std::find(std::begin(flags), std::end(flags), name) != std::end(flags);
}

void carry_slurm_option(const Setting& setting, bool is_directive, ProcessCounts& counts,
                        List& directives, Draft& draft) {
  const std::string& name = setting.key;
  if (name == "nodes") return take_count(counts.nodes, setting, draft);
  if (name == "ntasks") return take_count(counts.tasks, setting, draft);
  if (name == "ntasks-per-node") return take_count(counts.tasks_per_node, setting, draft);
  if (name == "cpus-per-task") return take_count(counts.cpus_per_task, setting, draft);
  if (name == "gres") return carry_gres(setting, counts, draft);
  if (name == "gpus-per-node")
    return carry_gpus(option_text(setting.value), setting, counts.gpus_per_node, draft);
  if (name == "gpus") return carry_gpus(option_text(setting.value), setting, counts.gpus, draft);
  if (name == "mem") return carry_memory(setting, draft);
  const Option* option = option_of(name);
  if (option && !option->field.empty() && option->field != "name")
    return draft.set(option->field, option_text(setting.value), setting.origin);
  if (option && option->field == "name") return;  // read where the experiment gets its name
  if (is_directive && !(option && option->is_own))
    return carry_directive(setting, directives, draft);
  draft.note("import.no_effect", setting.origin);
}

}  // namespace trainyard
