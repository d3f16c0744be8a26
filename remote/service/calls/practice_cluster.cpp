// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/practice_cluster.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <memory>

#include "engine/contract/messages.h"
#include "remote/process/run_program.h"

namespace trainyard {
namespace {

// The first start installs packages.
constexpr std::chrono::minutes practiceStartTime(15), practiceStopTime(1);
constexpr int mostFoldersAbove = 4;

bool isCheckout(const QString& folder) {
  return QFileInfo(folder + QStringLiteral("/dev")).isExecutable() &&
         QFileInfo::exists(folder + QStringLiteral("/packaging/cluster/cluster.py"));
}

// Both of its streams as one, in the order in which they were written.
CommandLine clusterCommand(const QString& checkout, const QString& verb) {
  return {QStringLiteral("/bin/sh"),
          {QStringLiteral("-c"), QStringLiteral("exec \"$0\" cluster \"$1\" 2>&1"),
           checkout + QStringLiteral("/dev"), verb}};
}

ProgramOptions inCheckout(const QString& checkout) {
  ProgramOptions options;
  options.workingDirectory = checkout;
  options.environment = QProcessEnvironment::systemEnvironment();
  options.environment->insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
  return options;
}

// What the script says, line by line: "==> controller and four nodes".
struct PracticeLines {
  QByteArray rest;
  QString last, all;

  void take(const QByteArray& bytes, const std::function<void(QString)>& onLine) {
    rest += bytes;
    for (qsizetype end; (end = rest.indexOf('\n')) >= 0; rest.remove(0, end + 1)) {
      const QString line = QString::fromUtf8(rest.left(end)).trimmed();
      if (line.isEmpty()) continue;
      last = line;
      all += line + QLatin1Char('\n');
      if (line.startsWith(QStringLiteral("==> "))) onLine(line.sliced(4));
    }
  }
};

Error notStarted(const PracticeLines& said, const QString& checkout) {
  const std::string command = (checkout + QStringLiteral("/dev cluster start")).toStdString();
  if (said.all.contains(QStringLiteral("sudo: a password is required")) ||
      said.all.contains(QStringLiteral("sudo: a terminal is required")))
    return make_error("practice.needs_password", {{"command", command}});
  static const QRegularExpression prefix(QStringLiteral("\\A\\./dev[a-z ]*: "));
  return make_error(
      "practice.not_started",
      {{"why", QString(said.last).remove(prefix).toStdString()}, {"command", command}});
}

}  // namespace

QString practiceTarget() { return QStringLiteral("practice"); }

QString checkoutOf(const QString& programs) {
  if (const QString given = qEnvironmentVariable("TRAINYARD_CHECKOUT"); !given.isEmpty())
    return isCheckout(given) ? given : QString();
  QDir folder(programs);
  for (int i = 0; i < mostFoldersAbove && folder.cdUp(); ++i)
    if (isCheckout(folder.path())) return folder.path();
  return {};
}

QCoro::Task<Result<void>> startPracticeCluster(QString checkout,
                                               std::function<void(QString)> onLine,
                                               std::stop_token stop) {
  if (checkout.isEmpty()) co_return make_error("practice.no_checkout", {});
  const auto said = std::make_shared<PracticeLines>();
  ProgramOptions options = inCheckout(checkout);
  options.onOut = [said, onLine](const QByteArray& bytes) { said->take(bytes, onLine); };
  const auto output =
      co_await runProgram(clusterCommand(checkout, QStringLiteral("start")), std::move(options),
                          stop, QDeadlineTimer(practiceStartTime));
  if (output && output->exitCode == 0) co_return Result<void>();
  if (output) co_return notStarted(*said, checkout);
  // It had little time to end what it had begun.
  co_await runProgram(clusterCommand(checkout, QStringLiteral("stop")), inCheckout(checkout), {},
                      QDeadlineTimer(practiceStopTime));
  co_return output.error();
}

}  // namespace trainyard
