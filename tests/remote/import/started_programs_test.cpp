// SPDX-License-Identifier: GPL-3.0-or-later
// Which program of a script is imported, and how it is started.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

const std::string kTraining =
    "python run_clm.py --model_type gpt2 --tokenizer_name /t --train_file a.txt --output_dir o";

ImportOutcome job(const std::string& text) {
  return import_all({{"job.sh", "#!/bin/bash\n" + text + "\n"}});
}

TEST(StartedPrograms, TakesPbsLines) {
  const ImportOutcome out =
      import_all({{"a.sh",
                   "#!/bin/bash\n#PBS -l nodes=2:ppn=4,walltime=1:00:00,ngpus=1 -q gpu\nsrun "
                   "python fit.py\n"}},
                 {.as = ImportAs::command});
  EXPECT_EQ(out.value("resources.nodes"), "2");
  EXPECT_EQ(out.value("resources.processes_per_node"), "4");
  EXPECT_EQ(out.value("resources.partition"), "gpu");
  EXPECT_TRUE(out.is_noted("import.passed_over", "-l ngpus=1"));
}

ImportOutcome command(const std::string& text) {
  return import_all({{"a.sh", "#!/bin/bash\n" + text + "\n"}}, {.as = ImportAs::command});
}

TEST(StartedPrograms, StartsAsManyProcessesAsTheScript) {
  const ImportOutcome alone =
      command("#SBATCH --gres=gpu:2 --cpus-per-task=8\npython fit.py --epochs 3");
  EXPECT_EQ(alone.value("resources.processes_per_node"), "1");
  EXPECT_EQ(alone.value("resources.cpus_per_process"), "8");
  const ImportOutcome step = command("#SBATCH --gres=gpu:2\nsrun python fit.py");
  EXPECT_EQ(step.value("resources.processes_per_node"), "1");
  const ImportOutcome wrapped =
      command("#SBATCH --gres=gpu:4\nsrun -n 64 --ntasks-per-node 4 shifter python train.py");
  EXPECT_EQ(wrapped.value("command.launcher"), "srun");
  EXPECT_EQ(wrapped.value("command.program"), "shifter");
  EXPECT_EQ(wrapped.value("resources.nodes"), "16");
}

TEST(StartedPrograms, TakesModulesOfEachLauncher) {
  for (const std::string words : {"accelerate launch --num_processes 2 -m lab.fit --epochs 3",
                                  "deepspeed --num_gpus 2 --module lab.fit --epochs 3",
                                  "torchrun --nproc_per_node 2 -m lab.fit --epochs 3"}) {
    const ImportOutcome out = command(words);
    EXPECT_EQ(out.value("command.program"), "python") << words;
    EXPECT_EQ(out.value("command.arguments"), "[\"-m\", lab.fit, \"--epochs\", \"3\"]") << words;
    EXPECT_EQ(out.value("resources.processes_per_node") == "2" ||
                  out.value("resources.gpus_per_node") == "2",
              true)
        << words;
  }
  const ImportOutcome letters = command("python -um lab.fit --epochs 3");
  EXPECT_EQ(letters.value("command.arguments"), "[\"-um\", lab.fit, \"--epochs\", \"3\"]");
  EXPECT_EQ(command("ibrun python fit.py").value("command.program"), "fit.py");
  EXPECT_NE(command("aprun -n 4 python fit.py").value("command.program"), "");
}

TEST(StartedPrograms, KeepsVariablesBehindAProgram) {
  const ImportOutcome out =
      command("srun enroot start --mount=/d:/w img bash -c \"A=1 B=2 python fit.py\"");
  EXPECT_EQ(out.value("command.program"), "enroot");
  EXPECT_NE(out.value("command.arguments").find("img, env, A=1, B=2, python, fit.py"),
            std::string::npos)
      << out.value("command.arguments");
}

TEST(StartedPrograms, NamesFurtherProgramsOfAStep) {
  const ImportOutcome out = command("srun -n 2 python a.py x : -n 1 python b.py y");
  EXPECT_EQ(out.value("command.arguments"), "[x]");
  EXPECT_TRUE(out.is_noted("import.more_programs", "-n 1 python b.py y"));
}

