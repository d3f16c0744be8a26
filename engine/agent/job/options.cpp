// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <functional>

#include "engine/system/node_name.h"
#include "engine/contract/line_pattern.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

constexpr const char* after_options =
    R"(These placeholders are replaced in ARGUMENT and in values of --variable, without a shell: {run_dir} {checkpoints}
{resume_from} {nodes} {processes_per_node} {node_rank} {master_addr} {master_port} {array_index}. The ranks also get them as
TRAINYARD_RUN_DIR and so on, with TRAINYARD_ATTEMPT, TRAINYARD_EVENTS and, when resumed, TRAINYARD_RESUME=1. Files are
readable only by their owner; with TRAINYARD_UMASK=027 in the environment the group can read them, too.

SIGTERM or SIGUSR1 to the agent stops the run; SIGUSR2 is passed on to the ranks. The exit code is that of the first
failure: 0 completed, 2 invalid input, 3 environment, 4 out of memory, 5 communication, 6 non-finite loss, 75 stopped early
and saved, 128+n killed by signal n;
other codes are the program's own.)";

constexpr std::pair<const char*, int> signals[] = {
    {"SIGHUP", SIGHUP},   {"SIGINT", SIGINT},   {"SIGQUIT", SIGQUIT}, {"SIGILL", SIGILL},
    {"SIGTRAP", SIGTRAP}, {"SIGABRT", SIGABRT}, {"SIGBUS", SIGBUS},   {"SIGFPE", SIGFPE},
    {"SIGKILL", SIGKILL}, {"SIGUSR1", SIGUSR1}, {"SIGSEGV", SIGSEGV}, {"SIGUSR2", SIGUSR2},
    {"SIGPIPE", SIGPIPE}, {"SIGALRM", SIGALRM}, {"SIGTERM", SIGTERM}, {"SIGCONT", SIGCONT},
    {"SIGXCPU", SIGXCPU}, {"SIGXFSZ", SIGXFSZ}, {"SIGSYS", SIGSYS}};

template <class Number>
std::optional<Number> number_from(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_variable_name(const std::string& name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name)
    if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
      return false;
  return true;
}

// Stores a value of the option; returns whether it is valid.
using Setter = std::function<bool(const std::string&)>;

