// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/moment/moment_reader.h"

#include "gui/runs/records/store_worker.h"

namespace trainyard {
namespace {

// More than a slider has pixels; between them steps are evenly spread.
constexpr int mostMoments = 20'000;

}  // namespace

class MomentReader::Worker : public StoreWorker {
 public:
  Worker(MomentReader* owner, QString path)
      : StoreWorker(std::move(path),
                    [owner](const QString& sentence) { emit owner->failed(sentence); }),
        m_owner(owner) {}

  void read(const QString& run) {
    if (isStopped()) return;
    if (const auto steps = take(store().curves().stepPlaces(run, mostMoments)))
      emit m_owner->stepsRead(run, *steps);
  }

 private:
  MomentReader* m_owner;
};

MomentReader::MomentReader(const QString& storePath)
    : m_worker(new Worker(this, storePath)), m_thread(m_worker, QStringLiteral("moment reader")) {
  qRegisterMetaType<QList<StepPlace>>();
}

MomentReader::~MomentReader() = default;

void MomentReader::request(const QString& run) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run] { worker->read(run); }, Qt::QueuedConnection);
}

}  // namespace trainyard
