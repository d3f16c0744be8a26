#include "remote/host/places.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {
namespace {

QString below(QStandardPaths::StandardLocation location) {
  return QStandardPaths::writableLocation(location) + QStringLiteral("/trainyard");
}

Error folderError(const QString& path, const QString& what) {
  return Error{"folder.refused",
               {{"path", path.toStdString()}},
               (path + QLatin1Char(' ') + what).toStdString(),
               ExitCode::environment};
}

QString shortHash(const QString& path) {
  return QString::fromLatin1(
      QCryptographicHash::hash(QFile::encodeName(path), QCryptographicHash::Sha256)
          .toHex()
          .left(12));
}

// Each data folder has a service of its own.
QString socketName() {
  return QStringLiteral("service-%1.socket").arg(shortHash(QDir::cleanPath(dataFolder())));
}

// The address of a local socket holds 108 bytes, the last of them zero.
bool holdsSocket(const QString& folder) {
  return QFile::encodeName(folder + QLatin1Char('/') + socketName()).size() <= 107;
}

QString runtimeParent() {
  const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
  if (!given.isEmpty() && QFileInfo(given).isDir()) {
    const QString path = given + QStringLiteral("/trainyard");
    if (holdsSocket(path)) return path;
    // Still a folder of its own for each runtime folder.
    return QStringLiteral("/tmp/trainyard-%1-%2").arg(::getuid()).arg(shortHash(given));
  }
  const QString usual = QStringLiteral("/run/user/%1").arg(::getuid());
  if (QFileInfo(usual).isDir() && QFileInfo(usual).isWritable())
    return usual + QStringLiteral("/trainyard");
  return QStringLiteral("/tmp/trainyard-%1").arg(::getuid());
}

}  // namespace

QString dataFolder() { return below(QStandardPaths::GenericDataLocation); }
QString cacheFolder() { return below(QStandardPaths::GenericCacheLocation); }
QString configFolder() { return below(QStandardPaths::GenericConfigLocation); }
QString runsFolder() { return dataFolder() + QStringLiteral("/runs"); }

Result<QString> runtimeFolder() {
  const QString path = runtimeParent();
  const QByteArray native = QFile::encodeName(path);
  ::mkdir(native.constData(), 0700);
  struct stat status{};
  if (::lstat(native.constData(), &status) != 0)
    return folderError(path, QStringLiteral("could not be made"));
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::getuid())
    return folderError(path, QStringLiteral("belongs to somebody else; remove it"));
  if ((status.st_mode & 0077) != 0 && ::chmod(native.constData(), 0700) != 0)
    return folderError(path, QStringLiteral("may be entered by others; run chmod 700 on it"));
  return path;
}

Result<QString> serviceSocket() {
  auto folder = runtimeFolder();
  if (!folder) return folder.error();
  return *folder + QLatin1Char('/') + socketName();
}

Result<void> ensureFolder(const QString& path) {
  if (QDir().mkpath(path)) return {};
  return folderError(
      path, QStringLiteral("could not be made; check its parent's permissions and the free space"));
}

QString programPath(const QString& name) {
  return QCoreApplication::applicationDirPath() + QLatin1Char('/') + name;
}

}  // namespace trainyard
