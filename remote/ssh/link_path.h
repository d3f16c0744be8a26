// SPDX-License-Identifier: GPL-3.0-or-later
// The hosts on the way to a target: what carries each session, and what has ended if one is lost.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/process/waiter.h"
#include "remote/ssh/login/login.h"
#include "remote/ssh/ssh_session.h"
#include "remote/ssh/transport/transport.h"

namespace trainyard {

class LinkPath {
 public:
  struct Hop {
    QString name;
    std::unique_ptr<Transport> carrier;  // null: a separate TCP connection
    std::unique_ptr<SshSession> session;
  };

  // `waiter` is woken when a session or a transport changes; `tasks` finish what is dropped.
  LinkPath(const QString& host, Waiter& waiter, TaskGroup& tasks)
      : m_host(host), m_waiter(waiter), m_tasks(tasks) {}

  bool isEmpty() const { return m_hops.empty(); }
  const QString& lastName() const { return m_hops.back().name; }
  // Of the newest host; when connected, of the target.
  std::shared_ptr<SessionInbox> inbox() const { return m_hops.back().session->inbox(); }
  void add(Hop hop) { m_hops.push_back(std::move(hop)); }

  // Prepares what a login needs: addresses, or a socket of the returned transport.
  QCoro::Task<Result<std::unique_ptr<Transport>>> open(LoginRequest& request, bool isFirst,
                                                       std::stop_token stop);
  // Why a transport does not carry a session; nothing: it does.
  QCoro::Task<std::optional<Error>> whyNotCarried(Transport& carrier, std::stop_token stop);
  // The reason why the connected path is lost.
  QCoro::Task<Error> untilLost(std::stop_token stop);
  void drop();

 private:
  std::optional<Error> lostAt(std::size_t number);

  const QString& m_host;
  Waiter& m_waiter;
  TaskGroup& m_tasks;
  std::vector<Hop> m_hops;  // from the first host on
};

}  // namespace trainyard
