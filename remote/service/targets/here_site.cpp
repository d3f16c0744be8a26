#include "remote/service/targets/here_site.h"

#include <filesystem>

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "remote/host/places.h"

namespace trainyard {

QCoro::Task<Result<TargetCheckAnswer>> HereSite::check(QString base, TargetFacts, CheckBy,
                                                       std::stop_token) {
  TargetCheckAnswer answer;
  const auto say = [&](bool good, const char* code, const QString& what, const QString& advice) {
    answer.findings.append({good ? Severity::info : Severity::error, code,
                            good ? what : what + QStringLiteral("; ") + advice});
  };
  const bool folder = ensureFolder(base).ok() && QFileInfo(base).isWritable();
  say(folder, "target.base", QStringLiteral("run folders in %1").arg(base),
      QStringLiteral("make it writable or set XDG_DATA_HOME"));
  std::error_code problem;
  const auto free =
      std::filesystem::space(QFile::encodeName(base).toStdString(), problem).available;
  if (!problem)
    say(free > (1ULL << 30), "target.space",
        QStringLiteral("%1 GiB free there")
            .arg(static_cast<double>(free) / (1ULL << 30), 0, 'f', 1),
        QStringLiteral("checkpoints need space"));
  say(!QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty(), "target.bash",
      QStringLiteral("bash"), QStringLiteral("install it"));
  for (const char* program : {"yard-agent", "engine"}) {
    const QString path = m_programs + QLatin1Char('/') + QLatin1String(program);
    say(QFileInfo(path).isExecutable(), "target.program", path,
        QStringLiteral("build or install it"));
  }
  co_return answer;
}

}  // namespace trainyard
