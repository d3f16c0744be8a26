// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/experiment_file.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "engine/contract/messages.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard {
namespace {

constexpr qint64 largestFile = 1 << 20;

Error fileError(const char* what, const QString& path, const QString& why = {}) {
  return make_error(std::string("experiment_file.") + what,
                    {{"path", path.toStdString()}, {"why", why.toStdString()}});
}

// Also through a link.
Result<RunIdentity> runOf(const QString& path) {
  const QFileInfo file(path);
  const QString real = file.exists() ? file.canonicalFilePath() : file.absoluteFilePath();
  return read_run_identity({QFileInfo(real).path().toStdString()});
}

}  // namespace

Result<ExperimentFile> readExperimentFile(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return fileError("unreadable", path, file.errorString());
  const QByteArray bytes = file.read(largestFile + 1);
  if (bytes.size() > largestFile) return fileError("too_large", path);
  ExperimentFile out;
  out.path = QFileInfo(path).absoluteFilePath();
  out.text = QString::fromUtf8(bytes);
  if (out.text.toUtf8() != bytes) return fileError("not_utf8", path);
  if (const auto run = runOf(path)) {
    out.isRecord = true;
    out.madeFrom = QString::fromStdString(run->source);
  }
  return out;
}

Result<QString> writeExperimentFile(const QString& path, const QString& text,
                                    const std::optional<QString>& known) {
  if (runOf(path)) return fileError("record", path);
  const QByteArray bytes = text.toUtf8();
  if (QFile there(path); known && there.open(QIODevice::ReadOnly))
    if (const QByteArray found = there.read(largestFile + 1);
        found != known->toUtf8() && found != bytes)
      return fileError("changed_outside", path);
  // A new file in its place would be writable. Root may write everything, which is not meant here.
  constexpr auto writable = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
  if (QFile::exists(path) && !(QFile::permissions(path) & writable))
    return make_error("experiment_file.read_only", {{"path", path.toStdString()}});
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    return fileError("not_saved", path, file.errorString());
  return QFileInfo(path).absoluteFilePath();
}

}  // namespace trainyard
