// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/search.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<SearchSection>& section) {
  section.field("space", &SearchSection::space)
      .label("Search space")
      .help(
          "Fields whose values are searched, each by its path: a list of values, or `low` and "
          "`high` with `log: true` or a `step`. `when: {other.field: value}` uses the parameter "
          "only if the other one has this value. Empty means no search.")
      .affects(Affects::numerics);
  section.field("run_as", &SearchSection::run_as)
      .label("Trials run as")
      .help(
          "Where trials run. one_job trains them in a single job, one after another, or several at "
          "once if search.parallel divides its processes among them. job_each submits each trial "
          "as a job of its own from this computer. controller_job does the same from a small job "
          "on the cluster, so that this computer may be off. auto is one_job for the engine, and "
          "job_each for commands and scripts.");
  section.field("sampler", &SearchSection::sampler)
      .label("Sampler")
      .help(
          "How the values of the next trial are proposed. tpe learns from all trials which values "
          "are good together, tpe_independent learns it for each parameter alone, random draws "
          "from the whole space, and grid tries every combination once.")
      .affects(Affects::numerics);
  section.field("startup_trials", &SearchSection::startup_trials)
      .label("Startup trials")
      .help("Finished trials before which tpe draws at random.")
      .unit("trials")
      .minimum(0)
      .maximum(1e6)
      .when("search.sampler=tpe|tpe_independent")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("pruner", &SearchSection::pruner)
      .label("Pruner")
      .help(
          "Which trials end before their last step. median ends those whose best value so far is "
          "worse than the median of the finished ones at the same step. asha lets the best "
          "quarter go on at steps that grow by a factor of 4. hyperband runs several of these "
          "side by side, with a factor of 3.")
      .affects(Affects::numerics);
  section.field("prune_after_steps", &SearchSection::prune_after_steps)
      .label("Prune after")
      .help(
          "Step before which no trial is pruned. For asha and hyperband it is the first step at "
          "which trials are compared; 0 derives it from the finished trials.")
      .unit("steps")
      .minimum(0)
      .maximum(1e12)
      .when("search.pruner=median|asha|hyperband")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("prune_patience", &SearchSection::prune_patience)
      .label("Pruning patience")
      .help(
          "Evaluations without improvement that a trial may have before it is pruned. Null asks "
          "the pruner after each evaluation.")
      .unit("evaluations")
      .minimum(0)
      .maximum(1e6)
      .when("search.pruner=median|asha|hyperband")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("objective", &SearchSection::objective)
      .label("Objective")
      .help("Metric that decides which trial is best: its value at the trial's best evaluation.")
      .pattern(R"([A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*)", "a name such as eval/loss");
  section.field("direction", &SearchSection::direction)
      .label("Direction")
      .help("Whether a small or a large value of the objective is good.");
  section.field("trials", &SearchSection::trials)
      .label("Trials")
      .help("How many trials the search starts. It can be raised later.")
      .unit("trials")
      .minimum(1)
      .maximum(1e6);
  section.field("parallel", &SearchSection::parallel)
      .label("Trials at once")
      .help(
          "How many trials run at the same time: jobs, or equal parts of the processes of one job.")
      .unit("trials")
      .minimum(1)
      .maximum(1e4)
      .affects(Affects::speed);
  section.field("time_limit", &SearchSection::time_limit)
      .label("Time for the search")
      .help(
          "Time after which no trial is started: minutes, hours:minutes:seconds or "
          "days-hours:minutes:seconds. Null means no limit.")
      .pattern(R"([0-9]{1,9}(:[0-9]{1,9}){0,2}|[0-9]{1,6}-[0-9]{1,9}(:[0-9]{1,9}){0,2})",
               "minutes, hours:minutes:seconds or days-hours:minutes:seconds")
      .tier(Tier::advanced);
  section.field("seeds", &SearchSection::seeds)
      .label("Seeds per trial")
      .help(
          "How often each trial is run, with the seeds `seed`, `seed` + 1 and so on. The mean of "
          "their objectives counts.")
      .unit("runs")
      .minimum(1)
      .maximum(1000)
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("first", &SearchSection::first)
      .label("First values")
      .help(
          "Values to begin with, as a list for each parameter: the first trial has the first value "
          "of each list, and so on. What is missing or null is proposed by the sampler.")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("controller_partition", &SearchSection::controller_partition)
      .label("Partition of the controller")
      .help(
          "Slurm partition of the job that submits the trials. It needs one processor, 1 GiB of "
          "memory and no GPU. Null means resources.partition.")
      .pattern(scheduler_name, scheduler_name_words)
      .when("search.run_as=controller_job")
      .tier(Tier::advanced);
  section.field("controller_time_limit", &SearchSection::controller_time_limit)
      .label("Time limit of the controller")
      .help(
          "Wall-clock time of the job that submits the trials: minutes, hours:minutes:seconds or "
          "days-hours:minutes:seconds. When it is over, the job is queued again and goes on. Null "
          "means resources.time_limit.")
      .pattern(R"([0-9]{1,9}(:[0-9]{1,9}){0,2}|[0-9]{1,6}-[0-9]{1,9}(:[0-9]{1,9}){0,2})",
               "minutes, hours:minutes:seconds or days-hours:minutes:seconds")
      .when("search.run_as=controller_job")
      .tier(Tier::advanced);
}

}  // namespace trainyard
