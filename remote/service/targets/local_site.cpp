// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/targets/local_site.h"

#include <filesystem>

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "remote/host/places.h"

namespace trainyard {

QCoro::Task<Result<TargetCheckAnswer>> LocalSite::check(QString base, TargetFacts, CheckBy,
                                                        std::stop_token) {
  TargetCheckAnswer answer;
  const auto report = [&](bool good, const std::string& code, const Map& arguments) {
    const Message said = makeMessage(good ? code : code + "_bad", arguments);
    answer.findings.append(
        {good ? Severity::info : Severity::error, said.code, said.text, said.arguments});
  };
  const bool folder = ensureFolder(base).ok() && QFileInfo(base).isWritable();
  report(folder, "target.here_base", {{"path", base.toStdString()}});
  std::error_code problem;
  const auto free =
      std::filesystem::space(QFile::encodeName(base).toStdString(), problem).available;
  if (!problem)
    report(
        free > (1ULL << 30), "target.here_space",
        {{"gib", QString::number(static_cast<double>(free) / (1ULL << 30), 'f', 1).toStdString()}});
  report(!QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty(), "target.here_bash", {});
  for (const char* program : {"yard-agent", "engine"}) {
    const QString path = m_programs + QLatin1Char('/') + QLatin1String(program);
    report(QFileInfo(path).isExecutable(), "target.here_program", {{"path", path.toStdString()}});
  }
  co_return answer;
}

}  // namespace trainyard
