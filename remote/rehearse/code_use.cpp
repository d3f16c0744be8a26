// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/code_use.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "remote/import/launch_words.h"
#include "remote/import/shell.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr int deepestScripts = 4;

// Programs whose arguments are files that they make, move or only look at.
constexpr std::array fileCommands{
    "cp",      "mv",       "ln",       "rm",     "install", "rsync", "scp",     "tar",     "unzip",
    "gunzip",  "gzip",     "zip",      "wget",   "curl",    "touch", "mkdir",   "tee",     "git",
    "echo",    "printf",   "cat",      "ls",     "test",    "[",     "[[",      "head",    "tail",
    "grep",    "sed",      "awk",      "chmod",  "find",    "which", "type",    "command", "du",
    "df",      "stat",     "sort",     "export", "wc",      "cut",   "declare", "unset",   "trap",
    "dirname", "basename", "realpath", "jq"};
constexpr std::array containers{"apptainer", "singularity", "docker",
                                "podman",    "shifter",     "enroot"};
constexpr std::array inputEndings{".py",  ".sh",  ".bash", ".yaml", ".yml", ".toml",   ".json",
                                  ".ini", ".cfg", ".conf", ".txt",  ".csv", ".tsv",    ".jsonl",
                                  ".npy", ".npz", ".pt",   ".pth",  ".bin", ".parquet"};
// These are as likely written as read, unless their option says so.
constexpr std::array dataEndings{".txt", ".csv", ".tsv", ".jsonl", ".npy",
                                 ".npz", ".pt",  ".pth", ".bin",   ".parquet"};
// In options' names: what follows is written, or both.
constexpr std::array outputParts{"out",    "save",  "log",    "dump", "write", "export",
                                 "result", "cache", "report", "dest", "to_",   "tmp"};
constexpr std::array inputOptions{
    "--train_file",         "--validation_file", "--test_file",      "--eval_file",
    "--data_path",          "--data_file",       "--dataset_path",   "--model_path",
    "--model_name_or_path", "--tokenizer_path",  "--tokenizer_name", "--vocab_file",
    "--merges_file",        "--config_name",     "--config_file",    "--config",
    "--deepspeed",          "--input",           "--train-file",     "--validation-file",
    "--test-file",          "--data-path",       "--data-file",      "--model-path",
    "--tokenizer-path",     "--vocab-file",      "--config-file"};
constexpr std::array accelerateOptions{"num_processes",   "num_machines",      "machine_rank",
                                       "main_process_ip", "main_process_port", "multi_gpu"};
constexpr std::array launcherOptions{
    "nproc_per_node", "nproc-per-node", "nnodes",        "node_rank", "node-rank", "rdzv_backend",
    "rdzv-backend",   "rdzv_endpoint",  "rdzv-endpoint", "rdzv_id",   "rdzv-id"};
constexpr std::string_view pythonFlags = "bBdEhiIOqsSuvVxP";

template <class List>
bool isOneOf(std::string_view word, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](const char* each) { return word == each; });
}

std::string nameOf(const std::string& path) { return fs::path(path).filename().string(); }

bool isAssignment(const std::string& word) {
  const auto equals = word.find('=');
  return equals != 0 && equals != word.npos &&
         word.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == equals;
}

bool isPython(const std::string& word) {
  const std::string name = nameOf(word);
  return name == "python" || name == "python3" || name.starts_with("python3.");
}

bool isRelative(const std::string& path) {
  return !path.empty() && std::string_view("/~-").find(path.front()) == std::string_view::npos &&
         path.find_first_of("*?[]{}$`<>|;&\"' \t\n") == path.npos && path.find("://") == path.npos;
}

bool namesInput(const std::string& path) {
  return isRelative(path) && path.find('=') == path.npos &&
         std::any_of(inputEndings.begin(), inputEndings.end(), [&](const char* ending) {
           return path.ends_with(ending) && path.size() > std::string_view(ending).size();
         });
}

// Options of such a name have a value that is read, and that a run cannot do without.
bool isInput(std::string_view option) {
  return std::any_of(inputOptions.begin(), inputOptions.end(),
                     [&](const char* word) { return option.starts_with(word); });
}

bool isOutput(std::string_view option) {
  return std::any_of(outputParts.begin(), outputParts.end(),
                     [&](const char* word) { return option.find(word) != option.npos; });
}

std::string within(const std::string& folder, const std::string& path) {
  return (fs::path(folder) / path).lexically_normal().string();
}

