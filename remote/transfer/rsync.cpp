// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/rsync.h"

#include <algorithm>
#include <set>

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/process/waiter.h"
#include "remote/transfer/mirror.h"
#include "remote/transfer/rsync_output.h"

namespace trainyard {
namespace {

using namespace std::chrono_literals;

Error rsyncError(const char* code, Map arguments = {}) {
  return make_error(code, std::move(arguments));
}

// Exit codes of rsync after which the same command may succeed: socket, protocol stream, timeouts,
// the remote shell's end.
bool isLinkFailure(int exitCode) {
  return exitCode == 10 || exitCode == 12 || exitCode == 30 || exitCode == 35 || exitCode == 255;
}

// 255 is from the remote shell: there is no connection. The others may also be from a remote rsync
// that fails each time.
constexpr int maxFailuresWithoutAByte = 5;

// Checks the local rsync once.
QCoro::Task<Result<void>> checkLocalRsync(std::stop_token stop) {
  static bool isGood = false;
  if (isGood) co_return {};
  const QStringList version{QStringLiteral("--version")};
  CommandLine command{systemProgram(QStringLiteral("rsync")), version};
  ProgramOptions options;
  auto said =
      co_await runProgram(std::move(command), std::move(options), stop, QDeadlineTimer(30s));
  if (!said && said.error().kind == ErrorKind::cancelled) co_return said.error();
  if (!said || said->exitCode != 0) co_return rsyncError("rsync.missing");
  static const QRegularExpression form(QStringLiteral("^rsync\\s+version\\s+v?(\\d+)\\.(\\d+)"));
  const QString first = QString::fromUtf8(said->out.left(200));
  const QRegularExpressionMatch match = form.match(first);
  if (first.contains(QLatin1String("openrsync")) || !match.hasMatch())
    co_return rsyncError("rsync.other");
  const int major = match.captured(1).toInt(), minor = match.captured(2).toInt();
  if (major < 3 || (major == 3 && minor < 1))
    co_return rsyncError(
        "rsync.old", {{"version", QStringLiteral("%1.%2").arg(major).arg(minor).toStdString()}});
  isGood = true;
  co_return {};
}

// A folder in rsync's syntax: its content, not itself. rsync expands patterns in paths that it
// reads there.
QString place(const QString& folder, const RemoteShell* shell, bool isRead) {
  QString path = folder.endsWith(QLatin1Char('/')) ? folder : folder + QLatin1Char('/');
  if (!shell) return path;
  if (isRead) {
    static const QRegularExpression pattern(QStringLiteral("[*?\\[]"));
    if (pattern.match(path).hasMatch())
      path.replace(QRegularExpression(QStringLiteral("([*?\\[\\]\\\\])")), QStringLiteral("\\\\1"));
  }
  return shell->host() + QLatin1Char(':') + path;
}

QProcessEnvironment environmentFor(const RemoteShell* shell) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const QString& name : environment.keys())  // the user's defaults for rsync must not apply
    if (name.startsWith(QLatin1String("RSYNC_"))) environment.remove(name);
  environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
  if (shell) environment.insert(shell->variables());
  return environment;
}

CommandLine commandFor(const RsyncRequest& request, const RemoteShell* shell) {
  const bool isRead = request.direction == RsyncRequest::Direction::fromTarget;
  QStringList words{QStringLiteral("--links"),
                    QStringLiteral("--times"),
                    QStringLiteral("-8"),
                    QStringLiteral("-s"),
                    QStringLiteral("--no-human-readable"),
                    QStringLiteral("--timeout=60"),
                    QStringLiteral("--partial-dir=") + QLatin1String(partialFolderName)};
  if (request.surplus == RsyncRequest::Surplus::isDeleted)
    words << QStringLiteral("--recursive") << QStringLiteral("--from0")
          << QStringLiteral("--filter=P /") + QLatin1String(mirrorMarkerName)
          << QStringLiteral("--include-from=-") << QStringLiteral("--exclude=*")
          << QStringLiteral("--delete-delay") << QStringLiteral("--delete-excluded");
  else if (request.files)
    words << QStringLiteral("--files-from=-") << QStringLiteral("--from0");
  else
    words << QStringLiteral("--recursive");
  if (request.mode == RsyncRequest::Mode::dryRun)
    words << QStringLiteral("--dry-run") << QStringLiteral("--out-format=%i %l %n");
  else
    words << QStringLiteral("--info=progress2");
  words += request.options;
  if (shell) {
    // rsync splits this at spaces and supports both kinds of quotes.
    QStringList quoted;
    for (QString word : shell->words())
      quoted << QLatin1Char('"') + word.replace(QLatin1Char('"'), QLatin1String("\"\"")) +
                    QLatin1Char('"');
    words << QStringLiteral("-e") << quoted.join(QLatin1Char(' '));
  }
  words << QStringLiteral("--") << place(request.source, isRead ? shell : nullptr, isRead)
        << place(request.destination, isRead ? nullptr : shell, false);
  return {systemProgram(QStringLiteral("rsync")), words};
}

