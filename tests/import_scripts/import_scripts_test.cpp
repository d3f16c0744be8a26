// SPDX-License-Identifier: GPL-3.0-or-later
// Each script of this folder is run with stand-ins that write down what they are given, and
// imported; whatever the run would see otherwise must be named in a note or the refusal.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "remote/import/import.h"
#include "engine/contract/script/sbatch_directives.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(TRAINYARD_SOURCE_DIR) / "tests/import_scripts";

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
std::vector<std::string> split(const std::string& text, char end) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto stop = std::min(text.find(end, at), text.size());
    out.push_back(text.substr(at, stop - at));
    at = stop + 1;
  }
  return out;
}

// One call of a stand-in.
struct Record {
  std::string name;
  std::vector<std::string> words;
  fs::path folder;
  std::map<std::string, std::string> environment;
};

std::vector<fs::path> scripts() {
  std::vector<fs::path> out;
  for (const auto& item : fs::directory_iterator(kFolder))
    if (item.path().extension() == ".sh") out.push_back(item.path());
  std::sort(out.begin(), out.end());
  return out;
}

// The variables that Slurm would set of the script's directives.
std::map<std::string, std::string> slurm_variables(const std::string& text) {
  std::map<std::string, std::string> options, out;
  for (const SbatchLine& line : read_sbatch_directives(text).lines)
    if (line.component == 0)
      for (const SbatchOption& option : line.options)
        options[option.name] = option.value.value_or("");
  const auto number = [&](const char* name, int absent) {
    return options.contains(name) ? std::atoi(options[name].c_str()) : absent;
  };
  const int per_node = number("ntasks-per-node", 0);
  const int nodes = number("nodes", per_node > 0 ? std::max(1, number("ntasks", 1) / per_node) : 1);
  const int tasks = number("ntasks", per_node > 0 ? per_node * nodes : nodes);
  out["SLURM_NNODES"] = out["SLURM_JOB_NUM_NODES"] = std::to_string(nodes);
  out["SLURM_NTASKS"] = std::to_string(tasks);
  if (per_node > 0) out["SLURM_NTASKS_PER_NODE"] = std::to_string(per_node);
  if (options.contains("cpus-per-task")) out["SLURM_CPUS_PER_TASK"] = options["cpus-per-task"];
  out["SLURM_JOB_ID"] = "17";
  out["SLURM_JOB_NODELIST"] = "node[1-2]";
  for (const std::string& word : split(options["export"], ','))
    if (const auto equals = word.find('='); equals != word.npos)
      out[word.substr(0, equals)] = word.substr(equals + 1);
  if (options.contains("array")) out["array"] = options["array"];
  return out;
}

