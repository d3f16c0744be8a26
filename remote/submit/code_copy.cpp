#include "remote/submit/code_copy.h"

#include <algorithm>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "remote/process/run_program.h"

namespace trainyard {
namespace {

constexpr qint64 limitBytes = 2LL << 30;

QCoro::Task<Result<ProgramOutput>> git(QString source, QStringList arguments, std::stop_token stop) {
  CommandLine command{QStringLiteral("git"), QStringList{QStringLiteral("-C"), source} + arguments};
  ProgramOptions options;
  return runProgram(std::move(command), std::move(options), std::move(stop), QDeadlineTimer(std::chrono::seconds(60)));
}

QStringList filesBelow(const QString& source) {
  QStringList files;
  const QDir folder(source);
  QDirIterator iterator(source, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
  while (iterator.hasNext()) {
    const QString relative = folder.relativeFilePath(iterator.next());
    if (!relative.startsWith(QLatin1String(".git/"))) files << relative;
  }
  return files;
}

QStringList withoutExcluded(const QStringList& files, const QStringList& patterns) {
  QList<QRegularExpression> expressions;
  for (QString pattern : patterns) {
    while (pattern.endsWith(QLatin1Char('/'))) pattern.chop(1);
    expressions << QRegularExpression(QRegularExpression::wildcardToRegularExpression(pattern));
  }
  const auto isExcluded = [&](const QString& file) {
    const QStringList parts = file.split(QLatin1Char('/'));
    QString path;
    return std::any_of(parts.begin(), parts.end(), [&](const QString& part) {
      path += (path.isEmpty() ? QString() : QStringLiteral("/")) + part;
      return std::any_of(expressions.begin(), expressions.end(), [&](const QRegularExpression& expression) {
        return expression.match(part).hasMatch() || expression.match(path).hasMatch();
      });
    });
  };
  QStringList kept;
  std::copy_if(files.begin(), files.end(), std::back_inserter(kept), [&](const QString& file) { return !isExcluded(file); });
  return kept;
}

Error copyError(const QString& path, const QString& what) {
  return Error{"code.not_copied", {{"path", path.toStdString()}}, (QStringLiteral("code.source: ") + path + QLatin1Char(' ') + what).toStdString(), ExitCode::environment};
}

}  // namespace

QCoro::Task<Result<CodeState>> inspectCode(QString source, QStringList exclude, std::stop_token stop) {
  CodeState state;
  const QStringList list{QStringLiteral("ls-files"), QStringLiteral("-z"), QStringLiteral("--cached"), QStringLiteral("--others"), QStringLiteral("--exclude-standard")};
  auto listed = co_await git(source, list, stop);
  if (!listed && listed.error().code == "cancelled") co_return listed.error();
  if (!listed || listed->exitCode != 0) {
    state.files = withoutExcluded(filesBelow(source), exclude);
    co_return state;
  }
  for (const QByteArray& name : listed->out.split('\0'))
    if (!name.isEmpty()) state.files << QFile::decodeName(name);
  state.files.removeDuplicates();
  state.files = withoutExcluded(state.files, exclude);
  const QStringList head{QStringLiteral("rev-parse"), QStringLiteral("--verify"), QStringLiteral("--quiet"), QStringLiteral("HEAD")};
  if (auto commit = co_await git(source, head, stop); commit && commit->exitCode == 0) {
    state.gitCommit = QString::fromLatin1(commit->out.trimmed());
    const QStringList difference{QStringLiteral("diff"), QStringLiteral("--no-ext-diff"), QStringLiteral("HEAD"), QStringLiteral("--"), QStringLiteral(".")};
    if (auto changed = co_await git(source, difference, stop); changed && changed->exitCode == 0)
      state.gitDifference = QString::fromUtf8(changed->out.left(1 << 20));
  }
  co_return state;
}

Result<void> copyCode(const QString& source, const QStringList& files, const QString& destination) {
  const QDir from(source), to(destination);
  if (!QDir().mkpath(destination)) return copyError(destination, QStringLiteral("cannot be made"));
  qint64 total = 0;
  for (const QString& file : files) {
    const QFileInfo info(from.filePath(file));
    const QString copy = to.filePath(file);
    if (!info.isSymLink() && !info.exists()) continue;  // tracked, and deleted in the working tree
    if (!QDir().mkpath(QFileInfo(copy).path())) return copyError(copy, QStringLiteral("cannot be made"));
    if (info.isSymLink()) {
      if (!QFile::link(info.symLinkTarget(), copy)) return copyError(copy, QStringLiteral("cannot be linked"));
      continue;
    }
    if (info.isDir()) continue;  // a repository inside this one
    total += info.size();
    if (total > limitBytes) return copyError(source, QStringLiteral("holds more than 2 GiB; name less in code.source or use code.exclude"));
    QFile original(info.filePath());
    if (!original.copy(copy)) return copyError(info.filePath(), QStringLiteral("cannot be copied: ") + original.errorString());
    auto permissions = original.permissions() & ~(QFile::WriteOwner | QFile::WriteUser | QFile::WriteGroup | QFile::WriteOther);
    if (!QFile::setPermissions(copy, permissions)) return copyError(copy, QStringLiteral("cannot be made read-only"));
  }
  return {};
}

}  // namespace trainyard
