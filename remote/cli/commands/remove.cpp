// SPDX-License-Identifier: GPL-3.0-or-later
// `yard remove`.
#include "remote/cli/command.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

QString whatIsDeleted(const RunRecord& run, RemoveWhat what) {
  return what == RemoveWhat::all ? placeText(run) : placeText(run) + u"/checkpoints"_s;
}

QString removeQuestion(const NamedRuns& named, RemoveWhat what) {
  const RunRecord& first = named.runs.first();
  const auto count = named.runs.size();
  if (named.isStudy())
    return (what == RemoveWhat::entry
                ? u"Forget the %1 runs of the study %2 here, and leave their folders?"_s
            : what == RemoveWhat::all
                ? u"Delete the %1 runs of the study %2 for good?"_s
                : u"Delete the checkpoints of the %1 runs of the study %2 for good?"_s)
        .arg(count)
        .arg(named.study.left(8));
  if (what == RemoveWhat::entry)
    return u"Forget the run %1 here, and leave %2 as it is?"_s.arg(first.name, placeText(first));
  return u"Delete %1 of the run %2 for good?"_s.arg(whatIsDeleted(first, what), first.name);
}

const char* removedWords(RemoveWhat what) {
  return what == RemoveWhat::all     ? "%1 is removed"
         : what == RemoveWhat::entry ? "%1 is forgotten here"
                                     : "the checkpoints of %1 are removed";
}

struct RemoveCommand {
  RunOption which;
  QString what = u"all"_s;
  YesOption yes;

  void describe(CLI::App& command) {
    which.describe(command);
    addOption(command, "--what", what,
              "checkpoints, all, or entry: only what is known of it here, when its target is gone")
        ->check(CLI::IsMember({"checkpoints", "all", "entry"}));
    yes.describe(command, "Remove without asking; required without a terminal");
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    CO_TRY(auto named, namedRuns(store, which.run));
    const auto chosen = value_named<RemoveWhat>(what.toStdString()).value_or(RemoveWhat::all);
    if (const auto code = yes.refusal(removeQuestion(named, chosen), "nothing was removed"))
      co_return *code;
    int code = 0;
    for (const RunRecord& run : std::as_const(named.runs)) {
      auto removed = co_await client.call(methods::remove, {}, run.run, chosen);
      if (!removed) code = fail(removed.error());
      if (removed) print(QString::fromLatin1(removedWords(chosen)).arg(run.run));
    }
    co_return code;
  }
};

}  // namespace

extern const Command removeCommand{"remove",
                                   "Permanently delete a run or its checkpoints from the target",
                                   addCommand<RemoveCommand>};

}  // namespace trainyard
