#include "remote/follow/attempt_follower.h"

#include <memory>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QUrl>

#include "remote/process/waiter.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds silenceLimit{15};  // three missed heartbeats
constexpr std::chrono::milliseconds filePause{100};
constexpr qint64 fileChunkBytes = 4 << 20;

}  // namespace

AttemptFollower::AttemptFollower(Host& host, QNetworkAccessManager& network, Sink sink, IsGone isGone)
    : m_host(host), m_network(network), m_sink(std::move(sink)), m_isGone(std::move(isGone)) {}

void AttemptFollower::deliver(const EventBatch& batch) {
  if (!batch.offset || *batch.offset <= m_place.offset) return;
  m_place.offset = *batch.offset;
  if (auto taken = m_sink(batch); !taken) m_failed = true;
  for (const Event& event : batch.events) m_sawEnd |= std::holds_alternative<EndEvent>(event.body);
}

QCoro::Task<FollowEnd> AttemptFollower::follow(AttemptPlace place, std::stop_token stop) {
  m_place = std::move(place);
  Waiter waiter;
  for (;;) {
    // Asked first: what was written before the writer went is then in the file below.
    const bool gone = co_await m_isGone();
    co_await readFile(stop);
    if (m_sawEnd) co_return FollowEnd::ended;
    if (m_failed || stop.stop_requested()) co_return FollowEnd::stopped;
    if (gone) co_return FollowEnd::gone;
    const auto agent = co_await readAgent(stop);
    if (agent) co_await readStream(*agent, stop);
    if (m_sawEnd) co_return FollowEnd::ended;
    co_await waiter.wait(stop, QDeadlineTimer(filePause));
  }
}

QCoro::Task<std::optional<AttemptFollower::Agent>> AttemptFollower::readAgent(std::stop_token stop) {
  auto content = co_await m_host.readFile(m_place.folder + QStringLiteral("/agent.json"), 0, 1 << 16, stop);
  if (!content) co_return std::nullopt;
  const QJsonObject agent = QJsonDocument::fromJson(*content).object();
  const QString address = agent[QStringLiteral("addresses")].toArray().first().toString();
  const int port = agent[QStringLiteral("port")].toInt();
  if (address.isEmpty() || port <= 0) co_return std::nullopt;
  co_return Agent{address, port, agent[QStringLiteral("token")].toString().toUtf8()};
}

QCoro::Task<void> AttemptFollower::readStream(Agent agent, std::stop_token stop) {
  QUrl url;
  url.setScheme(QStringLiteral("http"));
  url.setHost(agent.address);
  url.setPort(agent.port);
  url.setPath(QStringLiteral("/v1/events"));
  url.setQuery(QStringLiteral("since=%1:%2").arg(m_place.number).arg(m_place.offset));
  QNetworkRequest request(url);
  request.setRawHeader("Authorization", "Bearer " + agent.token);
  request.setRawHeader("Accept", "text/event-stream");
  request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
  Waiter waiter;
  const std::unique_ptr<QNetworkReply> reply(m_network.get(request));
  QObject::connect(reply.get(), &QNetworkReply::readyRead, &waiter, [&waiter] { waiter.wake(); });
  QObject::connect(reply.get(), &QNetworkReply::finished, &waiter, [&waiter] { waiter.wake(); });
  EventStreamParser parser(m_place.number);
  QDeadlineTimer silence(silenceLimit);
  while (!m_sawEnd && !m_failed) {
    const Waited waited = co_await waiter.wait(stop, silence);
    if (waited != Waited::woken) break;
    const bool finished = reply->isFinished();
    const QByteArray bytes = reply->readAll();
    if (reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() == 200) deliver(parser.feed(bytes));
    if (finished) break;
    if (!bytes.isEmpty()) silence = QDeadlineTimer(silenceLimit);
  }
  QObject::disconnect(reply.get(), nullptr, &waiter, nullptr);
  reply->abort();
}

QCoro::Task<void> AttemptFollower::readFile(std::stop_token stop) {
  const QString path = m_place.folder + QStringLiteral("/events.jsonl");
  while (!m_sawEnd && !m_failed && !stop.stop_requested()) {
    auto bytes = co_await m_host.readFile(path, m_place.offset, fileChunkBytes, stop);
    if (!bytes || bytes->isEmpty()) co_return;
    const EventBatch batch = linesAt(m_place.offset, *bytes);
    if (!batch.offset) co_return;
    deliver(batch);
  }
}

}  // namespace trainyard
