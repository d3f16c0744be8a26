// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/shell_mistakes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "engine/contract/script/script_lines.h"
#include "remote/rehearse/code_words.h"

namespace trainyard {
namespace {

// Long names, of which a letter less or more is no other program.
constexpr std::array<std::string_view, 10> knownCommands{
    "python",    "torchrun", "accelerate", "deepspeed", "singularity",
    "apptainer", "module",   "source",     "export",    "mpirun"};
// What a login or Slurm sets, as a rule.
constexpr std::array<std::string_view, 30> setElsewhere{
    "HOME",   "USER",    "PATH",     "SHELL",  "LANG",     "PWD",         "OLDPWD",  "HOSTNAME",
    "TMPDIR", "LOGNAME", "TERM",     "MAIL",   "LC_ALL",   "RANDOM",      "SECONDS", "UID",
    "EUID",   "PPID",    "BASHPID",  "LINENO", "HOSTTYPE", "OSTYPE",      "IFS",     "OPTARG",
    "OPTIND", "REPLY",   "FUNCNAME", "SHLVL",  "GROUPS",   "EPOCHSECONDS"};
constexpr std::array<std::string_view, 21> setPrefixes{
    "SLURM",      "SBATCH", "CUDA",   "NCCL", "OMP",  "CONDA",  "VIRTUAL_ENV",
    "LD_LIBRARY", "PYTHON", "BASH",   "SSH",  "XDG",  "MODULE", "LMOD",
    "HF_",        "WANDB",  "EBROOT", "GPU",  "ROCR", "HIP",    "MKL"};

bool isName(const std::string& word) { return !word.empty() && name_length(word) == word.size(); }

bool hasSmallLetter(const std::string& name) {
  return std::any_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::islower(c) != 0; });
}

bool isSetElsewhere(const std::string& name, bool hasArray) {
  if (name.starts_with("SLURM_ARRAY")) return hasArray;
  return std::find(setElsewhere.begin(), setElsewhere.end(), name) != setElsewhere.end() ||
         std::any_of(setPrefixes.begin(), setPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// $SCRATCH, $WORKDIR: what logins of sites set.
bool isOfSite(const std::string& name) {
  constexpr std::array<std::string_view, 14> parts{"SCRATCH", "WORK",  "PROJ",    "STORE",  "HOME",
                                                   "TMP",     "CACHE", "TOKEN",   "KEY",    "USER",
                                                   "GROUP",   "PROXY", "ACCOUNT", "CLUSTER"};
  return !hasSmallLetter(name) &&
         std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != name.npos; });
}

const std::string* nearestOf(const std::string& name, const std::vector<std::string>& known) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const std::string& one) {
    return one.size() > 3 && edit_distance(name, one) == 1;
  });
  return found == known.end() ? nullptr : &*found;
}

}  // namespace

void ShellMistakes::hear(const ShellRun& run, const std::string& place) {
  if (run.words.empty() || !run.words.front().is_known) {
    // eval "$(conda shell.bash hook)"
    if (!run.words.empty() && run.words.front().text.find("hook") != std::string::npos)
      m_knowsConda = true;
    m_setsUnknown = true;
    return;
  }
  const std::string& first = run.words.front().text;
  const std::string name = programName(first);
  const std::string second = run.words.size() > 1 ? run.words[1].text : std::string();
  const bool readsFile = name == "source" || name == ".";
  const bool isModule = name == "module" || name == "ml" || name == "spack";
  if (readsFile || isModule) m_knowsConda = m_setsUnknown = true;
  if (!run.is_certain) return;
  if ((name == "conda" || name == "mamba" || name == "micromamba") && second == "activate" &&
      !m_knowsConda)
    add("rehearsal.conda_hook", {{"place", place}, {"name", name}});
  else if (second == "=" && isName(first))
    add("rehearsal.spaced_assignment", {{"place", place}, {"name", first}});
  else if (first.size() > 2 && first.starts_with("--"))
    add("rehearsal.lone_option", {{"place", place}, {"option", first}});
  else if (first.find('/') == first.npos)
    for (const std::string_view known : knownCommands)
      if (edit_distance(first, known) == 1 && !first.starts_with("python") &&
          first.size() >= known.size() - 1 && first != "modules")
        add("rehearsal.command_near",
            {{"place", place}, {"name", first}, {"near", std::string(known)}});
}

void ShellMistakes::endsWith(const std::vector<ShellDefault>& unset, const ShellState& state,
                             bool hasArray, const std::string& file) {
  std::vector<std::string> known;
  for (const auto& [name, variable] : state.variables) known.push_back(name);
  std::set<std::string> said;
  for (const ShellDefault& one : unset) {
    if (!said.insert(one.name).second || isSetElsewhere(one.name, hasArray)) continue;
    const std::string place = file + ":" + std::to_string(one.line);
    const bool isArgument = std::isdigit(static_cast<unsigned char>(one.name[0])) != 0;
    const std::string* near = isArgument ? nullptr : nearestOf(one.name, known);
    const bool isOwn = isArgument || (!m_setsUnknown && !isOfSite(one.name)) ||
                       one.name.starts_with("SLURM_ARRAY");
    if (near)
      add("rehearsal.unset_near", {{"place", place}, {"name", one.name}, {"near", *near}});
    else if (isOwn)
      add("rehearsal.unset_variable", {{"place", place}, {"name", one.name}});
    else
      add("rehearsal.unset_environment", {{"place", place}, {"name", one.name}});
  }
}

}  // namespace trainyard
