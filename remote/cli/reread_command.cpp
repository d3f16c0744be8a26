// SPDX-License-Identifier: GPL-3.0-or-later
// `yard reread`: curves from what a run has printed, made again.
#include "remote/cli/commands.h"
#include "remote/cli/output.h"

namespace trainyard {
namespace {

void printAnswer(const RereadAnswer& answer, bool isPreview) {
  print(QStringLiteral("%1 %2 lines of attempt %3: %4 points of %5")
            .arg(isPreview ? QStringLiteral("would read") : QStringLiteral("read"),
                 countText(answer.lines))
            .arg(answer.attempt)
            .arg(countText(answer.points),
                 answer.curves.size() == 1
                     ? QStringLiteral("1 curve")
                     : QStringLiteral("%1 curves").arg(answer.curves.size())));
  if (!answer.line.isEmpty())
    print(QStringLiteral("  from lines like  ") + sanitizedForTerminal(answer.line));
  for (const ReadCurve& curve : answer.curves)
    print(QStringLiteral("  %1  %2 points  last %3")
              .arg(sanitizedForTerminal(curve.name).leftJustified(26))
              .arg(curve.points, 6)
              .arg(numberText(curve.last)));
}

}  // namespace

QCoro::Task<int> rereadOutput(ServiceClient& client, RereadArguments asked, Format format) {
  RunStore store;
  const auto run = store.resolve(asked.run);
  if (!run) co_return fail(run.error());
  asked.run = run->run;
  const auto answer = co_await client.call(methods::reread, {}, asked);
  if (!answer) co_return fail(answer.error());
  if (format == Format::json) co_return printJson(toJson(*answer));
  printAnswer(*answer, asked.preview);
  if (asked.preview) co_return 0;
  if (asked.keep) print(QStringLiteral("written to ") + sanitizedForTerminal(run->source));
  if (answer->points > 0) print(QStringLiteral("next: yard metrics ") + run->run.left(8));
  co_return 0;
}

}  // namespace trainyard
