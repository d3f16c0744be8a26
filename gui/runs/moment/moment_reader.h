// SPDX-License-Identifier: GPL-3.0-or-later
// Reads when a run reached its steps, on a thread of its own.
#pragma once

#include <QObject>

#include "gui/runs/records/store_thread.h"
#include "remote/store/records.h"

namespace trainyard {

class MomentReader : public QObject {
  Q_OBJECT
 public:
  explicit MomentReader(const QString& storePath);
  ~MomentReader() override;

  void request(const QString& run);

 signals:
  void stepsRead(const QString& run, const QList<trainyard::StepPlace>& steps);
  void failed(const QString& sentence);

 private:
  class Worker;
  Worker* m_worker;
  StoreThread m_thread;
};

}  // namespace trainyard
