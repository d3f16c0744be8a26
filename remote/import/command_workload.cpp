// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/command_workload.h"

#include <algorithm>

#include "remote/import/key_table.h"
#include "remote/import/shell_scan.h"
#include "remote/import/surroundings.h"

namespace trainyard {
namespace {

struct LauncherWords {
  Starter starter;
  std::string_view nodes, per_node, all;
};
constexpr LauncherWords kLaunchers[] = {{Starter::torchrun, "nnodes", "nproc_per_node", ""},
                                        {Starter::accelerate, "num_machines", "", "num_processes"},
                                        {Starter::deepspeed, "num_nodes", "num_gpus", ""}};

const Settings& options_of(const Launch& launch, Starter starter) {
  return starter == Starter::torchrun     ? launch.torchrun
         : starter == Starter::accelerate ? launch.accelerate
                                          : launch.deepspeed;
}

// Options for output locations or polling intervals, which do not affect the program.
bool is_idle_option(const Setting& setting) {
  return is_rendezvous_option(setting.key) ||
         is_one_of(setting.key,
                   {"log_dir", "tee", "redirects", "r", "t", "monitor_interval", "quiet", "debug",
                    "module", "m", "no_python", "multi_gpu", "force_multi", "no_ssh",
                    "num_cpu_threads_per_process", "role", "start_method", "launcher"}) ||
         (setting.key == "max_restarts" && number_of(setting.value) == Value(0));
}

// localhost:0,1 -> 2; worker-1:0,1@worker-2:0,1 -> 4 on 2 nodes.
void take_inclusion(const Setting& setting, ProcessCounts& counts, Draft& draft) {
  const auto* text = setting.value.get_if<std::string>();
  std::int64_t nodes = 0, slots = 0;
  bool is_even = text != nullptr;
  for (std::string_view rest = text ? *text : std::string_view(); !rest.empty();) {
    const auto end = std::min(rest.find('@'), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto colon = one.find(':');
    const auto here = colon == one.npos
                          ? 0
                          : 1 + std::count(one.begin() + static_cast<long>(colon), one.end(), ',');
    is_even &= here > 0 && (nodes == 0 || here == slots);
    slots = here;
    ++nodes;
  }
  if (!is_even || nodes == 0)
    return draft.note("import.no_counterpart", setting.origin,
                      {{"found", shortened(setting.value)}});
  take_count(counts.processes_per_node, {setting.key, std::to_string(slots), setting.origin},
             draft);
  if (nodes > 1)
    take_count(counts.nodes, {setting.key, std::to_string(nodes), setting.origin}, draft);
}

void take_process_count(const Setting& setting, ProcessCounts& counts, Draft& draft) {
  const std::string word = word_of(setting.value);
  if (word == "gpu" || word == "auto")
    counts.one_per_gpu = setting.origin;
  else
    take_count(counts.processes_per_node, setting, draft);
}

// mpirun -np 8 --map-by ppr:4:node
void take_mpirun(const Launch& launch, ProcessCounts& counts, Draft& draft) {
  for (const Setting& setting : launch.mpirun) {
    if (is_one_of(setting.key, {"np", "n", "c"})) {
      take_count(counts.processes, setting, draft);
    } else if (is_one_of(setting.key, {"npernode", "N", "ppn", "perhost"})) {
      take_count(counts.processes_per_node, setting, draft);
    } else if (setting.key == "map_by" && word_of(setting.value).starts_with("ppr:")) {
      std::string number = word_of(setting.value).substr(4);
      const auto colon = number.find(':');
      const bool is_node = colon != number.npos && number.substr(colon + 1).starts_with("node");
      number.resize(std::min(colon, number.size()));
      if (is_node)
        take_count(counts.processes_per_node, {setting.key, number, setting.origin}, draft);
      else
        draft.note("import.about_tasks", setting.origin);
    } else {
      draft.note("import.about_tasks", setting.origin);
    }
  }
  // Two ways to give the same value.
  if (counts.processes_per_node && counts.processes) {
    const std::int64_t per_node = counts.processes_per_node->number;
    if (!counts.nodes && !counts.job.nodes && counts.processes->number % per_node == 0)
      counts.nodes = Count{counts.processes->number / per_node, counts.processes->origin};
    counts.processes.reset();
  }
}

// Whether the command section can represent the launcher's options.
bool is_plain_launcher(const Launch& launch) {
  if (launch.launcher == Starter::none) return launch.mpirun.empty();
  for (const LauncherWords& words : kLaunchers) {
    if (words.starter != launch.launcher) continue;
    for (const Setting& setting : options_of(launch, words.starter))
      if (setting.key != words.nodes && setting.key != words.per_node && setting.key != words.all &&
          !(setting.key == "include" && words.starter == Starter::deepspeed) &&
          !is_idle_option(setting))
        return false;
  }
  return true;
}

// The words from the first one that is not a Slurm step, a container or an assignment.
ShellWords chain_of(const Launch& launch) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < launch.words.size(); ++i) {
    const Starter starter = starter_of(launch.words[i].text);
    if (starter == Starter::wrapper || starter == Starter::mpirun || starter == Starter::torchrun ||
        starter == Starter::accelerate || starter == Starter::deepspeed ||
        starter == Starter::python) {
      begin = i;
      break;
    }
    if (!launch.wrappers.empty() &&
        file_name_of(launch.words[i].text) == launch.wrappers.front().origin.key) {
      begin = i;
      break;
    }
  }
  return {launch.words.begin() + static_cast<std::ptrdiff_t>(begin), launch.words.end()};
}

// srun WRAPPER PROGRAM: nothing but the step starts processes.
bool is_step_alone(const Launch& launch) {
  return launch.has_step && launch.launcher == Starter::none && launch.mpirun.empty();
}

const char* launcher_word(const Launch& launch) {
  switch (launch.launcher) {
    case Starter::torchrun:
      return "torchrun";
    case Starter::accelerate:
      return "accelerate";
    case Starter::deepspeed:
      return "deepspeed";
    default:
      return launch.has_step ? "srun" : "none";
  }
}

// Who starts the processes, as far as the launcher itself tells.
void take_launcher(const Launch& launch, ProcessCounts& counts) {
  // The number may only be known where it runs: as many as there are GPUs, then.
  const bool is_open =
      std::any_of(launch.unresolved.begin(), launch.unresolved.end(),
                  [](const Unresolved& one) { return one.key == "torchrun nproc_per_node"; });
  if (launch.launcher == Starter::torchrun)
    (is_open ? counts.one_per_gpu : counts.launcher) = launch.origin;
  if (launch.launcher == Starter::deepspeed || launch.launcher == Starter::accelerate)
    counts.one_per_gpu = launch.origin;
  if (launch.launcher == Starter::none && !launch.has_step) counts.alone = launch.origin;
}

void take_option(const LauncherWords& words, const Setting& setting, CommandForm form,
                 ProcessCounts& counts, Draft& draft) {
  if (setting.key == words.nodes)
    take_count(counts.nodes, setting, draft);
  else if (setting.key == words.per_node)
    take_process_count(setting, counts, draft);
  else if (setting.key == words.all)
    take_count(counts.processes, setting, draft);
  else if (setting.key == "include" && words.starter == Starter::deepspeed)
    take_inclusion(setting, counts, draft);
  else if (is_idle_option(setting))
    draft.note("import.no_effect", setting.origin);
  else if (form == CommandForm::launcher)
    draft.note("import.launcher_option", setting.origin, {{"found", shortened(setting.value)}});
  else if (form == CommandForm::none)
    draft.note("import.no_counterpart", setting.origin, {{"found", shortened(setting.value)}});
}

}  // namespace