// "./" prevents a name from being taken as an option or a comment.
QByteArray fileList(const QByteArrayList& files) {
  QByteArray list;
  for (const QByteArray& file : files) list += "./" + file + '\0';
  return list;
}

// Rules that include these files and their folders; in a rule without pattern characters a
// backslash is literal.
QByteArray ruleList(const QByteArrayList& files) {
  QByteArray list;
  std::set<QByteArray> folders;
  const auto add = [&](QByteArray path) {
    if (path.contains('*') || path.contains('?') || path.contains('['))
      path.replace('\\', "\\\\").replace('*', "\\*").replace('?', "\\?").replace('[', "\\[");
    list += '/' + path + '\0';
  };
  for (const QByteArray& file : files) {
    for (qsizetype slash = file.indexOf('/'); slash >= 0; slash = file.indexOf('/', slash + 1))
      if (folders.insert(file.left(slash)).second) add(file.left(slash) + '/');
    add(file);
  }
  return list;
}

Error explain(const RsyncRequest& request, int exitCode, const QByteArray& err) {
  const bool isThere = request.direction == RsyncRequest::Direction::toTarget;
  const auto failure = [&](const char* code) {
    return rsyncError(code,
                      {{"what", request.what.toStdString()},
                       {"said", rsyncWords(err).toStdString()},
                       {"source", request.source.toStdString()},
                       {"destination", request.destination.toStdString()},
                       {"far", (isThere ? request.destination : request.source).toStdString()},
                       {"exit_code", std::int64_t{exitCode}}});
  };
  if (err.contains("No space left on device") || err.contains("Disk quota exceeded"))
    return failure(isThere ? "transfer.disk_full" : "transfer.disk_full_here");
  if (err.contains("owned by an untrusted user")) return failure("transfer.link_owner");
  if (exitCode == 127 || exitCode == 126 || err.contains("command not found") ||
      err.contains("rsync: not found"))
    return failure("rsync.missing_there");
  if (!isThere && err.contains("change_dir") && err.contains("No such file"))
    return failure("transfer.no_source");
  if (err.contains("Permission denied") || err.contains("Read-only file system") ||
      err.contains("Operation not permitted"))
    return failure("transfer.refused");
  if (exitCode == 25) return failure("transfer.too_many_deletions");
  if (exitCode == 23 || exitCode == 24) return failure("transfer.incomplete");
  if (exitCode == 11) return failure("rsync.file_failed");
  if (exitCode == 2) return failure("rsync.no_understanding");
  return failure("rsync.failed");
}

struct OneTry {
  int exitCode = 0;
  QByteArray err;
  qint64 bytes = 0, files = 0;
  RsyncReport items;  // of a dry run
};

