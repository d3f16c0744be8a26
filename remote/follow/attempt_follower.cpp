// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/follow/attempt_follower.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QUrl>

#include "engine/contract/messages.h"
#include "remote/follow/stream_proof.h"
#include "remote/process/waiter.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds silenceLimit{15};  // three missed heartbeats
constexpr std::chrono::seconds forwardPause{60};
constexpr qint64 fileChunkBytes = eventLineLimitBytes;
// The maximum processed at once; then others get their turn.
constexpr qsizetype pieceBytes = 32 << 10;
// How often the file of a writer that is gone is checked again, since its last output may arrive
// late.
constexpr int lateChecks = 2;

}  // namespace

AttemptFollower::AttemptFollower(Host& host, QNetworkAccessManager& network, Sink sink,
                                 IsGone isGone, OnFile onFile)
    : m_host(host),
      m_network(network),
      m_sink(std::move(sink)),
      m_isGone(std::move(isGone)),
      m_onFile(std::move(onFile)) {}

void AttemptFollower::deliver(const EventBatch& batch) {
  if (!batch.offset || *batch.offset <= m_place.offset) return;
  m_scanned = m_place.offset = *batch.offset;
  if (auto taken = m_sink(batch); !taken) m_failed = true;
  for (const Event& event : batch.events) m_sawEnd |= std::holds_alternative<EndEvent>(event.body);
}

bool AttemptFollower::isUnreachable(const Error& error) {
  if (!isOutOfReach(error)) return false;
  m_problem = error;
  m_unreachable = true;
  return true;
}

QCoro::Task<FollowEnd> AttemptFollower::follow(AttemptPlace place, std::stop_token stop) {
  m_place = std::move(place);
  m_sawEnd = m_failed = m_unreachable = false;
  m_scanned = m_place.offset;
  co_await checkPlace(0, stop);
  Waiter waiter;
  int looksWhileGone = 0;
  for (;;) {
    // Checked first: what was written before the writer ended is then in the file read below.
    const bool gone = co_await m_isGone();
    const bool grew = co_await readFile(stop);
    if (m_sawEnd) co_return FollowEnd::ended;
    if (m_failed || stop.stop_requested()) co_return FollowEnd::stopped;
    if (m_unreachable) co_return FollowEnd::unreachable;
    const bool mayBeLate = m_host.pause() >= std::chrono::seconds(1);
    if (gone && (!mayBeLate || (!grew && looksWhileGone++ >= lateChecks)))
      co_return FollowEnd::gone;
    // An incomplete line does not matter for the stream.
    if (!gone && m_nextForward.hasExpired() && m_scanned == m_place.offset) {
      const qint64 known = m_place.offset;
      if (auto agent = co_await readAgent(stop)) {
        if (const auto forward = co_await openForward(*agent, stop)) {
          agent->address = forward->address();
          agent->port = forward->port();
          co_await readStream(*agent, stop);
        }
      }
      if (!m_sawEnd && m_place.offset > known) co_await checkPlace(known, stop);
    }
    if (m_sawEnd) co_return FollowEnd::ended;
    if (m_unreachable) co_return FollowEnd::unreachable;
    if (gone)
      co_await waiter.wait(stop, QDeadlineTimer(m_host.pause()));
    else
      co_await m_host.untilGrown(eventFile(), m_scanned, stop);
  }
}

QCoro::Task<std::optional<AttemptFollower::Agent>> AttemptFollower::readAgent(
    std::stop_token stop) {
  auto content =
      co_await m_host.readFile(m_place.folder + QStringLiteral("/agent.json"), 0, 1 << 16, stop);
  if (!content) {
    (void)isUnreachable(content.error());
    co_return std::nullopt;
  }
  const QJsonObject agent = QJsonDocument::fromJson(*content).object();
  const QString address = agent[QStringLiteral("addresses")].toArray().first().toString();
  const int port = agent[QStringLiteral("port")].toInt();
  if (address.isEmpty() || port <= 0 || port > 65535) co_return std::nullopt;
  co_return Agent{address, static_cast<quint16>(port),
                  agent[QStringLiteral("token")].toString().toUtf8()};
}

QCoro::Task<std::unique_ptr<Forward>> AttemptFollower::openForward(Agent agent,
                                                                   std::stop_token stop) {
  auto forward = co_await m_host.forward(agent.address, agent.port, stop);
  if (forward) co_return std::move(*forward);
  if (isUnreachable(forward.error()) || forward.error().kind == ErrorKind::cancelled)
    co_return std::unique_ptr<Forward>();
  useFile(forward.error());
  co_return std::unique_ptr<Forward>();
}