class Stage {
 public:
  Stage() : root_(fs::temp_directory_path() / ("import_scripts." + std::to_string(::getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "bin");
    for (const char* name : {"python", "torchrun", "accelerate", "deepspeed", "mpirun", "apptainer",
                             "singularity", "srun", "sbatch", "scontrol", "module", "conda", "trl"})
      fs::create_symlink(kFolder / "stand_in", root_ / "bin" / name);
    // A login shell sets PATH anew.
    fs::create_directories(root_ / "home");
    std::ofstream(root_ / "home/.profile")
        << "export PATH='" << (root_ / "bin").string() << "':\"$PATH\"\n";
    const std::string login = "env -i HOME='" + (root_ / "home").string() +
                              "' PATH=/usr/bin:/bin bash -lc 'env -0' >'" +
                              (root_ / "login").string() + "'";
    EXPECT_EQ(std::system(login.c_str()), 0);
    for (const std::string& line : split(content(root_ / "login"), '\0'))
      login_.insert(line.substr(0, line.find('=')));
  }
  ~Stage() { fs::remove_all(root_); }

  // What the stand-ins wrote down; nothing where the machine lacks the interpreter.
  std::optional<std::vector<Record>> run(const fs::path& script) {
    const std::string text = content(script);
    const std::string interpreter = text.substr(2, text.find_first_of(" \r\n") - 2);
    if (!fs::exists(interpreter)) return std::nullopt;
    auto variables = slurm_variables(text);
    std::vector<std::string> tasks{""};
    if (const auto array = variables.extract("array")) {
      tasks.clear();
      const auto dash = array.mapped().find('-');
      if (dash == std::string::npos)
        tasks = split(array.mapped(), ',');
      else
        for (int i = std::atoi(array.mapped().c_str());
             i <= std::atoi(array.mapped().substr(dash + 1).c_str()); ++i)
          tasks.push_back(std::to_string(i));
    }
    fs::remove_all(root_ / "records");
    fs::remove_all(work());
    fs::create_directories(root_ / "records");
    fs::create_directories(work());
    for (const std::string& task : tasks) {
      std::string command = "cd '" + work().string() + "' && env -i HOME='" +
                            (root_ / "home").string() + "' PATH='" + (root_ / "bin").string() +
                            ":/usr/bin:/bin' STAND_IN_RECORDS='" + (root_ / "records").string() +
                            "'";
      for (const auto& [name, value] : variables) command += " '" + name + "=" + value + "'";
      if (!task.empty()) command += " SLURM_ARRAY_TASK_ID=" + task;
      command += " '" + script.string() + "' >'" + (root_ / "output").string() + "' 2>&1";
      EXPECT_EQ(std::system(command.c_str()), 0) << command << "\n" << content(root_ / "output");
    }
    return records();
  }
  fs::path work() const { return root_ / "work"; }
  // Whether the variable is none of the script's doing: a job's script is run by a login shell,
  // too.
  bool is_given(const std::string& name) const {
    static const std::set<std::string> own{
        "_",     "SHLVL",    "PWD",     "OLDPWD",   "STAND_IN_RECORDS", "PATH", "HOME",
        "HOST",  "HOSTTYPE", "LOGNAME", "MACHTYPE", "OSTYPE",           "USER", "VENDOR",
        "GROUP", "TERM",     "MAIL"};
    return own.contains(name) || name.starts_with("SLURM_") || login_.contains(name);
  }

 private:
  std::vector<Record> records() const {
    std::vector<fs::path> places;
    for (const auto& item : fs::directory_iterator(root_ / "records"))
      places.push_back(item.path());
    std::sort(places.begin(), places.end());
    std::vector<Record> out;
    for (const fs::path& place : places) {
      Record one{content(place / "name"),
                 split(content(place / "words"), '\0'),
                 content(place / "folder"),
                 {}};
      for (const std::string& line : split(content(place / "environment"), '\0'))
        one.environment[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
      out.push_back(std::move(one));
    }
    return out;
  }

  fs::path root_;
  std::set<std::string> login_;  // variables that a login shell of this machine sets
};

bool is_program(const Record& record) {
  static const std::set<std::string> others{"srun",  "sbatch",    "scontrol",   "module",
                                            "conda", "apptainer", "singularity"};
  return !others.contains(record.name) ||
         (record.name == "conda" && !record.words.empty() && record.words[0] == "run");
}

// Everything that is told about an import, in one text.
struct Told {
  std::string text;
  bool has(const std::string& part) const { return text.find(part) != std::string::npos; }
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

class Comparison {
 public:
  Comparison(const Experiment& experiment, const Told& told, const Stage& stage)
      : experiment_(experiment), told_(told), stage_(stage) {}

  // Differences that nobody named.
  std::vector<std::string> silent(const std::vector<Record>& records) {
    std::vector<const Record*> programs;
    for (const Record& record : records)
      if (is_program(record)) programs.push_back(&record);
    if (programs.empty()) return {"nothing was started"};
    const Record* same = words(programs);
    if (programs.size() > 1)
      need("it is started " + std::to_string(programs.size()) + " times",
           told_.has("in a loop") || told_.has("another program of the script") ||
               told_.has("would all run the same training") || told_.has("several trainings") ||
               experiment_.resources.array);
    if (same) environment(*same);
    if (same) folder(*same);
    for (const Record& record : records)
      if (record.name == "module" || record.name == "conda") prepared(record);
    return silent_;
  }

 private:
  void need(const std::string& difference, bool is_named) {
    if (!is_named) silent_.push_back(difference);
  }
  // The program's words as they stand; the record that has them, else the nearest.
  const Record* words(const std::vector<const Record*>& programs) {
    std::vector<std::string> own{experiment_.command.program};
    own.insert(own.end(), experiment_.command.arguments.begin(),
               experiment_.command.arguments.end());
    const Record* nearest = nullptr;
    for (const Record* record : programs) {
      std::vector<std::string> all{record->name};
      all.insert(all.end(), record->words.begin(), record->words.end());
      // What only wraps, numactl or a script, hands the rest on.
      const std::size_t shorter = std::min(own.size(), all.size());
      const bool is_end =
          (all.size() >= own.size() || own[0] != "python") &&
          std::equal(own.rbegin(), own.rbegin() + static_cast<long>(shorter), all.rbegin());
      // torchrun -m a.b: the agent starts python -m a.b under it.
      const bool is_module = own.size() > 3 && own[0] == "python" && own[1] == "-m" &&
                             all.size() >= own.size() &&
                             std::equal(own.rbegin(), own.rend() - 2, all.rbegin());
      if (is_end || is_module) return record;
      const bool is_same = std::find(all.begin(), all.end(), own[0]) != all.end();
      if (is_same && all.size() >= own.size() && !nearest) nearest = record;
    }
    if (!nearest) {
      need("no program was started with: " + joined(own), told_.has("...") || told_.has("$@"));
      return programs.front();
    }
    for (std::size_t i = 0; i < own.size() && i < nearest->words.size() + 1; ++i) {
      const std::string& mine = own[own.size() - 1 - i];
      const std::string& theirs =
          i < nearest->words.size() ? nearest->words[nearest->words.size() - 1 - i] : nearest->name;
      if (mine != theirs) need("'" + theirs + "' became '" + mine + "'", told_.has(mine));
    }
    return nearest;
  }
  void environment(const Record& record) {
    const TextMap& mine = experiment_.environment.variables;
    const auto value_of = [&](const std::string& name) {
      const auto found = std::find_if(mine.begin(), mine.end(),
                                      [&](const auto& one) { return one.first == name; });
      return found == mine.end() ? std::nullopt : found->second;
    };
    const std::string commands = joined(experiment_.environment.setup_commands);
    for (const auto& [name, value] : record.environment) {
      if (stage_.is_given(name) || value_of(name) == value) continue;
      need(name + "=" + value + " is not set",
           commands.find(name + "=") != std::string::npos || told_.has(name) ||
               (name == "VIRTUAL_ENV" && experiment_.environment.venv) ||
               name == "OMP_NUM_THREADS");
    }
    for (const auto& [name, value] : mine) {
      const auto found = record.environment.find(name);
      if (value && (found == record.environment.end() || found->second != *value))
        need(name + " is set to " + *value, told_.has(name) || name == "OMP_NUM_THREADS");
    }
  }
  void folder(const Record& record) {
    const fs::path relative = record.folder.lexically_relative(fs::canonical(stage_.work()));
    if (relative == ".") return need("the folder is another", !experiment_.code.source);
    need("it starts in " + relative.string(),
         experiment_.code.source == relative.string() || told_.has("cd "));
  }
  void prepared(const Record& record) {
    const EnvironmentSection& environment = experiment_.environment;
    const std::string commands = joined(environment.setup_commands);
    if (record.name == "conda")
      return need(
          "conda " + joined(record.words),
          environment.conda && joined(record.words).find(*environment.conda) != std::string::npos);
    for (std::size_t i = 1; i < record.words.size(); ++i)
      need("module " + record.words[i],
           std::find(environment.modules.begin(), environment.modules.end(), record.words[i]) !=
                   environment.modules.end() ||
               commands.find(record.words[i]) != std::string::npos);
    if (record.words.size() == 1)
      need("module " + record.words[0],
           told_.has("module " + record.words[0]) ||
               std::find(environment.modules.begin(), environment.modules.end(), record.words[0]) !=
                   environment.modules.end() ||
               commands.find("module " + record.words[0]) != std::string::npos);
  }

  const Experiment& experiment_;
  const Told& told_;
  const Stage& stage_;
  std::vector<std::string> silent_;
};

// "2 nodes of 4 processes of 1 cores" where the script counts them.
const std::map<std::string, std::string> kCounts = {
    {"01_torchrun_own.sh", "1 nodes of 2 processes of 1 cores"},
    {"02_torchrun_two_nodes.sh", "2 nodes of 2 processes of 1 cores"},
    {"03_srun_tasks.sh", "2 nodes of 2 processes of 1 cores"},
    {"04_ntasks_without_nodes.sh", "2 nodes of 2 processes of 0 cores"},
    {"06_accelerate_counts.sh", "2 nodes of 2 processes of 1 cores"},
    {"07_deepspeed.sh", "1 nodes of 2 processes of 1 cores"},
    {"60_step_smaller.sh", "1 nodes of 1 processes of 0 cores"},
    {"63_first_node_alone.sh", "1 nodes of 1 processes of 0 cores"},
    {"65_torchrun_module.sh", "1 nodes of 2 processes of 1 cores"},
    {"70_run_clm_two_nodes.sh", "2 nodes of 2 processes of 1 cores"},
};

TEST(ImportScripts, AreImportedAsTheyRunOrSaySo) {
  Stage stage;
  int compared = 0, refused = 0, skipped = 0, silent = 0;
  for (const fs::path& script : scripts()) {
    const std::string name = script.filename().string();
    SCOPED_TRACE(name);
    const ImportSource sources[] = {{name, content(script)}};
    const auto imported = import_settings(sources, {.as = ImportAs::command});
    // What sbatch refuses is named.
    if (sources[0].text.find("\r\n") != std::string::npos) {
      ASSERT_TRUE(imported);
      EXPECT_TRUE(std::any_of(imported->notes.begin(), imported->notes.end(),
                              [](const auto& note) { return note.code == "import.dos_lines"; }));
      ++compared;
      continue;
    }
    const auto records = stage.run(script);
    if (!records) {
      ++skipped;
      continue;
    }
    if (!imported) {
      EXPECT_EQ(imported.error().exit_code, ExitCode::invalid_input);
      const std::set<std::string> reasons{"import.other_language", "import.two_commands",
                                          "import.starts_script", "import.no_training"};
      EXPECT_TRUE(reasons.contains(imported.error().code)) << imported.error().message;
      ++refused;
      continue;
    }
    Told told;
    for (const Diagnostic& note : imported->notes) told.text += note.text + "\n";
    const Document document = read_experiment(imported->document, "experiment.yaml");
    const Experiment& experiment = document.experiment;
    for (const std::string& one : Comparison(experiment, told, stage).silent(*records)) {
      ++silent;
      ADD_FAILURE() << one << "\n" << imported->document << told.text;
    }
    if (const auto counts = kCounts.find(name); counts != kCounts.end()) {
      EXPECT_EQ(std::to_string(experiment.resources.nodes) + " nodes of " +
                    std::to_string(processes_per_node(experiment)) + " processes of " +
                    std::to_string(experiment.resources.cpus_per_process.value_or(0)) + " cores",
                counts->second);
    }
    ++compared;
  }
  std::printf(
      "%d scripts as they run or named, %d refused with a sentence, %d without their "
      "interpreter here; %d silent differences\n",
      compared, refused, skipped, silent);
  EXPECT_GE(compared, 60);
}

// A script runs as it is, unless it starts a program whose arguments are known.
TEST(ImportScripts, StayScripts) {
  const std::set<std::string> known{"15_array_seed_engine.sh", "20_here_document_arguments.sh",
                                    "49_train_and_evaluate.sh", "70_run_clm_two_nodes.sh"};
  for (const fs::path& script : scripts()) {
    const std::string name = script.filename().string();
    SCOPED_TRACE(name);
    const auto imported = import_files({script.string()}, {.folder = kFolder.string()});
    ASSERT_TRUE(imported) << imported.error().message;
    const bool is_kept = imported->document.find("\nworkload: script\n") != std::string::npos;
    EXPECT_EQ(is_kept, !known.contains(name)) << imported->document;
    if (is_kept) {
      EXPECT_NE(imported->document.find("file: " + name), std::string::npos) << imported->document;
    }
  }
}

}  // namespace
}  // namespace trainyard
