// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/script.h"

#include <algorithm>
#include <utility>

#include "engine/contract/experiment/slurm_format.h"
#include "remote/import/draft.h"
#include "remote/import/key_table.h"
#include "remote/import/script_directives.h"
#include "remote/import/script_merge.h"
#include "remote/import/shell.h"
#include "remote/import/shell_setup.h"

namespace trainyard {
namespace {

constexpr std::size_t kCommandLimit = 2000;
constexpr std::size_t kArrayPasses = 32;

// Commands that change neither files that a training reads nor its environment.
bool is_idle_command(std::string_view word) {
  return is_one_of(
      word, {"mkdir",  "ls",       "cat",        "tee",      "tail",     "head",  "touch", "chmod",
             "echo",   "printf",   "date",       "sleep",    "grep",     "sed",   "awk",   "sort",
             "cut",    "tr",       "wc",         "du",       "df",       "free",  "ps",    "top",
             "kill",   "wait",     "exit",       "scontrol", "squeue",   "sacct", "sstat", "seff",
             "sinfo",  "scancel",  "nvidia-smi", "rocm-smi", "hostname", "nproc", "which", "type",
             "file",   "stat",     "find",       "mail",     "logger",   "uname", "id",    "whoami",
             "env",    "printenv", "module",     "lscpu",    "getent",   "ip",    "ping",  "nc",
             "xargs",  "basename", "dirname",    "realpath", "readlink", "seq",   "jq",    "bc",
             "history"});
}

// Set by the shell or Slurm before the script: a new value is passed on without `export`.
bool is_inherited(std::string_view name) {
  return is_one_of(name, {"PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "HOME", "TMPDIR", "USER", "LANG",
                          "LC_ALL", "CUDA_VISIBLE_DEVICES", "LIBRARY_PATH", "CPATH", "MANPATH"});
}

class ScriptReader {
 public:
  ScriptReader(const std::string& file, std::span<const ScriptText> given, Script& script)
      : file_(file),
        given_(given),
        place_(file),
        script_(script),
        shell_(dialect_of(script.interpreter),
               [this](const ShellRun& run, ShellState& state) { hear(run, state); }) {}

  std::vector<StartedCommand> read(std::string_view text, ShellState& state) {
    shell_.run(text, 1, state);
    script_.broken_line = shell_.broken_line();
    script_.is_cut = shell_.limits().steps == 0 || started_.size() >= kCommandLimit;
    for (const ShellDefault& one : shell_.limits().defaults) {
      const bool is_known =
          std::any_of(script_.defaults.begin(), script_.defaults.end(),
                      [&](const ShellDefault& other) { return other.name == one.name; });
      if (!is_known) script_.defaults.push_back(one);
    }
    for (const int line : shell_.own_lines())
      script_.others.push_back({{file_, line, {}}, false, {}});
    return std::move(started_);
  }

 private:
  static ShellDialect dialect_of(std::string_view interpreter) {
    return interpreter == "zsh" ? ShellDialect{false, 1} : ShellDialect{};
  }

  void hear(const ShellRun& heard, ShellState& state) {
    ShellRun run = heard;
    // Behind a program, A=1 is an argument; only a shell takes it for a variable.
    if (!prefix_.empty() && is_assignment(heard.words.front().text))
      run.words.insert(run.words.begin(), shell_word(ShellText("env"), run.line, false));
    run.words.insert(run.words.begin(), prefix_.begin(), prefix_.end());
    if (started_.size() >= kCommandLimit || script_.others.size() >= kCommandLimit) return;
    const std::string& first = heard.words.front().text;
    if (prefix_.empty() && is_one_of(first, {"sbatch", "salloc"})) return submit(run, state);
    if (is_one_of(first, {"source", "."}) && heard.words.size() > 1 && include(heard.words, state))
      return;
    if (run.words.size() == heard.words.size() && follow_setup(heard, state)) return;
    if (const auto inner = inner_shell(run.words)) return enter(run, *inner, state);
    if (first.find("conda") != first.npos && first.find("hook") != first.npos) return;
    if (may_train(run.words)) return start(run, state);
    if (!run.output.empty() && run.input && run.input->is_known() && first == "cat")
      script_.files.push_back({run.output, run.input->written()});
    note_line(run);
  }

  // Finds a given file by its name.
  const ScriptText* given_script(const std::string& path) const {
    for (const ScriptText& one : given_)
      if (one.name != file_ && file_name_of(one.name) == file_name_of(path)) return &one;
    return nullptr;
  }
  bool include(const ShellWords& words, ShellState& state) {
    const ScriptText* other = given_script(words[1].text);
    if (!other) return false;
    script_.used.push_back(other->name);
    const std::string outer = std::exchange(place_, other->name);
    shell_.run(other->text, 1, state);
    place_ = outer;
    if (state.flow == ShellState::Flow::returned) state.flow = ShellState::Flow::goes_on;
    return true;
  }

