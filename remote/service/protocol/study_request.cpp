// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/study_request.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "remote/host/places.h"

namespace trainyard {
namespace {

constexpr std::uint64_t requestLimitBytes = 16u << 20;

}  // namespace

QString studyRequestPath(const QString& folder, const QString& study) {
  return folder + QLatin1Char('/') + study + QStringLiteral(".request.json");
}

Result<void> keepStudyRequest(const QString& folder, SubmitRequest request) {
  request.environment.clear();
  TRY(ensureFolder(folder));
  const QString path = studyRequestPath(folder, request.run);
  return write_file_atomically(
      QFile::encodeName(path).toStdString(),
      QJsonDocument(toJson(request)).toJson(QJsonDocument::Compact).toStdString() + "\n");
}

Result<SubmitRequest> readStudyRequest(const QString& folder, const QString& study) {
  const auto content = read_file(QFile::encodeName(studyRequestPath(folder, study)).toStdString(),
                                 requestLimitBytes);
  if (!content)
    return make_error("study.no_document", {{"study", study.left(8).toStdString()},
                                            {"why", as_argument(content.error())}});
  auto request = fromJson<SubmitRequest>(
      QJsonDocument::fromJson(QByteArray::fromStdString(*content)).object());
  if (request.path.isEmpty())
    return make_error("study.no_document",
                      {{"study", study.left(8).toStdString()}, {"why", "the file is damaged"}});
  request.run = study;
  return request;
}

}  // namespace trainyard
