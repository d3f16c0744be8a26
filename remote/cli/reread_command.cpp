// SPDX-License-Identifier: GPL-3.0-or-later
// `yard reread`: curves from what a run has printed, made again.
#include <cstdio>

#include <QFile>
#include <QSaveFile>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"

namespace trainyard {
namespace {

constexpr qint64 experimentLimit = 4 << 20;

Error notKept(const QString& path, const std::string& why) {
  return make_error("reread.not_kept", {{"path", path.toStdString()}, {"why", why}});
}

// Its fields in the experiment: the pattern, the step and the names that are left out.
Result<void> keepIn(const QString& path, const RereadArguments& reading) {
  if (!path.endsWith(QLatin1String(".yaml")) && !path.endsWith(QLatin1String(".yml")))
    return notKept(path, "it is no experiment");
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > experimentLimit)
    return notKept(path, file.errorString().toStdString());
  std::string text = file.readAll().toStdString();
  const Document document = read_experiment(text, path.toStdString());
  const std::string section =
      document.experiment.workload == Workload::script ? "script.metrics_" : "command.metrics_";
  const auto set = [&](const char* field, Value value) -> Result<void> {
    TRY(text, edit(text, section + field, value));
    return {};
  };
  const auto orNull = [](const QString& value) {
    return value.isEmpty() ? Value() : Value(value.toStdString());
  };
  List names;
  for (const QString& name : reading.leaveOut) names.emplace_back(name.toStdString());
  TRY(set("pattern", orNull(reading.pattern)));
  TRY(set("step", orNull(reading.step)));
  TRY(set("leave_out", Value(std::move(names))));
  QSaveFile saved(path);
  if (!saved.open(QIODevice::WriteOnly) || saved.write(QByteArray::fromStdString(text)) < 0 ||
      !saved.commit())
    return notKept(path, saved.errorString().toStdString());
  return {};
}

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

QCoro::Task<int> rereadOutput(ServiceClient& client, RereadOptions options, Format format) {
  RunStore store;
  const auto run = store.resolve(options.what.run);
  if (!run) co_return fail(run.error());
  options.what.run = run->run;
  const auto answer = co_await client.call(methods::reread, {}, options.what);
  if (!answer) co_return fail(answer.error());
  if (format == Format::json)
    (void)printJson(toJson(*answer));
  else
    printAnswer(*answer, options.what.preview);
  if (options.keeps && !options.what.preview) {
    if (auto kept = keepIn(run->source, options.what); !kept) co_return fail(kept.error());
    if (format == Format::text)
      print(QStringLiteral("written to ") + sanitizedForTerminal(run->source));
  }
  if (format == Format::text && answer->points > 0 && !options.what.preview)
    print(QStringLiteral("next: yard metrics ") + run->run.left(8));
  co_return 0;
}

}  // namespace trainyard
