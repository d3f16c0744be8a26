// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of agents that a person has not answered yet. In memory only: with the service they
// are gone, nothing was allowed then, and who asked asks again. One thread.
#pragma once

#include <functional>
#include <list>
#include <stop_token>

#include <QCoroTask>
#include <QHash>

#include "engine/contract/result.h"
#include "remote/process/waiter.h"
#include "remote/service/protocol/consent_values.h"

namespace trainyard {

class ConsentBook {
 public:
  static constexpr double lifetimeSeconds = 600;
  static constexpr qsizetype limit = 64;
  using Clock = std::function<double()>;  // Unix seconds

  explicit ConsentBook(Clock clock);
  ConsentBook() : ConsentBook(systemClock()) {}

  // Adds the request, or finds the one with this session and digest, and waits for its answer for
  // as long as wanted. An answer is given to one caller only, and the request is gone then: what
  // was allowed once is allowed once. Errors: "consent.too_many".
  QCoro::Task<Result<ConsentRecord>> ask(ConsentRequest request, std::chrono::seconds patience,
                                         std::stop_token stop);
  // Errors: "consent.unknown", "consent.no_session", "protocol.parameters" if it is no answer.
  Result<ConsentRecord> answer(const QString& id, ConsentState answer, const QString& words);
  void withdraw(const QString& session, const QString& digest);
  // Those that wait for an answer, the oldest first.
  QList<ConsentRecord> open();

  // Called after the list of open requests has changed.
  std::function<void()> onChanged;
  // Called with a new request.
  std::function<void(const ConsentRecord&)> onAsked;

 private:
  static Clock systemClock();
  using Records = std::list<ConsentRecord>;
  Records::iterator find(const QString& session, const QString& digest);
  Result<Records::iterator> add(ConsentRequest request);
  void expire();
  void tell();

  Clock m_clock;
  Records m_records;
  std::list<Waiter*> m_waiting;
};

}  // namespace trainyard
