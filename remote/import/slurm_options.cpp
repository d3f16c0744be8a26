// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/slurm_options.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "remote/import/key_table.h"
#include "remote/import/shell_scan.h"

namespace trainyard {
namespace {

struct Option {
  std::string_view name;
  std::string_view letter = {};
  std::string_view field = {};  // empty: handled below
  enum class Use { read, directive, idle } use = Use::read;
};
using OptionUse = Option::Use;
constexpr Option kOptions[] = {
    {"nodes", "N"},
    {"ntasks", "n"},
    {"ntasks-per-node"},
    {"ntasks-per-gpu"},
    {"cpus-per-task", "c"},
    {"cpus-per-gpu"},
    {"gres"},
    {"gpus", "G"},
    {"gpus-per-node"},
    {"gpus-per-task"},
    {"mem"},
    {"mem-per-cpu"},
    {"mem-per-gpu"},
    {"signal"},
    {"requeue"},
    {"no-requeue"},
    {"chdir", "D"},
    {"export"},
    {"het-group"},
    {"time", "t", "resources.time_limit"},
    {"partition", "p", "resources.partition"},
    {"account", "A", "resources.account"},
    {"qos", "q", "resources.qos"},
    {"reservation", "", "resources.reservation"},
    {"array", "a", "resources.array"},
    {"dependency", "d", "resources.dependency"},
    {"job-name", "J", "name"},
    {"output", "o", "", OptionUse::idle},
    {"error", "e", "", OptionUse::idle},
    {"input", "i"},
    {"open-mode", "", "", OptionUse::idle},
    {"hold", "H", "", OptionUse::directive},
    {"ignore-pbs", "", "", OptionUse::idle},
    {"parsable", "", "", OptionUse::idle},
    {"wait", "W", "", OptionUse::idle},
    {"test-only", "", "", OptionUse::idle},
    {"label", "l", "", OptionUse::idle},
    {"unbuffered", "u", "", OptionUse::idle},
    {"kill-on-bad-exit", "K", "", OptionUse::idle},
    {"quiet", "Q", "", OptionUse::idle},
    {"verbose", "v", "", OptionUse::idle},
    {"overlap", "", "", OptionUse::idle},
    {"exact", "", "", OptionUse::idle},
    {"jobid", "", "", OptionUse::idle},
    {"pty", "", "", OptionUse::idle},
    {"mpi", "", "", OptionUse::idle},
    {"constraint", "C", "", OptionUse::directive},
    {"nodelist", "w", "", OptionUse::directive},
    {"exclude", "x", "", OptionUse::directive},
    {"licenses", "L", "", OptionUse::directive},
    {"exclusive", "", "", OptionUse::directive},
    {"oversubscribe", "s", "", OptionUse::directive},
    {"begin", "b", "", OptionUse::directive},
    {"distribution", "m"},
    {"cores-per-socket"},
    {"extra-node-info", "B"},
    {"multi-prog"},
    {"relative", "r"},
    {"clusters", "M"},
};

const Option* option_of(std::string_view name) {
  const auto found = std::find_if(std::begin(kOptions), std::end(kOptions),
                                  [&](const Option& one) { return one.name == name; });
  return found == std::end(kOptions) ? nullptr : found;
}

// Options about the tasks that Slurm would start; here it starts one agent on each node.
bool is_about_tasks(std::string_view name) {
  return is_one_of(name, {"gpu-bind", "cpu-bind", "mem-bind", "distribution", "ntasks-per-core",
                          "ntasks-per-socket", "gpus-per-socket", "sockets-per-node",
                          "cores-per-socket", "threads-per-core", "extra-node-info", "tres-bind",
                          "overcommit", "multi-prog", "relative", "clusters"});
}

std::string option_text(const Value& value) {
  const auto* text = value.get_if<std::string>();
  return text ? *text : word_of(value);
}

void no_counterpart_of(const Setting& setting, const Value& found, Draft& draft) {
  draft.note("import.no_counterpart", setting.origin, {{"found", shortened(found)}});
}

// "a100:8" or "8", after the `prefix` "gpu" of a gres.
void carry_gpus(std::string text, const Setting& setting, std::optional<Count>& count,
                Draft& draft) {
  const auto colon = text.find(':');
  if (colon != text.npos) {
    draft.set("resources.gpu_type", text.substr(0, colon), setting.origin);
    text.erase(0, colon + 1);
  }
  text.resize(std::min(text.find('('), text.size()));  // gpu:4(S:0-1)
  take_count(count, {setting.key, text, setting.origin}, draft);
}

void carry_gres(const Setting& setting, TaskCounts& counts, Draft& draft) {
  const std::string text = option_text(setting.value);
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find(','), rest.size());
    std::string one(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool is_gpu = one == "gpu" || one.starts_with("gpu:");
    if (!is_gpu && one != "none") no_counterpart_of(setting, one, draft);
    if (!is_gpu) continue;
    one.erase(0, std::min<std::size_t>(one.size(), 4));
    // "gpu:a100" means one of them.
    if (!one.empty() && one.find(':') == one.npos && (one[0] < '0' || one[0] > '9')) one += ":1";
    carry_gpus(one.empty() ? "1" : one, setting, counts.gpus_per_node, draft);
  }
}

// "256G" in GiB; without a unit it is MiB.
std::optional<double> gib_of(const Setting& setting, Draft& draft) {
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
  if (whole || real) return (whole ? static_cast<double>(*whole) : *real) * unit;
  draft.note("import.bad_value", setting.origin,
             {{"found", shortened(setting.value)}, {"expected", "256G"}});
  return std::nullopt;
}

void carry_memory(const Setting& setting, ProcessCounts& counts, Draft& draft) {
  const auto gib = gib_of(setting, draft);
  if (!gib) return;
  if (setting.key == "mem-per-cpu")
    counts.memory_per_core = {*gib, setting.origin};
  else if (setting.key == "mem-per-gpu")
    counts.memory_per_gpu = {*gib, setting.origin};
  else
    draft.set("resources.memory_gib_per_node", *gib, setting.origin);
}

// B:USR1@300; without a time Slurm's default of 60 seconds.
void carry_signal(const Setting& setting, Draft& draft) {
  const std::string text = option_text(setting.value);
  const auto at = text.find('@');
  const Value seconds = at == text.npos ? Value(60) : number_of(text.substr(at + 1));
  draft.set("restart.signal_before_end_seconds", seconds, setting.origin);
}

// ALL,HF_HOME=/x,TOKEN
void carry_export(const Setting& setting, SlurmExtras& extras, Draft& draft) {
  const std::string text = option_text(setting.value);
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find(','), rest.size());
    const std::string one(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto equals = one.find('=');
    const std::string name = one.substr(0, equals);
    if (one == "ALL") continue;
    if (one == "NONE" || one == "NIL" || name_length(name) != name.size())
      no_counterpart_of(setting, one, draft);
    else if (equals != one.npos)
      extras.variables.push_back({name, ShellText(one.substr(equals + 1)), setting.origin});
    else
      extras.variables.push_back({name, taken_from_environment(name), setting.origin});
  }
}

