// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/host.h"

#include "engine/contract/messages.h"
#include "remote/process/waiter.h"

namespace trainyard {

bool isOutOfReach(const Error& error) {
  return error.kind == ErrorKind::unreachable || error.kind == ErrorKind::needs_person;
}

QCoro::Task<Result<StreamListener::Ticket>> Host::offerProgram(ClientProgram, std::stop_token) {
  co_return make_error("terminal.here", {});
}

QCoro::Task<void> Host::untilGrown(QString path, qint64 bytes, std::stop_token stop) {
  (void)path, (void)bytes;
  Waiter waiter;
  co_await waiter.wait(stop, QDeadlineTimer(pause()));
}

}  // namespace trainyard