CommandForm command_form(const Launch& launch, bool has_several_nodes) {
  if (!launch.wrappers.empty() || !launch.mpirun.empty()) return CommandForm::program;
  const bool is_plain = is_plain_launcher(launch) || has_several_nodes;
  return is_plain ? CommandForm::launcher : CommandForm::program;
}

void take_launcher_counts(const Launch& launch, CommandForm form, ProcessCounts& counts,
                          Draft& draft) {
  take_launcher(launch, counts);
  for (const LauncherWords& words : kLaunchers) {
    // accelerate's options are read together with its file.
    if (words.starter == Starter::accelerate && form == CommandForm::none) continue;
    for (const Setting& setting : options_of(launch, words.starter))
      take_option(words, setting, form, counts, draft);
  }
  take_mpirun(launch, counts, draft);
  // A step starts a wrapper once a task, too.
  if (form != CommandForm::program || is_step_alone(launch)) return;
  // It starts the processes itself, once on each node; the number of GPUs is the number of
  // processes.
  if (counts.processes_per_node && !counts.job.gpus_per_node && !counts.job.gpus)
    counts.job.gpus_per_node = counts.processes_per_node;
  if (counts.processes && !counts.job.gpus_per_node && !counts.job.gpus &&
      !counts.job.gpus_per_task)
    counts.job.gpus = counts.processes;
  counts.processes.reset();
  counts.one_per_gpu.reset();
  counts.processes_per_node.reset();
  counts.one_per_node = launch.origin;
}

void carry_command(const Launch& launch, CommandForm form, Draft& draft) {
  const bool is_whole = form == CommandForm::program;
  const ShellWords words = is_whole ? chain_of(launch) : launch.command;
  if (words.empty()) return;
  draft.set_workload("command");
  draft.set("command.launcher", is_whole && !is_step_alone(launch) ? "none" : launcher_word(launch),
            launch.origin);
  draft.set("command.program", words.front().text, launch.origin);
  List arguments;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const ShellWord& word = words[i];
    const Origin origin{launch.origin.file, word.line, shortened(word.text)};
    if (!word.is_known && stands_for_all_arguments(word.text)) {
      draft.note("import.own_arguments", origin);
      continue;
    }
    arguments.emplace_back(word.text);
    if (word.seen.size() > 1)
      draft.note("import.argument_undecided", origin, {{"values", seen_words(word.seen)}});
    else if (!word.is_known)
      draft.note("import.argument_unresolved", origin);
  }
  if (!arguments.empty()) draft.set("command.arguments", arguments, launch.origin);
}

}  // namespace trainyard
