// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/code.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <tuple>

#include <QFile>

#include <sys/stat.h>

#include "engine/contract/messages.h"
#include "remote/process/in_thread.h"
#include "remote/process/native_path.h"
#include "remote/process/run_program.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"
#include "remote/transfer/code_filter.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr qint64 limitBytes = 2LL << 30;

constexpr qint64 listLimitBytes = 1LL << 30;  // some million names

Error codeError(const char* code, const QString& source, const QString& said = {}) {
  return make_error(code, {{"path", source.toStdString()}, {"said", said.toStdString()}});
}

// The folder may be somebody else's, and git executes programs named in its configuration. These
// are the places where that can happen: hooks, the file system monitor, and what fetches missing
// objects. For filters see withoutFilters().
QCoro::Task<Result<ProgramOutput>> git(QString folder, QStringList arguments,
                                       std::stop_token stop) {
  const QStringList sanitizedForTerminal{
      QStringLiteral("-C"), folder,
      QStringLiteral("-c"), QStringLiteral("core.fsmonitor="),
      QStringLiteral("-c"), QStringLiteral("core.hooksPath=/dev/null")};
  CommandLine command{QStringLiteral("git"), sanitizedForTerminal + arguments};
  ProgramOptions options;
  options.outputLimitBytes = listLimitBytes;
  options.environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"})
    options.environment->remove(QLatin1String(name));
  options.environment->insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
  options.environment->insert(QStringLiteral("GIT_OPTIONAL_LOCKS"), QStringLiteral("0"));
  options.environment->insert(QStringLiteral("GIT_NO_LAZY_FETCH"), QStringLiteral("1"));
  // A protocol of this name does not exist.
  options.environment->insert(QStringLiteral("GIT_ALLOW_PROTOCOL"), QStringLiteral("none"));
  return runProgram(std::move(command), std::move(options), std::move(stop),
                    QDeadlineTimer(std::chrono::seconds(60)));
}

Result<QByteArrayList> filesBelow(const QString& source) {
  QByteArrayList files;
  const fs::path root = nativePath(source);
  std::error_code problem;
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry.depth() == 0 && entry->path().filename() == ".git") {
      entry.disable_recursion_pending();
      continue;
    }
    const fs::file_status status = entry->symlink_status();
    if (fs::is_regular_file(status) || fs::is_symlink(status))
      files << QByteArray::fromStdString(entry->path().lexically_relative(root).native());
  }
  if (problem) return codeError("code.unreadable", source, text(problem.message()));
  return files;
}

// Lists files with git below `folder`, including repositories inside it. False: there is no
// repository.
QCoro::Task<Result<bool>> listByGit(QString source, QByteArray inside, QByteArrayList& files,
                                    std::stop_token stop) {
  const QString folder =
      inside.isEmpty() ? source : source + QLatin1Char('/') + QFile::decodeName(inside);
  const QStringList list{QStringLiteral("ls-files"), QStringLiteral("-z"),
                         QStringLiteral("--cached"), QStringLiteral("--others"),
                         QStringLiteral("--exclude-standard")};
  auto listed = co_await git(folder, list, stop);
  if (!listed) {
    if (listed.error().code == "program.missing") co_return false;
    co_return listed.error();
  }
  if (listed->exitCode != 0) {
    if (listed->err.contains("not a git repository")) co_return false;
    co_return codeError("code.git", folder, QString::fromUtf8(listed->err.left(500)).simplified());
  }
  for (QByteArray name : listed->out.split('\0')) {
    if (name.isEmpty()) continue;
    while (name.endsWith('/')) name.chop(1);
    const QByteArray relative = inside.isEmpty() ? name : inside + '/' + name;
    struct stat status{};
    if (::lstat((QFile::encodeName(source) + '/' + relative).constData(), &status) != 0)
      continue;  // tracked, but deleted in the working tree
    if (S_ISDIR(status.st_mode)) {
      const bool isRepository =
          ::lstat((QFile::encodeName(source) + '/' + relative + "/.git").constData(), &status) == 0;
      if (!isRepository) continue;  // a submodule that is not checked out
      CO_TRY(co_await listByGit(source, relative, files, stop));
    } else if (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)) {
      files << relative;
    }
  }
  co_return true;
}

