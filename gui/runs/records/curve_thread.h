// SPDX-License-Identifier: GPL-3.0-or-later
// Reads curves from the store on a thread of its own, beside that of StoreReader: many curves may
// take a second, and a table of runs does not wait for them. Internal to StoreReader.
#pragma once

#include <QObject>

#include "gui/charts/curve_source.h"
#include "gui/runs/records/store_thread.h"

namespace trainyard {

class CurveThread : public QObject {
  Q_OBJECT
 public:
  // Emits the signals of `owner`, and `failed` with sentences for the user.
  CurveThread(CurveSource* owner, const QString& storePath);
  ~CurveThread() override;

  void readRun(quint64 asker, const QString& run, bool withSteps);
  void readCurves(quint64 asker, const QList<CurveRequest>& requests);
  static CurveSource::EveryPoint everyPointOf(const QString& storePath);

 signals:
  void failed(const QString& sentence);

 private:
  class Worker;
  Worker* m_worker;
  StoreThread m_thread;
};

}  // namespace trainyard
