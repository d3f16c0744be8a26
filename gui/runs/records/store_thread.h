// SPDX-License-Identifier: GPL-3.0-or-later
// A thread of its own for a worker that reads the store. The worker ends with it, in its thread.
#pragma once

#include <QString>
#include <QThread>

namespace trainyard {

class StoreWorker;

class StoreThread {
 public:
  // `name`: as a debugger shows it.
  StoreThread(StoreWorker* worker, const QString& name);
  // What the worker is still asked for is dropped.
  ~StoreThread();

 private:
  QThread m_thread;
  StoreWorker* m_worker;
};

}  // namespace trainyard
