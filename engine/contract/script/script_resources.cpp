// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/script_resources.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/slurm_format.h"

namespace trainyard {
namespace {

using Said = std::map<std::string, Value, std::less<>>;

constexpr std::pair<std::string_view, std::string_view> kTextOptions[] = {
    {"time", "resources.time_limit"},         {"partition", "resources.partition"},
    {"account", "resources.account"},         {"qos", "resources.qos"},
    {"reservation", "resources.reservation"}, {"array", "resources.array"},
    {"dependency", "resources.dependency"}};
constexpr std::pair<std::string_view, std::string_view> kCountOptions[] = {
    {"nodes", "resources.nodes"},
    {"ntasks-per-node", "resources.processes_per_node"},
    {"cpus-per-task", "resources.cpus_per_process"}};

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return number;
}

// Parses "4", "a100:4", "a100" (one of it).
void say_gpus(std::string_view text, Said& said) {
  const auto colon = text.find(':');
  const auto count = whole_number(colon == text.npos ? text : text.substr(colon + 1));
  const bool is_count_alone = colon == text.npos && count;
  if (colon != text.npos && !count) return;
  if (!is_count_alone) said["resources.gpu_type"] = std::string(text.substr(0, colon));
  said["resources.gpus_per_node"] = count.value_or(1);
}

// Without a unit Slurm counts in MiB, and its units are powers of two.
std::optional<double> gib_of(std::string_view text) {
  double unit = 1.0 / 1024;
  if (!text.empty()) switch (text.back() | 0x20) {
      case 'k':
        unit = 1.0 / (1024 * 1024);
        break;
      case 'g':
        unit = 1;
        break;
      case 't':
        unit = 1024;
        break;
      default:
        break;
    }
  if (!text.empty() && std::string_view("kKmMgGtT").find(text.back()) != text.npos)
    text.remove_suffix(1);
  const auto number = whole_number(text);
  if (!number) return {};
  return static_cast<double>(*number) * unit;
}

bool is_one_node(const SbatchDirectives& directives) {
  const auto nodes = last_option(directives, "nodes");
  return nodes && nodes->value == "1";
}

// The values that one option sets, by field. GPUs of the whole job are those of its node if it has
// only one.
Said said_by(const SbatchOption& option, bool is_alone) {
  Said said;
  if (!option.value) return said;
  const std::string& value = *option.value;
  for (const auto& [name, field] : kTextOptions)
    if (option.name == name) said[std::string(field)] = value;
  for (const auto& [name, field] : kCountOptions)
    if (option.name == name)
      if (const auto number = whole_number(value)) said[std::string(field)] = *number;
  if (option.name == "gpus-per-node" || (option.name == "gpus" && is_alone)) say_gpus(value, said);
  if (option.name == "gres" && (value == "gpu" || value == "gres/gpu")) say_gpus("1", said);
  for (const std::string_view kind : {"gpu:", "gres/gpu:", "gres:gpu:"})
    if (option.name == "gres" && value.starts_with(kind))
      say_gpus(std::string_view(value).substr(kind.size()), said);
  if (option.name == "mem")
    if (const auto gib = gib_of(value)) said["resources.memory_gib_per_node"] = *gib;
  // Values that the field does not allow are kept as options: "--nodes=2-4", "--gres=gpu:1,fast:2".
  const bool is_allowed = std::all_of(said.begin(), said.end(), [](const auto& one) {
    const FieldInfo& field = *find_field(one.first);
    return has_kind(field, one.second) && check_field(field, one.second).empty();
  });
  return is_allowed ? said : Said{};
}

bool is_same(const Value& a, const Value& b) { return spell(a) == spell(b); }

// Fields of `resources` with a corresponding sbatch option.
const std::vector<std::string>& option_fields() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> fields;
    for (const auto& [name, field] : kCountOptions) fields.emplace_back(field);
    fields.insert(fields.end(), {"resources.gpus_per_node", "resources.gpu_type",
                                 "resources.memory_gib_per_node"});
    for (const auto& [name, field] : kTextOptions) fields.emplace_back(field);
    return fields;
  }();
  return all;
}

// Fields for which the document overrides the script.
std::set<std::string, std::less<>> changed_fields(const Experiment& experiment, const Said& said) {
  std::set<std::string, std::less<>> changed;
  for (const std::string& path : option_fields()) {
    const FieldInfo& field = *find_field(path);
    const Value now = field.get(experiment);
    const auto script = said.find(path);
    if (!is_same(now, script == said.end() ? field.default_value : script->second))
      changed.insert(path);
  }
  // A single option sets both.
  for (const auto& [one, other] : {std::pair{"resources.gpus_per_node", "resources.gpu_type"},
                                   std::pair{"resources.gpu_type", "resources.gpus_per_node"}})
    if (changed.contains(std::string_view(one))) changed.emplace(other);
  return changed;
}