// The folder of a command relative to the code's; nothing if that is elsewhere or unknown.
std::optional<std::string> relativeFolder(const ShellText& folder) {
  std::string text = folder.written();
  for (const char* start : {"$SLURM_SUBMIT_DIR", "${SLURM_SUBMIT_DIR}", "$PWD", "${PWD}"})
    if (text == start || text.starts_with(std::string(start) + "/")) {
      text = text.substr(std::string_view(start).size());
      text.erase(0, text.find_first_not_of('/'));
      break;
    }
  if (text.empty() || text == ".") return "";
  if (text.find('$') != text.npos || !isRelative(text)) return std::nullopt;
  const std::string place = within("", text);
  return place.starts_with("..") ? std::nullopt : std::optional(place);
}

class CodeReader {
 public:
  explicit CodeReader(ReadCodeFile read) : m_read(std::move(read)) {}

  void follow(std::string_view text, const std::string& file) {
    ShellState state;
    followScript(text, file, state);
    for (const char* name : {"PATH", "PYTHONPATH"}) m_use.setsUp |= state.find(name) != nullptr;
  }

  // Of one command that runs in `folder`.
  void take(const ShellWords& all, const std::string& folder, const std::string& place) {
    auto first = std::find_if_not(all.begin(), all.end(),
                                  [](const ShellWord& word) { return isAssignment(word.text); });
    for (auto word = all.begin(); word != first; ++word)
      m_use.setsUp |= word->text.starts_with("PYTHONPATH=") || word->text.starts_with("PATH=");
    const ShellWords words(first, all.end());
    if (words.empty()) return;
    const bool isInside = std::any_of(words.begin(), words.end(), [](const ShellWord& word) {
      return isOneOf(nameOf(word.text), containers);
    });
    if (isInside) return;
    takeProgram(words.front(), folder, place);
    m_hasProgram = false;
    std::string option;  // whose value the next word may be
    for (std::size_t i = 0; i < words.size(); ++i) {
      const ShellWord& word = words[i];
      if (isPython(word.text)) takePython(words, i, folder, place);
      const bool isOption = word.text.starts_with('-');
      const auto equals = word.text.find('=');
      std::string value = word.text;
      if (isOption && equals != word.text.npos) {
        option = word.text.substr(0, equals);
        value = word.text.substr(equals + 1);
      } else if (isOption) {
        option = word.text;
        continue;
      }
      const bool isRead = isInput(option) && value.starts_with("./") && isRelative(value);
      if (word.is_known && isRead && !namesInput(value))
        nameFile(within(folder, value), place);
      else if (word.is_known && namesInput(value))
        takeFile(words, i, value, option, folder, place);
      option.clear();
    }
  }

  CodeUse result() { return std::move(m_use); }

 private:
  void followScript(std::string_view text, const std::string& file, ShellState& state) {
    if (++m_depth <= deepestScripts) {
      ShellInterpreter shell({},
                             [&](const ShellRun& run, ShellState& now) { hear(run, now, file); });
      shell.run(text, 1, state);
    }
    --m_depth;
  }

  void hear(const ShellRun& run, ShellState& state, const std::string& file) {
    const std::string place = file + ":" + std::to_string(run.line);
    if (!run.output.empty()) m_made.insert(within("", run.output));
    if (run.words.empty()) return;
    const std::string name = nameOf(run.words.front().text);
    const auto folder = relativeFolder(state.folder);
    const bool isIncluded = (name == "source" || name == ".") && run.words.size() > 1;
    if (follow_setup(run, state)) {
      m_use.setsUp = true;
      return;
    }
    if (isOneOf(name, fileCommands) || !run.is_certain || !folder) {
      for (const ShellWord& word : run.words) m_made.insert(within(folder.value_or(""), word.text));
      return;
    }
    if (isIncluded) return include(run.words[1], *folder, place, state);
    m_folder = state.folder;
    take(run.words, *folder, place);
  }

  bool isMade(const std::string& path) const {
    return m_made.contains(path) ||
           std::any_of(m_made.begin(), m_made.end(),
                       [&](const auto& made) { return nameOf(made) == nameOf(path); });
  }
  void nameFile(const std::string& path, const std::string& place, bool isRun = false) {
    if (!path.starts_with("..") && !isMade(path)) m_use.files.push_back({path, place, isRun});
  }

  void include(const ShellWord& word, const std::string& folder, const std::string& place,
               ShellState& state) {
    m_use.setsUp = true;  // it may set variables
    if (!word.is_known || !isRelative(word.text)) return;
    const std::string path = within(folder, word.text);
    nameFile(path, place);
    if (const auto text = m_read ? m_read(path) : std::nullopt) followScript(*text, path, state);
  }

  void takeProgram(const ShellWord& word, const std::string& folder, const std::string& place) {
    if (!word.is_known || !isRelative(word.text)) return;
    if (word.text.find('/') == word.text.npos) {
      m_use.commands.push_back({word.text, place});
    } else {
      nameFile(within(folder, word.text), place, true);
    }
  }