// CLI11's own conversions accept more than numbers ("0x10", "nan") and read paths only up to a
// space, so every value is read as text. If repeated, the last one counts.
CLI::Option* add(CLI::App& app, const char* name, const std::string& type, const Setter& set,
                 const char* help) {
  const auto take = [name, type, set](const std::string& value) {
    if (!set(value)) throw CLI::ValidationError(name, type + " expected, not '" + value + "'");
  };
  return app.add_option_function<std::string>(name, take, help)
      ->type_name(type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

// May be repeated.
void add_each(CLI::App& app, const char* name, const std::string& type, const Setter& set,
              const char* help) {
  const auto take = [name, type, set](const std::vector<std::string>& values) {
    for (const std::string& value : values)
      if (!set(value)) throw CLI::ValidationError(name, type + " expected, not '" + value + "'");
  };
  app.add_option_function<std::vector<std::string>>(name, take, help)
      ->type_name(type)
      ->allow_extra_args(false);
}

// One of the names that the document has for it.
template <class Choice>
void add_choice(CLI::App& app, const char* name, Choice& target, const char* help) {
  std::string type;
  for (const auto& [value, word] : Names<Choice>::all)
    type += (type.empty() ? "" : "|") + std::string(word);
  add(
      app, name, type,
      [&target](const std::string& text) {
        const auto value = value_named<Choice>(text);
        return value && (target = *value, true);
      },
      help);
}

template <class Target>
void add_count(CLI::App& app, const char* name, Target& target, int minimum, int maximum,
               const char* help) {
  const std::string type = std::to_string(minimum) + ".." + std::to_string(maximum);
  add(
      app, name, type,
      [&target, minimum, maximum](const std::string& text) {
        const auto number = number_from<int>(text);
        if (!number || *number < minimum || *number > maximum) return false;
        return target = static_cast<std::uint16_t>(*number), true;
      },
      help);
}

template <class Target>
void add_seconds(CLI::App& app, const char* name, Target& target, const char* help) {
  add(
      app, name, "SECONDS",
      [&target](const std::string& text) {
        const auto seconds = number_from<double>(text);
        if (!seconds || !std::isfinite(*seconds) || *seconds < 0) return false;
        return target = *seconds, true;
      },
      help);
}

template <class Target>
void add_text(CLI::App& app, const char* name, Target& target, const char* type, const char* help) {
  add(app, name, type, [&target](const std::string& text) { return target = text, true; }, help);
}

bool set_processes(Options& options, const std::string& text) {
  constexpr int most = 4096;
  options.processes_per_node = number_from<int>(text);
  return text == "auto" || (options.processes_per_node && *options.processes_per_node >= 1 &&
                            *options.processes_per_node <= most);
}

bool set_requeue(Options& options, const std::string& text) {
  const bool both = text == "on-time-limit,on-node-loss";
  options.is_requeued_on_time_limit = both || text == "on-time-limit";
  options.is_requeued_on_node_loss = both || text == "on-node-loss";
  return text == "never" || options.is_requeued_on_time_limit || options.is_requeued_on_node_loss;
}

bool set_signal(Options& options, const std::string& text) {
  const auto number = signal_number(text);
  return number && (options.stop_signal = *number, true);
}

bool add_variable(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  Variable variable{text.substr(0, equals), std::nullopt};
  if (equals != std::string::npos) variable.value = text.substr(equals + 1);
  if (!is_variable_name(variable.name)) return false;
  return options.variables.push_back(std::move(variable)), true;
}

bool add_rule(Options& options, const std::string& text) {
  auto rule = parse_metric_rule(text);
  return rule && (options.rules.push_back(std::move(*rule)), true);
}

void add_metrics(CLI::App& app, Options& o) {
  add_choice(app, "--metrics", o.metrics.kind,
             "how a command's output is read (default: none). auto: both huggingface and "
             "jsonl, progress bars, and lines that come again with other numbers; jsonl: every "
             "line of standard output that is a JSON object is one point; "
             "step, epoch and tokens are read from it, every other number is a metric");
  add_text(app, "--metrics-pattern", o.metrics.pattern, "PATTERN",
           "lines that fit are read, and no others: \"iter {step}: loss {loss}\"; {*} is any text");
  add_text(app, "--metrics-step", o.metrics.step, "NAME",
           "the printed name whose number is the step");
  add_each(
      app, "--metrics-leave-out", "NAME",
      [&o](const std::string& text) { return o.metrics.leave_out.push_back(text), true; },
      "a curve that is not wanted of what is printed. Can be repeated");
}

void add_rules(CLI::App& app, Options& o) {
  add_each(
      app, "--rule", "RULE", [&o](const std::string& text) { return add_rule(o, text); },
      "what is done when a metric crosses a threshold: \"stop when eval/loss > 3 for 20 points\", "
      "\"notify when loss is not finite\". Can be repeated");
}

void add_program(CLI::App& app, Options& o) {
  add_choice(app, "--launcher", o.launcher, "how PROGRAM is started (default: none)");
  add(
      app, "--nproc-per-node", "1..4096|auto",
      [&o](const std::string& text) { return set_processes(o, text); },
      "ranks on this node; auto: one per visible GPU, or 1 (default: 1)");
  add_choice(
      app, "--workload", o.workload,
      "engine: ranks die with the agent and answer a stop with code 75; script: PROGRAM is a "
      "job script, which gets the unchanged environment and every signal (default: command)");
  add_metrics(app, o);
  add_rules(app, o);
  app.add_flag("--trackers-offline", o.trackers_offline,
               "set the switches by which W&B and others write to files and send nothing");
  add_each(
      app, "--tracker", "wandb|tensorboard",
      [&o](const std::string& text) {
        return o.trackers.push_back(text), text == "wandb" || text == "tensorboard";
      },
      "a tracker whose files are written into DIR from what is reported. Can be repeated");
  add_each(
      app, "--variable", "NAME[=VALUE]",
      [&o](const std::string& text) { return add_variable(o, text); },
      "an environment variable of the ranks, with placeholders replaced; without VALUE, its "
      "value is taken from the agent's own environment (all users can see values on a command "
      "line). Can be repeated");
  add_text(app, "--working-directory", o.working_directory, "DIR",
           "where the ranks start (default: DIR/code where it exists, else DIR)");
  add_text(app, "--python", o.python, "PROGRAM",
           "runs .py programs and the launchers (default: python3 or python of PATH)");
  add_text(app, "--array-index", o.array_index, "N", "the value of {array_index}");
}

void add_stops(CLI::App& app, Options& o) {
  add(
      app, "--stop-signal", "SIGNAL", [&o](const std::string& text) { return set_signal(o, text); },
      "signal that asks a command to stop (default: SIGTERM)");
  add_seconds(app, "--stop-grace-seconds", o.stop_grace_seconds,
              "time it then has before everything is killed (default: 60)");
  add_seconds(app, "--end-time", o.end_time, "when the scheduler will end the job, Unix time");
  add_seconds(app, "--signal-before-end-seconds", o.signal_before_end_seconds,
              "how long before that the scheduler's warning signal was requested (default: 120)");
  add_text(app, "--job-id", o.job_id, "ID", "the scheduler's ID of the job");
  add_text(app, "--address", o.address, "ADDRESS",
           "numeric address on which the live stream listens (default: 127.0.0.1)");
  add_count(app, "--port", o.port, 0, 65535, "its port; 0: any free port (default: 0)");
}

// Inside a scheduler's job, it starts one agent on each node.
void add_nodes(CLI::App& app, Options& o) {
  app.option_defaults()->group("In a scheduler's job");
  add_count(app, "--nodes", o.nodes, 1, 65535, "number of nodes of the job (default: 1)");
  add(
      app, "--node-name", "NAME",
      [&o](const std::string& text) { return o.node_name = text, is_node_name(text); },
      "the scheduler's name of this node (default: the host name)");
  add_count(app, "--cpus-per-node", o.cpus_per_node, 1, 65535,
            "cores that each agent requests from the scheduler (default: its own default)");
  add_count(app, "--gpus-per-node", o.gpus_per_node, 0, 4096,
            "GPUs that every node must have (default: 0)");
  add_each(
      app, "--node-command", "WORD",
      [&o](const std::string& text) { return o.node_command.push_back(text), !text.empty(); },
      "an argument to put before each agent's command line, such as for a container. Can be "
      "repeated");
  add_seconds(
      app, "--kill-wait-seconds", o.kill_wait_seconds,
      "time between the scheduler's SIGTERM and SIGKILL: stopping takes no longer (default: 25)");
  add(
      app, "--requeue", "never|on-time-limit|on-node-loss|on-time-limit,on-node-loss",
      [&o](const std::string& text) { return set_requeue(o, text); },
      "when the job is requeued: after it stopped before its time limit, after a node was lost "
      "(default: never)");
  add_count(app, "--max-without-progress", o.max_without_progress, 1, 1000,
            "do not requeue after this many attempts without a newer checkpoint (default: 2)");
}

bool set_umask(Options& options, const std::string& text) {
  unsigned mask = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mask, 8);
  if (error != std::errc() || end != text.data() + text.size() || mask > 0777) return false;
  return options.umask = mask, true;
}

void add_script(CLI::App& app, Options& o) {
  app.option_defaults()->group("With --workload script");
  add_text(app, "--output-file", o.output_file, "PATTERN",
           "additional file for its output, as for sbatch --output");
  add_text(app, "--error-file", o.error_file, "PATTERN",
           "the same for its error output (default: the output file)");
  add_text(app, "--input-file", o.input_file, "PATTERN",
           "what its standard input is, as for sbatch --input (default: /dev/null)");
  add(
      app, "--open-mode", "truncate|append",
      [&o](const std::string& text) {
        o.is_output_appended = text == "append";
        return o.is_output_appended || text == "truncate";
      },
      "what to do with an existing file (default: truncate)");
  add(
      app, "--umask", "MASK", [&o](const std::string& text) { return set_umask(o, text); },
      "umask of the script, octal (default: the agent's)");
  add_count(app, "--sample-nodes", o.sampled_nodes, 1, 65535,
            "number of nodes of the job whose CPUs and GPUs are monitored (default: 1)");
}

void add_all(CLI::App& app, Options& o) {
  app.set_help_flag();
  app.footer(after_options);
  add(
      app, "--run-dir", "DIR",
      [&o](const std::string& text) { return o.run_dir = text, !text.empty(); }, "the run folder")
      ->required();
  std::string schedulers = "here";
  for (const JobScheduler* each : job_schedulers()) schedulers += "|" + std::string(each->name);
  add(
      app, "--scheduler", schedulers,
      [&o](const std::string& text) {
        o.scheduler = job_scheduler_named(text);
        return o.scheduler || text == "here";
      },
      "who starts the ranks (default: here)");
  add_program(app, o);
  add_stops(app, o);
  add_nodes(app, o);
  add_script(app, o);
}

constexpr const char* what_it_does =
    R"(yard-agent run --run-dir DIR [OPTION...] -- PROGRAM [ARGUMENT...]
yard-agent node        on a node of a job; started by the agent that runs the job
yard-agent relay       carries connections to ports of this computer over its standard streams
yard-agent sample      on a node of a script's job: prints what the job uses there, every 5 s
yard-agent --help | --version

Starts PROGRAM as the next attempt of the run in DIR, keeps its output and events in DIR/attempts/NNNN, serves the live
stream, passes stops on, ends with the cause of the first failure, and leaves no process behind.)";

