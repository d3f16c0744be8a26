// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/code_use.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "remote/import/launch_words.h"
#include "remote/import/shell.h"
#include "remote/import/shell_setup.h"
#include "remote/rehearse/code_words.h"

namespace trainyard {
namespace {

constexpr int deepestScripts = 4;

class CodeReader {
 public:
  explicit CodeReader(ReadCodeFile read) : m_read(std::move(read)) {}

  void follow(std::string_view text, const std::string& file, bool hasArray) {
    ShellState state;
    const std::string start(text.substr(0, text.find('\n')));
    m_mistakes = ShellMistakes(start.find(" -l") != start.npos || start.find(" -i") != start.npos ||
                               start.find("--login") != start.npos);
    // #!/bin/bash -eu
    const auto flags = start.starts_with("#!") ? start.find(" -") : start.npos;
    state.is_strict = flags != start.npos && start.substr(flags).find('u') != start.npos;
    followScript(text, file, state);
    for (const char* name : {"PATH", "PYTHONPATH"}) m_use.setsUp |= state.find(name) != nullptr;
    m_mistakes.endsWith(m_unset, state, hasArray, file);
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
      return isAmong(programName(word.text), containers);
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

  void takeCommand(const ShellWords& words, const std::string& place) {
    ShellRun run;
    run.words = words;
    noteLaunch(run, place);
    take(words, {}, place);
  }

  CodeUse result() {
    m_use.made = std::move(m_made);
    m_use.mistakes = m_mistakes.take();
    return std::move(m_use);
  }

 private:
  void followScript(std::string_view text, const std::string& file, ShellState& state) {
    if (++m_depth <= deepestScripts) {
      ShellInterpreter shell({},
                             [&](const ShellRun& run, ShellState& now) { hear(run, now, file); });
      shell.run(text, 1, state);
      // The lines are those of the script itself.
      if (m_depth == 1) m_unset = shell.limits().unset;
    }
    --m_depth;
  }

  void hear(const ShellRun& run, ShellState& state, const std::string& file) {
    const std::string place = file + ":" + std::to_string(run.line);
    if (!run.output.empty()) m_made.insert(within("", run.output));
    if (run.words.empty()) return;
    m_mistakes.hear(run, place);
    const std::string name = programName(run.words.front().text);
    const auto folder = relativeFolder(state.folder);
    const bool isIncluded = (name == "source" || name == ".") && run.words.size() > 1;
    if (run.is_certain && folder && !folder->empty() && m_folders.insert(*folder).second &&
        !isMade(*folder))
      m_use.folders.push_back({*folder, file + ":" + std::to_string(state.folder_line)});
    if (run.is_certain) namePlaces(run, state, place, file);
    if (isIncluded && run.is_certain && folder && run.words[1].is_known &&
        isRelative(run.words[1].text) && run.words[1].text.find('/') != std::string::npos)
      nameFile(within(*folder, run.words[1].text), place);
    if (follow_setup(run, state)) {
      m_use.setsUp = true;
      return;
    }
    noteMade(run.words, folder.value_or(""));
    if (isAmong(name, fileCommands) || !run.is_certain || !folder) {
      for (const ShellWord& word : run.words) m_made.insert(within(folder.value_or(""), word.text));
      return;
    }
    if (isIncluded) return include(run.words[1], *folder, place, state);
    m_folder = state.folder;
    m_exported = exportedBy(state);
    m_python = pythonOf(state);
    noteLaunch(run, place);
    take(run.words, *folder, place);
  }

  static std::vector<std::string> exportedBy(const ShellState& state) {
    std::vector<std::string> names;
    for (const auto& [name, variable] : state.variables)
      if (variable.is_exported) names.push_back(name);
    return names;
  }
  // "3.8" of `module load python/3.8.10`.
  static std::string pythonOf(const ShellState& state) {
    std::string found;
    for (const ShellSetup& one : state.setup) {
      std::string name = one.name;
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      if (one.kind == ShellSetup::Kind::conda || one.kind == ShellSetup::Kind::venv) found.clear();
      if (one.kind == ShellSetup::Kind::module && name.starts_with("python/3."))
        found = pythonVersion(name.substr(7));
    }
    return found;
  }
  // "3.8" of "3.8.10-GCCcore".
  static std::string pythonVersion(const std::string& text) {
    if (!text.starts_with("3.")) return {};
    return text.substr(0, text.find_first_not_of("0123456789", 2));
  }

  void noteLaunch(const ShellRun& run, const std::string& place) {
    StartedCommand started;
    started.words = run.words;
    started.line = run.line;
    if (auto launch = read_launch(started)) m_use.launches.push_back({*std::move(launch), place});
  }

  // Absolute paths that are read or entered.
  void namePlaces(const ShellRun& run, const ShellState& state, const std::string& place,
                  const std::string& file) {
    if (state.folder.is_known() && state.folder.written().starts_with('/'))
      m_use.places.push_back(
          {state.folder.written(), file + ":" + std::to_string(state.folder_line)});
    for (const ShellWord& word : run.words)
      if (word.is_known && word.text.starts_with('/')) m_use.places.push_back({word.text, place});
  }

  // What `git clone`, `python -m venv`, tar and compilers leave behind.
  void noteMade(const ShellWords& words, const std::string& folder) {
    const std::string name = programName(words.front().text);
    m_use.makesAnything |= isAmong(name, builders);
    const auto named = [&](const char* word) {
      return std::any_of(words.begin(), words.end(),
                         [&](const ShellWord& one) { return one.text == word; });
    };
    if (named("venv") || name == "virtualenv" || name == "conda" || name == "uv")
      for (const ShellWord& word : words) m_made.insert(within(folder, word.text));
    if (name == "uv" || name == "poetry" || name == "pdm") m_made.insert(within(folder, ".venv"));
    if (name != "git" || !named("clone")) return;
    std::string clone = words.back().text;
    if (clone.ends_with(".git")) clone.resize(clone.size() - 4);
    while (clone.ends_with('/')) clone.pop_back();
    m_made.insert(within(folder, clone.find(':') == clone.npos ? clone : programName(clone)));
  }

  // Itself, or in a folder that was made.
  bool isMade(const std::string& path) const {
    if (m_use.makesAnything) return true;
    for (std::string above = path; !above.empty();
         above = std::filesystem::path(above).parent_path().string())
      if (m_made.contains(above)) return true;
    return std::any_of(m_made.begin(), m_made.end(),
                       [&](const auto& made) { return programName(made) == programName(path); });
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
      if (hasProgram) m_use.misplaced.push_back({programName(words[at].text), word, place});
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
    program.folder = relativeFolder(m_folder).value_or("");
    program.variables = m_exported;
    for (const ShellWord& word : words) {
      if (isAssignment(word.text))
        program.variables.push_back(word.text.substr(0, word.text.find('=')));
      if (&word == &words[at]) break;
      const std::string name = programName(word.text);
      program.isModule |= word.text == "-m";
      program.python = name.starts_with("python3.") ? pythonVersion(name.substr(6)) : m_python;
    }
    const auto isStartedBy = [&](Starter starter) {
      return std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at),
                         [&](const ShellWord& word) { return starter_of(word.text) == starter; });
    };
    const bool byTorchrun = isStartedBy(Starter::torchrun);
    const bool byAccelerate = isStartedBy(Starter::accelerate);
    program.isLaunched = byTorchrun || byAccelerate || isStartedBy(Starter::deepspeed) ||
                         isStartedBy(Starter::mpirun) || isStartedBy(Starter::wrapper);
    for (std::size_t i = at + 1; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      program.areAllKnown &= words[i].is_known && !words[i].is_list;
      program.words.push_back(word);
      const std::string option = word.substr(0, word.find('='));
      if (!option.starts_with("--")) continue;
      const std::string key = option.substr(2);
      if (byTorchrun && isAmong(key, launcherOptions))
        m_use.misplaced.push_back({"torchrun", option, place, false});
      else if (byAccelerate && isAmong(key, accelerateOptions))
        m_use.misplaced.push_back({"accelerate launch", option, place, false});
    }
    m_use.programs.push_back(std::move(program));
  }

  const ReadCodeFile m_read;
  CodeUse m_use;
  std::set<std::string> m_made;
  std::set<std::string> m_folders;  // in which commands were read
  ShellMistakes m_mistakes{false};
  std::vector<ShellDefault> m_unset;
  ShellText m_folder;  // of the command that is read
  std::vector<std::string> m_exported;
  std::string m_python;
  bool m_hasProgram = false;  // whether the command's Python program was found
  int m_depth = 0;
};

}  // namespace

CodeUse useOfCommand(const std::vector<std::string>& words, const std::string& place) {
  ShellWords all;
  for (const std::string& word : words)
    all.push_back({word, 0, word.find('{') == word.npos, false, {}, {}});
  CodeReader reader(nullptr);
  reader.takeCommand(all, place);
  return reader.result();
}

CodeUse useOfScript(std::string_view text, const std::string& file, const ReadCodeFile& read,
                    bool hasArray) {
  CodeReader reader(read);
  reader.follow(text, file, hasArray);
  return reader.result();
}

}  // namespace trainyard