void carry_directive(const Setting& setting, SlurmExtras& extras, Draft& draft) {
  const std::string value = option_text(setting.value);
  const bool is_flag = setting.value.get_if<bool>() != nullptr;
  const std::string directive = "--" + setting.key + (is_flag ? "" : "=" + value);
  if (!check_field(*find_field("resources.extra_directives"), List{directive}).empty())
    return no_counterpart_of(setting, directive, draft);
  if (extras.directives.empty()) extras.directives_origin = setting.origin;
  extras.directives.push_back(directive);
}

// Whether the option counts tasks, nodes or their resources.
bool carry_count(const Setting& setting, TaskCounts& counts, Draft& draft) {
  struct Name {
    std::string_view name;
    std::optional<Count> TaskCounts::* count;
  };
  constexpr Name names[] = {{"nodes", &TaskCounts::nodes},
                            {"ntasks", &TaskCounts::tasks},
                            {"ntasks-per-node", &TaskCounts::tasks_per_node},
                            {"ntasks-per-gpu", &TaskCounts::tasks_per_gpu},
                            {"cpus-per-task", &TaskCounts::cpus_per_task},
                            {"cpus-per-gpu", &TaskCounts::cpus_per_gpu}};
  for (const Name& one : names)
    if (setting.key == one.name) {
      // "-N 2-2" means two.
      std::string text = option_text(setting.value);
      const auto dash = text.find('-');
      if (dash != text.npos && text.substr(0, dash) == text.substr(dash + 1)) text.resize(dash);
      take_count(counts.*one.count, {setting.key, text, setting.origin}, draft);
      return true;
    }
  constexpr Name gpu_names[] = {{"gpus", &TaskCounts::gpus},
                                {"gpus-per-node", &TaskCounts::gpus_per_node},
                                {"gpus-per-task", &TaskCounts::gpus_per_task}};
  for (const Name& one : gpu_names)
    if (setting.key == one.name) {
      carry_gpus(option_text(setting.value), setting, counts.*one.count, draft);
      return true;
    }
  if (setting.key == "gres") carry_gres(setting, counts, draft);
  return setting.key == "gres";
}

