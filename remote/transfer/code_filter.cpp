// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/code_filter.h"

#include <set>

#include "engine/contract/messages.h"
#include "remote/process/run_program.h"

namespace trainyard {
namespace {

using PassedNames = std::set<QByteArray>;

// rsync prints bytes that it considers unprintable as \#ooo.
QByteArray unescaped(const QByteArray& name) {
  QByteArray out;
  for (qsizetype i = 0; i < name.size(); ++i) {
    bool isOctal = false;
    const int byte = name.mid(i + 2, 3).toInt(&isOctal, 8);
    if (name.mid(i, 2) == "\\#" && isOctal) {
      out += static_cast<char>(byte);
      i += 4;
    } else {
      out += name[i];
    }
  }
  return out;
}

QByteArrayList foldersOf(const QByteArrayList& files) {
  PassedNames folders;
  for (const QByteArray& file : files)
    for (qsizetype slash = file.indexOf('/'); slash > 0; slash = file.indexOf('/', slash + 1))
      folders.insert(file.left(slash));
  return QByteArrayList(folders.begin(), folders.end());
}

// The names in the list that rsync would send. Nothing is sent: the destination is only named.
QCoro::Task<Result<PassedNames>> passing(QString source, QByteArrayList names, QStringList patterns,
                                         std::stop_token stop) {
  PassedNames passed;
  if (names.isEmpty()) co_return passed;
  QStringList words{QStringLiteral("--dry-run"),
                    QStringLiteral("--8-bit-output"),
                    QStringLiteral("--links"),
                    QStringLiteral("--times"),
                    QStringLiteral("--dirs"),
                    QStringLiteral("--no-implied-dirs"),
                    QStringLiteral("--from0"),
                    QStringLiteral("--files-from=-"),
                    QStringLiteral("--ignore-missing-args"),
                    QStringLiteral("--out-format=%n")};
  for (const QString& pattern : patterns) words << QStringLiteral("--exclude=") + pattern;
  words << source + QLatin1Char('/') << QStringLiteral("/nonexistent/trainyard/");
  CommandLine command{QStringLiteral("rsync"), words};
  ProgramOptions options;
  options.input = names.join('\0');
  options.outputLimitBytes = 1LL << 30;
  CO_TRY(const auto output, co_await runProgram(std::move(command), std::move(options), stop,
                                                QDeadlineTimer(std::chrono::minutes(5))));
  if (output.exitCode != 0)
    co_return make_error(
        "code.exclude",
        {{"patterns", patterns.join(QStringLiteral(", ")).toStdString()},
         {"said", QString::fromUtf8(output.err.left(500)).simplified().toStdString()}});
  for (QByteArray name : output.out.split('\n')) {
    name = unescaped(name);
    while (name.endsWith('/')) name.chop(1);
    if (!name.isEmpty()) passed.insert(name);
  }
  co_return passed;
}

}  // namespace

// rsync excludes everything in an excluded folder; if files are listed one by one, only the folder
// is.
QCoro::Task<Result<QByteArrayList>> keptByRsync(QString source, QByteArrayList files,
                                                QStringList patterns, std::stop_token stop) {
  if (patterns.isEmpty() || files.isEmpty()) co_return files;
  CO_TRY(const PassedNames folders, co_await passing(source, foldersOf(files), patterns, stop));
  CO_TRY(const PassedNames passed, co_await passing(source, files, patterns, stop));
  const auto isKept = [&](const QByteArray& file) {
    if (!passed.contains(file)) return false;
    for (qsizetype slash = file.indexOf('/'); slash > 0; slash = file.indexOf('/', slash + 1))
      if (!folders.contains(file.left(slash))) return false;
    return true;
  };
  QByteArrayList kept;
  for (const QByteArray& file : files)
    if (isKept(file)) kept << file;
  co_return kept;
}

QCoro::Task<Result<QStringList>> idlePatterns(QString source, QByteArrayList files,
                                              QStringList patterns, std::stop_token stop) {
  QStringList idle;
  for (const QString& pattern : patterns) {
    const QStringList alone{pattern};
    CO_TRY(const QByteArrayList kept, co_await keptByRsync(source, files, alone, stop));
    if (kept.size() == files.size()) idle << pattern;
  }
  co_return idle;
}

}  // namespace trainyard
