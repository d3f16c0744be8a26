// The store as the service uses it: its one writer, a reader, and who is told of what changed. One
// thread.
#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "engine/contract/events.h"
#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"

namespace trainyard {

class RunBook : public QObject {
  Q_OBJECT

 public:
  explicit RunBook(const QString& path) : store(path), writer(path) {}

  // What the store did not take is said in the log; the run folders still have it.
  bool took(const Result<void>& done) {
    if (!done) qWarning("store: %s", done.error().message.c_str());
    return done.ok();
  }

  RunStore store;
  RunWriter writer;

 signals:
  void changed(const QString& run);
  void imported(const QString& run, int attempt, const std::vector<trainyard::Event>& events);
  void progressed(const trainyard::ProgressReport& report);
};

}  // namespace trainyard
