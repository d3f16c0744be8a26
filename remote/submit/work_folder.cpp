// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/work_folder.h"

#include <QDir>
#include <QFileInfo>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "remote/schedulers/slurm/job_script.h"
#include "remote/schedulers/slurm/job_script_check.h"

namespace trainyard {
namespace {

// $1: the run folder; $2: where the script was written; $3: its location. The work folder is
// created atomically.
constexpr const char* makeWork = R"SH(
set -e
cd "$1"
if [ ! -d work ]; then
  rm -rf work.part
  mkdir work.part
  if [ -d code ]; then cp -R -P -p code/. work.part/; chmod -R u+w work.part; fi
  mv work.part work
fi
mkdir -p "$(dirname "./$3")"
chmod 700 "$2"
mv -f "$2" "./$3"
)SH";

}  // namespace

QString scriptPlace(const Experiment& experiment, const QString& here) {
  if (experiment.code.source && !worksElsewhere(experiment)) {
    const QDir source(QDir(QString::fromStdString(*experiment.code.source)).canonicalPath());
    const QString relative = source.relativeFilePath(QFileInfo(here).canonicalFilePath());
    if (!relative.startsWith(QLatin1String("..")) && !QDir::isAbsolutePath(relative))
      return QLatin1String(kWorkFolder) + QLatin1Char('/') + relative;
  }
  return QStringLiteral("/script/") + QFileInfo(here).fileName();
}

QCoro::Task<Result<void>> makeWorkFolder(Host& host, QString folder, QString place,
                                         QByteArray script, std::stop_token stop) {
  const QString written = folder + QStringLiteral("/script.part");
  CO_TRY(co_await host.writeFile(written, script, stop));
  const QStringList words{
      QStringLiteral("-c"), QLatin1String(makeWork), QStringLiteral("sh"), folder, written, place};
  CommandLine command{QStringLiteral("/bin/sh"), words};
  ProgramOptions options;
  CO_TRY(const auto output, co_await host.run(std::move(command), std::move(options), stop,
                                              QDeadlineTimer(std::chrono::minutes(15))));
  if (output.exitCode == 0) co_return {};
  co_return make_error("script.no_work_folder",
                       {{"path", (folder + QLatin1String(kWorkFolder)).toStdString()},
                        {"why", QString::fromUtf8(output.err.left(500)).trimmed().toStdString()}});
}

}  // namespace trainyard
