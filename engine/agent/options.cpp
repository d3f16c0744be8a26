#include "engine/agent/options.h"

#include <charconv>
#include <csignal>
#include <cmath>
#include <functional>
#include <map>

#include "engine/agent/stream/stream_request.h"

namespace trainyard::agent {
namespace {

constexpr std::pair<const char*, int> signals[] = {
    {"SIGHUP", SIGHUP},   {"SIGINT", SIGINT},   {"SIGQUIT", SIGQUIT}, {"SIGILL", SIGILL},
    {"SIGTRAP", SIGTRAP}, {"SIGABRT", SIGABRT}, {"SIGBUS", SIGBUS},   {"SIGFPE", SIGFPE},
    {"SIGKILL", SIGKILL}, {"SIGUSR1", SIGUSR1}, {"SIGSEGV", SIGSEGV}, {"SIGUSR2", SIGUSR2},
    {"SIGPIPE", SIGPIPE}, {"SIGALRM", SIGALRM}, {"SIGTERM", SIGTERM}, {"SIGCONT", SIGCONT},
    {"SIGXCPU", SIGXCPU}, {"SIGXFSZ", SIGXFSZ}, {"SIGSYS", SIGSYS}};

Error option_error(const std::string& option, const std::string& what) {
  return Error{"agent.option",
               {{"option", option}},
               option + " " + what + "; see yard-agent run --help",
               ExitCode::invalid_input};
}

template <class Number>
std::optional<Number> number_from(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Choice>
bool choose(Choice& target, const std::string& text,
            std::initializer_list<std::pair<const char*, Choice>> choices) {
  for (const auto& [name, value] : choices)
    if (text == name) return target = value, true;
  return false;
}

bool is_variable_name(const std::string& name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name)
    if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
      return false;
  return true;
}

bool set_processes(Options& options, const std::string& text) {
  if (text == "auto") return options.processes_per_node = std::nullopt, true;
  options.processes_per_node = number_from<int>(text);
  return options.processes_per_node && *options.processes_per_node >= 1 &&
         *options.processes_per_node <= 4096;
}

template <int minimum, int maximum>
bool set_count(int& target, const std::string& text) {
  const auto number = number_from<int>(text);
  if (!number || *number < minimum || *number > maximum) return false;
  return target = *number, true;
}

bool set_seconds(double& target, const std::string& text) {
  const auto seconds = number_from<double>(text);
  if (!seconds || !std::isfinite(*seconds) || *seconds < 0) return false;
  return target = *seconds, true;
}

bool set_requeue(Options& options, const std::string& text) {
  options.is_requeued_on_time_limit =
      text == "on-time-limit" || text == "on-time-limit,on-node-loss";
  options.is_requeued_on_node_loss = text == "on-node-loss" || text == "on-time-limit,on-node-loss";
  return text == "never" || options.is_requeued_on_time_limit || options.is_requeued_on_node_loss;
}

bool set_end_time(Options& options, const std::string& text) {
  double seconds = 0;
  if (!set_seconds(seconds, text)) return false;
  return options.end_time = seconds, true;
}

bool add_variable(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  Variable variable{text.substr(0, equals), std::nullopt};
  if (equals != std::string::npos) variable.value = text.substr(equals + 1);
  if (!is_variable_name(variable.name)) return false;
  return options.variables.push_back(std::move(variable)), true;
}

struct Setter {
  const char* wants;
  std::function<bool(Options&, const std::string&)> set;
};

const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> table = {
      {"--run-dir",
       {"a folder", [](Options& o, const std::string& v) { return o.run_dir = v, !v.empty(); }}},
      {"--scheduler",
       {"here or slurm",
        [](Options& o, const std::string& v) {
          return choose(o.scheduler, v,
                        {{"here", SchedulerKind::here}, {"slurm", SchedulerKind::slurm}});
        }}},
      {"--launcher",
       {"none, srun, torchrun, accelerate or deepspeed",
        [](Options& o, const std::string& v) {
          return choose(o.launcher, v,
                        {{"none", LauncherKind::none},
                         {"srun", LauncherKind::srun},
                         {"torchrun", LauncherKind::torchrun},
                         {"accelerate", LauncherKind::accelerate},
                         {"deepspeed", LauncherKind::deepspeed}});
        }}},
      {"--nproc-per-node", {"a number from 1 to 4096, or auto", set_processes}},
      {"--workload",
       {"engine or command",
        [](Options& o, const std::string& v) {
          return choose(o.workload, v,
                        {{"engine", WorkloadKind::engine}, {"command", WorkloadKind::command}});
        }}},
      {"--metrics",
       {"huggingface, jsonl or none",
        [](Options& o, const std::string& v) {
          return choose(o.metrics, v,
                        {{"huggingface", MetricsKind::huggingface},
                         {"jsonl", MetricsKind::jsonl},
                         {"none", MetricsKind::none}});
        }}},
      {"--stop-signal",
       {"a signal such as SIGTERM or SIGUSR1",
        [](Options& o, const std::string& v) {
          const auto number = signal_number(v);
          return number && (o.stop_signal = *number, true);
        }}},
      {"--stop-grace-seconds",
       {"a number of seconds",
        [](Options& o, const std::string& v) { return set_seconds(o.stop_grace_seconds, v); }}},
      {"--end-time", {"Unix seconds", set_end_time}},
      {"--signal-before-end-seconds",
       {"a number of seconds",
        [](Options& o, const std::string& v) {
          return set_seconds(o.signal_before_end_seconds, v);
        }}},
      {"--job-id",
       {"the scheduler's name of the job",
        [](Options& o, const std::string& v) { return o.job_id = v, true; }}},
      {"--array-index",
       {"a number", [](Options& o, const std::string& v) { return o.array_index = v, true; }}},
      {"--variable", {"NAME or NAME=VALUE", add_variable}},
      {"--working-directory",
       {"a folder",
        [](Options& o, const std::string& v) { return o.working_directory = v, !v.empty(); }}},
      {"--python",
       {"a program", [](Options& o, const std::string& v) { return o.python = v, !v.empty(); }}},
      {"--address",
       {"an address as numbers",
        [](Options& o, const std::string& v) { return o.address = v, !v.empty(); }}},
      {"--port",
       {"a number from 0 to 65535",
        [](Options& o, const std::string& v) {
          const auto port = number_from<std::uint16_t>(v);
          return port && (o.port = *port, true);
        }}},
      {"--nodes",
       {"a number from 1 to 65536",
        [](Options& o, const std::string& v) { return set_count<1, 65536>(o.nodes, v); }}},
      {"--node-name",
       {"a name of letters, digits, '.', '-' and '_'",
        [](Options& o, const std::string& v) { return o.node_name = v, is_node_name(v); }}},
      {"--cpus-per-node",
       {"a number from 1 to 65536",
        [](Options& o, const std::string& v) {
          return set_count<1, 65536>(o.cpus_per_node.emplace(), v);
        }}},
      {"--gpus-per-node",
       {"a number from 0 to 4096",
        [](Options& o, const std::string& v) { return set_count<0, 4096>(o.gpus_per_node, v); }}},
      {"--node-command",
       {"a word of a command line",
        [](Options& o, const std::string& v) { return o.node_command.push_back(v), !v.empty(); }}},
      {"--kill-wait-seconds",
       {"a number of seconds",
        [](Options& o, const std::string& v) {
          return set_seconds(o.kill_wait_seconds.emplace(), v);
        }}},
      {"--requeue",
       {"never, on-time-limit, on-node-loss or on-time-limit,on-node-loss", set_requeue}},
      {"--max-without-progress",
       {"a number from 1 to 1000",
        [](Options& o, const std::string& v) {
          return set_count<1, 1000>(o.max_without_progress, v);
        }}},
  };
  return table;
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
  std::size_t at = 0;
  for (; at < arguments.size() && arguments[at] != "--"; ++at) {
    std::string name = arguments[at];
    std::optional<std::string> value;
    if (const std::size_t equals = name.find('='); equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    const auto setter = setters().find(name);
    if (setter == setters().end())
      return option_error("'" + arguments[at] + "'",
                          "is not an option (the program comes after --)");
    if (!value && at + 1 < arguments.size()) value = arguments[++at];
    if (!value) return option_error(name, "needs " + std::string(setter->second.wants));
    if (!setter->second.set(options, *value))
      return option_error(
          name, "must be " + std::string(setter->second.wants) + ", not '" + *value + "'");
  }
  if (options.run_dir.empty()) return option_error("--run-dir", "is needed");
  if (at < arguments.size())
    options.command.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                           arguments.end());
  if (options.command.empty() || options.command[0].empty())
    return option_error("PROGRAM", "is needed after --");
  const bool is_slurm = options.scheduler == SchedulerKind::slurm;
  if (!is_slurm && options.nodes > 1) return option_error("--nodes", "needs --scheduler slurm");
  if (is_slurm && !options.kill_wait_seconds) options.kill_wait_seconds = 25;
  return options;
}

std::string help_text() {
  return R"(usage: yard-agent run --run-dir DIR [OPTION...] -- PROGRAM [ARGUMENT...]
       yard-agent node        on a node of a Slurm job; started by the agent that runs the job
       yard-agent --help | --version

Starts PROGRAM as the next attempt of the run in DIR, keeps its output and events in DIR/attempts/NNNN, serves the live
stream, passes stops on, ends with the cause of the first failure, and leaves no process behind.

  --run-dir DIR               the run folder (needed)
  --scheduler here|slurm      who starts the ranks (default: here)
  --launcher none|srun|torchrun|accelerate|deepspeed
                              how PROGRAM is started (default: none)
  --nproc-per-node N|auto     ranks on this node; auto: one a visible GPU, or 1 (default: 1)
  --workload engine|command   engine: ranks die with the agent and answer a stop with code 75 (default: command)
  --metrics huggingface|jsonl|none
                              how a command's output is read (default: none). jsonl: every line of standard output that
                              is a JSON object gives one point; step, epoch and tokens are taken from it, every other
                              number is a value
  --stop-signal SIGNAL        what a command gets when it shall stop (default: SIGTERM)
  --stop-grace-seconds N      how long it may then take before everything is killed (default: 60)
  --end-time SECONDS          when the scheduler will end the job, Unix time
  --signal-before-end-seconds N
                              how long before that its signal was asked for (default: 120)
  --job-id ID                 the scheduler's name of the job
  --array-index N             what {array_index} becomes
  --variable NAME[=VALUE]     a variable of the ranks in which placeholders are replaced; without VALUE, that of the
                              agent's own environment. May be given many times
  --working-directory DIR     where the ranks start (default: DIR/code where it exists, else DIR)
  --python PROGRAM            runs .py programs and the launchers (default: python3 or python of PATH)
  --address ADDRESS           where the live stream listens, as numbers (default: 127.0.0.1)
  --port N                    its port; 0: the kernel picks (default: 0)

With --scheduler slurm, from a job's script, it starts one agent on each node with srun and needs:
  --nodes N                   how many nodes the job has (default: 1)
  --node-name NAME            what Slurm calls this node (default: the host's name)
  --cpus-per-node N           cores that each agent asks srun for
  --gpus-per-node N           GPUs that every node must have (default: 0)
  --node-command WORD         a word that comes before each agent's command line, such as those of a container. May be
                              given many times
  --kill-wait-seconds N       how long after SIGTERM Slurm may kill: stopping takes no longer (default: 25)
  --requeue never|on-time-limit|on-node-loss|on-time-limit,on-node-loss
                              when the job is requeued: after it stopped before its time limit, after a node was lost
                              (default: never)
  --max-without-progress N    it is not after so many attempts without a newer checkpoint (default: 2)

In ARGUMENT and in values of --variable these are replaced, never by a shell: {run_dir} {checkpoints} {resume_from}
{nodes} {processes_per_node} {node_rank} {master_addr} {master_port} {array_index}. The ranks also get them as
TRAINYARD_RUN_DIR and so on, with TRAINYARD_ATTEMPT, TRAINYARD_EVENTS and, when resumed, TRAINYARD_RESUME=1.

SIGTERM or SIGUSR1 to the agent stops the run. It exits with the code of the first failure: 0 completed, 2 invalid input,
3 environment, 4 out of memory, 5 communication, 6 non-finite loss, 75 stopped early and saved, 128+n killed by signal n;
other codes are the program's own.
)";
}

}  // namespace trainyard::agent
