// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/store_thread.h"

#include "gui/runs/records/store_worker.h"

namespace trainyard {

StoreThread::StoreThread(StoreWorker* worker, const QString& name) : m_worker(worker) {
  m_worker->moveToThread(&m_thread);
  QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.setObjectName(name);
  m_thread.start();
}

StoreThread::~StoreThread() {
  m_worker->stop();
  m_thread.quit();
  m_thread.wait();
}

}  // namespace trainyard
