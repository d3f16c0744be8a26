// SPDX-License-Identifier: GPL-3.0-or-later
// Follows one attempt from a cursor to its end: through the agent's live stream while there is one,
// else through the file; both have the same offsets, so switching loses nothing and repeats
// nothing. If the target's network cannot be reached through a forward, the file is polled instead.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QNetworkAccessManager>
#include <QString>

#include "engine/contract/result.h"
#include "remote/follow/event_stream.h"
#include "remote/host/host.h"

namespace trainyard {

enum class FollowEnd {
  ended,        // the `end` event was delivered
  gone,         // the writer is gone, and there is no `end`
  unreachable,  // the host cannot be reached; problem() says why. Follow again from the cursor once
                // it can
  stopped,      // stop was requested, or the sink failed
};

struct AttemptPlace {
  QString folder;  // attempts/<number>
  int number = 0;
  qint64 offset = 0;
};

class AttemptFollower {
 public:
  using Sink = std::function<Result<void>(const EventBatch&)>;
  // Whether the attempt's writer is gone for good.
  using IsGone = std::function<QCoro::Task<bool>()>;
  // Called once if the stream is not available and the file is read instead.
  using OnFile = std::function<void(const Error&)>;

  AttemptFollower(Host& host, QNetworkAccessManager& network, Sink sink, IsGone isGone,
                  OnFile onFile);

  QCoro::Task<FollowEnd> follow(AttemptPlace place, std::stop_token stop);
  const Error& problem() const { return m_problem; }

 private:
  struct Agent {
    QString address;
    quint16 port = 0;
    QByteArray token;
  };
  QString eventFile() const { return m_place.folder + QStringLiteral("/events.jsonl"); }
  QCoro::Task<bool> readFile(std::stop_token stop);
  QCoro::Task<std::optional<Agent>> readAgent(std::stop_token stop);
  QCoro::Task<std::unique_ptr<Forward>> openForward(Agent agent, std::stop_token stop);
  QNetworkRequest streamRequest(const Agent& agent, const QByteArray& nonce) const;
  QCoro::Task<void> readStream(Agent agent, std::stop_token stop);
  QCoro::Task<void> checkPlace(qint64 known, std::stop_token stop);
  void useFile(const Error& why);
  void passOver(const QByteArray& bytes);
  void deliver(const EventBatch& batch);
  bool isUnreachable(const Error& error);

  Host& m_host;
  QNetworkAccessManager& m_network;
  Sink m_sink;
  IsGone m_isGone;
  OnFile m_onFile;
  AttemptPlace m_place;
  qint64 m_scanned = 0;  // beyond the cursor: an incomplete line was seen up to here
  bool m_sawEnd = false;
  bool m_failed = false;
  bool m_unreachable = false;
  bool m_byFile = false;
  QDeadlineTimer m_nextForward;  // no retry before
  Error m_problem;
};

}  // namespace trainyard
