// SPDX-License-Identifier: GPL-3.0-or-later
// A host whose programs are functions: what Slurm answers is the test's to say.
#pragma once

#include <functional>

#include "engine/contract/messages.h"
#include "remote/host/host.h"
#include "remote/process/waiter.h"

namespace trainyard {

class ScriptedHost : public Host {
 public:
  std::function<Result<ProgramOutput>(const QString& program, const QStringList& words)> answer;
  QHash<QString, QList<FolderEntry>> folders;
  std::chrono::milliseconds slowness{0};
  int atOnce = 0, maxAtOnce = 0;

  QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options,
                                         std::stop_token stop, QDeadlineTimer deadline) override {
    (void)options, (void)deadline;
    maxAtOnce = std::max(maxAtOnce, ++atOnce);
    Waiter waiter;
    if (slowness.count() > 0) (void)co_await waiter.wait(stop, QDeadlineTimer(slowness));
    --atOnce;
    if (stop.stop_requested()) co_return cancelledError();
    // env -u A B=c program words
    QStringList words = command.arguments;
    while (!words.isEmpty() &&
           (words.first() == QLatin1String("-u") || words.first().contains(QLatin1Char('='))))
      words.remove(0, words.first() == QLatin1String("-u") ? 2 : 1);
    const QString program = words.takeFirst();
    co_return answer(program, words);
  }
  QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token) override {
    co_return folders.value(path);
  }

  QCoro::Task<Result<QByteArray>> readFile(QString path, qint64, qint64, std::stop_token) override {
    co_return missing(path);
  }
  QCoro::Task<Result<void>> writeFile(QString path, QByteArray, std::stop_token) override {
    co_return missing(path);
  }
  QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token) override {
    co_return missing(path);
  }
  QCoro::Task<Result<void>> removeTree(QString path, std::stop_token) override {
    co_return missing(path);
  }
  QCoro::Task<Result<std::unique_ptr<Forward>>> forward(QString address, quint16,
                                                        std::stop_token) override {
    co_return missing(address);
  }
  QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token) override {
    co_return missing({});
  }
  std::chrono::milliseconds pause() const override { return std::chrono::milliseconds(100); }

 private:
  static Error missing(const QString& path) {
    return foreign_error("file.missing", {}, path.toStdString(), ExitCode::environment);
  }
};

}  // namespace trainyard