// Arguments that disable each filter defined in any configuration: a comparison would execute them.
// Nothing if one cannot be named on a command line.
QCoro::Task<std::optional<QStringList>> withoutFilters(QString source, std::stop_token stop) {
  const QStringList list{QStringLiteral("config"), QStringLiteral("--null"),
                         QStringLiteral("--name-only"), QStringLiteral("--get-regexp"),
                         QStringLiteral("^filter\\.")};
  auto listed = co_await git(source, list, stop);
  QStringList words;
  // 1: there are none.
  if (!listed || listed->exitCode > 1) co_return std::nullopt;
  for (const QByteArray& key : listed->out.split('\0')) {
    if (key.isEmpty()) continue;
    if (key.contains('=') || key.contains('\n')) co_return std::nullopt;
    const QString name = QString::fromUtf8(key.left(key.lastIndexOf('.')));
    for (const char* setting : {".clean=", ".smudge=", ".process=", ".required=false"})
      if (const QString off = name + QLatin1String(setting); !words.contains(off))
        words << QStringLiteral("-c") << off;
  }
  co_return words;
}

QCoro::Task<void> askGit(QString source, CodeState& state, std::stop_token stop) {
  const QStringList head{QStringLiteral("rev-parse"), QStringLiteral("--verify"),
                         QStringLiteral("--quiet"), QStringLiteral("HEAD")};
  auto commit = co_await git(source, head, stop);
  if (!commit || commit->exitCode != 0) co_return;
  state.gitCommit = QString::fromLatin1(commit->out.trimmed());
  const auto filters = co_await withoutFilters(source, stop);
  if (!filters) co_return;
  // Submodules have their own configuration: changes in them are not checked.
  const QStringList difference = *filters + QStringList{QStringLiteral("diff"),
                                                        QStringLiteral("--no-ext-diff"),
                                                        QStringLiteral("--no-textconv"),
                                                        QStringLiteral("--ignore-submodules=dirty"),
                                                        QStringLiteral("HEAD"),
                                                        QStringLiteral("--"),
                                                        QStringLiteral(".")};
  if (auto changed = co_await git(source, difference, stop); changed && changed->exitCode == 0)
    state.gitDifference = QString::fromUtf8(changed->out.left(1 << 20));
}

qint64 bytesOf(const QString& source, const QByteArrayList& files) {
  qint64 bytes = 0;
  for (const QByteArray& file : files) {
    struct stat status{};
    if (::lstat((QFile::encodeName(source) + '/' + file).constData(), &status) == 0)
      bytes += status.st_size;
  }
  return bytes;
}

// Links whose target exists here, but outside of the source folder: on another computer, they lead
// nowhere. One that is broken here, too, is its author's business.
QStringList linksOutOf(const QString& source, const QByteArrayList& files) {
  QStringList out;
  std::error_code problem;
  const fs::path root = fs::canonical(nativePath(source), problem);
  for (const QByteArray& file : files) {
    const fs::path link = nativePath(source) / file.toStdString();
    if (!fs::is_symlink(fs::symlink_status(link, problem))) continue;
    const fs::path target = fs::canonical(link, problem);
    if (problem) continue;
    const fs::path inside = target.lexically_relative(root);
    if (inside.empty() || *inside.begin() == "..") out << QString::fromUtf8(file);
  }
  return out;
}

// The content of code.part is complete: it becomes code.
constexpr const char* finishCodeScript = R"(cd "$1" || exit 3
if [ -d code ]; then exit 0; fi
find code.part -type d -name .trainyard-partial -prune -exec rm -rf {} + && mv code.part code && rm -rf code.temporary)";

struct ListedFiles {
  QByteArrayList files;  // sorted, without duplicates
  bool isRepository = false;
};

// The files to send, before code.exclude.
QCoro::Task<Result<ListedFiles>> listFiles(QString source, std::stop_token stop) {
  QByteArrayList byGit;
  auto isRepository = co_await listByGit(source, {}, byGit, stop);
  if (!isRepository) co_return isRepository.error();
  // Walking is slow on network file systems.
  std::function<Result<ListedFiles>()> work =
      [source, byGit = std::move(byGit), isRepository = *isRepository]() -> Result<ListedFiles> {
    ListedFiles listed{byGit, isRepository};
    if (!isRepository) {
      TRY(listed.files, filesBelow(source));
    }
    std::sort(listed.files.begin(), listed.files.end());
    listed.files.erase(std::unique(listed.files.begin(), listed.files.end()), listed.files.end());
    return listed;
  };
  co_return co_await inThread<Result<ListedFiles>>(std::move(work));
}

}  // namespace

