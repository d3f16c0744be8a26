// SPDX-License-Identifier: GPL-3.0-or-later
// The store as the service uses it: its one writer, a reader, and who is told of what changed. One
// thread.
#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QString>

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

  // What the store did not take is said in the log and by `refused`; the run folders still have it.
  bool took(const Result<void>& done) {
    if (!done) qWarning("store: %s", done.error().message.c_str());
    std::optional<Error> now;
    if (!done) now = make_error("store.behind", {{"why", as_argument(done.error())}});
    const bool isOther =
        now.has_value() != refusal.has_value() || (now && now->message != refusal->message);
    refusal = std::move(now);
    if (isOther) emit refused();
    return done.ok();
  }
  std::optional<Error> refusal;  // why the store did not take the last that it was given

  RunStore store;
  RunWriter writer;

 signals:
  void changed(const QString& run);
  void refused();  // `refusal` came, went or is another
  void imported(const QString& run, int attempt, const std::vector<trainyard::Event>& events);
  void progressed(const trainyard::ProgressReport& report);
};

}  // namespace trainyard
