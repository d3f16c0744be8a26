// SPDX-License-Identifier: GPL-3.0-or-later
// `yard note`: what a person notes about a run, or about all runs of a study.
#include "remote/cli/command.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

struct NoteCommand {
  RunOption which;
  RunAnnotation annotation;
  QStringList added, removed;

  void describe(CLI::App& command) {
    which.describe(command);
    addOption(command, "TEXT", annotation.note, "The note; an empty one is removed");
    addOption(command, "--title", annotation.title,
              "The name that is shown; empty: that of its experiment");
    addOption(command, "--project", annotation.project,
              "The project that it is kept in, like language/ablations; empty: none");
    addOption(command, "--tag", added, "Add this tag; can be repeated")->allow_extra_args(false);
    addOption(command, "--untag", removed, "Remove this tag; can be repeated")
        ->allow_extra_args(false);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    CO_TRY(const auto named, namedRuns(store, which.run));
    AnnotateArguments arguments;
    arguments.annotation = annotation;
    for (const RunRecord& run : named.runs) {
      arguments.runs = QStringList{run.run};
      QStringList tags = run.tags;
      for (const QString& tag : std::as_const(removed)) tags.removeAll(tag);
      tags += added;
      tags.removeDuplicates();
      arguments.annotation.tags = tags == run.tags ? std::nullopt : std::optional(tags);
      CO_TRY(co_await client.call(methods::annotate, {}, arguments));
    }
    co_return 0;
  }
};

}  // namespace

extern const Command noteCommand{"note", "Add a note to a run or a study", addCommand<NoteCommand>};

}  // namespace trainyard
