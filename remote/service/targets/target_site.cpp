// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/targets/target_site.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/process/waiter.h"

namespace trainyard {

Error errorOf(const TargetSite::Link& link) {
  Error error = make_error("target.connecting", {});
  if (!link.reason.isEmpty())
    error = foreign_error(
        link.code.toStdString(), link.arguments, link.reason.toStdString(),
        link.code == QLatin1String("ssh.config") ? ExitCode::invalid_input : ExitCode::unreachable);
  return error;
}

Error keptReason(std::optional<Error>& kept, Error now) {
  const bool isConnecting = now.code == "target.connecting";
  if (!kept || (kept->code != now.code && !isConnecting)) kept = std::move(now);
  return *kept;
}

QCoro::Task<void> untilWorthTrying(TargetSite& site, std::stop_token stop) {
  constexpr std::chrono::seconds usualPause{5};
  constexpr double maxPauseSeconds = 600;
  Waiter waiter;
  QObject::connect(&site, &TargetSite::linkChanged, &waiter, [&waiter] { waiter.wake(); });
  const TargetSite::Link link = site.link();
  QDeadlineTimer deadline(usualPause);
  if (link.link == TargetLink::refused) {
    deadline = QDeadlineTimer(QDeadlineTimer::Forever);
  } else if (link.link == TargetLink::waiting) {
    // The wall clock may have been set back meanwhile.
    const double left = std::clamp(link.nextTry - unix_time(), 0.0, maxPauseSeconds);
    deadline = QDeadlineTimer(std::chrono::milliseconds(100 + static_cast<qint64>(1000 * left)));
  }
  co_await waiter.wait(stop, deadline);
}

}  // namespace trainyard