Error option_error(const std::string& problem) {
  return make_error("agent.option", {{"problem", problem}});
}

}  // namespace

std::optional<int> signal_number(const std::string& name) {
  for (const auto& [known, number] : signals)
    if (name == known || name == known + 3 || name == std::to_string(number)) return number;
  return std::nullopt;
}

std::string signal_name(int number) {
  for (const auto& [known, value] : signals)
    if (value == number) return known;
  return "signal " + std::to_string(number);
}

Result<Options> parse_options(const std::vector<std::string>& arguments) {
  Options options;
  options.arguments = arguments;
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> words(arguments.begin(), dashes);
  std::reverse(words.begin(), words.end());  // the order that CLI11 expects
  CLI::App app(what_it_does, "yard-agent run");
  add_all(app, options);
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return option_error(error.what());
  }
  if (dashes != arguments.end()) options.command.assign(dashes + 1, arguments.end());
  if (!options.metrics.pattern.empty())
    if (const auto pattern = LinePattern::parse(options.metrics.pattern); !pattern)
      return option_error("--metrics-pattern " + pattern.error().message);
  if (options.command.empty() || options.command[0].empty())
    return make_error("agent.no_program", {});
  if (!options.scheduler && options.nodes > 1)
    return make_error("agent.nodes_without_scheduler", {});
  const bool is_script = options.workload == Workload::script;
  if (options.scheduler && !is_script && !options.kill_wait_seconds) options.kill_wait_seconds = 25;
  return options;
}

std::string help_text() {
  Options options;
  CLI::App app(what_it_does, "yard-agent run");
  add_all(app, options);
  return app.help();
}

}  // namespace trainyard::agent
