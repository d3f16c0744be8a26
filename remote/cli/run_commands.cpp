// SPDX-License-Identifier: GPL-3.0-or-later
// `yard submit`: one run.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/watch.h"
#include "remote/store/run_store.h"

namespace trainyard {

QCoro::Task<int> submitExperiment(ServiceClient& client, SubmitOptions options) {
  SubmitRequest request = requestNamed(options.path, options.target, options.overrides);
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString run = request.run;
  explainInterrupt(run, QStringLiteral("The submission goes on"));
  auto progress = std::make_unique<ProgressLine>(client, run);
  auto submitted = co_await client.submit(std::move(request));
  progress.reset();
  if (!submitted) co_return fail(submitted.error());
  for (const Diagnostic& warning : submitted->diagnostics)
    std::fprintf(
        stderr, "%s\n",
        sanitizedForTerminal(QString::fromStdString(to_line(warning))).toUtf8().constData());
  if (options.format == Format::json && !options.watch)
    printJson(QJsonObject{{QStringLiteral("run"), submitted->run},
                          {QStringLiteral("folder"), submitted->folder}});
  if (options.format == Format::text)
    print(QStringLiteral("run %1 in %2").arg(submitted->run, submitted->folder));
  std::fflush(stdout);
  if (!options.watch) co_return 0;
  const WatchOutput output =
      options.format == Format::json ? WatchOutput::quiet : usualWatchOutput();
  const int code = co_await watchRun(client, submitted->run, output);
  RunStore store;
  if (auto run = store.run(submitted->run); run && options.format == Format::json)
    printJson(toJson(*run));
  co_return code;
}

QCoro::Task<int> submitSample(ServiceClient& client, SubmitOptions options, QString folder) {
  const QString preset = options.path;
  if (folder.isEmpty()) folder = preset + QStringLiteral("-sample");
  if (!presetNames().contains(preset)) co_return fail(unknownPreset(preset));
  const auto sample = co_await client.call(methods::makeSample, {}, preset,
                                           QDir::current().absoluteFilePath(folder));
  if (!sample) co_return fail(sample.error());
  options.path = sample->path;
  options.watch = true;
  const QString nodes = QStringLiteral("resources.nodes=");
  const bool isGiven = std::any_of(options.overrides.begin(), options.overrides.end(),
                                   [&](const QString& one) { return one.startsWith(nodes); });
  if (options.target != QLatin1String("here") && nodesOf(preset) > 1 && !isGiven)
    options.overrides << nodes + QStringLiteral("2");
  const int code = co_await submitExperiment(client, std::move(options));
  co_return code;
}

}  // namespace trainyard