TEST(StartedPrograms, FollowsAJobInAHereDocument) {
  const ImportOutcome out =
      import_text("sbatch -p gpu <<JOB\n#!/bin/bash\n#SBATCH --gres=gpu:2 -t 1:00:00\n" +
                  kTraining + " --seed 3\nJOB\n");
  EXPECT_EQ(out.value("resources.partition"), "gpu");
  EXPECT_EQ(out.value("resources.gpus_per_node"), "2");
  EXPECT_EQ(out.value("seed"), "3");
  EXPECT_EQ(out.text("import.ignored_directive"), "");
  const ImportOutcome kept = import_all(
      {{"a.sh",
        "#!/bin/bash\n#SBATCH -n 1\nsbatch <<JOB\n#!/bin/bash\n#SBATCH -n 2\nhostname\nJOB\n"}});
  EXPECT_EQ(kept.value("workload"), "script");
  EXPECT_NE(kept.text("import.submits_itself"), "");
  EXPECT_EQ(kept.text("import.ignored_directive"), "");
}

TEST(StartedPrograms, TellsPreparationFromTraining) {
  for (const std::string before : {"pip install -r requirements.txt", "srun mkdir -p /scratch/x",
                                   "python prepare_data.py --batch_size 4", "ray start --head",
                                   "python -m pip install torch", "python eval.py --batch_size 8"})
    EXPECT_EQ(command(before + "\npython train.py --lr 1\n" + before).value("command.program"),
              "train.py")
        << before;
  const ImportOutcome axolotl = command("axolotl preprocess a.yaml\naxolotl train a.yaml");
  EXPECT_EQ(axolotl.value("command.arguments"), "[train, a.yaml]");
}

TEST(StartedPrograms, LeavesAFlagBeforeAnUnknownVariable) {
  const ImportOutcome out = job(kTraining + " --bf16 $MORE");
  EXPECT_EQ(out.value("precision.kind"), "bf16");
  EXPECT_TRUE(out.is_noted("import.unresolved", "$MORE"));
  EXPECT_EQ(job(kTraining + " --bf16 $BF16").value("precision.kind"), "fp32");
}

TEST(StartedPrograms, CarriesAnImageOfSlurm) {
  EXPECT_EQ(
      job("srun --container-image=/images/lm.sqsh " + kTraining).value("environment.container"),
      "/images/lm.sqsh");
  const ImportOutcome named =
      job("srun --container-image=nvcr.io#nvidia/pytorch:24.05-py3 " + kTraining);
  EXPECT_EQ(named.value("environment.container"), "\"docker://nvcr.io/nvidia/pytorch:24.05-py3\"");
  EXPECT_TRUE(named.is_noted("import.other_runtime", "srun --container-image"));
}

TEST(StartedPrograms, NamesAFewOfMany) {
  std::string many;
  for (int i = 0; i < 30; ++i) many += "cp file" + std::to_string(i) + " /tmp\n";
  const ImportOutcome out = job(many + kTraining);
  EXPECT_EQ(std::count_if(out.imported.notes.begin(), out.imported.notes.end(),
                          [](const Diagnostic& note) { return note.code == "import.script_line"; }),
            5);
  EXPECT_NE(out.text("import.more_lines").find("7, 8, 9"), std::string::npos);
  std::string values;
  for (int i = 1; i <= 50; ++i) values += " " + std::to_string(i);
  const ImportOutcome list =
      job("A=(" + values + ")\n" + kTraining + " --seed ${A[$SLURM_ARRAY_TASK_ID]}");
  EXPECT_LT(list.text("import.undecided").size() + list.text("import.unresolved").size(), 400u);
}

TEST(StartedPrograms, FollowsRelativeFolders) {
  EXPECT_EQ(job("cd /proj\ncd lm\n" + kTraining).value("code.source"), "/proj/lm");
}

}  // namespace
}  // namespace trainyard
