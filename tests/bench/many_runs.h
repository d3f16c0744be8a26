// SPDX-License-Identifier: GPL-3.0-or-later
// A store of many runs, as the table of runs is measured with.
#pragma once

#include "remote/store/run_writer.h"

namespace trainyard {

struct ManyRuns {
  static constexpr int runs = 10000, settings = 60, metrics = 10, running = 50;

  template <class Value>
  static Value must(Result<Value> result) {
    if (!result) qFatal("%s", result.error().message.c_str());
    return *std::move(result);
  }
  static void must(const Result<void>& result) {
    if (!result) qFatal("%s", result.error().message.c_str());
  }

  // In no order, as UUIDs are: neighbours in the table are far apart in the store's indexes.
  static QString idOf(int i) {
    const quint32 scattered = static_cast<quint32>(i) * 2654435761U;
    return QStringLiteral("%1-0000-4000-8000-%2")
        .arg(scattered, 8, 16, QLatin1Char('0'))
        .arg(i, 12, 16, QLatin1Char('0'));
  }

  static void report(RunWriter& writer, int i, int step) {
    HeaderEvent header;
    header.attempt = 1;
    MetricsEvent event;
    event.step = step;
    for (int j = 0; j < metrics; ++j)
      event.values.emplace_back(j == 0   ? "eval/loss"
                                : j == 1 ? "train/loss"
                                         : "train/metric_" + std::to_string(j),
                                1.0 + ((i + step) * 7919 % 1000) / 1000.0);
    must(writer.importEvents(idOf(i), 1, {{1, 0, header}, {static_cast<double>(step), step, event}},
                             step, 0));
  }

  static void fill(RunWriter& writer) {
    for (int i = 0; i < runs; ++i) {
      RunRecord run;
      run.run = idOf(i);
      run.name = QStringLiteral("run-%1").arg(i % 40);
      run.target = i % 3 ? QStringLiteral("leonardo") : QStringLiteral("here");
      run.folder = QStringLiteral("/runs/%1").arg(i);
      run.created = 1.7e9 + i;
      run.state = i >= runs - running ? RunState::running
                  : i % 7             ? RunState::completed
                                      : RunState::failed;
      if (i % 5) run.study = QStringLiteral("%1-study").arg(i / 10, 8, 16, QLatin1Char('0'));
      must(writer.addRun(run));
      QList<RunSetting> values{{QStringLiteral("optimizer.learning_rate"),
                                QString::number(1e-6 * (1 + i % 100)), 1e-6 * (1 + i % 100)}};
      for (int j = 1; j < settings; ++j)
        values.append({QStringLiteral("section.setting_%1").arg(j), QString::number(j), double(j)});
      must(writer.setSettings(run.run, values));
      report(writer, i, 100);
      if (run.state != RunState::running)
        must(writer.setEnded(run.run, run.state, {}, {}, run.state == RunState::failed ? 1 : 0));
    }
  }
};

}  // namespace trainyard
