// SPDX-License-Identifier: GPL-3.0-or-later
// What readers of the store in a thread of their own have in common: a connection that is bound to
// that thread, and what becomes of errors.
#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "gui/targets/error_text.h"
#include "remote/store/run_store.h"

namespace trainyard {

class StoreWorker : public QObject {
 public:
  // `failed` is called with a sentence, in the worker's thread.
  StoreWorker(QString path, std::function<void(const QString&)> failed)
      : m_path(std::move(path)), m_failed(std::move(failed)) {}

  // From any thread.
  void stop() { m_isStopped = true; }

 protected:
  bool isStopped() const { return m_isStopped; }

  RunStore& store() {
    if (!m_store) m_store = std::make_unique<RunStore>(m_path);
    return *m_store;
  }

  template <class T>
  std::optional<T> take(Result<T> result) {
    if (result) return std::move(*result);
    // The service is updating a store of an older version; what is shown is asked for again then.
    if (result.error().code != "store.older") m_failed(errorText(result.error()));
    return std::nullopt;
  }

 private:
  QString m_path;
  std::function<void(const QString&)> m_failed;
  std::unique_ptr<RunStore> m_store;
  std::atomic<bool> m_isStopped = false;
};

}  // namespace trainyard