QCoro::Task<Result<CodeState>> inspectCode(QString source, QStringList exclude,
                                           std::stop_token stop) {
  CodeState state;
  CO_TRY(const ListedFiles listed, co_await listFiles(source, stop));
  CO_TRY(state.files, co_await keptByRsync(source, listed.files, exclude, stop));
  using Measured = std::pair<qint64, QStringList>;
  std::function<Measured()> measure = [source, files = state.files] {
    return Measured(bytesOf(source, files), linksOutOf(source, files));
  };
  std::tie(state.bytes, state.linksOut) = co_await inThread<Measured>(std::move(measure));
  if (state.files.isEmpty()) co_return codeError("code.empty", source);
  if (state.bytes > limitBytes)
    co_return codeError("code.too_large", source, bytesText(state.bytes));
  if (listed.isRepository) co_await askGit(source, state, stop);
  if (stop.stop_requested()) co_return cancelledError();
  co_return state;
}

QCoro::Task<Result<QStringList>> idleExcludes(QString source, QStringList exclude,
                                              std::stop_token stop) {
  if (exclude.isEmpty()) co_return exclude;
  CO_TRY(ListedFiles listed, co_await listFiles(source, stop));
  auto idle = co_await idlePatterns(source, std::move(listed.files), exclude, stop);
  co_return idle;
}

QCoro::Task<Result<LeftByGit>> leftByGit(QString source, std::stop_token stop) {
  LeftByGit left;
  const QStringList list{QStringLiteral("ls-files"), QStringLiteral("-z"),
                         QStringLiteral("--others"), QStringLiteral("--ignored"),
                         QStringLiteral("--exclude-standard")};
  auto listed = co_await git(source, list, stop);
  if (!listed && listed.error().kind == ErrorKind::cancelled) co_return listed.error();
  if (!listed || listed->exitCode != 0) co_return left;
  QByteArrayList files = listed->out.split('\0');
  files.removeAll({});
  left.files = files.size();
  for (const QByteArray& file : files) {
    const QString first = QString::fromUtf8(file.left(file.indexOf('/')));
    if (!left.names.contains(first)) left.names << first;
  }
  std::function<qint64()> measure = [source, files] { return bytesOf(source, files); };
  left.bytes = co_await inThread<qint64>(std::move(measure));
  co_return left;
}

QCoro::Task<Result<void>> sendCode(Host& host, QString source, CodeState state, QString runFolder,
                                   QString earlierRunFolder, OnProgress onProgress,
                                   std::stop_token stop) {
  CO_TRY(auto there, co_await host.list(runFolder, stop));
  const auto has = [&](const char* name) {
    return std::any_of(there.begin(), there.end(),
                       [&](const FolderEntry& entry) { return entry.name == QLatin1String(name); });
  };
  if (has("code")) co_return {};
  QStringList missing;
  for (const char* name : {"code.part", "code.temporary"})
    if (!has(name)) missing << runFolder + QLatin1Char('/') + QLatin1String(name);
  CO_TRY(co_await ensureFoldersThere(host, missing, stop));
  RsyncRequest request;
  request.what = QStringLiteral("code");
  request.source = source;
  request.destination = runFolder + QStringLiteral("/code.part");
  request.files = state.files;
  request.bytesTotal = state.bytes;
  // Times alone do not distinguish two edits within one second, so the content is compared.
  request.options =
      QStringList{QStringLiteral("--checksum"), QStringLiteral("--perms"), readOnlyOption(host),
                  QStringLiteral("--ignore-missing-args"),
                  QStringLiteral("--temp-dir=") + runFolder + QStringLiteral("/code.temporary")};
  if (!earlierRunFolder.isEmpty())
    request.options << QStringLiteral("--link-dest=") + earlierRunFolder + QStringLiteral("/code");
  CO_TRY(co_await runRsync(host, std::move(request), std::move(onProgress), stop));
  const QStringList arguments{runFolder};
  CO_TRY(auto finished, co_await runThere(host, QString::fromLatin1(finishCodeScript), arguments,
                                          {}, std::chrono::minutes(5), stop));
  if (finished.exitCode != 0)
    co_return make_error(
        "transfer.not_placed",
        {{"what", "code"},
         {"path", (runFolder + QStringLiteral("/code")).toStdString()},
         {"said", QString::fromUtf8(finished.err.left(500)).simplified().toStdString()}});
  co_return {};
}

}  // namespace trainyard
