// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/consent_book.h"

#include <algorithm>

#include <QScopeGuard>
#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/protocol/rpc.h"

namespace trainyard {
namespace {

constexpr qsizetype longestText = 2000, longestDocument = 1 << 20;

// Six digits are quickly typed, and there are 64 requests at most.
QString shortId() { return QUuid::createUuid().toString(QUuid::WithoutBraces).left(6); }

}  // namespace

ConsentBook::ConsentBook(Clock clock) : m_clock(std::move(clock)) {}

ConsentBook::Clock ConsentBook::systemClock() {
  return [] { return unix_time(); };
}

ConsentBook::Records::iterator ConsentBook::find(const QString& session, const QString& digest) {
  return std::ranges::find_if(m_records, [&](const ConsentRecord& record) {
    return record.request.session == session && record.request.digest == digest;
  });
}

Result<ConsentBook::Records::iterator> ConsentBook::add(ConsentRequest request) {
  if (static_cast<qsizetype>(m_records.size()) >= limit)
    return make_error("consent.too_many", {{"count", static_cast<std::int64_t>(limit)}});
  ConsentRecord record;
  do record.id = shortId();
  while (std::ranges::find(m_records, record.id, &ConsentRecord::id) != m_records.end());
  request.agent.truncate(100);
  request.purpose.truncate(longestText);
  request.document.truncate(longestDocument);
  record.runs = request.spending.runs.size();
  record.jobs = request.spending.jobs();
  record.gpuHours = request.spending.gpuHours();
  record.request = std::move(request);
  record.asked = m_clock();
  record.expires = record.asked + lifetimeSeconds;
  m_records.push_back(std::move(record));
  tell();
  if (onAsked) onAsked(m_records.back());
  return std::prev(m_records.end());
}

QCoro::Task<Result<ConsentRecord>> ConsentBook::ask(ConsentRequest request,
                                                    std::chrono::seconds patience,
                                                    std::stop_token stop) {
  const QDeadlineTimer deadline(patience);
  const QString session = request.session, digest = request.digest;
  expire();
  if (find(session, digest) == m_records.end()) {
    CO_TRY(add(std::move(request)));
  }
  Waiter waiter;
  m_waiting.push_back(&waiter);
  const auto leave = qScopeGuard([&] { m_waiting.remove(&waiter); });
  for (;;) {
    expire();
    const auto found = find(session, digest);
    // Withdrawn, or another caller has got the answer.
    if (found == m_records.end()) co_return make_error("consent.withdrawn", {});
    ConsentRecord record = *found;
    if (record.state != ConsentState::open) {
      m_records.erase(found);
      co_return record;
    }
    if (deadline.hasExpired() || stop.stop_requested()) co_return record;
    const auto left = std::chrono::milliseconds(
        std::max<qint64>(1, static_cast<qint64>((record.expires - m_clock()) * 1000) + 1));
    co_await waiter.wait(stop, std::min(deadline, QDeadlineTimer(left)));
  }
}

Result<ConsentRecord> ConsentBook::answer(const QString& id, ConsentState answer,
                                          const QString& words) {
  expire();
  const auto found = std::ranges::find_if(m_records, [&](const ConsentRecord& record) {
    return record.id == id && record.state == ConsentState::open;
  });
  if (found == m_records.end())
    return make_error("consent.unknown", {{"id", id.left(40).toStdString()}});
  if (answer == ConsentState::open || answer == ConsentState::expired)
    return rpc::parameterError({"answer", "kind.one_of", {{"known", "once, session, denied"}}});
  if (answer == ConsentState::session && !found->request.offersSession)
    return make_error("consent.no_session", {{"id", id.toStdString()}});
  found->state = answer;
  found->words = words.left(longestText);
  const ConsentRecord record = *found;
  tell();
  return record;
}

void ConsentBook::withdraw(const QString& session, const QString& digest) {
  const auto count = m_records.remove_if([&](const ConsentRecord& record) {
    return record.request.session == session &&
           (digest.isEmpty() || record.request.digest == digest);
  });
  if (count > 0) tell();
}

QList<ConsentRecord> ConsentBook::open() {
  expire();
  QList<ConsentRecord> records;
  for (const ConsentRecord& record : m_records)
    if (record.state == ConsentState::open) records << record;
  return records;
}

// An answer that nobody has fetched lapses, too. The one who asks is told once that it was too
// late; if they are gone, the record goes after as long again.
void ConsentBook::expire() {
  const double now = m_clock();
  bool isAny = false;
  for (ConsentRecord& record : m_records)
    if (record.state != ConsentState::expired && record.expires <= now) {
      record.state = ConsentState::expired;
      isAny = true;
    }
  m_records.remove_if([&](const ConsentRecord& record) {
    return record.state == ConsentState::expired && record.expires + lifetimeSeconds <= now;
  });
  if (isAny) tell();
}

void ConsentBook::tell() {
  for (Waiter* waiter : m_waiting) waiter->wake();
  if (onChanged) onChanged();
}

}  // namespace trainyard