  // bash -c TEXT, bash FILE, bash <<EOF: follows the content, started by the words before it.
  void enter(const ShellRun& run, const InnerShell& inner, ShellState& state) {
    ShellState own = handed_on(state);
    for (std::size_t i = inner.arguments; i < run.words.size(); ++i)
      own.arguments.push_back(run.words[i].parts);
    own.has_arguments = true;
    for (std::size_t i = 0; i < inner.at; ++i)
      if (is_assignment(run.words[i].text)) assign(run.words[i], own);
    ShellWords prefix(run.words.begin(), run.words.begin() + static_cast<std::ptrdiff_t>(inner.at));
    std::string text, place = place_;
    int line = run.line;
    if (inner.text) {
      // Unknown values that were inserted into the text are kept as they are written.
      for (const ShellPiece& piece : inner.text->parts.pieces())
        if (!piece.seen.empty() && name_length(std::string_view(piece.text).substr(1)) > 0) {
          ShellText value;
          value.add(piece);
          own.set(piece.text.substr(1), std::move(value), run.line);
        }
      text = inner.text->text;
      line = inner.text->line;
    } else if (inner.file) {
      const ScriptText* other = given_script(inner.file->text);
      if (!other) {
        script_.scripts.push_back({place_, run.line, shortened(inner.file->text)});
        return;
      }
      script_.used.push_back(other->name);
      text = other->text;
      place = other->name;
      line = 1;
    } else if (run.input) {
      text = run.input->written();
      line = run.input_line;
    } else {
      return note_line(run);
    }
    prefix_.swap(prefix);
    place_.swap(place);
    shell_.run(text, line, own);
    place_.swap(place);
    prefix_.swap(prefix);
  }
  static void assign(const ShellWord& word, ShellState& state) {
    const auto equals = word.text.find('=');
    if (!word.is_known || equals == word.text.npos) return;
    const std::string name = word.text.substr(0, equals);
    state.set(name, ShellText(word.text.substr(equals + 1)), word.line);
    state.variables[name].is_exported = true;
  }
  // The state that a separate shell inherits.
  static ShellState handed_on(const ShellState& state) {
    ShellState own;
    own.setup = state.setup;
    own.folder = state.folder;
    own.folder_line = state.folder_line;
    for (const auto& [name, variable] : state.variables)
      if (variable.is_exported || is_inherited(name)) own.variables[name] = variable;
    return own;
  }

  void start(const ShellRun& run, const ShellState& state) {
    StartedCommand one;
    one.words = run.words;
    one.file = place_;
    one.line = run.line;
    one.is_certain = run.is_certain;
    one.is_repeated = run.is_repeated;
    one.setup = state.setup;
    one.folder = state.folder;
    one.folder_line = state.folder_line;
    for (const auto& [name, variable] : state.variables)
      if ((variable.is_exported || is_inherited(name)) && variable.line > 0 &&
          !variable.words.empty())
        one.variables.push_back(
            {name, variable.words.front(), {place_, variable.line, "export " + name}});
    started_.push_back(std::move(one));
  }
  void note_line(const ShellRun& run) {
    std::string text;
    for (const ShellWord& word : run.words) text += (text.empty() ? "" : " ") + word.text;
    const bool is_kept = !run.output.empty() && !run.output.starts_with("/dev/");
    if (is_kept) text += " > " + run.output;
    const bool is_idle = is_idle_command(run.words.front().text) && !is_kept;
    script_.others.push_back({{place_, run.line, shortened(text)}, !is_idle, run.output});
  }

