// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/keychain/keychain.h"

#include <memory>
#include <utility>

#include <QCoroSignal>
#include <QDataStream>
#include <QIODevice>
#include <qt6keychain/keychain.h>

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#endif

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

const QString application = QStringLiteral("Trainyard");

Secret packed(const KeptSecrets& secrets) {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream.setVersion(QDataStream::Qt_6_4);
  for (const auto& [what, secret] : secrets) stream << what << secret.bytes();
  return Secret(std::move(bytes));
}

// Whatever somebody else wrote there is no more than what can be read of it.
KeptSecrets unpacked(const Secret& packed) {
  KeptSecrets secrets;
  QDataStream stream(packed.bytes());
  stream.setVersion(QDataStream::Qt_6_4);
  while (!stream.atEnd()) {
    QString what;
    QByteArray secret;
    stream >> what >> secret;
    if (stream.status() != QDataStream::Ok) break;
    secrets.insert_or_assign(what, Secret(std::move(secret)));
  }
  return secrets;
}

template <class Job>
QCoro::Task<Result<void>> run(std::shared_ptr<Job> job, QString target) {
  job->setAutoDelete(false);
  job->setKey(target);
  job->start();
  co_await qCoro(job.get(), &QKeychain::Job::finished);
  const auto error = job->error();
  if (error == QKeychain::NoError || error == QKeychain::EntryNotFound) co_return Result<void>();
  co_return make_error("keychain.failed", {{"said", job->errorString().toStdString()}});
}

}  // namespace

bool hasKeychain() {
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return false;
  for (const auto name : {"org.freedesktop.secrets", "org.kde.kwalletd6", "org.kde.kwalletd5"})
    if (bus.interface()->isServiceRegistered(QLatin1String(name))) return true;
  return bus.interface()->activatableServiceNames().value().contains(
      QLatin1String("org.freedesktop.secrets"));
#else
  return true;
#endif
}

QCoro::Task<Result<KeptSecrets>> readKept(QString target) {
  const auto job = std::make_shared<QKeychain::ReadPasswordJob>(application);
  CO_TRY(co_await run(job, std::move(target)));
  co_return unpacked(Secret(job->binaryData()));
}

QCoro::Task<Result<void>> writeKept(QString target, KeptSecrets secrets) {
  if (secrets.empty()) {
    const auto job = std::make_shared<QKeychain::DeletePasswordJob>(application);
    co_return co_await run(job, std::move(target));
  }
  const auto job = std::make_shared<QKeychain::WritePasswordJob>(application);
  job->setBinaryData(packed(secrets).bytes());
  co_return co_await run(job, std::move(target));
}

}  // namespace trainyard
