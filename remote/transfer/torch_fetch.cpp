// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/torch_fetch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSysInfo>

#include "engine/contract/messages.h"
#include "remote/process/embedded_script.h"
#include "remote/process/waiter.h"
#include "remote/transfer/script_there.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::chrono::hours fetchTime(6);
constexpr int mostTries = 5;  // of a program there that ends for no reason of ours

// Who may wait for it is told this.
QString ourName() {
  return QStringLiteral("%1 of %2")
      .arg(qEnvironmentVariable("USER", QStringLiteral("?")), QSysInfo::machineHostName());
}

// The JSON lines of fetch_engine.py.
class FetchLines {
 public:
  FetchLines(QString folder, OnProgress onProgress)
      : m_folder(std::move(folder)), m_onProgress(std::move(onProgress)) {
    m_clock.start();
  }

  void add(const QByteArray& bytes) {
    m_rest += bytes;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
      addLine(QJsonDocument::fromJson(m_rest.left(end)).object());
      m_rest.remove(0, end + 1);
    }
  }
  bool isThere() const { return m_isThere; }
  qint64 done() const { return m_done; }
  const std::optional<Error>& error() const { return m_error; }

 private:
  void addLine(const QJsonObject& line) {
    if (line.contains(QStringLiteral("error")))
      m_error = errorFrom(line);
    else if (line.contains(QStringLiteral("waits")))
      report({QStringLiteral("fetching torch: waiting for ") +
              line[QStringLiteral("waits")].toString()});
    else if (line.contains(QStringLiteral("total")))
      addProgress(line);
    m_isThere = m_isThere || line[QStringLiteral("is_there")].toBool();
  }

  void addProgress(const QJsonObject& line) {
    m_done = line[QStringLiteral("done")].toInteger();
    const qint64 total = line[QStringLiteral("total")].toInteger();
    const double seconds = static_cast<double>(m_clock.elapsed()) / 1000;
    const double rate = seconds > 0 ? static_cast<double>(m_done) / seconds : 0;
    const QString wheel = line[QStringLiteral("wheel")].toString();
    report({QStringLiteral("fetching ") + (wheel.isEmpty() ? QStringLiteral("torch") : wheel),
            m_done, total, rate, rate > 0 ? static_cast<double>(total - m_done) / rate : 0});
  }

  void report(TransferProgress progress) const {
    progress.work = TransferWork::fetching;
    if (m_onProgress) m_onProgress(progress);
  }

  Error errorFrom(const QJsonObject& line) const {
    const auto field = [&](const char* name) {
      return line[QLatin1String(name)].toString().toStdString();
    };
    const auto size = [&](const char* name) {
      return bytesText(line[QLatin1String(name)].toInteger()).toStdString();
    };
    const std::string code = field("error"), path = m_folder.toStdString();
    if (code == "torch.no_pip") return make_error("torch.no_pip", {{"found", field("found")}});
    if (code == "torch.no_index") return make_error("torch.no_index", {{"said", field("said")}});
    if (code == "torch.wrong_hash")
      return make_error("torch.wrong_hash", {{"file", field("file")},
                                             {"path", path},
                                             {"expected", field("expected")},
                                             {"found", field("found")}});
    if (code == "torch.no_space")
      return make_error("torch.no_space",
                        {{"path", path}, {"needed", size("needed")}, {"free", size("free")}});
    return make_error("torch.disk_full", {{"path", path}});
  }

  QString m_folder;
  OnProgress m_onProgress;
  QElapsedTimer m_clock;
  QByteArray m_rest;
  qint64 m_done = 0;
  bool m_isThere = false;
  std::optional<Error> m_error;
};

QCoro::Task<Result<void>> fetchOnce(Host& host, const TorchFetch& what, FetchLines& lines,
                                    std::stop_token stop) {
  const QString script = QStringLiteral("umask %1\n").arg(QLatin1String(umaskFor(host.readers()))) +
                         embeddedScript("fetch_engine.sh");
  const QStringList words{
      QStringLiteral("-c"), embeddedScript("as_login.sh"),     QStringLiteral("sh"), script,
      QStringLiteral("sh"), embeddedScript("fetch_engine.py"), what.folder,          ourName()};
  CommandLine command{QStringLiteral("sh"), words};
  ProgramOptions options;
  options.input = fetchListOf(what.list, what.trees);
  options.onOut = [&lines](const QByteArray& bytes) { lines.add(bytes); };
  CO_TRY(const auto ended, co_await host.run(std::move(command), std::move(options), stop,
                                             QDeadlineTimer(fetchTime)));
  if (lines.isThere()) co_return {};
  if (lines.error()) co_return *lines.error();
  const QString said = QString::fromUtf8(ended.err.trimmed().split('\n').last().left(300));
  co_return make_error("torch.ended", {{"path", what.folder.toStdString()},
                                       {"code", std::int64_t{ended.exitCode}},
                                       {"said", said.toStdString()}});
}

}  // namespace

QCoro::Task<Result<void>> fetchTorch(Host& host, TorchFetch what, OnProgress onProgress,
                                     std::stop_token stop) {
  Waiter pause;
  QDeadlineTimer patience(std::chrono::minutes(10));
  for (int tries = 1;; ++tries) {
    FetchLines lines(what.folder, onProgress);
    auto fetched = co_await fetchOnce(host, what, lines, stop);
    if (fetched) co_return fetched;
    const bool isCut = fetched.error().kind == ErrorKind::unreachable;
    if (!isCut && fetched.error().code != "torch.ended") co_return fetched;
    if (lines.done() > 0) patience = QDeadlineTimer(std::chrono::minutes(10));
    if (isCut ? patience.hasExpired() : tries >= mostTries) co_return fetched;
    const auto wait = std::chrono::seconds(std::min(1 << std::min(tries, 5), 30));
    if (const Waited waited = co_await pause.wait(stop, QDeadlineTimer(wait));
        waited == Waited::stopped)
      co_return cancelledError();
  }
}

bool isWithoutIndex(const Error& error) {
  return error.code == "torch.no_pip" || error.code == "torch.no_index";
}

}  // namespace trainyard