// "nvcr.io#nvidia/pytorch:24.05" is how pyxis names what apptainer knows as "docker://...".
void carry_image(const Setting& setting, Draft& draft) {
  std::string image = option_text(setting.value);
  const bool is_file = image.starts_with('/') || image.starts_with('.') || image.starts_with('~') ||
                       image.ends_with(".sqsh") || image.ends_with(".sif");
  if (!is_file && image.find("://") == image.npos) {
    if (const auto registry = image.find('#'); registry != image.npos) image[registry] = '/';
    image = "docker://" + image;
  }
  draft.set("environment.container", image, setting.origin);
  draft.note("import.other_runtime", setting.origin);
}

// Options with the same meaning for a job and a step.
bool carry_either(const Setting& setting, SlurmExtras& extras, Draft& draft) {
  const std::string& name = setting.key;
  if (name == "export") carry_export(setting, extras, draft);
  if (name == "chdir") draft.set("code.source", option_text(setting.value), setting.origin);
  if (name == "input") no_counterpart_of(setting, setting.value, draft);
  if (name == "container-image") carry_image(setting, draft);
  return is_one_of(name, {"export", "chdir", "input", "container-image"});
}

}  // namespace

std::string slurm_option_name(std::string_view name) {
  for (const Option& option : kOptions)
    if (name.size() == 1 && option.letter == name) return std::string(option.name);
  return std::string(name);
}

bool is_slurm_flag(std::string_view name) {
  return is_one_of(name, {"label",
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
                          "no-allocate",
                          "K",
                          "kill-on-bad-exit",
                          "multi-prog",
                          "ignore-pbs",
                          "reboot",
                          "use-min-nodes",
                          "whole",
                          "preserve-env",
                          "E",
                          "X",
                          "disable-status",
                          "W",
                          "wait-all-nodes",
                          "get-user-env",
                          "interactive",
                          "propagate",
                          "stepmgr",
                          "nohold",
                          "help",
                          "usage",
                          "version",
                          "V"});
}

ShellText taken_from_environment(const std::string& name) {
  ShellText out;
  out.add(ShellPiece{"$" + name, false, {}});
  return out;
}

void carry_slurm_option(const Setting& setting, ProcessCounts& counts, SlurmExtras& extras,
                        Draft& draft) {
  const std::string& name = setting.key;
  if (carry_count(setting, counts.job, draft) || carry_either(setting, extras, draft)) return;
  if (name.starts_with("mem") && name != "mem-bind") return carry_memory(setting, counts, draft);
  if (name == "signal") return carry_signal(setting, draft);
  if (name == "requeue" || name == "no-requeue")
    return draft.set("restart.on_preemption", name == "requeue", setting.origin);
  if (is_about_tasks(name)) return draft.note("import.about_tasks", setting.origin);
  const Option* option = option_of(name);
  if (option && option->field == "name") return;  // read where the experiment's name is determined
  if (option && !option->field.empty())
    return draft.set(option->field, option_text(setting.value), setting.origin);
  if (option && option->use == OptionUse::idle)
    return draft.note("import.no_effect", setting.origin);
  carry_directive(setting, extras, draft);
}

void carry_step_option(const Setting& setting, ProcessCounts& counts, SlurmExtras& extras,
                       Draft& draft) {
  const std::string& name = setting.key;
  if (carry_count(setting, counts.step, draft) || carry_either(setting, extras, draft)) return;
  const Option* option = option_of(name);
  if (option && (option->use == OptionUse::idle || option->field == "name"))
    return draft.note("import.no_effect", setting.origin);
  if (name == "het-group" && option_text(setting.value) == "0") return;
  if (name.starts_with("container-")) return no_counterpart_of(setting, setting.value, draft);
  draft.note(is_about_tasks(name) ? "import.about_tasks" : "import.of_step", setting.origin);
}

}  // namespace trainyard
