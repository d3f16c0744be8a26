// SPDX-License-Identifier: GPL-3.0-or-later
// Job scripts and command lines: what becomes of them, and what is said of the rest.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

const std::string kRun =
    "python run_clm.py --model_type gpt2 --tokenizer_name /t --train_file a.txt --output_dir o";

ImportOutcome script(const std::string& text, ImportChoices choices = {}) {
  return import_all({{"job.sh", "#!/bin/bash\n" + text + "\n"}}, choices);
}

std::string refused(const std::string& text, ImportChoices choices = {}) {
  const auto imported = import_settings(std::vector<ImportSource>{{"job.sh", text}}, choices);
  EXPECT_FALSE(imported) << text;
  return imported ? std::string() : imported.error().message;
}

TEST(ImportScript, KeepsAProgramOfOnesOwn) {
  const ImportOutcome fit = script(
      "#SBATCH --nodes=2 --gres=gpu:4\n"
      "torchrun --nnodes=2 --nproc_per_node=4 fit.py --epochs 3 --lr 1e-4 --learning_rate 2 \"a "
      "b\"",
      {.as = ImportAs::command});
  EXPECT_EQ(fit.value("workload"), "command");
  EXPECT_EQ(fit.value("command.launcher"), "torchrun");
  EXPECT_EQ(fit.value("command.program"), "fit.py");
  EXPECT_EQ(fit.value("command.arguments"),
            "[\"--epochs\", \"3\", \"--lr\", \"1e-4\", \"--learning_rate\", \"2\", a b]");
  EXPECT_EQ(fit.value("resources.nodes"), "2");
  EXPECT_EQ(fit.value("resources.gpus_per_node"), "4");
  EXPECT_TRUE(fit.is_noted("import.code_folder", "fit.py"));
  const ImportOutcome module = import_text("python -u -m lab.fit --epochs 3");
  EXPECT_EQ(module.value("workload"), "command");
  EXPECT_EQ(module.value("command.program"), "python");
  EXPECT_EQ(module.value("command.arguments"), "[\"-u\", \"-m\", lab.fit, \"--epochs\", \"3\"]");
  const ImportOutcome words = import_text("python fit.py 50 10 corpus.txt");
  EXPECT_EQ(words.value("command.launcher"), "none");
  EXPECT_EQ(words.value("command.arguments"), "[\"50\", \"10\", corpus.txt]");
  EXPECT_EQ(words.text("import.repeated"), "");
  const ImportOutcome own =
      import_text("torchrun --nproc_per_node 2 my_trainer.py --lr 1e-3", ImportAs::engine);
  EXPECT_EQ(own.value("workload"), "engine");
  EXPECT_TRUE(own.is_noted("import.not_listed", "my_trainer.py"));
}

// A launcher that is told more than the command section can say is the program itself.
TEST(ImportScript, KeepsOptionsOfLaunchers) {
  const ImportOutcome file = import_text("accelerate launch --config_file a.yaml fit.py --x 1");
  EXPECT_EQ(file.value("command.launcher"), "none");
  EXPECT_EQ(file.value("command.program"), "accelerate");
  EXPECT_EQ(file.value("command.arguments"),
            "[launch, \"--config_file\", a.yaml, fit.py, \"--x\", \"1\"]");
  const ImportOutcome nodes = import_text(
      "accelerate launch --num_machines 2 --num_processes 8 "
      "--mixed_precision bf16 fit.py");
  EXPECT_EQ(nodes.value("command.launcher"), "accelerate");
  EXPECT_EQ(nodes.value("command.program"), "fit.py");
  EXPECT_EQ(nodes.value("resources.gpus_per_node"), "4");
  EXPECT_TRUE(nodes.is_noted("import.launcher_option", "accelerate --mixed_precision"));
  const ImportOutcome step = import_text("srun -n 4 numactl -N 0 python fit.py");
  EXPECT_EQ(step.value("command.program"), "numactl");
}

TEST(ImportScript, NamesWhatStandsBeforeTheProgram) {
  const ImportOutcome image = script(
      "HF_HOME=/data/hf srun apptainer exec --nv --bind /data --env A=1 "
      "torch.sif bash -c \"" +
      kRun + "\"");
  EXPECT_EQ(image.value("environment.container"), "torch.sif");
  EXPECT_EQ(image.value("environment.variables"), "{HF_HOME: /data/hf, A: \"1\"}");
  EXPECT_NE(image.text("import.no_counterpart").find("apptainer --bind"), std::string::npos);
  const ImportOutcome shifter = script("srun shifter --image=lab/torch:2 ./bind_gpu.sh " + kRun);
  EXPECT_NE(shifter.text("import.wrapper").find("shifter --image=lab/torch:2"), std::string::npos);
  EXPECT_TRUE(shifter.is_noted("import.wrapper", "bind_gpu.sh"));
  const ImportOutcome mpi = script("mpirun -np 8 -x HF_HOME=/data/hf --bind-to core " + kRun);
  EXPECT_EQ(mpi.value("environment.variables"), "{HF_HOME: /data/hf}");
  EXPECT_TRUE(mpi.is_noted("import.about_tasks", "mpirun --bind-to"));
  EXPECT_EQ(script("conda run -n lm " + kRun).value("environment.conda"), "lm");
}

