// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/devices/device_reader.h"

#include "gui/runs/records/store_worker.h"

namespace trainyard {
namespace {

// The newest: of four nodes all of the last day, and two weeks before it.
constexpr int maxDeviceSamples = 40'000;

}  // namespace

class DeviceReader::Worker : public StoreWorker {
 public:
  Worker(DeviceReader* owner, QString path)
      : StoreWorker(std::move(path),
                    [owner](const QString& sentence) { emit owner->failed(sentence); }),
        m_owner(owner) {}

  void read(const QString& run) {
    if (isStopped()) return;
    if (const auto systems = take(store().systems(run, maxDeviceSamples)))
      emit m_owner->lanesRead(run, deviceLanes(*systems));
  }

 private:
  DeviceReader* m_owner;
};

DeviceReader::DeviceReader(const QString& storePath)
    : m_worker(new Worker(this, storePath)), m_thread(m_worker, QStringLiteral("device reader")) {
  qRegisterMetaType<QList<DeviceLane>>();
}

DeviceReader::~DeviceReader() = default;

void DeviceReader::request(const QString& run) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run] { worker->read(run); }, Qt::QueuedConnection);
}

}  // namespace trainyard
