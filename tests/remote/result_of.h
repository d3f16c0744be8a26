// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the event loop until a task is done; unlike QCoro's own, also for results that have no
// default.
#pragma once

#include <optional>

#include <QCoroTask>

namespace trainyard {

template <class T>
QCoro::Task<void> keepResult(QCoro::Task<T> task, std::optional<T>& result) {
  result.emplace(co_await task);
}

template <class T>
T resultOf(QCoro::Task<T> task) {
  std::optional<T> result;
  QCoro::waitFor(keepResult(std::move(task), result));
  return std::move(*result);
}

}  // namespace trainyard
