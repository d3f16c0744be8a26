// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/completion.h"

#include <algorithm>
#include <cstdio>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "remote/cli/named_study.h"
#include "remote/cli/output.h"
#include "remote/values/presets.h"
#include "remote/store/run_store.h"
#include "remote/schedulers/site_profile.h"
#include "remote/target/target_settings.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr int runsLimit = 50, studiesLimit = 20;  // the newest

// Once a shell has read its script, it calls `yard complete` with the words up to the cursor.
constexpr const char* bashScript = R"(_yard() {
  local line files=0
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; else COMPREPLY+=("${line%%$'\t'*}"); fi
  done < <(yard complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  (( files )) && compopt -o default
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _yard yard
)";
constexpr const char* zshScript = R"(#compdef yard
_yard() {
  local line files=0
  local -a found
  for line in "${(@f)$(yard complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then files=1
    elif [[ -n $line ]]; then found+=("${${line//:/\\:}/$'\t'/:}"); fi
  done
  (( $#found )) && _describe yard found
  (( files )) && _files
}
compdef _yard yard
)";
constexpr const char* fishScript = R"(function __yard_candidates
  set -l words (commandline -opc) (commandline -ct)
  for line in (yard complete -- $words[2..-1] 2>/dev/null)
    if test "$line" = ":files"
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c yard -f -a '(__yard_candidates)'
)";

std::string oneLine(const std::string& text) { return text.substr(0, text.find('\n')); }

class Completer {
 public:
  explicit Completer(std::string begun) : m_begun(std::move(begun)) {}

  void commands(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      if (!command->get_group().empty())
        add(command->get_name(), oneLine(command->get_description()));
  }
  void options(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames())
        add("--" + name, oneLine(option->get_description()));
  }
  void values(const CLI::Option& option) {
    const std::string name = option.get_single_name();
    if (name == "target" || name == "on" || name == "scan" || name == "TARGET")
      return targets(true);
    if (name == "NAME") return targets(false);
    if (name == "RUN") return runs();
    if (name == "STUDY") return studies();
    if (name == "from") return presets();
    if (name == "site") return sites();
    if (name == "set" || name == "grid") return paths();
    if (name == "EXPERIMENT") presets();
    if (!choices(option.get_type_name())) m_found.files = true;
  }
  Candidates take() {
    std::ranges::sort(m_found.words, {}, &Candidate::word);
    return std::move(m_found);
  }

 private:
  void add(const std::string& word, std::string help = {}) {
    if (word.starts_with(m_begun)) m_found.words.push_back({word, std::move(help)});
  }
  // "TEXT:{one,other}", CLI11's format for the values of IsMember.
  bool choices(const std::string& type) {
    const auto begin = type.find('{'), end = type.rfind('}');
    if (begin == type.npos || end == type.npos) return false;
    for (const QString& choice : text(type.substr(begin + 1, end - begin - 1)).split(u','))
      add(choice.toStdString());
    return true;
  }
  void targets(bool withThisComputer) {
    if (withThisComputer) add("here", "this computer");
    if (const auto targets = TargetSettingsFile().read())
      for (const TargetSettings& target : *targets)
        add(target.name.toStdString(), target.host.toStdString());
  }
  void runs() {
    RunStore store;
    const auto runs = store.runs();
    if (!runs) return;
    if (!runs->isEmpty()) add("last", "the newest run");
    for (const RunRecord& run : runs->mid(0, runsLimit))
      add(sanitizedForTerminal(run.folder.section(u'/', -1)).toStdString(),
          sanitizedForTerminal(nameOf(run.state) + u" on "_s + run.target).toStdString());
  }
  void studies() {
    StudyReader reader;
    RunStore store;
    const auto studies = reader.studies();
    if (!studies) return;
    for (const QString& name : studies->mid(0, studiesLimit))
      if (const auto study = readNamedStudy(reader, store, name))
        add(name.left(8).toStdString(),
            sanitizedForTerminal(text(study->recorded().record.name) + u", "_s + trialsText(*study))
                .toStdString());
  }
  void presets() {
    for (const QString& name : presetNames()) add(name.toStdString(), "a preset");
  }
  void sites() {
    for (const QString& name : knownSites()) add(name.toStdString());
    m_found.files = true;
  }
  // Completes the field before "=", or the value after it.
  void paths() {
    const auto equals = m_begun.find('=');
    if (equals == m_begun.npos) {
      for (const FieldInfo& field : fields()) add(field.path + "=", oneLine(field.help));
      return;
    }
    const std::string path = m_begun.substr(0, equals);
    const FieldInfo* field = find_field(path);
    if (!field) return;
    for (const std::string& choice : field->choices) add(path + "=" + choice);
    if (field->kind == Kind::boolean)
      for (const char* value : {"true", "false"}) add(path + "=" + value);
  }

  std::string m_begun;
  Candidates m_found;
};

const CLI::Option* positional(const CLI::App& app, std::size_t number) {
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() && (number-- == 0 || option->get_expected_max() > 1))
      return option;
  return nullptr;
}

const CLI::App* subcommand(const CLI::App& app, const std::string& name) {
  const auto found =
      app.get_subcommands([&](const CLI::App* one) { return one->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

}  // namespace

Candidates candidatesFor(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  const CLI::Option* awaited = nullptr;  // an option whose value is next
  std::size_t given = 0;                 // number of positional arguments
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (awaited) {
      awaited = nullptr;
    } else if (word.starts_with('-') && word.size() > 1) {
      const CLI::Option* option = command->get_option_no_throw(word.substr(0, word.find('=')));
      if (option && option->get_expected_max() > 0 && word.find('=') == word.npos) awaited = option;
    } else if (const CLI::App* next = given == 0 ? subcommand(*command, word) : nullptr) {
      command = next;
    } else {
      ++given;
    }
  }
  const std::string last = words.empty() ? std::string() : words.back();
  Completer completer(last);
  if (awaited) {
    completer.values(*awaited);
  } else if (last.starts_with('-')) {
    completer.options(*command);
  } else {
    if (given == 0) completer.commands(*command);
    if (const CLI::Option* option = positional(*command, given)) completer.values(*option);
  }
  return completer.take();
}

int printCandidates(const CLI::App& app, const std::vector<std::string>& words) {
  const Candidates found = candidatesFor(app, words);
  for (const Candidate& candidate : found.words)
    print(text(candidate.word + (candidate.help.empty() ? "" : "\t" + candidate.help)));
  if (found.files) print(u":files"_s);
  return 0;
}

int printCompletion(const std::string& shell) {
  std::fputs(shell == "zsh" ? zshScript : shell == "fish" ? fishScript : bashScript, stdout);
  return 0;
}

}  // namespace trainyard
