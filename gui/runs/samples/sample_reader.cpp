// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_reader.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "gui/targets/error_text.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

constexpr int maxSamples = 20'000;  // the newest

}  // namespace

class SampleReader::Worker : public QObject {
 public:
  Worker(SampleReader* owner, QString path) : m_owner(owner), m_path(std::move(path)) {}

  void readList(const QString& run) {
    if (const auto samples = take(store().samples(run, maxSamples)))
      emit m_owner->listRead(run, *samples);
  }

  void readSample(const QString& run, const SampleRecord& sample) {
    if (m_isStopped) return;
    const auto content = take(store().sampleContent(run, sample.attempt, sample.sequence));
    emit m_owner->sampleRead(run, sample,
                             ShownSample::read(sample, content.value_or(QByteArray())));
  }

  void readHistory(const QString& run, const SampleSeries& series) {
    std::vector<std::pair<double, SampleHistogram>> histograms;
    const qsizetype count = series.samples.size(),
                    columns = std::min(count, HistogramHistory::maxColumns);
    for (qsizetype column = 0; column < columns; ++column) {
      if (m_isStopped) return;
      // The first and the last are among them.
      const qsizetype at = columns > 1 ? column * (count - 1) / (columns - 1) : 0;
      const SampleRecord& sample = series.samples[at];
      const auto content = take(store().sampleContent(run, sample.attempt, sample.sequence));
      if (auto histogram = SampleHistogram::read(content.value_or(QByteArray())))
        histograms.emplace_back(static_cast<double>(sample.step.value_or(at)),
                                *std::move(histogram));
    }
    emit m_owner->historyRead(run, series.name, HistogramHistory::of(histograms));
  }

  void stop() { m_isStopped = true; }

 private:
  RunStore& store() {
    if (!m_store) m_store = std::make_unique<RunStore>(m_path);  // bound to this thread
    return *m_store;
  }

  template <class T>
  std::optional<T> take(Result<T> result) {
    if (result) return std::move(*result);
    // The service is updating a store of an older version; the list is asked for again then.
    if (result.error().code != "store.older") emit m_owner->failed(errorText(result.error()));
    return std::nullopt;
  }

  SampleReader* m_owner;
  QString m_path;
  std::unique_ptr<RunStore> m_store;
  std::atomic<bool> m_isStopped = false;
};

SampleReader::SampleReader(const QString& storePath) : m_worker(new Worker(this, storePath)) {
  qRegisterMetaType<QList<SampleRecord>>();
  qRegisterMetaType<SampleRecord>();
  qRegisterMetaType<ShownSample>();
  qRegisterMetaType<HistogramHistory>();
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.setObjectName(QStringLiteral("sample reader"));
  m_thread.start();
}

SampleReader::~SampleReader() {
  m_worker->stop();
  m_thread.quit();
  m_thread.wait();
}

void SampleReader::requestList(const QString& run) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run] { worker->readList(run); }, Qt::QueuedConnection);
}

void SampleReader::requestSample(const QString& run, const SampleRecord& sample) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run, sample] { worker->readSample(run, sample); },
      Qt::QueuedConnection);
}

void SampleReader::requestHistory(const QString& run, const SampleSeries& histograms) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run, histograms] { worker->readHistory(run, histograms); },
      Qt::QueuedConnection);
}

}  // namespace trainyard