QCoro::Task<Result<OneTry>> tryOnce(Host& host, const RsyncRequest& request,
                                    RsyncProgress& progress, std::stop_token stop) {
  CO_TRY(const auto shell, co_await host.remoteShell(stop));
  OneTry one;
  ProgramOptions options;
  options.environment = environmentFor(shell.get());
  if (request.files)
    options.input = request.surplus == RsyncRequest::Surplus::isDeleted ? ruleList(*request.files)
                                                                        : fileList(*request.files);
  RsyncItems items(one.items);
  if (request.mode == RsyncRequest::Mode::transfer)
    options.onOut = [&progress](QByteArray out) { progress.take(out); };
  else
    options.onOut = [&items](QByteArray out) { items.take(out); };
  progress.restart();
  QElapsedTimer clock;
  clock.start();
  CommandLine command = commandFor(request, shell.get());
  CO_TRY(auto done, co_await runProgram(std::move(command), std::move(options), stop,
                                        QDeadlineTimer(QDeadlineTimer::Forever)));
  one.exitCode = done.exitCode;
  one.err = done.err;
  one.bytes = progress.bytes();
  one.files = progress.files();
  if (one.bytes > 4 << 20)
    host.measuredBytesPerSecond = static_cast<double>(one.bytes) * 1000 /
                                  static_cast<double>(std::max<qint64>(clock.elapsed(), 1));
  co_return one;
}

// When a transfer is tried again, and whether.
class Retries {
 public:
  Retries() { m_sinceProgress.start(); }

  // Of a try that reached the other side.
  bool mayHelp(const OneTry& tried, const Error& failure) {
    const bool isOfLink = isLinkFailure(tried.exitCode) && failure.code == "rsync.failed";
    if (tried.exitCode != 255)
      m_failuresWithoutAByte = tried.bytes > 0 ? 0 : m_failuresWithoutAByte + 1;
    if (!isOfLink || m_failuresWithoutAByte == maxFailuresWithoutAByte) return false;
    if (tried.bytes > 0) {
      m_sinceProgress.restart();
      m_wait = 1s;
    }
    return true;
  }

  // Since there was progress, with the next pause.
  std::chrono::milliseconds elapsed() const {
    return std::chrono::milliseconds(m_sinceProgress.elapsed()) + m_wait;
  }

  // True: stop was requested.
  QCoro::Task<bool> pause(std::stop_token stop) {
    const int longest = static_cast<int>(m_wait.count() / 4) + 1;
    const std::chrono::milliseconds jitter(QRandomGenerator::global()->bounded(longest));
    Waiter waiter;
    const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(m_wait + jitter));
    m_wait = std::min<std::chrono::milliseconds>(m_wait * 2, 30s);
    co_return waited == Waited::stopped;
  }

 private:
  QElapsedTimer m_sinceProgress;
  std::chrono::milliseconds m_wait = 1s;
  int m_failuresWithoutAByte = 0;
};

}  // namespace

QString readOnlyOption(const Host& host) {
  return host.readers() == Readers::group
             ? QStringLiteral("--chmod=Du+rwx,Dg=rx,Do=,Fu+r,Fa-w,Fg+r,Fo=")
             : QStringLiteral("--chmod=Du+rwx,Dgo=,Fu+r,Fa-w,Fgo=");
}

QCoro::Task<Result<RsyncReport>> runRsync(Host& host, RsyncRequest request, OnProgress onProgress,
                                          std::stop_token stop) {
  Q_ASSERT(request.source.startsWith(QLatin1Char('/')) &&
           request.destination.startsWith(QLatin1Char('/')));
  CO_TRY(co_await checkLocalRsync(stop));
  RsyncProgress progress(request.what, request.bytesTotal, std::move(onProgress));
  RsyncReport report;
  Retries retries;
  for (;; ++report.tries) {
    auto tried = co_await tryOnce(host, request, progress, stop);
    if (stop.stop_requested()) co_return cancelledError();
    if (!tried && tried.error().kind != ErrorKind::unreachable) co_return tried.error();
    if (tried) {
      report.bytes += tried->bytes;
      report.files += tried->files;
    }
    if (tried && tried->exitCode == 0) {
      progress.finish();
      if (request.mode != RsyncRequest::Mode::dryRun) co_return report;
      tried->items.tries = report.tries;
      co_return std::move(tried->items);
    }
    const Error failure = tried ? explain(request, tried->exitCode, tried->err) : tried.error();
    if (tried && !retries.mayHelp(*tried, failure)) co_return failure;
    if (retries.elapsed() > request.patience)
      co_return rsyncError("transfer.link", {{"what", request.what.toStdString()},
                                             {"tries", std::int64_t{report.tries}},
                                             {"why", as_argument(failure)}});
    const bool isStopped = co_await retries.pause(stop);
    if (isStopped) co_return cancelledError();
  }
}

}  // namespace trainyard
