// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/wait_gpus.h"

#include <chrono>
#include <cstdio>

#include <unistd.h>

#include <QNetworkAccessManager>

#include "engine/contract/messages.h"
#include "remote/cli/output.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/service/notifications/notifier.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The service gives the same answer for as long.
constexpr std::chrono::seconds askedAgain{30};

// "a100 GPUs"
QString kindText(const QString& type, int count) {
  const QString word = count == 1 ? QStringLiteral("GPU") : QStringLiteral("GPUs");
  return type.isEmpty() ? word : sanitizedForTerminal(type) + QLatin1Char(' ') + word;
}

// Waiting longer does not help where there are not that many.
Result<void> checkAreThere(const AvailableGpus& found, const QString& target,
                           const GpuWish& wanted) {
  if (found.mostTotal >= wanted.count) return {};
  return make_error("cluster.too_few_gpus",
                    {{"target", target.toStdString()},
                     {"count", std::int64_t{wanted.count}},
                     {"kind", kindText(wanted.type, wanted.count).toStdString()},
                     {"there", std::int64_t{found.mostTotal}}});
}

// One line that is redrawn on a terminal; else a line for each change.
class WaitLine {
 public:
  ~WaitLine() {
    if (m_isTerminal && !m_shown.isEmpty()) std::fputs("\r\033[K", stderr);
  }
  void show(const QString& line) {
    if (line == m_shown) return;
    m_shown = line;
    std::fprintf(stderr, m_isTerminal ? "\r\033[K%s" : "%s\n", line.toUtf8().constData());
    std::fflush(stderr);
  }

 private:
  bool m_isTerminal = ::isatty(STDERR_FILENO) != 0;
  QString m_shown;
};

int sayFree(const AvailableGpus& found, const QString& target, bool isNotified) {
  const Error words =
      make_error("notify.gpus_free", {{"count", std::int64_t{found.free}},
                                      {"kind", kindText(found.type, found.free).toStdString()},
                                      {"partition", found.partition.toStdString()},
                                      {"target", target.toStdString()}});
  QString line = sanitizedForTerminal(text(words.message));
  if (found.free > found.maxOnANode)
    line += QStringLiteral(" (at most %1 on a node)").arg(found.maxOnANode);
  print(line);
  std::fflush(stdout);
  if (!isNotified) return 0;
  const auto settings = readNotificationSettings();
  if (!settings) return fail(settings.error());
  QNetworkAccessManager network;
  const RunNotice notice{"gpus_free", {}, target, target, words};
  if (const auto delivered = deliverNow(*settings, notice, network); !delivered)
    return fail(delivered.error());
  return 0;
}

}  // namespace

QCoro::Task<int> waitForGpus(ServiceClient& client, QString target, GpuWish wanted,
                             Notified notified) {
  if (notified == Notified::yes) {
    const auto settings = readNotificationSettings();
    if (!settings) co_return fail(settings.error());
    if (settings->isOff()) co_return fail(make_error("notifications.off", {}));
  }
  explainInterruptAs(QStringLiteral("No longer waiting."));
  Waiter pause;
  WaitLine line;
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return fail(connected.error());
    const auto state = co_await client.call(methods::clusterState, {}, target, ProbeWhen::ask);
    if (!state && !may_succeed_later(state.error())) co_return fail(state.error());
    if (state) {
      const AvailableGpus found = availableGpusIn(*state, wanted);
      if (const auto enough = checkAreThere(found, target, wanted); !enough)
        co_return fail(enough.error());
      if (found.free >= wanted.count) {
        line.show({});
        co_return sayFree(found, target, notified == Notified::yes);
      }
      line.show(QStringLiteral("%1 of %2 %3 are free in %4; waiting for %5")
                    .arg(found.free)
                    .arg(found.total)
                    .arg(kindText(found.type, found.total), sanitizedForTerminal(found.partition))
                    .arg(wanted.count));
    } else {
      line.show(sanitizedForTerminal(text(state.error().message)));
    }
    co_await pause.wait({}, QDeadlineTimer(askedAgain));
  }
}

}  // namespace trainyard
