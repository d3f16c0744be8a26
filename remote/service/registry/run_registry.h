// SPDX-License-Identifier: GPL-3.0-or-later
// The store as used by the service: its only writer, a reader, and notifications of changes. One
// thread.
#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "engine/contract/run/events.h"
#include "engine/contract/messages.h"
#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"

namespace trainyard {

class RunRegistry : public QObject {
  Q_OBJECT

 public:
  explicit RunRegistry(const QString& path) : store(path), writer(path) {}

  // Write errors of the store are logged and signalled by `refused`; the run folders still have the
  // data.
  bool check(const Result<void>& done) {
    if (!done) qWarning("store: %s", done.error().message.c_str());
    std::optional<Error> now;
    if (!done) now = make_error("store.behind", {{"why", as_argument(done.error())}});
    const bool isOther =
        now.has_value() != refusal.has_value() || (now && now->message != refusal->message);
    refusal = std::move(now);
    if (isOther) emit refused();
    return done.ok();
  }
  // Slice by slice, so that calls are answered in between.
  void fillCurves() {
    constexpr int slicePoints = 2000, pauseMilliseconds = 20;
    const auto isMore = writer.fillCurves(slicePoints);
    if (isMore && *isMore) QTimer::singleShot(pauseMilliseconds, this, &RunRegistry::fillCurves);
  }
  std::optional<Error> refusal;  // why the store's last write failed

  RunStore store;
  RunWriter writer;

 signals:
  // Its record is another one; if only its progress is, that is told by `imported` alone.
  void changed(const QString& run);
  void studyEmptied(const QString& study);  // its last run was removed
  void refused();                           // `refusal` was set, cleared or changed
  // The step, the phase and what the events say are stored.
  void imported(const QString& run, int attempt, const std::vector<trainyard::Event>& events);
  void progressed(const trainyard::ProgressReport& report);
};

}  // namespace trainyard
