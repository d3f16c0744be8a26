// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/job_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <unistd.h>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "remote/values/records.h"

namespace trainyard {
namespace {

QByteArray textOf(const JobFile& file) {
  const QJsonObject content{{QStringLiteral("job"), file.job},
                            {QStringLiteral("waiting"), file.waiting},
                            {QStringLiteral("reason"), file.reason.text},
                            {QStringLiteral("code"), QString::fromStdString(file.reason.code)},
                            {QStringLiteral("arguments"), jsonOf(file.reason.arguments)},
                            {QStringLiteral("never"), toJson(file.never)}};
  return QJsonDocument(content).toJson(QJsonDocument::Compact) + '\n';
}

}  // namespace

Error jobError(const char* code, const QString& path, const QString& why) {
  return make_error(code, {{"path", path.toStdString()}, {"why", why.toStdString()}});
}

QString jobFilePath(const QString& folder, int submission) {
  return QStringLiteral("%1/submissions/%2/job.json").arg(folder).arg(submission);
}

Result<JobFile> readJobFile(const QString& path) {
  QFile file(path);
  if (!file.exists()) return jobError("file.missing", path);
  if (!file.open(QIODevice::ReadOnly)) return jobError("job.unreadable", path, file.errorString());
  const QJsonObject content = QJsonDocument::fromJson(file.read(1 << 16)).object();
  return JobFile{content[QStringLiteral("job")].toString(),
                 content[QStringLiteral("waiting")].toBool(),
                 Message(content[QStringLiteral("code")].toString().toStdString(),
                         mapFrom(content[QStringLiteral("arguments")].toObject()),
                         content[QStringLiteral("reason")].toString()),
                 fromJson<Message>(content[QStringLiteral("never")].toObject())};
}

// The content appears together with the name.
Result<void> claimJobFile(const QString& path, const JobFile& file) {
  const QByteArray temporary = QFile::encodeName(path + QStringLiteral(".%1").arg(::getpid()));
  const QByteArray text = textOf(file);
  QFile claimFile(QFile::decodeName(temporary));
  if (!claimFile.open(QIODevice::WriteOnly) || claimFile.write(text) != text.size() ||
      !claimFile.flush())
    return jobError("job.not_written", path, claimFile.errorString());
  claimFile.close();
  const bool linked = ::link(temporary.constData(), QFile::encodeName(path).constData()) == 0;
  const int problem = errno;
  ::unlink(temporary.constData());
  if (linked) return {};
  if (problem == EEXIST) return jobError("job.claimed", path);
  return jobError("job.not_written", path, QString::fromLocal8Bit(std::strerror(problem)));
}

Result<void> writeJobFile(const QString& path, const JobFile& file) {
  const QByteArray text = textOf(file);
  return write_file_atomically(
      std::filesystem::path(QFile::encodeName(path).toStdString()),
      std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

}  // namespace trainyard
