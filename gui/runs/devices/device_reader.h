// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what the devices of a run did from the store, on a thread of its own.
#pragma once

#include <QObject>

#include "gui/runs/devices/device_lanes.h"
#include "gui/runs/records/store_thread.h"

namespace trainyard {

class DeviceReader : public QObject {
  Q_OBJECT
 public:
  explicit DeviceReader(const QString& storePath);
  ~DeviceReader() override;

  void request(const QString& run);

 signals:
  void lanesRead(const QString& run, const QList<trainyard::DeviceLane>& lanes);
  void failed(const QString& sentence);

 private:
  class Worker;
  Worker* m_worker;
  StoreThread m_thread;
};

}  // namespace trainyard
