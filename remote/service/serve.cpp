// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/serve.h"

#include <cstdio>

#include <QCoreApplication>
#include <QCoroTask>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QScopeGuard>

#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/host/places.h"
#include "remote/process/private_process.h"
#include "remote/service/targets/local_site.h"
#include "remote/service/notifications/notifier.h"
#include "remote/service/runs/runs.h"
#include "remote/service/studies/studies.h"
#include "remote/service/calls/service_server.h"
#include "remote/service/protocol/service_lock.h"
#include "remote/service/targets/cluster_site.h"
#include "remote/ssh/login/key_ring.h"
#include "remote/store/study_reader.h"

namespace trainyard {
namespace {

constexpr qint64 logLimitBytes = 4 << 20;
QFile* logFile = nullptr;

// One older log is kept.
void openLog() {
  if (logFile->size() > logLimitBytes) {
    QFile::remove(logFile->fileName() + QStringLiteral(".1"));
    QFile::rename(logFile->fileName(), logFile->fileName() + QStringLiteral(".1"));
  }
  if (logFile->open(QIODevice::WriteOnly | QIODevice::Append))
    logFile->setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

void writeLog(QtMsgType, const QMessageLogContext&, const QString& message) {
  const QByteArray line = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toUtf8() +
                          ' ' + message.toUtf8() + '\n';
  if (logFile->size() > logLimitBytes) {
    logFile->close();
    openLog();
  }
  if (logFile->write(line) == line.size() && logFile->flush()) return;
  std::fputs(line.constData(), stderr);
}

int fail(const Error& error) {
  qCritical("%s", error.message.c_str());
  std::fprintf(stderr, "yard serve: %s\n", error.message.c_str());
  return static_cast<int>(error.exit_code);
}

// Written for clients whose environment leads them to another socket.
Result<void> announce(const QString& data, const QString& socket,
                      const ServiceServer::Identity& identity) {
  const QJsonObject content{{QStringLiteral("socket"), socket},
                            {QStringLiteral("pid"), QCoreApplication::applicationPid()},
                            {QStringLiteral("version"), identity.version}};
  return write_file_atomically(
      QFile::encodeName(data + QStringLiteral("/service.json")).toStdString(),
      QJsonDocument(content).toJson(QJsonDocument::Compact).toStdString() + "\n");
}

QCoro::Task<void> end(ServiceServer& server, Studies& studies, Runs& runs,
                      TargetRegistry& targets) {
  co_await server.finish();
  co_await studies.finish();
  co_await runs.finish();
  co_await targets.finish();
  QCoreApplication::quit();
}

// The exit code of a service that must not start, because another one has the folder.
std::optional<int> exitOfSecond(QLockFile& lock) {
  lock.setStaleLockTime(0);
  // The previous service may just be ending.
  if (lock.tryLock(5000)) return std::nullopt;
  if (auto elsewhere = serviceElsewhere()) return fail(*elsewhere);
  if (lock.error() == QLockFile::LockFailedError)
    return std::fprintf(stderr, "yard serve: the service of this user is running already\n"), 0;
  return fail(make_error("service.lock", {{"path", lock.fileName().toStdString()}}));
}

ServiceServer::Identity ownIdentity() {
  const QFileInfo program(
      programFile(QCoreApplication::applicationDirPath(), QStringLiteral("yard")));
  return {QCoreApplication::applicationVersion(), program.lastModified().toMSecsSinceEpoch()};
}

// Why the store cannot be used; the service then answers with it.
std::optional<Error> beginAll(RunRegistry& registry, Runs& runs, Studies& studies,
                              Notifier& notifier) {
  if (auto begun = runs.begin(); !begun) {
    qCritical("%s", begun.error().message.c_str());
    return begun.error();
  }
  notifier.begin();
  studies.begin();
  registry.fillCurves();
  return std::nullopt;
}

int runService(const ServeOptions& options, const QString& socket) {
  const QString data = dataFolder(), programs = QCoreApplication::applicationDirPath();
  const ServiceServer::Identity identity = ownIdentity();
  RunRegistry registry(RunStore::defaultPath());
  ClientQuestions questions;
  ServiceListener door(socket);
  const auto keys = std::make_shared<KeyRing>();
  TargetRegistry targets(TargetSettingsFile(), std::make_unique<LocalSite>(programs), runsFolder(),
                         programs, [&](const TargetSettings& settings) {
                           return std::make_unique<ClusterSite>(
                               settings, readTargetFacts(settings.name), questions, door, keys);
                         });
  targets.forgetKeys = [keys] { keys->forget(); };
  Runs runs(registry, targets);
  Studies studies(runs, targets, StudyReader::studiesFolder());
  Notifier notifier(registry, targets);
  ServiceServer server({registry, runs, studies, targets, questions, door}, identity,
                       beginAll(registry, runs, studies, notifier), options.idle);
  QObject::connect(&server, &ServiceServer::consentAsked, &notifier, &Notifier::tellConsent);
  if (auto listening = server.listen(socket); !listening) return fail(listening.error());
  if (auto announced = announce(data, socket, identity); !announced)
    qWarning("%s", announced.error().message.c_str());
  qInfo("service %s started, pid %lld", qPrintable(identity.version),
        QCoreApplication::applicationPid());
  bool ending = false;
  const auto endOnce = [&] {
    if (std::exchange(ending, true)) return;
    QFile::remove(data + QStringLiteral("/service.json"));
    end(server, studies, runs, targets);
  };
  QObject::connect(&server, &ServiceServer::finished, &server, endOnce, Qt::QueuedConnection);
  const int code = QCoreApplication::exec();
  qInfo("service ended");
  return code;
}

}  // namespace

int serve(const ServeOptions& options) {
  restrictUmask();
  if (auto made = ensureFolder(runsFolder()); !made) return fail(made.error());
  auto socket = serviceSocket();
  if (!socket) return fail(socket.error());
  // In the data folder, since that must have a single writer.
  QLockFile lock(serviceLockFile());
  if (const auto code = exitOfSecond(lock)) return *code;
  QFile log(dataFolder() + QStringLiteral("/service.log"));
  logFile = &log;
  openLog();
  qInstallMessageHandler(writeLog);
  const auto endLog = qScopeGuard([] {
    qInstallMessageHandler(nullptr);
    logFile = nullptr;
  });
  return runService(options, *socket);
}

}  // namespace trainyard
