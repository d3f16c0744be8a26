// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/script_directives.h"

#include <algorithm>

#include "engine/contract/script/sbatch_directives.h"

namespace trainyard {
namespace {

// Options of sbatch as settings; unknown ones are dropped, as sbatch rejects them.
void add_options(const std::vector<SbatchOption>& options, std::string_view prefix, int line,
                 const std::string& file, Settings& out) {
  for (const SbatchOption& option : options) {
    // If an option is repeated, the last one counts.
    std::erase_if(out, [&](const Setting& other) { return other.key == option.name; });
    const std::string dashes = option.name.size() == 1 ? "-" : "--";
    out.push_back({option.name,
                   option.value ? Value(*option.value) : Value(true),
                   {file, line, std::string(prefix) + dashes + option.name}});
  }
}

std::string option_value(const Settings& settings, std::string_view key) {
  const Setting* setting = find_setting(settings, key);
  const auto* text = setting ? setting->value.get_if<std::string>() : nullptr;
  return text ? *text : std::string();
}

std::string line_of(std::string_view text, int number) {
  for (int i = 1; i < number; ++i)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return std::string(text.substr(0, text.find_first_of("\r\n")));
}

bool is_whole(const std::string& text) {
  return !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == text.npos;
}

// "gpu:a100:4" from "gpu:a100:4,license:1"
std::string gpus_in(std::string_view gres) {
  while (!gres.empty()) {
    const auto end = std::min(gres.find(','), gres.size());
    if (gres.starts_with("gpu:")) return std::string(gres.substr(0, end));
    gres.remove_prefix(std::min(end + 1, gres.size()));
  }
  return {};
}

}  // namespace

ScriptDirectives read_directives(std::string_view text, const std::string& file) {
  ScriptDirectives out;
  const SbatchDirectives read = read_sbatch_directives(text);
  out.has_lines = !read.lines.empty() || !read.ignored.empty();
  for (const SbatchLine* line : lines_in_effect(read)) {
    const std::string mark = std::string(mark_of(line->kind)) + " ";
    if (line->separates)
      out.components.push_back({file, line->line, line->text});
    else if (line->component == 0)
      add_options(line->options, mark, line->line, file, out.options);
    if (!line->trailing.empty()) out.trailing.push_back({file, line->line, line->trailing});
    if (!line->ignored.empty()) out.passed_over.push_back({file, line->line, line->ignored});
  }
  for (const int number : read.ignored)
    out.ignored.push_back({file, number, line_of(text, number)});
  return out;
}

Settings submit_options(const ShellWords& words, const std::string& file, std::size_t& at) {
  std::vector<std::string> texts;
  for (std::size_t i = at; i < words.size(); ++i) texts.push_back(words[i].text);
  std::size_t used = 0;
  Settings out;
  add_options(read_sbatch_options(texts, used), "sbatch ", words.front().line, file, out);
  at += used;
  return out;
}

void set_slurm_variables(const Settings& directives, ShellState& state) {
  const std::string nodes = option_value(directives, "nodes"),
                    tasks = option_value(directives, "ntasks"),
                    per_node = option_value(directives, "ntasks-per-node"),
                    cores = option_value(directives, "cpus-per-task");
  const auto set = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    state.set(name, ShellText(value), 0);
    state.variables[name].is_exported = true;
  };
  if (is_whole(nodes)) {
    set("SLURM_NNODES", nodes);
    set("SLURM_JOB_NUM_NODES", nodes);
  }
  if (is_whole(tasks)) {
    set("SLURM_NTASKS", tasks);
    set("SLURM_NPROCS", tasks);
  } else if (is_whole(nodes) && is_whole(per_node)) {
    const std::string all = std::to_string(std::stoll(nodes) * std::stoll(per_node));
    set("SLURM_NTASKS", all);
    set("SLURM_NPROCS", all);
  }
  if (is_whole(per_node)) set("SLURM_NTASKS_PER_NODE", per_node);
  if (is_whole(cores)) set("SLURM_CPUS_PER_TASK", cores);
  const std::string per_gpu_node = option_value(directives, "gpus-per-node");
  set("SLURM_GPUS_PER_NODE", per_gpu_node);
  std::string gpus = per_gpu_node;
  if (gpus.empty()) gpus = gpus_in(option_value(directives, "gres"));
  if (gpus.empty() && (nodes.empty() || nodes == "1")) gpus = option_value(directives, "gpus");
  if (const auto colon = gpus.rfind(':'); colon != gpus.npos) gpus.erase(0, colon + 1);
  if (is_whole(gpus)) set("SLURM_GPUS_ON_NODE", gpus);
  set("SLURM_JOB_NAME", option_value(directives, "job-name"));
  set("SLURM_JOB_PARTITION", option_value(directives, "partition"));
}

}  // namespace trainyard
