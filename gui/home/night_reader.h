// SPDX-License-Identifier: GPL-3.0-or-later
// Reads of open runs what their records do not have: time limits and GPUs from their experiments,
// and how long earlier runs of their kind took. In a thread of its own.
#pragma once

#include <QObject>
#include <stop_token>

#include <QCoroTask>

#include "gui/home/night_plan.h"

namespace trainyard {

class NightReader : public QObject {
  Q_OBJECT
 public:
  // Without a path the user's store.
  explicit NightReader(QString storePath = {}) : m_path(std::move(storePath)) {}
  ~NightReader() override { m_stop.request_stop(); }

  // Only those that are open. A question while one is being answered is asked after it.
  void read(const QList<RunRecord>& runs);

 signals:
  void inputsRead(const QList<trainyard::NightInput>& inputs);

 private:
  QCoro::Task<void> ask(QList<RunRecord> runs, std::stop_token stop);

  QString m_path;
  bool m_isReading = false;
  std::optional<QList<RunRecord>> m_next;
  std::stop_source m_stop;
};

}  // namespace trainyard
