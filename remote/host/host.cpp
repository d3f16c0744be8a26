#include "remote/host/host.h"

#include <algorithm>

#include "remote/process/waiter.h"

namespace trainyard {

bool isOutOfReach(const Error& error) {
  static constexpr const char* codes[] = {"host.unreachable", "host.refused", "host.needs_person",
                                          "ask.nobody", "ssh.config"};
  return std::any_of(std::begin(codes), std::end(codes),
                     [&](const char* code) { return error.code == code; });
}

QCoro::Task<void> Host::untilGrown(QString path, qint64 bytes, std::stop_token stop) {
  (void)path, (void)bytes;
  Waiter waiter;
  co_await waiter.wait(stop, QDeadlineTimer(pause()));
}

}  // namespace trainyard