// The directive for the field's value; nothing if it requests nothing.
std::string directive_of(const std::string& path, const Experiment& experiment,
                         const std::string& gpus) {
  const ResourcesSection& resources = experiment.resources;
  if (path == "resources.gpu_type") return {};
  if (path == "resources.gpus_per_node") return resources.uses_gpus() ? gpus : std::string();
  if (path == "resources.memory_gib_per_node")
    return resources.memory_gib_per_node ? "--mem=" + memory_word(*resources.memory_gib_per_node)
                                         : std::string();
  const Value value = find_field(path)->get(experiment);
  const auto* number = value.get_if<std::int64_t>();
  const auto* text = value.get_if<std::string>();
  for (const auto& [name, field] : kCountOptions)
    if (path == field && number) return "--" + std::string(name) + "=" + std::to_string(*number);
  for (const auto& [name, field] : kTextOptions)
    if (path == field && text) return written_directive({std::string(name), *text, true});
  return {};
}

// Adds the line without the options for which `is_taken_out` is true, with each of the others on a
// separate line.
template <class IsTakenOut>
void add_line(const SbatchLine& line, IsTakenOut is_taken_out, std::vector<std::string>& out) {
  if (std::none_of(line.options.begin(), line.options.end(), is_taken_out))
    return out.push_back(line.text);
  out.push_back("# The experiment counts, not all of this line of the script: " +
                line.text.substr(1));
  for (const SbatchOption& option : line.options)
    if (!is_taken_out(option)) out.push_back("#SBATCH " + written_directive(option));
}

}  // namespace

std::map<std::string, Value, std::less<>> resources_of(const SbatchDirectives& directives) {
  Said said;
  if (directives.components > 1) return said;
  const bool is_alone = is_one_node(directives);
  for (const SbatchLine* line : lines_in_effect(directives))
    for (const SbatchOption& option : line->options)
      for (auto& [field, value] : said_by(option, is_alone)) said[field] = value;
  return said;
}

void take_script(Experiment& experiment, std::string_view script, std::string_view document) {
  const SbatchDirectives directives = read_sbatch_directives(script);
  experiment.script.directives.clear();
  for (const SbatchLine& line : directives.lines) experiment.script.directives.push_back(line.text);
  for (const auto& [path, value] : resources_of(directives))
    if (!written_value(document, path)) find_field(path)->set(experiment, value);
}

std::vector<std::string> script_directives(const Experiment& experiment, const std::string& gpus) {
  const SbatchDirectives directives = read_sbatch_directives(experiment.script.directives);
  const auto changed = changed_fields(experiment, resources_of(directives));
  const bool is_alone = is_one_node(directives);
  const auto is_taken_out = [&](const SbatchOption& option) {
    const Said said = said_by(option, is_alone);
    const bool is_gpus_of_job =
        option.name == "gpus" && changed.contains("resources.gpus_per_node");
    return is_gpus_of_job || std::any_of(said.begin(), said.end(), [&](const auto& one) {
             return changed.contains(one.first);
           });
  };
  std::vector<std::string> out;
  for (const SbatchLine& line : directives.lines) add_line(line, is_taken_out, out);
  for (const std::string& path : option_fields()) {
    if (!changed.contains(path)) continue;
    const std::string directive = directive_of(path, experiment, gpus);
    if (directive.empty()) continue;
    out.push_back("# " + path + " of the experiment:");
    out.push_back("#SBATCH " + directive);
  }
  const TextList& extra = experiment.resources.extra_directives;
  if (!extra.empty()) out.push_back("# resources.extra_directives of the experiment:");
  for (const std::string& directive : extra)
    out.push_back("#SBATCH " + written_directive(option_of_directive(directive)));
  return out;
}

std::optional<SbatchOption> requested_option(const Experiment& experiment, std::string_view name) {
  std::optional<SbatchOption> found;
  for (const std::string& directive : experiment.resources.extra_directives)
    if (SbatchOption option = option_of_directive(directive); option.name == name)
      found = std::move(option);
  if (found || experiment.workload != Workload::script) return found;
  return last_option(read_sbatch_directives(experiment.script.directives), name);
}

std::optional<SbatchOption> last_option(const SbatchDirectives& directives, std::string_view name) {
  std::optional<SbatchOption> found;
  for (const SbatchLine* line : lines_in_effect(directives))
    for (const SbatchOption& option : line->options)
      if (line->component == 0 && option.name == name) found = option;
  return found;
}

}  // namespace trainyard
