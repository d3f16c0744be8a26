// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes, processes, GPUs and cores, whoever counts them.
#include "tests/remote/import/import_outcome.h"

namespace trainyard {
namespace {

constexpr const char* kArguments =
    " run_clm.py --model_type gpt2 --tokenizer_name /t --train_file a.txt --output_dir o\n";

ImportOutcome job(const std::string& directives, const std::string& launcher,
                  const std::vector<ImportSource>& more = {}) {
  std::vector<ImportSource> sources{
      {"job.sh", "#!/bin/bash\n#SBATCH " + directives + "\n" + launcher + kArguments}};
  sources.insert(sources.end(), more.begin(), more.end());
  return import_all(sources);
}

std::string counts(const ImportOutcome& out) {
  return out.value("resources.nodes") + " nodes, " + out.value("resources.gpus_per_node") +
         " GPUs, " + out.value("resources.processes_per_node") + " processes of " +
         out.value("resources.cpus_per_process") + " cores";
}

TEST(ImportCounts, KeepsTheCoresOfANode) {
  const ImportSource acc{"acc.yaml",
                         "compute_environment: LOCAL_MACHINE\nnum_machines: 2\nnum_processes: 8\n"};
  const std::string two = "--nodes=2 --ntasks-per-node=1 --cpus-per-task=40 --gres=gpu:4";
  EXPECT_EQ(counts(job(two, "srun accelerate launch --config_file acc.yaml", {acc})),
            "2 nodes, 4 GPUs, auto processes of 10 cores");
  EXPECT_EQ(counts(job(two, "deepspeed")), "2 nodes, 4 GPUs, auto processes of 10 cores");
  EXPECT_EQ(counts(job(two, "srun torchrun --nproc_per_node=gpu")),
            "2 nodes, 4 GPUs, auto processes of 10 cores");
  EXPECT_EQ(counts(job(two, "srun python -m torch.distributed.run --nproc-per-node=auto")),
            "2 nodes, 4 GPUs, auto processes of 10 cores");
  // One task with all GPUs: Trainer copies the model onto each.
  EXPECT_EQ(counts(job("-c 16 --gres=gpu:4", "python")),
            "1 nodes, 4 GPUs, auto processes of 4 cores");
  EXPECT_EQ(counts(job("-N 2 --ntasks-per-node=4 -c 6 --gpus-per-node=4", "srun python")),
            "2 nodes, 4 GPUs, auto processes of 6 cores");
  EXPECT_EQ(counts(job("--cpus-per-gpu=8 -G 2", "torchrun --nproc_per_node 2")),
            "1 nodes, 2 GPUs, auto processes of 8 cores");
  const ImportOutcome lost = job("--cpus-per-task=10 --gres=gpu:4", "torchrun --nproc_per_node 4");
  EXPECT_EQ(counts(lost), "1 nodes, 4 GPUs, auto processes of 2 cores");
  EXPECT_NE(lost.text("import.cores_lost").find("10 cores"), std::string::npos);
  EXPECT_NE(lost.text("import.cores_lost").find("each gets 2, and 2 are not"), std::string::npos);
  const ImportOutcome few = job("-c 2 --gres=gpu:4", "torchrun --nproc_per_node 4");
  EXPECT_EQ(few.value("resources.cpus_per_process"), "null");
  EXPECT_TRUE(few.is_noted("import.too_few_cores", "#SBATCH --cpus-per-task"));
}

TEST(ImportCounts, TakesWhatIsCountedByTasks) {
  const ImportOutcome tasks =
      job("--ntasks=16 --ntasks-per-node=4 --gpus-per-node=4", "srun python");
  EXPECT_EQ(counts(tasks), "4 nodes, 4 GPUs, auto processes of null cores");
  const ImportOutcome each = job("--nodes=2 --ntasks-per-node=4 --gpus-per-task=1", "srun python");
  EXPECT_EQ(counts(each), "2 nodes, 4 GPUs, auto processes of null cores");
  EXPECT_EQ(each.value("resources.extra_directives"), "[]");
  EXPECT_EQ(each.text("import.gpus_unknown"), "");
  EXPECT_EQ(counts(job("-N 2 -n 8 --gpus-per-task=a100:1", "srun python")),
            "2 nodes, 4 GPUs, auto processes of null cores");
  EXPECT_EQ(counts(job("--gpus=8 --gpus-per-task=2 -N 2", "srun python")),
            "2 nodes, 4 GPUs, 2 processes of null cores");
  EXPECT_EQ(counts(job("-N 2 --ntasks-per-gpu=1 --gpus-per-node=4", "srun python")),
            "2 nodes, 4 GPUs, auto processes of null cores");
  EXPECT_EQ(counts(job("--nodes=1 --ntasks=1 --ntasks-per-node=4 --gres=gpu:1", "srun python")),
            "1 nodes, 1 GPUs, auto processes of null cores");
}

TEST(ImportCounts, LetsAStepBeSmallerThanItsJob) {
  const ImportOutcome step =
      job("--nodes=4 --ntasks-per-node=8", "srun --nodes=2 --ntasks=16 python");
  EXPECT_EQ(step.value("resources.nodes"), "2");
  EXPECT_EQ(step.value("resources.processes_per_node"), "8");
  EXPECT_TRUE(step.is_noted("import.fewer_nodes", "srun --nodes"));
  const ImportOutcome one = job("-N 4 --gres=gpu:2", "srun -N 1 -n 1 torchrun --nproc_per_node 2");
  EXPECT_EQ(counts(one), "1 nodes, 2 GPUs, auto processes of null cores");
  const ImportOutcome alone = job("--nodes=2 --gres=gpu:4", "python");
  EXPECT_EQ(alone.value("resources.nodes"), "1");
  EXPECT_TRUE(alone.is_noted("import.first_node_alone", "run_clm.py"));
  const auto more = import_settings(
      std::vector<ImportSource>{
          {"a.sh",
           std::string("#!/bin/bash\n#SBATCH -N 2\nsrun torchrun --nnodes=4") + kArguments}},
      {});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, "import.conflict");
}

TEST(ImportCounts, ReadsLaunchersOwnWords) {
  EXPECT_EQ(counts(job("--gres=gpu:4", "deepspeed --include localhost:0,1")),
            "1 nodes, 4 GPUs, 2 processes of null cores");
  EXPECT_EQ(counts(job("-N 2 --gres=gpu:4", "deepspeed --include w1:0,1@w2:0,1")),
            "2 nodes, 4 GPUs, 2 processes of null cores");
  EXPECT_EQ(counts(job("-N 2", "mpirun -np 8 --map-by ppr:4:node python")),
            "2 nodes, 4 GPUs, auto processes of null cores");
  EXPECT_EQ(counts(job("-t 5", "mpirun -np 8 -npernode 4 python")),
            "2 nodes, 4 GPUs, auto processes of null cores");
  // One process where torchrun is told nothing.
  EXPECT_EQ(counts(job("--gres=gpu:4", "torchrun")), "1 nodes, 4 GPUs, 1 processes of null cores");
  EXPECT_EQ(counts(job("--gres=license:1,gpu:4", "torchrun --nproc_per_node $SLURM_GPUS_ON_NODE")),
            "1 nodes, 4 GPUs, auto processes of null cores");
  const ImportOutcome open = job("--gres=gpu:4", "torchrun --nproc_per_node $N");
  EXPECT_EQ(counts(open), "1 nodes, 4 GPUs, auto processes of null cores");
  EXPECT_TRUE(open.is_noted("import.unresolved", "torchrun --nproc_per_node $N"));
  EXPECT_EQ(counts(job("--gres=gpu:4", "CUDA_VISIBLE_DEVICES=0,1 deepspeed")),
            "1 nodes, 4 GPUs, 2 processes of null cores");
}

TEST(ImportCounts, TakesMemoryAsItIsCounted) {
  const auto memory = [](const std::string& directives) {
    return job(directives, "srun python").value("resources.memory_gib_per_node");
  };
  EXPECT_EQ(memory("--mem=0"), "0.0");  // all of the node's
  EXPECT_EQ(memory("--mem=64G"), "64.0");
  EXPECT_EQ(memory("-n 2 -c 4 --mem-per-cpu=2G"), "16.0");
  EXPECT_EQ(memory("--gres=gpu:4 --mem-per-gpu=32G"), "128.0");
}

}  // namespace
}  // namespace trainyard
