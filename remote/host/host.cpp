// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/host.h"

#include "remote/process/waiter.h"

namespace trainyard {

bool isOutOfReach(const Error& error) {
  return error.kind == ErrorKind::unreachable || error.kind == ErrorKind::needs_person;
}

QCoro::Task<void> Host::untilGrown(QString path, qint64 bytes, std::stop_token stop) {
  (void)path, (void)bytes;
  Waiter waiter;
  co_await waiter.wait(stop, QDeadlineTimer(pause()));
}

}  // namespace trainyard