  // python [OPTION...] PROGRAM: what is no option of Python was meant for the program.
  void takePython(const ShellWords& words, std::size_t at, const std::string& folder,
                  const std::string& place) {
    for (std::size_t i = at + 1; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      if (word == "-c" || !words[i].is_known) return;
      if (word == "-m") return takeModule(words, i + 1, folder, place);
      if (!word.starts_with('-') || word == "-") return;
      if (word.starts_with("-W") || word.starts_with("-X") || word.starts_with("--check-hash")) {
        i += word.size() == 2 || word == "--check-hash-based-pycs";
        continue;
      }
      const bool isOwn = word.find_first_not_of(pythonFlags, 1) == word.npos ||
                         word.starts_with("--help") || word == "--version";
      if (isOwn) continue;
      const bool hasProgram =
          std::any_of(words.begin() + static_cast<std::ptrdiff_t>(i), words.end(),
                      [](const ShellWord& later) { return later.text.ends_with(".py"); });
      if (hasProgram) m_use.misplaced.push_back({nameOf(words[at].text), word, place});
      return;
    }
  }

  void takeModule(const ShellWords& words, std::size_t at, const std::string& folder,
                  const std::string& place) {
    if (at >= words.size() || !words[at].is_known || !m_read) return;
    std::string path = words[at].text;
    std::replace(path.begin(), path.end(), '.', '/');
    for (const std::string& file : {path + ".py", path + "/__main__.py"})
      if (const std::string whole = within(folder, file); m_read(whole))
        return addProgram(words, at, whole, place);
    // Another module of that name may be installed, but not inside of a package of the code.
    const auto slash = path.find('/');
    if (slash != path.npos && m_read(within(folder, path.substr(0, slash) + "/__init__.py")))
      nameFile(within(folder, path + ".py"), place);
  }

  void takeFile(const ShellWords& words, std::size_t at, const std::string& value,
                const std::string& option, const std::string& folder, const std::string& place) {
    const std::string path = within(folder, value);
    if (isOutput(option)) {
      m_made.insert(path);
      return;
    }
    const bool isPositional = option.empty() || !words[at].text.starts_with('-');
    const bool isData = std::any_of(dataEndings.begin(), dataEndings.end(),
                                    [&](const char* ending) { return value.ends_with(ending); });
    if (isData && !isInput(option)) return;
    nameFile(path, place);
    if (!isPositional || m_hasProgram) return;
    if (value.ends_with(".py")) {
      m_hasProgram = true;
      addProgram(words, at, path, place);
    } else if ((value.ends_with(".sh") || value.ends_with(".bash")) && at <= 1) {
      m_use.shellScripts.push_back({path, place});
      ShellState own;
      own.folder = m_folder;
      if (const auto text = m_read ? m_read(path) : std::nullopt) followScript(*text, path, own);
    }
  }

  void addProgram(const ShellWords& words, std::size_t at, const std::string& path,
                  const std::string& place) {
    CodeUse::PythonProgram program{path, place, {}, true};
    const auto isStartedBy = [&](Starter starter) {
      return std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at),
                         [&](const ShellWord& word) { return starter_of(word.text) == starter; });
    };
    const bool byTorchrun = isStartedBy(Starter::torchrun);
    const bool byAccelerate = isStartedBy(Starter::accelerate);
    for (std::size_t i = at + 1; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      program.areAllKnown &= words[i].is_known && !words[i].is_list;
      program.words.push_back(word);
      const std::string option = word.substr(0, word.find('='));
      if (!option.starts_with("--")) continue;
      const std::string key = option.substr(2);
      if (byTorchrun && isOneOf(key, launcherOptions))
        m_use.misplaced.push_back({"torchrun", option, place, false});
      else if (byAccelerate && isOneOf(key, accelerateOptions))
        m_use.misplaced.push_back({"accelerate launch", option, place, false});
    }
    m_use.programs.push_back(std::move(program));
  }

  const ReadCodeFile m_read;
  CodeUse m_use;
  std::set<std::string> m_made;
  ShellText m_folder;         // of the command that is read
  bool m_hasProgram = false;  // whether the command's Python program was found
  int m_depth = 0;
};

}  // namespace

CodeUse useOfCommand(const std::vector<std::string>& words, const std::string& place) {
  ShellWords all;
  for (const std::string& word : words)
    all.push_back({word, 0, word.find('{') == word.npos, false, {}, {}});
  CodeReader reader(nullptr);
  reader.take(all, {}, place);
  return reader.result();
}

CodeUse useOfScript(std::string_view text, const std::string& file, const ReadCodeFile& read) {
  CodeReader reader(read);
  reader.follow(text, file);
  return reader.result();
}

}  // namespace trainyard
