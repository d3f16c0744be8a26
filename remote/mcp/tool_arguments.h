// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of the tools, with the help that an agent reads.
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

#include "remote/values/records.h"

namespace trainyard {

struct NoArguments {};
inline void describe(Section<NoArguments>&) {}

enum class RunsInState { any, open, ended, running, completed, failed };
template <>
struct Names<RunsInState> {
  static constexpr std::pair<RunsInState, std::string_view> all[] = {
      {RunsInState::any, "any"},
      {RunsInState::open, "open"},
      {RunsInState::ended, "ended"},
      {RunsInState::running, "running"},
      {RunsInState::completed, "completed"},
      {RunsInState::failed, "failed"}};
};
struct ListRunsArguments {
  RunsInState state = RunsInState::any;
  QString filter, study;
  int limit = 20;
};
inline void describe(Section<ListRunsArguments>& section) {
  section.field("state", &ListRunsArguments::state).help("Only runs in this state.");
  section.field("filter", &ListRunsArguments::filter)
      .help(
          "Only runs that this finds: words of the name, tags or note, and conditions such as "
          "tag:sft, on:TARGET, since:2d, eval/loss < 0.8, optimizer.learning_rate = 1e-5.");
  section.field("study", &ListRunsArguments::study)
      .help("Only the runs of this study: its UUID or the start of it.");
  section.field("limit", &ListRunsArguments::limit)
      .minimum(1)
      .maximum(200)
      .help("At most this many, the newest first.");
}

inline constexpr const char* runHelp =
    "A run: its UUID or the start of it, its folder's name, a name that no other run has, or last.";

struct RunToShow {
  QString run;
};
inline void describe(Section<RunToShow>& section) {
  section.field("run", &RunToShow::run).required().help(runHelp);
}

struct MetricsArguments {
  QString run, metric;
  int points = 50;
};
inline void describe(Section<MetricsArguments>& section) {
  section.field("run", &MetricsArguments::run).required().help(runHelp);
  section.field("metric", &MetricsArguments::metric)
      .help("The metric whose points are wanted, such as eval/loss; none: a summary of all.");
  section.field("points", &MetricsArguments::points)
      .minimum(2)
      .maximum(500)
      .help("At most this many points, evenly over the curve.");
}

struct LogsArguments {
  QString run, file = QStringLiteral("stdout.log"), contains;
  int lines = 100;
};
inline void describe(Section<LogsArguments>& section) {
  section.field("run", &LogsArguments::run).required().help(runHelp);
  section.field("file", &LogsArguments::file)
      .help("stdout.log, stderr.log, merged.log, or another that the answer names.");
  section.field("contains", &LogsArguments::contains)
      .help("Only lines with this text, searched where the log is.");
  section.field("lines", &LogsArguments::lines)
      .minimum(1)
      .maximum(500)
      .help("At most this many lines: the last ones, or with contains the first.");
}

struct ExperimentChoice {
  QString path, preset;
  std::optional<QString> document;
  QStringList overrides;
  QString target = QStringLiteral("here");
};
inline void describe(Section<ExperimentChoice>& section) {
  section.field("path", &ExperimentChoice::path)
      .help("An experiment file, or a job script, in the session's folder.");
  section.field("preset", &ExperimentChoice::preset)
      .help("Instead of path: a preset by its name, or the small sample of one as NAME-sample.");
  section.field("document", &ExperimentChoice::document)
      .multiline()
      .help("Instead of path: the text of an experiment in YAML.");
  section.field("overrides", &ExperimentChoice::overrides)
      .help("Changes of single values, such as optimizer.learning_rate=1e-4.");
  section.field("target", &ExperimentChoice::target)
      .help("Where it is to run: a name of the tool targets; here is this computer.");
}

struct CheckArguments {
  ExperimentChoice experiment;
  QStringList values;
};
inline constexpr const char* valuesHelp =
    "Several values of fields, such as optimizer.learning_rate=1e-4,3e-4: a run for each "
    "combination, all in one study.";
inline void describe(Section<CheckArguments>& section) {
  section.include(&CheckArguments::experiment);
  section.field("values", &CheckArguments::values).help(valuesHelp);
}

inline constexpr const char* purposeHelp =
    "Why, in one or two sentences, for the person who is asked.";
inline constexpr const char* consentHelp =
    "The id of an earlier answer pending_consent: waits on for its answer. The other arguments may "
    "be left out then.";

struct SubmitToolArguments {
  ExperimentChoice experiment;
  QStringList values;
  int parallel = 0;
  QString purpose, consent;
};
inline void describe(Section<SubmitToolArguments>& section) {
  section.include(&SubmitToolArguments::experiment);
  section.field("values", &SubmitToolArguments::values).help(valuesHelp);
  section.field("parallel", &SubmitToolArguments::parallel)
      .minimum(0)
      .maximum(10000)
      .help("How many runs of the study may be open at once; 0: any number.");
  section.field("purpose", &SubmitToolArguments::purpose).help(purposeHelp);
  section.field("consent", &SubmitToolArguments::consent).help(consentHelp);
}

struct ResumeToolArguments {
  QString run;
  QStringList changes;
  QString purpose, consent;
};
inline void describe(Section<ResumeToolArguments>& section) {
  section.field("run", &ResumeToolArguments::run).help(runHelp);
  section.field("changes", &ResumeToolArguments::changes)
      .help("Changes of settings before it goes on, such as batch.per_device=4.");
  section.field("purpose", &ResumeToolArguments::purpose).help(purposeHelp);
  section.field("consent", &ResumeToolArguments::consent).help(consentHelp);
}

struct CancelToolArguments {
  QString run, purpose, consent;
};
inline void describe(Section<CancelToolArguments>& section) {
  section.field("run", &CancelToolArguments::run)
      .help("A run, as for show_run, or a study by the start of its UUID: all its open runs.");
  section.field("purpose", &CancelToolArguments::purpose).help(purposeHelp);
  section.field("consent", &CancelToolArguments::consent).help(consentHelp);
}

struct PresetsArguments {
  QString name;
};
inline void describe(Section<PresetsArguments>& section) {
  section.field("name", &PresetsArguments::name)
      .help("Returns the document of this preset; none: a list of all.");
}

struct ClusterToolArguments {
  QString target;
  int jobs = 30;
};
inline void describe(Section<ClusterToolArguments>& section) {
  section.field("target", &ClusterToolArguments::target).required().help("A target with a queue.");
  section.field("jobs", &ClusterToolArguments::jobs)
      .minimum(0)
      .maximum(200)
      .help("At most this many jobs of the queue.");
}

struct FollowArguments {
  QString run;
  int seconds = 30;
};
inline void describe(Section<FollowArguments>& section) {
  section.field("run", &FollowArguments::run)
      .required()
      .help("A run, as for show_run, or a study by the start of its UUID.");
  section.field("seconds", &FollowArguments::seconds)
      .minimum(0)
      .maximum(60)
      .help("Waits at most this long for the end.");
}

enum class BetterIs { automatic, lower, higher };
template <>
struct Names<BetterIs> {
  static constexpr std::pair<BetterIs, std::string_view> all[] = {
      {BetterIs::automatic, "auto"}, {BetterIs::lower, "lower"}, {BetterIs::higher, "higher"}};
};
struct CompareArguments {
  QStringList runs;
  QString study, metric = QStringLiteral("eval/loss");
  BetterIs better = BetterIs::automatic;
};
inline void describe(Section<CompareArguments>& section) {
  section.field("runs", &CompareArguments::runs).help("Runs, each as for show_run.");
  section.field("study", &CompareArguments::study)
      .help("Instead of runs: a study, by the start of its UUID.");
  section.field("metric", &CompareArguments::metric).help("The metric that decides.");
  section.field("better", &CompareArguments::better)
      .help("Whether a lower or a higher value is better; auto knows it by the metric's name.");
}

}  // namespace trainyard
