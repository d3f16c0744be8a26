// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/client/cluster_client.h"

namespace trainyard {

QCoro::Task<Result<ClusterState>> clusterState(ServiceClient& client, QString target, LookWhen when,
                                               std::stop_token stop) {
  const QJsonObject parameters{{"target", target}, {"when", nameOf(when)}};
  CO_TRY(auto answer, co_await client.call(QStringLiteral("cluster.state"), parameters, stop));
  co_return clusterStateFrom(answer);
}

QCoro::Task<Result<QueueAnswer>> clusterQueue(ServiceClient& client, QString target, LookWhen when,
                                              std::stop_token stop) {
  const QJsonObject parameters{{"target", target}, {"when", nameOf(when)}};
  CO_TRY(auto answer, co_await client.call(QStringLiteral("queue.list"), parameters, stop));
  co_return queueAnswerFrom(answer);
}

QCoro::Task<Result<void>> cancelQueuedJob(ServiceClient& client, QString target, QString job,
                                          std::stop_token stop) {
  const QJsonObject parameters{{"target", target}, {"queued", job}};
  CO_TRY(co_await client.call(QStringLiteral("queue.cancel"), parameters, stop));
  co_return {};
}

}  // namespace trainyard
