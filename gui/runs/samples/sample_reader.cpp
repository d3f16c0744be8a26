// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_reader.h"

#include <algorithm>
#include <utility>

#include "gui/runs/records/store_worker.h"

namespace trainyard {
namespace {

constexpr int maxSamples = 20'000;  // the newest

}  // namespace

class SampleReader::Worker : public StoreWorker {
 public:
  Worker(SampleReader* owner, QString path)
      : StoreWorker(std::move(path),
                    [owner](const QString& sentence) { emit owner->failed(sentence); }),
        m_owner(owner) {}

  void readList(const QString& run) {
    if (const auto samples = take(store().samples().list(run, maxSamples)))
      emit m_owner->listRead(run, *samples);
  }

  void readSample(const QString& run, const SampleRecord& sample) {
    if (isStopped()) return;
    const auto content = take(store().samples().content(run, sample.attempt, sample.sequence));
    emit m_owner->sampleRead(run, sample,
                             ShownSample::read(sample, content.value_or(QByteArray())));
  }

  void readHistory(const QString& run, const SampleSeries& series) {
    std::vector<std::pair<double, SampleHistogram>> histograms;
    const qsizetype count = series.samples.size(),
                    columns = std::min(count, HistogramHistory::maxColumns);
    for (qsizetype column = 0; column < columns; ++column) {
      if (isStopped()) return;
      // The first and the last are among them.
      const qsizetype at = columns > 1 ? column * (count - 1) / (columns - 1) : 0;
      const SampleRecord& sample = series.samples[at];
      const auto content = take(store().samples().content(run, sample.attempt, sample.sequence));
      if (auto histogram = SampleHistogram::read(content.value_or(QByteArray())))
        histograms.emplace_back(static_cast<double>(sample.step.value_or(at)),
                                *std::move(histogram));
    }
    emit m_owner->historyRead(run, series.name, HistogramHistory::of(histograms));
  }

 private:
  SampleReader* m_owner;
};

SampleReader::SampleReader(const QString& storePath)
    : m_worker(new Worker(this, storePath)), m_thread(m_worker, QStringLiteral("sample reader")) {
  qRegisterMetaType<QList<SampleRecord>>();
  qRegisterMetaType<SampleRecord>();
  qRegisterMetaType<ShownSample>();
  qRegisterMetaType<HistogramHistory>();
}

SampleReader::~SampleReader() = default;

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
