// SPDX-License-Identifier: GPL-3.0-or-later
// Allows one transfer into a folder at a time: two runs that are submitted together need the same
// data and the same engine.
#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/process/waiter.h"

namespace trainyard {

// Held as long as the object exists. All in one thread.
class TransferTurn {
 public:
  static QCoro::Task<Result<TransferTurn>> take(const Host& host, QString folder,
                                                std::stop_token stop) {
    const Key key{&host, folder};
    while (taken().contains(key)) {
      Waiter free;
      auto& waiting = taken().at(key)->waiting;
      waiting.push_back(&free);
      const Waited waited = co_await free.wait(stop);
      if (taken().contains(key)) std::erase(taken().at(key)->waiting, &free);
      if (waited == Waited::stopped) co_return cancelledError();
    }
    taken().emplace(key, std::make_unique<Queue>());
    co_return TransferTurn(key);
  }
  TransferTurn(TransferTurn&& other) noexcept : m_key(std::exchange(other.m_key, {})) {}
  TransferTurn& operator=(TransferTurn&& other) noexcept {
    std::swap(m_key, other.m_key);
    return *this;
  }
  ~TransferTurn() {
    if (!m_key.first) return;
    const auto queue = std::move(taken().at(m_key));
    taken().erase(m_key);
    for (Waiter* waiter : queue->waiting) waiter->wake();
  }

 private:
  using Key = std::pair<const Host*, QString>;
  struct Queue {
    std::vector<Waiter*> waiting;
  };
  explicit TransferTurn(Key key) : m_key(std::move(key)) {}
  static std::map<Key, std::unique_ptr<Queue>>& taken() {
    static std::map<Key, std::unique_ptr<Queue>> map;
    return map;
  }
  Key m_key{};
};

}  // namespace trainyard
