// SPDX-License-Identifier: GPL-3.0-or-later
// `yard reread`: curves from what a run has printed, made again.
#include "remote/cli/command.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

void printReread(const RereadAnswer& answer, bool isPreview) {
  print(u"%1 %2 lines of attempt %3: %4 points of %5"_s
            .arg(isPreview ? u"would read"_s : u"read"_s, countText(answer.lines))
            .arg(answer.attempt)
            .arg(countText(answer.points), answer.curves.size() == 1
                                               ? u"1 curve"_s
                                               : u"%1 curves"_s.arg(answer.curves.size())));
  if (!answer.line.isEmpty()) print(u"  from lines like  "_s + sanitizedForTerminal(answer.line));
  for (const ReadCurve& curve : answer.curves)
    print(u"  %1  %2 points  last %3"_s.arg(sanitizedForTerminal(curve.name).leftJustified(26))
              .arg(curve.points, 6)
              .arg(numberText(curve.last)));
}

struct RereadCommand {
  RunOption which;
  RereadArguments asked;
  QString leftOut;
  JsonOption json;

  void describe(CLI::App& command) {
    which.describe(command);
    addOption(command, "--pattern", asked.pattern,
              "How a line is read: \"iter {step}: loss {loss}, {*}\" (default: learned)");
    addOption(command, "--step", asked.step, "The printed name whose number is the step");
    addOption(command, "--leave-out", leftOut, "A curve that is not wanted; several with commas");
    command.add_option("--attempt", asked.attempt, "Which attempt (default: the newest)")
        ->check(CLI::PositiveNumber);
    command.add_flag("--dry-run", asked.preview,
                     "Only say what would be read; also of a run in progress");
    command.add_flag("--keep", asked.keep,
                     "Also write it to the run's experiment, for the next run");
    json.describe(command);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    CO_TRY(const auto run, store.resolve(which.run));
    asked.run = run.run;
    for (const QString& name : leftOut.split(u',', Qt::SkipEmptyParts))
      asked.leaveOut << name.trimmed();
    CO_TRY(const auto answer, co_await client.call(methods::reread, {}, asked));
    if (json.isGiven) co_return printJson(toJson(answer));
    printReread(answer, asked.preview);
    if (asked.preview) co_return 0;
    if (asked.keep) print(u"written to "_s + sanitizedForTerminal(run.source));
    if (answer.points > 0) print(u"next: yard metrics "_s + run.run.left(8));
    co_return 0;
  }
};

}  // namespace

extern const Command rereadCommand{
    "reread", "Read the curves of an ended run from its output again", addCommand<RereadCommand>};

}  // namespace trainyard