// What is beyond the end of the file was not written: reading restarts from `known`, which was.
// Events that were already processed are recognized by their sequence number.
QCoro::Task<void> AttemptFollower::checkPlace(qint64 known, std::stop_token stop) {
  if (m_place.offset == known) co_return;
  auto entries = co_await m_host.list(m_place.folder, stop);
  if (!entries) {
    (void)isUnreachable(entries.error());
    co_return;
  }
  qint64 bytes = 0;
  for (const FolderEntry& entry : *entries)
    if (entry.name == QLatin1String("events.jsonl")) bytes = entry.bytes;
  if (m_place.offset > bytes) m_scanned = m_place.offset = std::min(known, bytes);
}

void AttemptFollower::useFile(const Error& why) {
  m_nextForward = why.code == "forward.refused" ? QDeadlineTimer(QDeadlineTimer::Forever)
                                                : QDeadlineTimer(forwardPause);
  if (!std::exchange(m_byFile, true) && m_onFile) m_onFile(why);
}

QNetworkRequest AttemptFollower::streamRequest(const Agent& agent, const QByteArray& nonce) const {
  QUrl url;
  url.setScheme(QStringLiteral("http"));
  url.setHost(agent.address);
  url.setPort(agent.port);
  url.setPath(QStringLiteral("/v1/events"));
  url.setQuery(QStringLiteral("since=%1:%2").arg(m_place.number).arg(m_place.offset));
  QNetworkRequest request(url);
  request.setRawHeader(nonceHeader, nonce);
  request.setRawHeader(proofHeader, clientProof(agent.token, nonce));
  request.setRawHeader("Accept", "text/event-stream");
  request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                       QNetworkRequest::ManualRedirectPolicy);
  return request;
}

QCoro::Task<void> AttemptFollower::readStream(Agent agent, std::stop_token stop) {
  const QByteArray nonce = freshNonce();
  Waiter waiter, others;
  const std::unique_ptr<QNetworkReply> reply(m_network.get(streamRequest(agent, nonce)));
  reply->setReadBufferSize(pieceBytes);
  QObject::connect(reply.get(), &QNetworkReply::readyRead, &waiter, [&waiter] { waiter.wake(); });
  QObject::connect(reply.get(), &QNetworkReply::finished, &waiter, [&waiter] { waiter.wake(); });
  EventStreamParser parser(m_place.number);
  QDeadlineTimer silence(silenceLimit);
  while (!m_sawEnd && !m_failed && !parser.isOver()) {
    const Waited waited = co_await waiter.wait(stop, silence);
    if (waited != Waited::woken) break;
    const bool finished = reply->isFinished();  // what it still has is read below
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    // Checked before any of the answer is used.
    if (status != 0 && !isSame(reply->rawHeader(proofHeader), serverProof(agent.token, nonce))) {
      useFile(make_error("follow.unproven", {}));
      break;
    }
    // Once the other side has closed, whatever is left is here at once, however much it is.
    for (QByteArray bytes = reply->read(pieceBytes);
         !bytes.isEmpty() && !m_sawEnd && !m_failed && !parser.isOver();
         bytes = reply->read(pieceBytes)) {
      if (status == 200) deliver(parser.feed(bytes));
      silence = QDeadlineTimer(silenceLimit);
      const Waited turned = co_await others.turn(stop);
      if (turned == Waited::stopped) break;
    }
    if (finished && reply->bytesAvailable() == 0) break;
  }
  QObject::disconnect(reply.get(), nullptr, &waiter, nullptr);
  reply->abort();
}

// Returns whether there was something new.
QCoro::Task<bool> AttemptFollower::readFile(std::stop_token stop) {
  const QString path = eventFile();
  const qint64 before = m_place.offset;
  Waiter others;
  while (!m_sawEnd && !m_failed && !stop.stop_requested()) {
    auto bytes = co_await m_host.readFile(path, m_scanned, fileChunkBytes, stop);
    if (!bytes) (void)isUnreachable(bytes.error());
    if (!bytes || bytes->isEmpty()) break;
    if (m_scanned > m_place.offset) {
      passOver(*bytes);
      continue;
    }
    if (!bytes->contains('\n')) {
      if (bytes->size() < fileChunkBytes) break;  // incomplete
      m_scanned += bytes->size();
      continue;
    }
    for (const QByteArray& piece : piecesAtLines(*bytes, pieceBytes)) {
      deliver(linesAt(m_place.offset, piece));
      if (m_sawEnd || m_failed || stop.stop_requested()) break;
      co_await others.turn(stop);
    }
  }
  co_return m_place.offset > before;
}

// The rest of a line that exceeds the limit: scanned for its end, but not stored.
void AttemptFollower::passOver(const QByteArray& bytes) {
  const qsizetype end = bytes.indexOf('\n');
  if (end < 0) {
    m_scanned += bytes.size();
    return;
  }
  EventBatch batch;
  batch.offset = m_scanned + end + 1;
  batch.badLines = 1;
  batch.longLines = {*batch.offset - m_place.offset};
  deliver(batch);
}

}  // namespace trainyard
