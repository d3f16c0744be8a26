// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/script_resources.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/script/program_document.h"
#include "engine/contract/script/script_document.h"

namespace trainyard {
namespace {

std::string said_by(const std::string& lines) {
  std::string out;
  for (const auto& [field, value] : resources_of(read_sbatch_directives("#!/bin/sh\n" + lines)))
    out += (out.empty() ? "" : " ") + field.substr(10) + "=" + spell(value);
  return out;
}

// The lines of the job after `change`, one below the other.
std::string lines_after(const std::string& script, void (*change)(ResourcesSection&)) {
  Experiment experiment;
  experiment.workload = Workload::script;
  take_script(experiment, script, "");
  change(experiment.resources);
  std::string out;
  for (const std::string& line : script_directives(
           experiment, "--gres=gpu:" + std::to_string(experiment.resources.gpus_per_node)))
    out += line + "\n";
  return out;
}

TEST(ScriptResources, SaysWhatFieldsCanSay) {
  EXPECT_EQ(said_by("#SBATCH -N 2 --ntasks-per-node=4 -c 8 -t 1-12 -p gpu -A lab\n"),
            "account=lab cpus_per_process=8 nodes=2 partition=gpu processes_per_node=4 "
            "time_limit=1-12");
  EXPECT_EQ(said_by("#SBATCH --gres=gpu:a100:4 --mem=64G\n"),
            "gpu_type=a100 gpus_per_node=4 memory_gib_per_node=64.0");
  EXPECT_EQ(said_by("#SBATCH --gpus-per-node=2 --mem=2048\n"),
            "gpus_per_node=2 memory_gib_per_node=2.0");
  EXPECT_EQ(said_by("#SBATCH -N 1 -G v100:3\n"), "gpu_type=v100 gpus_per_node=3 nodes=1");
  EXPECT_EQ(said_by("#SBATCH -n 2\n#SBATCH --nodes=2\n#SBATCH --nodes=3\n"), "nodes=3");
  // No field says that.
  EXPECT_EQ(said_by("#SBATCH --nodes=2-4 --gres=gpu:1,fast:2 -t UNLIMITED -G 4\n"), "");
  EXPECT_EQ(said_by("#SBATCH --mem=0\n"), "memory_gib_per_node=0.0");
  EXPECT_EQ(said_by("#SBATCH -N 2\n#SBATCH hetjob\n#SBATCH -N 4\n"), "");
}

TEST(ScriptResources, WhatIsNotChangedStaysAsItIsWritten) {
  const std::string lines =
      "#SBATCH -N2 -t 90   # odd\n#SBATCH --gres=gpu:2,lustre:1\n#SBATCH --licenses=\"a b\"\n";
  EXPECT_EQ(lines_after("#!/bin/sh\n" + lines, [](ResourcesSection&) {}), lines);
  const std::string components = "#SBATCH -n 1\n#SBATCH hetjob\n#SBATCH -n 4\n";
  EXPECT_EQ(lines_after("#!/bin/sh\n" + components, [](ResourcesSection&) {}), components);
}

TEST(ScriptResources, TheDocumentCounts) {
  EXPECT_EQ(lines_after("#!/bin/sh\n#SBATCH -N2 -t 90 --comment='x y'\n#SBATCH -p gpu\n",
                        [](ResourcesSection& resources) { resources.nodes = 4; }),
            "# The experiment counts, not all of this line of the script: SBATCH -N2 -t 90 "
            "--comment='x y'\n#SBATCH --time=90\n#SBATCH --comment=\"x y\"\n#SBATCH -p gpu\n"
            "# resources.nodes of the experiment:\n#SBATCH --nodes=4\n");
  EXPECT_EQ(lines_after("#!/bin/sh\n#SBATCH --time=10\n#SBATCH --gpus-per-node=a100:4\n",
                        [](ResourcesSection& resources) {
                          resources.time_limit.reset();
                          resources.gpus_per_node = 2;
                        }),
            "# The experiment counts, not all of this line of the script: SBATCH --time=10\n"
            "# The experiment counts, not all of this line of the script: SBATCH "
            "--gpus-per-node=a100:4\n# resources.gpus_per_node of the experiment:\n"
            "#SBATCH --gres=gpu:2\n");
  EXPECT_EQ(lines_after("#!/bin/sh\n",
                        [](ResourcesSection& resources) {
                          resources.partition = "gpu";
                          resources.extra_directives = {"--constraint=a100"};
                        }),
            "# resources.partition of the experiment:\n#SBATCH --partition=gpu\n"
            "# resources.extra_directives of the experiment:\n#SBATCH --constraint=a100\n");
}

TEST(ScriptResources, AFieldThatIsWrittenCountsAlsoAsNull) {
  Experiment experiment;
  take_script(experiment, "#!/bin/sh\n#SBATCH -N 2 -t 10 -p gpu\n",
              "resources: {nodes: 1, partition: null}\n");
  EXPECT_EQ(experiment.resources.nodes, 1);
  EXPECT_EQ(experiment.resources.partition, std::nullopt);
  EXPECT_EQ(experiment.resources.time_limit, "10");
}

TEST(ScriptDocument, ReadsBackAsTheScriptSays) {
  const std::string script =
      "#!/bin/bash\n#SBATCH -J 'My Run'\n#SBATCH --nodes=2 --gres=gpu:h100:8\n#SBATCH -t 2:00:00\n";
  const std::string text = script_document({script, "../jobs/it's.sh", "."});
  const Document document = read_experiment(text, "job.yaml");
  for (const Diagnostic& diagnostic : document.diagnostics) ADD_FAILURE() << diagnostic.text;
  EXPECT_EQ(document.experiment.name, "my-run");
  EXPECT_EQ(document.experiment.workload, Workload::script);
  EXPECT_EQ(document.experiment.script.file, "../jobs/it's.sh");
  EXPECT_EQ(document.experiment.resources.nodes, 2);
  EXPECT_EQ(document.experiment.resources.gpu_type, "h100");
  EXPECT_EQ(document.experiment.resources.time_limit, "2:00:00");
  EXPECT_EQ(document.experiment.code.source, ".");
  EXPECT_EQ(script_experiment_name("#!/bin/sh\n", "a/Train GPT.v2.sbatch"), "train-gpt.v2");
  EXPECT_EQ(script_experiment_name("#!/bin/sh\n", "___"), "job");
}

// Latin-1 in the script, which is no UTF-8: the document is, and what it cannot say stays the
// script's.
TEST(ScriptDocument, IsUtf8WhateverTheScriptIs) {
  const std::string text = script_document(
      {"#!/bin/sh\n#SBATCH --nodes=2 --comment=M\xfcller\n#SBATCH --reservation=gr\xfcn\n", "a.sh",
       ""});
  const Document document = read_experiment(text, "job.yaml");
  for (const Diagnostic& diagnostic : document.diagnostics) ADD_FAILURE() << diagnostic.text;
  EXPECT_EQ(document.experiment.resources.nodes, 2);
  EXPECT_EQ(document.experiment.resources.reservation, std::nullopt);
}

TEST(ScriptResources, TakesPbsLinesLast) {
  EXPECT_EQ(said_by("#SBATCH -N 4\n#PBS -l nodes=2:ppn=4,walltime=1:00:00 -q gpu\n"),
            "nodes=2 partition=gpu time_limit=\"1:00:00\"");
  Experiment experiment;
  experiment.workload = Workload::script;
  const std::string script = "#!/bin/sh\n#PBS -l nodes=2:ppn=4 -h\n#PBS -V\n";
  take_script(experiment, script, {});
  EXPECT_EQ(script_directives(experiment, ""),
            (std::vector<std::string>{"#PBS -l nodes=2:ppn=4 -h", "#PBS -V"}));
  EXPECT_TRUE(requested_option(experiment, "hold"));
  experiment.resources.nodes = 3;
  const std::vector<std::string> lines = script_directives(experiment, "");
  EXPECT_NE(std::find(lines.begin(), lines.end(), "#SBATCH --ntasks=8"), lines.end());
  EXPECT_NE(std::find(lines.begin(), lines.end(), "#SBATCH --hold"), lines.end());
  EXPECT_EQ(lines.back(), "#SBATCH --nodes=3");
  experiment.resources.extra_directives = {"--input=a.txt"};
  EXPECT_EQ(requested_option(experiment, "input")->value, "a.txt");
}

TEST(ProgramDocument, ReadsBackAsTheProgramIs) {
  const std::string printing = "import json\nprint(json.dumps({'step': 1, 'loss': 0.5}))\n";
  Document document = read_experiment(
      program_document({printing, "my train.py", ".", "/home/u/p/.venv"}), "job.yaml");
  for (const Diagnostic& diagnostic : document.diagnostics) ADD_FAILURE() << diagnostic.text;
  EXPECT_EQ(document.experiment.name, "my-train");
  EXPECT_EQ(document.experiment.workload, Workload::command);
  EXPECT_EQ(document.experiment.command.launcher, Launcher::none);
  EXPECT_EQ(document.experiment.command.program, "my train.py");
  EXPECT_EQ(document.experiment.command.metrics, MetricsReader::automatic);
  EXPECT_EQ(document.experiment.environment.venv, "/home/u/p/.venv");
  EXPECT_EQ(document.experiment.code.source, ".");
  const std::string trainer = "from transformers import Trainer\nTrainer(model).train()\n";
  document = read_experiment(program_document({trainer, "/a/t.py", "", ""}), "job.yaml");
  EXPECT_EQ(document.experiment.command.metrics, MetricsReader::huggingface);
  EXPECT_FALSE(document.experiment.code.source);
}

TEST(ProgramDocument, AJobScriptInPythonStaysAJobScript) {
  EXPECT_TRUE(is_python_program("import os\n", "a/train.py"));
  EXPECT_FALSE(is_python_program("#!/usr/bin/env python3\nimport os\n", "a/train.py"));
  EXPECT_FALSE(is_python_program("#SBATCH --nodes=2\nimport os\n", "a/train.py"));
  EXPECT_FALSE(is_python_program("python train.py\n", "a/job.sh"));
}
}  // namespace
}  // namespace trainyard
