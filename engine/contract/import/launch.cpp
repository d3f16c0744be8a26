#include "engine/contract/import/launch.h"

#include <algorithm>
#include <optional>

#include "engine/contract/import/arguments.h"
#include "engine/contract/import/key_table.h"
#include "engine/contract/import/shell.h"
#include "engine/contract/import/slurm_options.h"

namespace trainyard {
namespace {

constexpr int kDeepestShell = 4;  // bash -c inside bash -c
constexpr std::size_t kScriptSettingLimit = 2000;

enum class Starter { none, python, torchrun, accelerate, deepspeed, srun, mpirun, shell, wrapper };

std::string base_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(slash == path.npos ? path : path.substr(slash + 1));
}

Starter starter_of(std::string_view word) {
  constexpr std::pair<std::string_view, Starter> known[] = {
      {"torchrun", Starter::torchrun},
      {"torch.distributed.run", Starter::torchrun},
      {"torch.distributed.launch", Starter::torchrun},
      {"accelerate", Starter::accelerate},
      {"accelerate.commands.launch", Starter::accelerate},
      {"deepspeed", Starter::deepspeed},
      {"srun", Starter::srun},
      {"mpirun", Starter::mpirun},
      {"mpiexec", Starter::mpirun},
      {"bash", Starter::shell},
      {"sh", Starter::shell},
      {"env", Starter::wrapper},
      {"nohup", Starter::wrapper},
      {"apptainer", Starter::wrapper},
      {"singularity", Starter::wrapper},
      {"conda", Starter::wrapper},
      {"uv", Starter::wrapper},
      {"poetry", Starter::wrapper},
      {"numactl", Starter::wrapper},
      {"taskset", Starter::wrapper},
      {"timeout", Starter::wrapper},
      {"stdbuf", Starter::wrapper},
      {"docker", Starter::wrapper}};
  const std::string name = base_name(word);
  for (const auto& [text, starter] : known)
    if (name == text) return starter;
  return name.starts_with("python") && name.find('.') >= 6 ? Starter::python : Starter::none;
}

bool is_program(std::string_view word) { return word.ends_with(".py") && word.front() != '-'; }

bool is_option(const ShellWord& word) {
  const std::string& text = word.text;
  if (text.size() < 2 || text.front() != '-') return false;
  return !(text[1] >= '0' && text[1] <= '9') && text[1] != '.';
}

// Options of launchers that have no value.
bool is_flag_of_launcher(std::string_view key) {
  constexpr std::string_view flags[] = {"standalone",
                                        "multi_gpu",
                                        "use_deepspeed",
                                        "use_fsdp",
                                        "cpu",
                                        "use_cpu",
                                        "no_python",
                                        "module",
                                        "quiet",
                                        "debug",
                                        "no_local_rank",
                                        "force_multi",
                                        "u",
                                        "O",
                                        "B",
                                        "run_path",
                                        "use_env",
                                        "tpu",
                                        "nv",
                                        "rocm",
                                        "cleanenv"};
  return std::find(std::begin(flags), std::end(flags), key) != std::end(flags);
}

// Options of launchers that say where a process is and how it finds the others.
bool is_place(std::string_view key) {
  constexpr std::string_view places[] = {
      "node_rank",         "machine_rank",    "rdzv_id",     "rdzv_endpoint", "rdzv_conf",
      "main_process_port", "main_process_ip", "master_addr", "master_port",   "log_dir"};
  return std::find(std::begin(places), std::end(places), key) != std::end(places);
}

std::string with_underscores(std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  std::string key(option);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

class LaunchReader {
 public:
  LaunchReader(const ShellWords& words, const std::string& file, Launch& launch)
      : words_(words), file_(file), launch_(launch) {}

  // The text of `bash -c`, when that is what the command runs.
  const ShellWord* inner_script() const { return inner_; }

  // Whether the words start a program.
  bool read() {
    for (; at_ < words_.size() && is_assignment(words_[at_].text); ++at_)
      surround(words_[at_], words_[at_].text.substr(0, words_[at_].text.find('=')));
    if (at_ == words_.size()) return false;
    if (starter_of(words_[at_].text) == Starter::none && !is_program(words_[at_].text))
      return false;
    for (; at_ < words_.size(); ++at_) {
      const ShellWord& word = words_[at_];
      if (is_program(word.text)) return read_program(base_name(word.text));
      const Starter starter = starter_of(word.text);
      if (starter != Starter::none) {
        starter_ = starter;
        if (starter == Starter::wrapper) surround(word, base_name(word.text));
        if (starter == Starter::accelerate && at_ + 1 < words_.size() &&
            words_[at_ + 1].text == "launch")
          ++at_;
      } else if (word.text == "-m" && at_ + 1 < words_.size()) {
        const std::string& module = words_[++at_].text;
        starter_ = starter_of(module);
        if (starter_ == Starter::none) return read_program(module.substr(module.rfind('.') + 1));
      } else if (starter_ == Starter::shell && word.text.starts_with("-") &&
                 word.text.ends_with("c") && at_ + 1 < words_.size()) {
        inner_ = &words_[at_ + 1];
        return false;
      } else if (is_option(word)) {
        read_launcher_option(word);
      }
    }
    return false;
  }

 private:
  Settings* settings_of(Starter starter) {
    switch (starter) {
      case Starter::torchrun:
        return &launch_.torchrun;
      case Starter::accelerate:
        return &launch_.accelerate;
      case Starter::deepspeed:
        return &launch_.deepspeed;
      case Starter::srun:
        return &launch_.srun;
      case Starter::mpirun:
        return &launch_.mpirun;
      default:
        return nullptr;
    }
  }
  static const char* name_of(Starter starter) {
    constexpr std::pair<Starter, const char*> names[] = {{Starter::torchrun, "torchrun "},
                                                         {Starter::accelerate, "accelerate "},
                                                         {Starter::deepspeed, "deepspeed "},
                                                         {Starter::srun, "srun "},
                                                         {Starter::mpirun, "mpirun "}};
    for (const auto& [one, name] : names)
      if (one == starter) return name;
    return "";
  }
  void read_launcher_option(const ShellWord& word) {
    const bool is_slurm = starter_ == Starter::srun;
    const auto equals = word.text.find('=');
    std::string option = word.text.substr(0, equals);
    std::optional<ShellWord> value;
    if (equals != std::string::npos)
      value = {word.text.substr(equals + 1), word.line, word.is_known};
    // -N2
    const bool is_joined = is_slurm && option.size() > 2 && option[1] != '-' &&
                           option.find_first_not_of("0123456789:", 2) == option.npos;
    if (is_joined) {
      value = {option.substr(2), word.line, word.is_known};
      option.resize(2);
    }
    std::string key = with_underscores(option);
    if (is_slurm) {
      std::replace(key.begin(), key.end(), '_', '-');
      key = slurm_option_name(key);
    }
    const bool is_flag = is_slurm ? is_slurm_flag(key) : is_flag_of_launcher(key);
    if (!value && !is_flag && at_ + 1 < words_.size() && may_be_value(words_[at_ + 1]))
      value = words_[++at_];
    Settings* settings = settings_of(starter_);
    if (!settings) {
      if (starter_ == Starter::python) launch_.of_python.push_back({file_, word.line, option});
      return;
    }
    const Origin origin{file_, word.line, name_of(starter_) + option};
    if (value && !value->is_known && !is_place(key))
      launch_.unresolved.push_back({name_of(starter_) + key,
                                    value->text,
                                    {file_, word.line, origin.key + " " + shortened(value->text)}});
    else
      settings->push_back({key, value ? Value(value->text) : Value(true), origin});
  }
  static bool may_be_value(const ShellWord& word) {
    return !is_option(word) && !is_program(word.text) && starter_of(word.text) == Starter::none;
  }

  void surround(const ShellWord& word, std::string name) {
    launch_.surroundings.push_back({file_, word.line, std::move(name)});
  }

  bool read_program(std::string program) {
    const int line = words_[at_].line;
    launch_.program = std::move(program);
    launch_.origin = {file_, line, launch_.program};
    for (++at_; at_ < words_.size();) read_argument();
    return true;
  }
  // An option with all the words that follow up to the next one.
  void read_argument() {
    const ShellWord& word = words_[at_++];
    const auto equals = word.text.find('=');
    if (!is_option(word)) {
      // Hydra's key=value, or a file of arguments.
      if (equals != std::string::npos)
        add(word.text.substr(0, equals), word,
            {{word.text.substr(equals + 1), word.line, word.is_known}});
      else
        add("", word, {word});
      return;
    }
    ShellWords values;
    if (equals != std::string::npos)
      values.push_back({word.text.substr(equals + 1), word.line, word.is_known});
    else
      while (at_ < words_.size() && !is_option(words_[at_])) values.push_back(words_[at_++]);
    add(word.text.substr(0, equals), word, values);
  }
  void add(const std::string& option, const ShellWord& word, const ShellWords& values) {
    std::string key = with_underscores(option);
    Origin origin{file_, word.line, option.empty() ? shortened(word.text) : option};
    const bool is_known =
        word.is_known && std::all_of(values.begin(), values.end(),
                                     [](const ShellWord& value) { return value.is_known; });
    if (!is_known) {
      const bool has_value = !values.empty() && !option.empty();
      const std::string text = has_value ? values.front().text : std::string();
      if (has_value) origin.key += " " + shortened(text);
      launch_.unresolved.push_back({key, text, std::move(origin)});
      return;
    }
    Value value = true;
    if (values.size() == 1) value = values.front().text;
    if (values.size() > 1) {
      List list;
      for (const ShellWord& one : values) list.emplace_back(one.text);
      value = std::move(list);
    }
    // HfArgumentParser makes --no_x of what is true by default.
    if (values.empty() && key.starts_with("no_") && !find_row(argument_rows(), key) &&
        find_row(argument_rows(), key.substr(3))) {
      key.erase(0, 3);
      value = false;
    }
    if (launch_.arguments.size() >= kScriptSettingLimit) return;
    const auto before = std::find_if(launch_.arguments.begin(), launch_.arguments.end(),
                                     [&](const Setting& one) { return one.key == key; });
    if (before != launch_.arguments.end()) {
      launch_.repeated.push_back(before->origin);
      launch_.arguments.erase(before);
    }
    launch_.arguments.push_back({std::move(key), std::move(value), std::move(origin)});
  }

  const ShellWords& words_;
  const std::string& file_;
  Launch& launch_;
  std::size_t at_ = 0;
  Starter starter_ = Starter::none;
  const ShellWord* inner_ = nullptr;
};

// #SBATCH lines, up to the first command as Slurm reads them.
Settings directives_of(std::string_view text, const std::string& file) {
  constexpr std::string_view mark = "#SBATCH";
  Settings out;
  int line = 0;
  while (!text.empty() && out.size() < kScriptSettingLimit) {
    ++line;
    std::string_view one = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    if (!one.starts_with(mark)) continue;
    ShellVariables none;
    const auto commands = read_shell(one.substr(mark.size()), line, none);
    if (commands.empty()) continue;
    const ShellWords& words = commands.front();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      if (!word.starts_with("-")) continue;
      const auto equals = word.find('=');
      std::string option = word.substr(0, equals);
      Value value = true;
      if (equals != word.npos)
        value = word.substr(equals + 1);
      else if (!word.starts_with("--") && word.size() > 2)
        value = word.substr(2);
      else if (i + 1 < words.size() && !words[i + 1].text.starts_with("-"))
        value = words[++i].text;
      if (!option.starts_with("--")) option.resize(2);
      const Origin origin{file, line, std::string(mark) + " " + option};
      option.erase(0, option.find_first_not_of('-'));
      if (!option.empty()) out.push_back({slurm_option_name(option), std::move(value), origin});
    }
  }
  return out;
}

// Names of the environment that Slurm sets from its options.
ShellVariables variables_of(const Settings& directives) {
  constexpr std::pair<const char*, const char*> names[] = {
      {"SLURM_NNODES", "nodes"},
      {"SLURM_JOB_NUM_NODES", "nodes"},
      {"SLURM_NTASKS", "ntasks"},
      {"SLURM_NTASKS_PER_NODE", "ntasks-per-node"},
      {"SLURM_CPUS_PER_TASK", "cpus-per-task"},
      {"SLURM_GPUS_PER_NODE", "gpus-per-node"},
      {"SLURM_JOB_NAME", "job-name"}};
  ShellVariables out;
  for (const auto& [name, key] : names)
    if (const Setting* setting = find_setting(directives, key))
      if (const auto* text = setting->value.get_if<std::string>())
        out[name] = {{*text, setting->origin.line, true}};
  return out;
}

void read_commands(std::string_view text, const std::string& file, int line,
                   ShellVariables& variables, Script& script, int depth) {
  for (const ShellWords& words : read_shell(text, line, variables)) {
    Launch launch;
    LaunchReader reader(words, file, launch);
    if (script.launches.size() < kScriptSettingLimit && reader.read()) {
      script.launches.push_back(std::move(launch));
      continue;
    }
    const ShellWord* inner = reader.inner_script();
    if (inner && depth < kDeepestShell) {
      const std::size_t before = script.launches.size();
      read_commands(inner->text, file, inner->line, variables, script, depth + 1);
      for (std::size_t i = before; i < script.launches.size(); ++i)
        script.launches[i].srun.insert(script.launches[i].srun.end(), launch.srun.begin(),
                                       launch.srun.end());
      continue;
    }
    if (script.others.size() < kScriptSettingLimit)
      script.others.push_back({file, words.front().line, shortened(words.front().text)});
  }
}

}  // namespace

Script read_script(std::string_view text, const std::string& file) {
  Script script;
  script.directives = directives_of(text, file);
  ShellVariables variables = variables_of(script.directives);
  read_commands(text, file, 1, variables, script, 0);
  return script;
}

}  // namespace trainyard
