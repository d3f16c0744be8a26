// Follows one attempt from a cursor to its end: by the agent's live stream while there is one, else by the file; both have the
// same offsets, so changing over loses nothing and repeats nothing.
#pragma once

#include <functional>
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
  ended,    // the `end` event was delivered
  gone,     // nobody writes any more, and there is no `end`
  stopped,  // stop was requested, or the sink failed
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

  AttemptFollower(Host& host, QNetworkAccessManager& network, Sink sink, IsGone isGone);

  QCoro::Task<FollowEnd> follow(AttemptPlace place, std::stop_token stop);

 private:
  struct Agent {
    QString address;
    int port = 0;
    QByteArray token;
  };
  QCoro::Task<std::optional<Agent>> readAgent(std::stop_token stop);
  QCoro::Task<void> readStream(Agent agent, std::stop_token stop);
  QCoro::Task<void> readFile(std::stop_token stop);
  void deliver(const EventBatch& batch);

  Host& m_host;
  QNetworkAccessManager& m_network;
  Sink m_sink;
  IsGone m_isGone;
  AttemptPlace m_place;
  bool m_sawEnd = false;
  bool m_failed = false;
};

}  // namespace trainyard