TEST(ImportScript, TakesDirectivesAsSlurmDoes) {
  const ImportOutcome late = script("#SBATCH --gres=gpu:1\n" + kRun + "\n#SBATCH --nodes=8");
  EXPECT_EQ(late.value("resources.nodes"), "1");
  EXPECT_TRUE(late.is_noted("import.ignored_directive", "#SBATCH --nodes=8"));
  const ImportOutcome parts = script(
      "#SBATCH --gres=gpu:4\n#SBATCH hetjob\n#SBATCH -p cpu --mem=4G\n"
      "srun --het-group=0 " +
      kRun);
  EXPECT_EQ(parts.value("resources.gpus_per_node"), "4");
  EXPECT_EQ(parts.value("resources.partition"), "null");
  EXPECT_EQ(parts.value("resources.memory_gib_per_node"), "null");
  EXPECT_TRUE(parts.is_noted("import.component_dropped", "#SBATCH hetjob"));
  const ImportOutcome fields = script(
      "#SBATCH --signal=B:USR1@300 --no-requeue --chdir=/proj/lm\n"
      "#SBATCH --export=ALL,HF_HOME=/x,TOKEN --gpu-bind=closest\n" +
      kRun);
  EXPECT_EQ(fields.value("restart.signal_before_end_seconds"), "300");
  EXPECT_EQ(fields.value("restart.on_preemption"), "false");
  EXPECT_EQ(fields.value("code.source"), "/proj/lm");
  EXPECT_EQ(fields.value("environment.variables"), "{HF_HOME: /x, TOKEN: null}");
  EXPECT_TRUE(fields.is_noted("import.about_tasks", "#SBATCH --gpu-bind"));
  const ImportOutcome wrapped =
      import_text("sbatch -p gpu --gres=gpu:2 -t 2:00:00 --wrap=\"" + kRun + " --seed 3\"");
  EXPECT_EQ(wrapped.value("resources.partition"), "gpu");
  EXPECT_EQ(wrapped.value("resources.gpus_per_node"), "2");
  EXPECT_EQ(wrapped.value("seed"), "3");
  EXPECT_NE(refused("sbatch -p gpu job.sh 5\n").find("job.sh, which was not given"),
            std::string::npos);
  const ImportOutcome own = import_text("sbatch -p gpu --wrap='python fit.py --x 1'");
  EXPECT_EQ(own.value("workload"), "command");
  EXPECT_EQ(own.value("resources.partition"), "gpu");
  EXPECT_EQ(script("#SBATCH -N 2\nsrun --jobid $SLURM_JOBID " + kRun).text("import.unresolved"),
            "");
}

TEST(ImportScript, DropsArraysWithTheirValues) {
  const ImportOutcome list = script("#SBATCH --gres=gpu:1 --array=0-2\nLRS=(1e-4 3e-4 1e-3)\n" +
                                    kRun + " --learning_rate ${LRS[$SLURM_ARRAY_TASK_ID]}");
  EXPECT_EQ(list.value("resources.array"), "null");
  EXPECT_NE(list.text("import.array_grid")
                .find("yard submit --grid optimizer.learning_rate=1e-4,3e-4,1e-3"),
            std::string::npos);
  const ImportOutcome choice =
      script("#SBATCH -a 1,2\ncase $SLURM_ARRAY_TASK_ID in 1) S=7;; 2) S=9;; esac\n" + kRun +
             " --seed $S");
  EXPECT_NE(choice.text("import.array_grid").find("--grid seed=7,9"), std::string::npos);
  EXPECT_NE(choice.text("import.undecided").find("7 (line 4) or 9 (line 4)"), std::string::npos);
  EXPECT_TRUE(
      script("#SBATCH -a 0-3\n" + kRun).is_noted("import.array_dropped", "#SBATCH --array"));
}