  // sbatch [OPTION...] FILE [ARGUMENT...], sbatch --wrap=TEXT
  void submit(const ShellRun& run, ShellState& state) {
    if (!script_.directives.empty() || script_.has_slurm_lines || !started_.empty()) {
      std::string text;
      for (const ShellWord& word : run.words) text += (text.empty() ? "" : " ") + word.text;
      script_.submissions.push_back({place_, run.line, shortened(text)});
      return;
    }
    std::size_t at = 1;
    Settings options = submit_options(run.words, place_, at);
    ShellState own = handed_on(state);
    const auto wrap = std::find_if(options.begin(), options.end(),
                                   [](const Setting& one) { return one.key == "wrap"; });
    std::string text;
    if (wrap != options.end()) {
      text = word_text(wrap->value);
      options.erase(wrap);
    } else if (at < run.words.size()) {
      const ScriptText* other = given_script(run.words[at].text);
      if (!other) {
        script_.scripts.push_back({place_, run.line, shortened(run.words[at].text)});
      } else {
        script_.used.push_back(other->name);
        text = other->text;
        add_directives(text, other->name, options);
        for (++at; at < run.words.size(); ++at) own.arguments.push_back(run.words[at].parts);
        own.has_arguments = true;
      }
    } else if (run.input) {  // sbatch <<JOB
      text = run.input->written();
      add_directives(text, place_, options);
    }
    script_.directives = std::move(options);
    set_slurm_variables(script_.directives, own);
    shell_.run(text, run.line, own);
  }
  // Options of the command line precede those of the job's lines.
  static void add_directives(std::string_view text, const std::string& file, Settings& options) {
    for (const Setting& directive : read_directives(text, file).options)
      if (!find_setting(options, directive.key)) options.push_back(directive);
  }
  static std::string word_text(const Value& value) {
    const auto* text = value.get_if<std::string>();
    return text ? *text : std::string();
  }

  const std::string& file_;
  std::span<const ScriptText> given_;
  std::string place_;  // the file being followed
  Script& script_;
  ShellInterpreter shell_;
  ShellWords prefix_;
  std::vector<StartedCommand> started_;
};

// "/usr/bin/env -S bash -l" -> "bash"
std::string interpreter_of(std::string_view text) {
  if (!text.starts_with("#!")) return "bash";
  std::string_view line = text.substr(2, text.find_first_of("\r\n") - 2);
  std::string found;
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    const std::string word = file_name_of(line.substr(0, end));
    line.remove_prefix(end);
    if (word == "env" || word.starts_with("-") || word.find('=') != word.npos) continue;
    if (!word.empty()) return word;
  }
  return "bash";
}

std::string without_dos_lines(std::string_view text, bool& has_any) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
      has_any = true;
    else
      out += text[i];
  }
  return out;
}

// The indices of the array; a single pass without one.
std::vector<std::optional<std::int64_t>> passes_of(const Settings& directives) {
  const Setting* array = find_setting(directives, "array");
  const auto* text = array ? array->value.get_if<std::string>() : nullptr;
  const auto indices = text ? array_indices(*text) : std::nullopt;
  std::vector<std::optional<std::int64_t>> out;
  for (std::size_t i = 0; indices && i < std::min(indices->size(), kArrayPasses); ++i)
    out.emplace_back((*indices)[i]);
  if (out.empty()) out.emplace_back();
  return out;
}

}  // namespace

bool is_job_script(std::string_view text) {
  return text.starts_with("#!") || !read_directives(text, "").options.empty();
}

Script read_script(std::string_view text, const std::string& file,
                   std::span<const ScriptText> given) {
  Script script;
  const std::string plain = without_dos_lines(text, script.has_dos_lines);
  ScriptDirectives directives = read_directives(plain, file);
  script.directives = std::move(directives.options);
  script.ignored = std::move(directives.ignored);
  script.components = std::move(directives.components);
  script.trailing = std::move(directives.trailing);
  script.passed_over = std::move(directives.passed_over);
  script.has_slurm_lines = directives.has_lines;
  script.has_interpreter = plain.starts_with("#!");
  script.has_marker = plain.starts_with("#!") || script.has_slurm_lines;
  script.interpreter = interpreter_of(plain);
  script.is_shell = is_one_of(script.interpreter, {"bash", "sh", "dash", "ksh", "zsh", "ash"});
  if (!script.is_shell) return script;
  std::vector<std::vector<StartedCommand>> passes;
  for (const auto& index : passes_of(script.directives)) {
    Script one = script;
    ShellState state;
    set_slurm_variables(one.directives, state);
    if (index) {
      state.set("SLURM_ARRAY_TASK_ID", ShellText(std::to_string(*index)), 0);
      state.variables["SLURM_ARRAY_TASK_ID"].is_exported = true;
    }
    ScriptReader reader(file, given, one);
    passes.push_back(merge_loops(reader.read(plain, state)));
    if (passes.size() == 1) script = std::move(one);
  }
  for (const StartedCommand& started : merge_passes(passes)) {
    auto launch = read_launch(started);
    if (launch) {
      script.launches.push_back(*std::move(launch));
      continue;
    }
    std::string words;
    for (const ShellWord& word : started.words) words += (words.empty() ? "" : " ") + word.text;
    script.others.push_back({{started.file, started.line, shortened(words)}, true, {}});
  }
  return script;
}

}  // namespace trainyard
