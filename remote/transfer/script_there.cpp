// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/script_there.h"

#include <algorithm>

#include <QElapsedTimer>

#include "remote/host/file_error.h"
#include "remote/process/waiter.h"

namespace trainyard {

QCoro::Task<Result<ProgramOutput>> runThere(Host& host, QString script, QStringList arguments,
                                            QByteArray input, std::chrono::milliseconds deadline,
                                            std::stop_token stop,
                                            std::chrono::milliseconds patience) {
  const QStringList words =
      QStringList{
          QStringLiteral("-c"),
          QStringLiteral("umask %1\n").arg(QLatin1String(umaskFor(host.readers()))) + script,
          QStringLiteral("sh")} +
      arguments;
  Waiter pause;
  QElapsedTimer clock;
  clock.start();
  for (std::chrono::milliseconds wait = std::chrono::seconds(1);;
       wait = std::min<std::chrono::milliseconds>(wait * 2, std::chrono::seconds(30))) {
    CommandLine command{QStringLiteral("sh"), words};
    ProgramOptions options;
    options.input = input;
    auto done =
        co_await host.run(std::move(command), std::move(options), stop, QDeadlineTimer(deadline));
    if (done || done.error().kind != ErrorKind::unreachable ||
        std::chrono::milliseconds(clock.elapsed()) + wait > patience)
      co_return done;
    if (const Waited waited = co_await pause.wait(stop, QDeadlineTimer(wait));
        waited == Waited::stopped)
      co_return cancelledError();
  }
}

QCoro::Task<Result<void>> ensureFoldersThere(Host& host, QStringList paths, std::stop_token stop) {
  if (paths.isEmpty()) co_return {};
  CO_TRY(const auto made, co_await runThere(host, QStringLiteral("mkdir -p -- \"$@\""), paths, {},
                                            std::chrono::seconds(60), stop));
  if (made.exitCode == 0) co_return {};
  co_return fileError("folder.not_made", paths.first(),
                      QString::fromUtf8(made.err.left(300)).simplified());
}

}  // namespace trainyard
