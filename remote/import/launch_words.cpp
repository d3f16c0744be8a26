// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/launch_words.h"

#include <algorithm>

#include "remote/import/draft.h"
#include "remote/import/shell_scan.h"
#include "remote/import/slurm_options.h"

namespace trainyard {
namespace {

constexpr std::pair<std::string_view, Starter> kStarters[] = {
    {"torchrun", Starter::torchrun},
    {"torch.distributed.run", Starter::torchrun},
    {"torch.distributed.launch", Starter::torchrun},
    {"accelerate", Starter::accelerate},
    {"accelerate.commands.launch", Starter::accelerate},
    {"deepspeed", Starter::deepspeed},
    {"deepspeed.launcher.runner", Starter::deepspeed},
    {"srun", Starter::srun},
    {"mpirun", Starter::mpirun},
    {"mpiexec", Starter::mpirun},
    {"mpiexec.hydra", Starter::mpirun},
    {"orterun", Starter::mpirun},
    {"ibrun", Starter::mpirun},
    {"aprun", Starter::mpirun},
    {"bash", Starter::shell},
    {"sh", Starter::shell},
    {"zsh", Starter::shell},
    {"dash", Starter::shell},
    {"ksh", Starter::shell},
    {"apptainer", Starter::container},
    {"singularity", Starter::container},
    {"conda", Starter::conda},
    {"mamba", Starter::conda},
    {"micromamba", Starter::conda},
    {"env", Starter::variables},
    {"nohup", Starter::wrapper},
    {"uv", Starter::wrapper},
    {"poetry", Starter::wrapper},
    {"pipenv", Starter::wrapper},
    {"pixi", Starter::wrapper},
    {"numactl", Starter::wrapper},
    {"taskset", Starter::wrapper},
    {"timeout", Starter::wrapper},
    {"stdbuf", Starter::wrapper},
    {"unbuffer", Starter::wrapper},
    {"nice", Starter::wrapper},
    {"ionice", Starter::wrapper},
    {"setsid", Starter::wrapper},
    {"nsys", Starter::wrapper},
    {"ncu", Starter::wrapper},
    {"strace", Starter::wrapper},
    {"shifter", Starter::wrapper},
    {"docker", Starter::wrapper},
    {"podman", Starter::wrapper},
    {"podman-hpc", Starter::wrapper},
    {"charliecloud", Starter::wrapper},
    {"ch-run", Starter::wrapper},
    {"jsrun", Starter::wrapper},
    {"enroot", Starter::wrapper}};

// Whether the option of Python takes no value.
bool is_python_flag(std::string_view key) { return key != "X" && key != "W"; }

bool is_launcher_flag(std::string_view key) {
  return is_one_of(key, {"standalone",
                         "multi_gpu",
                         "use_deepspeed",
                         "use_fsdp",
                         "cpu",
                         "use_cpu",
                         "no_python",
                         "module",
                         "quiet",
                         "debug",
                         "no_local_rank",
                         "force_multi",
                         "run_path",
                         "use_env",
                         "tpu",
                         "m",
                         "enable_each_rank_log",
                         "use_megatron_lm",
                         "use_xpu",
                         "tpu_use_cluster",
                         "dynamo_use_dynamic",
                         "dynamo_use_fullgraph",
                         "enable_cpu_affinity",
                         "no_ssh",
                         "force_multi",
                         "save_pid",
                         "no_ssh_check",
                         "bind_cores_to_rank",
                         "elastic_training",
                         "q",
                         "mps",
                         "ipex"});
}

bool is_container_flag(std::string_view key) {
  return is_one_of(key, {"nv",
                         "rocm",
                         "nvccli",
                         "cleanenv",
                         "e",
                         "contain",
                         "c",
                         "containall",
                         "C",
                         "writable",
                         "w",
                         "writable_tmpfs",
                         "fakeroot",
                         "f",
                         "no_home",
                         "userns",
                         "u",
                         "pid",
                         "p",
                         "ipc",
                         "i",
                         "net",
                         "n",
                         "uts",
                         "unsquash",
                         "compat",
                         "no_privs",
                         "no_umask",
                         "no_eval",
                         "no_init",
                         "silent",
                         "s",
                         "quiet",
                         "q",
                         "debug",
                         "d",
                         "verbose",
                         "v",
                         "nocolor",
                         "disable_cache",
                         "allow_setuid",
                         "keep_privs",
                         "sharens",
                         "no_https"});
}

bool is_mpirun_flag(std::string_view key) {
  return is_one_of(key, {"bind_to_core",
                         "bycore",
                         "bynode",
                         "byslot",
                         "oversubscribe",
                         "tag_output",
                         "allow_run_as_root",
                         "display_map",
                         "display_allocation",
                         "report_bindings",
                         "quiet",
                         "q",
                         "v",
                         "verbose",
                         "nolocal",
                         "nooversubscribe",
                         "use_hwthread_cpus",
                         "do_not_launch",
                         "l",
                         "prepend_rank",
                         "ppn_auto"});
}

}  // namespace

Starter starter_of(std::string_view word) {
  const std::string name = file_name_of(word);
  for (const auto& [text, starter] : kStarters)
    if (name == text) return starter;
  if (!name.starts_with("python")) return Starter::none;
  return name.find_first_not_of("0123456789.", 6) == name.npos ? Starter::python : Starter::none;
}

std::string_view starter_name(Starter starter) {
  constexpr std::pair<Starter, std::string_view> names[] = {{Starter::python, "python "},
                                                            {Starter::torchrun, "torchrun "},
                                                            {Starter::accelerate, "accelerate "},
                                                            {Starter::deepspeed, "deepspeed "},
                                                            {Starter::srun, "srun "},
                                                            {Starter::mpirun, "mpirun "},
                                                            {Starter::container, "apptainer "},
                                                            {Starter::conda, "conda "}};
  for (const auto& [one, name] : names)
    if (one == starter) return name;
  return "";
}

bool is_python_program(std::string_view word) {
  return word.size() > 3 && word.ends_with(".py") && word.front() != '-' &&
         word.find('=') == word.npos;
}

bool is_shell_program(std::string_view word) {
  return word.size() > 3 && word.front() != '-' && word.find('=') == word.npos &&
         (word.ends_with(".sh") || word.ends_with(".bash") || word.ends_with(".slurm") ||
          word.ends_with(".sbatch"));
}

bool is_trainer_command(std::string_view word) {
  return is_one_of(file_name_of(word), {"llamafactory-cli",
                                        "llamafactory",
                                        "axolotl",
                                        "trl",
                                        "tune",
                                        "litgpt",
                                        "composer",
                                        "nemo",
                                        "swift",
                                        "xtuner",
                                        "autotrain",
                                        "colossalai",
                                        "horovodrun",
                                        "megatron",
                                        "fairseq-train",
                                        "fairseq-hydra-train",
                                        "lightning",
                                        "optimum-cli",
                                        "oumi",
                                        "torchtune",
                                        "julia",
                                        "Rscript",
                                        "matlab"});
}

bool is_option(const ShellWord& word) {
  const std::string& text = word.text;
  if (text.size() < 2 || text.front() != '-') return false;
  // A quoted text that starts with a dash is not an option: "-1 is the default".
  return !(text[1] >= '0' && text[1] <= '9') && text[1] != '.' && text[1] != ' ';
}

bool is_flag_of(Starter starter, std::string_view key) {
  switch (starter) {
    case Starter::python:
      return is_python_flag(key);
    case Starter::srun:
      return is_slurm_flag(key);
    case Starter::container:
      return is_container_flag(key);
    case Starter::mpirun:
      return is_mpirun_flag(key);
    case Starter::conda:
      return is_one_of(key, {"no_capture_output", "live_stream", "v", "dev"});
    case Starter::variables:
      return is_one_of(key, {"i", "0", "ignore_environment", "v"});
    default:
      return is_launcher_flag(key);
  }
}

bool is_rendezvous_option(std::string_view key) {
  return is_one_of(
      key, {"node_rank", "machine_rank", "rdzv_id", "rdzv_endpoint", "rdzv_conf", "rdzv_backend",
            "local_addr", "standalone", "main_process_port", "main_process_ip", "master_addr",
            "master_port", "hostfile", "deepspeed_hostfile", "same_network", "local_ranks_filter"});
}

bool stands_for_all_arguments(std::string_view word) {
  return is_one_of(word, {"$@", "$*", "${@}", "${*}"}) || word.starts_with("${@:");
}

std::string with_underscores(std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  std::string key(option);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

}  // namespace trainyard
