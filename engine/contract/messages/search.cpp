// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about the search of hyperparameters: the section of the document, and studies.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kSearchTemplates[] = {
    // The space.
    {"search.unknown_path", "search.space: there is no field {path}"},
    {"search.unknown_path_near", "search.space: there is no field {path}; did you mean {nearest}?"},
    {"search.fixed", "search.space: {path} is the same for all trials of a search; remove it"},
    {"search.not_searchable",
     "search.space: {path} has several values itself; search numbers, choices, texts or the "
     "entries of mappings"},
    {"search.seed",
     "searching over the seed only finds the luckiest one; set search.seeds to run each trial with "
     "several seeds"},
    {"search.form",
     "search.space: {path} must be a range or a list of values, such as {example}, not {found}"},
    {"search.key",
     "search.space: {path} has the unknown key {key}; use low, high, log, step, choices and when"},
    {"search.key_near", "search.space: {path} has the unknown key {key}; did you mean {nearest}?"},
    {"search.bound", "search.space: {key} of {path} must be a number, not {found}"},
    {"search.log_flag", "search.space: log of {path} must be true or false, not {found}"},
    {"search.whole",
     "search.space: {path} is a whole number, so {key} must be one, too, not {found}"},
    {"search.no_range", "search.space: {path} is not a number; list its values"},
    {"search.order", "search.space: {path} has low {low} above high {high}; swap them"},
    {"search.step",
     "search.space: the step of {path} must be above 0 and at most {range}, not {found}"},
    {"search.log_step", "search.space: {path} has both `log: true` and a step; keep one of them"},
    {"search.log_low",
     "search.space: with `log: true`, low of {path} must be {minimum}, not {found}"},
    {"search.no_choices", "search.space: {path} has no values; list at least one"},
    {"search.choice_kind",
     "search.space: each value of {path} must be a number, a text, true, false or null, not "
     "{found}"},
    {"search.choice_twice", "search.space: {path} lists {found} twice; remove one"},
    {"search.when",
     "search.space: `when` of {path} must have other parameters with their values, such as "
     "{example}, not {found}"},
    {"search.when_unknown", "search.space: {path} depends on {parent}, which is not searched"},
    {"search.when_unknown_near",
     "search.space: {path} depends on {parent}, which is not searched; did you mean {nearest}?"},
    {"search.when_value",
     "search.space: {path} needs {parent} to be {found}, a value that is not searched"},
    {"search.when_cycle", "search.space: {path} depends on itself"},
    {"search.grid",
     "search.space: {path} has no finite number of values for a grid; give it a step, list its "
     "values or use another sampler"},
    // The rest of the section.
    {"search.first_unknown", "search.first: {path} is not in search.space"},
    {"search.first_unknown_near",
     "search.first: {path} is not in search.space; did you mean {nearest}?"},
    {"search.first_list",
     "search.first: {path} must have a list with a value for each of the first trials, not "
     "{found}"},
    {"search.first_value", "search.first: {found} is not in the range of {path}"},
    {"search.objective", "search.objective: this task has no metric {metric}; choose from {known}"},
    {"search.not_evaluated",
     "search.objective {metric} needs evaluation; set evaluation.every_steps or "
     "evaluation.every_epochs"},
    {"search.maximized",
     "a small {metric} is good, but the search looks for a large one; set search.direction to "
     "minimize"},
    {"search.minimized",
     "a large {metric} is good, but the search looks for a small one; set search.direction to "
     "maximize"},
    {"search.job_of_command",
     "a {workload} is started again for each trial; set search.run_as to job_each"},
    {"search.parallel_in_job",
     "the {processes} processes of the job cannot be divided evenly among {parallel} trials at "
     "once; set search.parallel to a divisor, or search.run_as to job_each"},
    {"search.fixed_in_job",
     "search.space: all trials of one job have the same {path}; set search.run_as to job_each, or "
     "remove it"},
    {"search.fixed_by_controller",
     "search.space: all trials of a controller have the same {path}; set search.run_as to "
     "job_each, "
     "or remove it"},
    {"search.controller_here",
     "this computer has no jobs that could submit trials; set search.run_as to job_each, or choose "
     "a cluster"},
    {"search.no_sbatch",
     "sbatch was not found on {node}, so no trial can be submitted from there; set search.run_as "
     "to "
     "job_each",
     ErrorKind::environment},
    {"search.not_submitted", "Slurm did not take its job: {words}", ErrorKind::environment},
    {"search.job_lost", "job {job} left the queue without an end of its run",
     ErrorKind::environment},
    {"search.unused", "the section search has no effect without search.space"},
    {"search.not_here",
     "the trials of this search are jobs of their own; submit it with `yard submit`, or set "
     "search.run_as to one_job"},
    // The trials of one job.
    {"search.trial", "trial {trial} of {trials}: {values}"},
    {"search.trial_ended",
     "trial {trial}: {metric} {value}; the best is {best}, of trial {best_trial}"},
    {"search.trial_pruned", "trial {trial} was pruned: its {metric} is not good enough so far"},
    {"search.trial_failed", "trial {trial} has failed: {cause}"},
    {"search.trial_refused", "with the values of this trial, {field} is not possible: {finding}"},
    {"search.no_objective",
     "search.objective: {metric} was never measured; the training reported {known}"},
    {"search.all_failed",
     "all {count} trials have failed, the last one so: {cause}; correct the document or "
     "search.space, and begin a new search"},
    {"search.none_complete", "no trial of the search has reached its end, so it has no result"},
    {"search.ended",
     "the search is over after {trials} trials: trial {best_trial} is best, with {metric} {value}"},
    {"search.other_model",
     "trial {trial} counts with {metric} {value}, but the model in results/ has {found}: "
     "early stopping waits for another metric, or search.direction is not the metric's; set "
     "evaluation.metric to {metric}"},
    {"search.used_up",
     "search.trials: search.space has only {combinations} combinations, so the search ends after "
     "{combinations} of {trials} trials; lower search.trials, or widen the space"},
    {"search.other_study",
     "{folder} has the study of another search (space, sampler, pruner, objective or seed differ); "
     "start a new run"},
    {"search.no_study", "{folder} has no study to go on with", ErrorKind::not_found},
    {"search.over_on_first_rank", "the first rank could not go on with the search",
     ErrorKind::communication},
    // Studies.
    {"study.not_parent_first", "the parameters {paths} depend on each other in a circle"},
    {"study.twice", "the parameter {path} is given twice"},
    {"study.when_unknown", "{path} depends on {parent}, which is not a parameter"},
    {"study.line", "not a line of a study: {problem}"},
    {"study.damaged", "the study is damaged at line {line}: {problem}", ErrorKind::damaged},
    {"study.empty", "the file is not a study: its first line does not name one"},
    {"study.second_header", "the study is named a second time"},
    {"study.format",
     "the study has format {format}, but this program reads {supported}; use a newer version"},
    {"study.no_trial", "there is no trial {trial}", ErrorKind::not_found},
    {"study.trial_ended", "trial {trial} has already ended: {state}", ErrorKind::done},
    {"study.trial_number", "trial {trial} was started, but the next one is {next}"},
    {"study.locked", "another program is running the study {path}", ErrorKind::pending},
    {"study.not_written",
     "{path} could not be written before, and what it holds is not known; open the study again",
     ErrorKind::environment},
    {"study.not_finite", "the objective is not a finite number", ErrorKind::non_finite},
    // Studies whose trials are jobs of their own.
    {"study.no_search",
     "no trial of this document is a job of its own: it has no search.space, or its search runs in "
     "one job; submit it as a run"},
    {"study.is_search",
     "the trials of this search are jobs of their own; start it as a study with `yard submit` "
     "without --grid, or set search.run_as to one_job"},
    {"study.array", "each trial of a search is one job; remove resources.array"},
    {"study.no_metrics",
     "the run completed without a value of {objective} or of any other metric; check what "
     "command.metrics or script.metrics reads"},
    {"study.run_failed", "its run failed: {why}", ErrorKind::environment},
    {"study.time_over", "the search reached its time limit of {limit}; no more trials are started",
     ErrorKind::done},
    {"study.job_completed",
     "the job that ran all trials of {study} has completed; submit the document again for more",
     ErrorKind::done},
    {"study.no_best", "no trial of the study {study} has completed yet", ErrorKind::pending},
    {"study.file_exists", "{path} already exists; choose another name or add --force",
     ErrorKind::exists},
    {"study.no_document", "the document of the study {study} cannot be read: {why}",
     ErrorKind::not_found},
    {"study.none", "no study yet; submit a document with a section search"},
    {"study.not_resumed",
     "{study} is a search, which starts its trials again by itself; `yard study add` adds more"},
    // Optuna's journals.
    {"study.optuna_line", "line {line} is not from a journal of Optuna: {problem}"},
    {"study.optuna_operation", "it is not an operation with its values"},
    {"study.optuna_distribution", "the distribution {name} is unknown"},
    {"study.optuna_none", "the journal has no study {name}", ErrorKind::not_found},
    {"study.optuna_several",
     "the journal has several studies, or a study with several objectives; name a study with one"},
    {"study.optuna_failed", "the trial failed in Optuna"},
};

}  // namespace

std::span<const MessageTemplate> search_messages() { return kSearchTemplates; }

}  // namespace trainyard
