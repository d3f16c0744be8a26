// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/resources.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<ResourcesSection>& section) {
  section.field("nodes", &ResourcesSection::nodes)
      .label("Nodes")
      .help("Number of machines that the run uses.")
      .unit("nodes")
      .minimum(1)
      .maximum(65536)
      .affects(Affects::speed);
  section.field("gpus_per_node", &ResourcesSection::gpus_per_node)
      .label("GPUs per node")
      .help("GPUs on each machine. 0 trains on the CPU, even if there are GPUs.")
      .unit("GPUs")
      .minimum(0)
      .maximum(1024)
      .affects(Affects::speed);
  section.field("gpu_type", &ResourcesSection::gpu_type)
      .label("GPU type")
      .help("GPU type as the scheduler names it. Null means any.")
      .pattern(R"([A-Za-z0-9_][A-Za-z0-9_.-]*)", "a name of letters, digits and _ . -")
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("processes_per_node", &ResourcesSection::processes_per_node)
      .label("Processes per node")
      .help(
          "Processes of the program on each machine. auto means one per GPU, or one without GPUs.")
      .unit("processes")
      .minimum(1)
      .maximum(4096)
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("cpus_per_process", &ResourcesSection::cpus_per_process)
      .label("CPU cores per process")
      .help("CPU cores for each process. Null leaves it to the target.")
      .unit("cores")
      .minimum(1)
      .maximum(4096)
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("memory_gib_per_node", &ResourcesSection::memory_gib_per_node)
      .label("Memory per node")
      .help(
          "Main memory on each machine. 0 means all of it, as with Slurm's --mem=0. Null leaves it "
          "to the target.")
      .unit("GiB")
      .minimum(0)
      .maximum(1048576)
      .tier(Tier::advanced);
  section.field("time_limit", &ResourcesSection::time_limit)
      .label("Time limit")
      .help(
          "Time limit in Slurm's format: minutes, hours:minutes:seconds or "
          "days-hours:minutes:seconds. Null leaves it to the target.")
      .pattern(R"([0-9]{1,9}(:[0-9]{1,9}){0,2}|[0-9]{1,6}-[0-9]{1,9}(:[0-9]{1,9}){0,2})",
               "minutes, hours:minutes:seconds or days-hours:minutes:seconds");
  section.field("partition", &ResourcesSection::partition)
      .label("Partition")
      .help("Partition of the cluster. Null means the cluster's default.")
      .pattern(scheduler_name, scheduler_name_words);
  section.field("account", &ResourcesSection::account)
      .label("Account")
      .help("Account that the job is charged to.")
      .pattern(scheduler_name, scheduler_name_words);
  section.field("qos", &ResourcesSection::qos)
      .label("Quality of service (QOS)")
      .help("The scheduler's quality of service, which has limits of its own.")
      .pattern(scheduler_name, scheduler_name_words)
      .tier(Tier::advanced);
  section.field("reservation", &ResourcesSection::reservation)
      .label("Reservation")
      .help("Reservation to run in.")
      .pattern(scheduler_name, scheduler_name_words)
      .tier(Tier::advanced);
  section.field("array", &ResourcesSection::array)
      .label("Job array")
      .help(
          "Indices of the job array in Slurm's format: 0-9, 0-9:2 or 1,3,5, with %4 for at most "
          "four at a time.")
      .pattern(
          R"([0-9]{1,7}(-[0-9]{1,7}(:[0-9]{1,7})?)?(,[0-9]{1,7}(-[0-9]{1,7}(:[0-9]{1,7})?)?)*(%[0-9]{1,7})?)",
          "indices such as 0-9, 0-9:2 or 1,3,5%2")
      .tier(Tier::expert);
  section.field("dependency", &ResourcesSection::dependency)
      .label("Dependency")
      .help("Jobs to wait for in Slurm's format: afterok:1234. For runs, use after.")
      .pattern(
          R"((singleton|after(any|ok|notok|corr|burstbuffer)?(:[0-9]+(_[0-9]+)?(\+[0-9]+)?)+)([,?](singleton|after(any|ok|notok|corr|burstbuffer)?(:[0-9]+(_[0-9]+)?(\+[0-9]+)?)+))*)",
          "such as afterok:1234 or singleton")
      .tier(Tier::expert);
  section.field("after", &ResourcesSection::after)
      .label("After runs")
      .help(
          "Runs on the same target to wait for: a run's name or the beginning of its UUID. By "
          "default the run starts when they have completed; with ended: in front of the name, when "
          "they have ended; with failed:, when they have failed.")
      .pattern(R"(((completed|ended|failed):)?[A-Za-z0-9][A-Za-z0-9._-]{0,127})",
               "a run, such as pretrain-3f2a9c01, with completed:, ended: or failed: before it")
      .tier(Tier::advanced);
  section.field("extra_directives", &ResourcesSection::extra_directives)
      .label("Extra directives")
      .help(
          "Further options for the scheduler, one per item, such as --constraint=a100 or, on PBS, "
          "-P project.")
      .pattern(R"((--[a-z][a-z0-9-]*=?|-[A-Za-z] )[^\x00-\x1f\x7f\x22\x27`$\\;<>]*)",
               "an option such as --constraint=a100, without quotes, control or shell characters")
      .tier(Tier::expert);
}

}  // namespace trainyard
