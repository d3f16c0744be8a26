// SPDX-License-Identifier: GPL-3.0-or-later
// Reads samples from the store and decodes them on a thread of its own. Answers arrive as signals
// in the caller's thread, in the order of the requests.
#pragma once

#include <QObject>

#include "gui/runs/records/store_thread.h"
#include "gui/runs/samples/sample_series.h"
#include "gui/runs/samples/shown_sample.h"

namespace trainyard {

class SampleReader : public QObject {
  Q_OBJECT
 public:
  explicit SampleReader(const QString& storePath);
  ~SampleReader() override;

  void requestList(const QString& run);
  void requestSample(const QString& run, const SampleRecord& sample);
  // How the values of these histograms are distributed over their steps.
  void requestHistory(const QString& run, const SampleSeries& histograms);

 signals:
  void listRead(const QString& run, const QList<trainyard::SampleRecord>& samples);
  void sampleRead(const QString& run, const trainyard::SampleRecord& sample,
                  const trainyard::ShownSample& shown);
  void historyRead(const QString& run, const QString& name,
                   const trainyard::HistogramHistory& history);
  void failed(const QString& sentence);

 private:
  class Worker;
  Worker* m_worker;
  StoreThread m_thread;
};

}  // namespace trainyard
