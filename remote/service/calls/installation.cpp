// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/installation.h"

#include <QFileInfo>
#include <QStandardPaths>

#include "engine/system/allowed_cores.h"
#include "engine/system/memory_limit.h"
#include "remote/host/places.h"
#include "remote/process/run_program.h"
#include "remote/transfer/engine_tree.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds patienceWithPrograms{10};
constexpr qsizetype longestAnswer = 200;

// Without importing torch, which takes seconds.
const QString pythonQuestion = QStringLiteral(
    "import platform\n"
    "print(platform.python_version())\n"
    "try:\n"
    "    import importlib.metadata\n"
    "    print(importlib.metadata.version('torch'))\n"
    "except Exception:\n"
    "    pass\n");

// Its lines; none if it does not run.
QCoro::Task<QStringList> linesOf(CommandLine command, std::stop_token stop) {
  ProgramOptions options;
  options.outputLimitBytes = 1 << 16;
  const auto said = co_await runProgram(std::move(command), std::move(options), std::move(stop),
                                        QDeadlineTimer(patienceWithPrograms));
  if (!said || said->exitCode != 0) co_return {};
  QStringList lines;
  for (const QByteArray& line : said->out.split('\n'))
    lines << QString::fromUtf8(line).trimmed().left(longestAnswer);
  co_return lines;
}

// As runs of programs look for it.
QString foundPython() {
  for (const char* name : {"python3", "python"})
    if (const QString path = QStandardPaths::findExecutable(QLatin1String(name)); !path.isEmpty())
      return path;
  return {};
}

}  // namespace

QCoro::Task<InstallationFacts> installationFacts(QString programs, std::stop_token stop) {
  InstallationFacts facts;
  facts.cores = allowed_cores();
  if (const auto memory = memory_limit()) facts.memoryBytes = *memory;
  facts.hasEngine = QFileInfo(programs + QStringLiteral("/engine")).isExecutable();
  facts.canTrain = hasEngine(programs);
  facts.isForGpus = builtParts(programs) == EngineParts::gpu;
  const QString python = foundPython();
  if (!python.isEmpty()) {
    const CommandLine question{python, {QStringLiteral("-c"), pythonQuestion}};
    const QStringList said = co_await linesOf(question, stop);
    if (!said.isEmpty()) facts.python = python;
    facts.pythonVersion = said.value(0);
    facts.torch = said.value(1);
  }
  const CommandLine query{QStringLiteral("nvidia-smi"),
                          {QStringLiteral("--query-gpu=name,memory.total"),
                           QStringLiteral("--format=csv,noheader,nounits")}};
  const QStringList lines = co_await linesOf(query, stop);
  for (const QString& line : lines) {
    const qsizetype comma = line.lastIndexOf(QLatin1Char(','));  // a name may have some, too
    if (comma <= 0) continue;
    facts.gpus << InstalledGpu{line.left(comma).trimmed(), line.mid(comma + 1).toLongLong()};
  }
  co_return facts;
}

}  // namespace trainyard