TEST(ImportScript, LeavesWhatIsNotKnown) {
  const ImportOutcome rest = script(kRun + " --block_size 512 \"$@\"");
  EXPECT_EQ(rest.value("data.sequence_length"), "512");
  EXPECT_TRUE(rest.is_noted("import.unresolved", "$@"));
  EXPECT_TRUE(script(kRun + " --bf16 $@").value("precision.kind") == "bf16");
  EXPECT_TRUE(script("EXTRA=$(cat x)\n" + kRun + " --seed 3 $EXTRA")
                  .is_noted("import.unresolved", "$(cat x)"));
  const ImportOutcome branch = script("BS=8\nif [ \"$1\" = big ]; then BS=64; fi\n" + kRun +
                                      " --per_device_train_batch_size $BS");
  EXPECT_EQ(branch.value("batch.per_device"), "8");  // the experiment's own
  EXPECT_NE(branch.text("import.undecided").find("64 (line 3) or 8 (line 2)"), std::string::npos);
  const ImportOutcome looped =
      script("for LR in 1e-4 3e-4; do\n" + kRun + " --learning_rate $LR\ndone");
  EXPECT_NE(looped.text("import.in_loop").find("2 times"), std::string::npos);
  EXPECT_NE(looped.text("import.undecided").find("1e-4 (line 3) or 3e-4"), std::string::npos);
  const ImportOutcome given = script("LR=${LR:-1e-4}\n: ${EPOCHS:=3}\n" + kRun +
                                     " --learning_rate $LR --num_train_epochs $EPOCHS");
  EXPECT_EQ(given.value("optimizer.learning_rate"), "1.0e-4");
  EXPECT_EQ(given.value("training.num_epochs"), "3.0");
  EXPECT_NE(given.text("import.defaults_taken").find("LR = 1e-4, EPOCHS = 3"), std::string::npos);
}

TEST(ImportScript, FollowsTheShell) {
  const ImportOutcome split = script(
      "HEAD=$(hostname)\nCMD=\"torchrun --rdzv_endpoint $HEAD:29500 "
      "--nproc_per_node 2 run_clm.py --seed 5\"\nsrun $CMD");
  EXPECT_EQ(split.value("seed"), "5");
  EXPECT_EQ(split.value("resources.gpus_per_node"), "2");
  const ImportOutcome called = script("train() { local seed=$1; shift; " + kRun +
                                      " --seed $seed \"$@\"; }\ntrain 4 --max_steps 10");
  EXPECT_EQ(called.value("seed"), "4");
  EXPECT_EQ(called.value("training.max_steps"), "10");
  const ImportOutcome document =
      script("srun bash <<EOF\nexport HF_HOME=/h\n" + kRun + " --seed 6\nEOF");
  EXPECT_EQ(document.value("seed"), "6");
  EXPECT_EQ(document.value("environment.variables"), "{HF_HOME: /h}");
  EXPECT_EQ(script("eval \"" + kRun + " --seed 8\"").value("seed"), "8");
  // Not exported: the inner shell does not see it.
  const ImportOutcome inner = script("S=9\nbash -c '" + kRun + " --seed $S'");
  EXPECT_EQ(inner.value("seed"), "42");
  EXPECT_TRUE(inner.is_noted("import.unresolved", "--seed $S"));
  EXPECT_EQ(script("export S=9\nbash -c '" + kRun + " --seed $S'").value("seed"), "9");
  // A file that the script writes itself.
  const ImportOutcome written = script(
      "cat > ds.json <<'EOF'\n{\"gradient_clipping\": 0.5}\nEOF\n" + kRun + " --deepspeed ds.json");
  EXPECT_EQ(written.value("optimizer.max_gradient_norm"), "0.5");
  EXPECT_EQ(written.text("import.needs_file"), "");
}

TEST(ImportScript, ChoosesOneTraining) {
  const ImportOutcome evaluated = script(kRun +
                                         " --do_train\npython run_clm.py --model_name_or_path o "
                                         "--validation_file b.txt --do_eval --output_dir o2");
  EXPECT_EQ(evaluated.value("data.train"), "[a.txt]");
  EXPECT_EQ(evaluated.line_of("run_clm.py"), 3);
  EXPECT_TRUE(script("python preprocess.py --seed 1\n" + kRun)
                  .is_noted("import.not_chosen", "preprocess.py"));
  const std::string two = kRun + " --seed 1\n" + kRun + " --seed 2\n";
  EXPECT_NE(refused(two).find("1: run_clm.py (line 1), 2: run_clm.py (line 2)"), std::string::npos);
  EXPECT_NE(refused(two).find("--training"), std::string::npos);
  EXPECT_EQ(import_all({{"a.sh", two}}, {.training = 1}).value("seed"), "1");
  EXPECT_EQ(import_all({{"a.sh", two}}, {.training = 2}).value("seed"), "2");
  EXPECT_NE(refused(two, {.training = 7}).find("no training 7"), std::string::npos);
}

TEST(ImportScript, ReadsAScriptThatItStarts) {
  const ImportSource outer{"job.sh",
                           "#!/bin/bash\n#SBATCH --gres=gpu:2\nexport S=4\nsrun bash fit.sh 2\n"};
  const ImportSource inner{"fit.sh", "#!/bin/bash\n" + kRun + " --seed $S --max_steps $1\n"};
  for (const auto& sources : {std::vector{outer, inner}, std::vector{inner, outer}}) {
    const ImportOutcome both = import_all(sources);
    EXPECT_EQ(both.value("seed"), "4");
    EXPECT_EQ(both.value("training.max_steps"), "2");
    EXPECT_EQ(both.value("resources.gpus_per_node"), "2");
  }
  EXPECT_NE(refused(outer.text, {.as = ImportAs::engine}).find("fit.sh, which was not given"),
            std::string::npos);
}

TEST(ImportScript, CarriesTheEnvironment) {
  const ImportOutcome out = script(
      "module load cuda/12.2 nccl\nsource ~/envs/lm/bin/activate\n"
      "export HF_HOME=/data/hf WANDB_MODE=offline\nexport TMP=$HOME/tmp\n"
      "export MASTER_PORT=29500\nulimit -n 4096\ncd /proj/lm\n" +
      kRun);
  EXPECT_EQ(out.value("environment.modules"), "[cuda/12.2, nccl]");
  EXPECT_EQ(out.value("environment.venv"), "\"~/envs/lm\"");
  EXPECT_EQ(out.value("environment.variables"), "{HF_HOME: /data/hf, WANDB_MODE: offline}");
  EXPECT_EQ(out.value("environment.setup_commands"),
            "[ulimit -n 4096, \"export TMP=\\\"$HOME/tmp\\\"\"]");
  EXPECT_EQ(out.value("code.source"), "/proj/lm");
  EXPECT_NE(script("export PYTHONPATH=/x:${PYTHONPATH:-}\n" + kRun)
                .value("environment.setup_commands")
                .find("export PYTHONPATH=\\\"/x:${PYTHONPATH:-}\\\""),
            std::string::npos);
  EXPECT_EQ(script("conda activate lm\n" + kRun).value("environment.conda"), "lm");
  // What changes the order of modules stays a command.
  const ImportOutcome used = script("module use /sw/m\nmodule load a\n" + kRun);
  EXPECT_EQ(used.value("environment.modules"), "[]");
  EXPECT_NE(used.value("environment.setup_commands").find("module use /sw/m, module load a"),
            std::string::npos);
  EXPECT_TRUE(script("if [ -d x ]; then module load a; fi\n" + kRun)
                  .is_noted("import.unresolved", "module load a"));
}

TEST(ImportScript, SaysFirstWhatMatters) {
  const ImportOutcome out = script(
      ": ${LR:=\"1e-4\"}\nset -e\necho \"lr: ${LR}\"\n"
      "case $1 in --big) shift;; *) exit 1;; esac\n"
      "for i in 1 2; do date; done\ncp big.tar /tmp/x\n" +
      kRun + " --learning_rate $LR --num_train_epochs $E");
  const auto& notes = out.imported.notes;
  ASSERT_GE(notes.size(), 5u);
  EXPECT_EQ(out.value("optimizer.learning_rate"), "1.0e-4");
  EXPECT_EQ(notes[0].code, "import.gpus_unknown");
  EXPECT_EQ(notes[1].code, "import.unresolved");
  EXPECT_EQ(out.text("import.flow"),
            "not carried over: lines 3, 4, 5, 6 of the script (conditions, loops, echo, set, "
            "date and the like)\n");
  EXPECT_TRUE(out.is_noted("import.script_line", "cp big.tar /tmp/x"));
  for (const Diagnostic& note : notes)
    EXPECT_EQ(note.severity == Severity::info,
              note.code == "import.flow" || note.code == "import.no_effect")
        << note.code;
}

TEST(ImportScript, SaysWhatIsNoScript) {
  const ImportOutcome dos =
      import_all({{"a.sh", "#!/bin/bash\r\n#SBATCH -N 2\r\n" + kRun + "\r\n"}});
  EXPECT_NE(dos.text("import.dos_lines"), "");
  EXPECT_EQ(dos.value("data.train"), "[a.txt]");
  EXPECT_NE(script(kRun + "\nif true; then\n").text("import.broken_script"), "");
  EXPECT_NE(refused("#!/usr/bin/env python3\nprint(1)\n", {.as = ImportAs::engine}).find("python3"),
            std::string::npos);
  EXPECT_NE(refused("#!/bin/csh\nsetenv A 1\n", {.as = ImportAs::command}).find("csh"),
            std::string::npos);
  EXPECT_NE(refused("python fit.py\n", {.as = ImportAs::script}).find("#!/bin/bash"),
            std::string::npos);
  const ImportOutcome zsh = import_all(
      {{"a.sh", "#!/bin/zsh\nA=(1 7 9)\nB='x y'\n" + kRun + " --seed ${A[2]} --run_name $B\n"}});
  EXPECT_EQ(zsh.value("seed"), "7");
}

}  // namespace
}  // namespace trainyard
