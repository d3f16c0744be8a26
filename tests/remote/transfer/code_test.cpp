// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/code.h"

#include <QProcess>
#include <QTest>

#include "remote/host/local_host.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class CodeTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;

  fs::path newFolder() { return m_tree.newFolder(); }
  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  static void git(const fs::path& folder, const QStringList& arguments) {
    QProcess process;
    const QStringList identity{QStringLiteral("-C"), text(folder),
                               QStringLiteral("-c"), QStringLiteral("user.name=A"),
                               QStringLiteral("-c"), QStringLiteral("user.email=a@localhost"),
                               QStringLiteral("-c"), QStringLiteral("protocol.file.allow=always")};
    process.start(QStringLiteral("git"), identity + arguments);
    QVERIFY(process.waitForFinished());
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
  }
  static Result<CodeState> inspect(const fs::path& source, const QStringList& exclude = {}) {
    return resultOf(inspectCode(text(source), exclude, {}));
  }
  Result<void> send(const fs::path& source, const CodeState& state, const fs::path& run,
                    const fs::path& earlier = {}) {
    return resultOf(sendCode(m_host, text(source), state, text(run), text(earlier), {}, {}));
  }

 private slots:
  // Whatever the folder's own configuration wants to be run: nothing is.
  void aForeignRepositoryRunsNothing() {
    const fs::path source = newFolder(), mark = m_tree.path() / "mark";
    git(source, {QStringLiteral("init"), QStringLiteral("-q")});
    writeFile(source / ".gitattributes", "*.py filter=evil diff=evil\n");
    writeFile(source / "train.py", "one\n");
    git(source, {QStringLiteral("add"), QStringLiteral(".")});
    git(source, {QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"),
                 QStringLiteral("one")});
    writeFile(source / "train.py", "two, and longer\n");
    const std::string run = "sh -c \"echo ran >>" + mark.native() + "; cat\"";
    writeFile(source / ".git/hooks/post-index-change", "#!/bin/sh\necho hook >>" + mark.native());
    fs::permissions(source / ".git/hooks/post-index-change", fs::perms::owner_all);
    for (const char* key : {"core.fsmonitor", "filter.evil.clean", "filter.evil.smudge",
                            "filter.evil.process", "diff.evil.textconv", "diff.evil.command",
                            "diff.external", "core.pager", "core.sshCommand"})
      git(source,
          {QStringLiteral("config"), QString::fromLatin1(key), QString::fromStdString(run)});
    fs::remove(mark);
    const auto state = inspect(source);
    QVERIFY2(state, state ? "" : state.error().message.c_str());
    QCOMPARE(state->files, (QByteArrayList{".gitattributes", "train.py"}));
    QVERIFY(state->gitDifference.contains(QStringLiteral("+two, and longer")));
    QVERIFY2(!fs::exists(mark), readWhole(mark).c_str());
  }

  void hostileNamesArriveByteForByte() {
    const fs::path source = newFolder(), run = newFolder();
    fillWithHostileFiles(source);
    fs::create_symlink("plain.py", source / "link");
    fs::create_symlink("/etc/passwd", source / "absolute link");
    fs::create_symlink("nowhere\n", source / "broken");
    fs::create_directories(source / "empty folder");
    fs::permissions(source / "plain.py", fs::perms::owner_all);
    auto state = inspect(source);
    QVERIFY(state);
    auto sent = send(source, *state, run);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    const auto wanted = contentOf(source), got = contentOf(run / "code");
    for (const auto& [name, content] : wanted)
      QVERIFY2(got.contains(name) && got.at(name) == content, name.c_str());
    QCOMPARE(got.size(), wanted.size());
    QCOMPARE(got.size(), hostileFiles().size() + 3);
    QVERIFY(!fs::exists(run / "code/empty folder"));
    QVERIFY(!fs::exists(run / "code.part") && !fs::exists(run / "code.temporary"));
    struct stat status{};
    QCOMPARE(::stat((run / "code/plain.py").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0500u);
    for (const auto& entry : fs::recursive_directory_iterator(run / "code"))
      if (entry.is_regular_file() && !entry.is_symlink())
        QVERIFY((entry.status().permissions() & (fs::perms::owner_write | fs::perms::group_write |
                                                 fs::perms::others_write)) == fs::perms::none);
  }

  void gitNamesWhatTravels() {
    const fs::path source = newFolder(), library = newFolder(), run = newFolder();
    writeFile(library / "used.py", "used");
    git(library, {QStringLiteral("init"), QStringLiteral("-q")});
    git(library, {QStringLiteral("add"), QStringLiteral(".")});
    git(library, {QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("x")});
    writeFile(source / ".gitignore", "*.log\n!kept.log\n");
    for (const char* name :
         {"tracked.py", "deleted.py", "kept.log", "forced.log", "two\nlines", "\xff.py"})
      writeFile(source / name, name);
    git(source, {QStringLiteral("init"), QStringLiteral("-q")});
    git(source, {QStringLiteral("add"), QStringLiteral(".")});
    git(source, {QStringLiteral("add"), QStringLiteral("-f"), QStringLiteral("forced.log")});
    git(source, {QStringLiteral("submodule"), QStringLiteral("--quiet"), QStringLiteral("add"),
                 text(library), QStringLiteral("library")});
    git(source, {QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("x")});
    fs::remove(source / "deleted.py");
    writeFile(source / "ignored.log", "no");
    writeFile(source / "new.py", "new");
    writeFile(source / "data/big.bin", "excluded");
    auto state = inspect(source, {QStringLiteral("data/")});
    QVERIFY(state);
    const QByteArrayList wanted{".gitignore", ".gitmodules",     "forced.log",
                                "kept.log",   "library/used.py", "new.py",
                                "tracked.py", "two\nlines",      "\xff.py"};
    QCOMPARE(state->files, wanted);
    QCOMPARE(state->gitCommit.size(), 40);
    QVERIFY(state->gitDifference.contains(QLatin1String("deleted.py")));
    QVERIFY(send(source, *state, run));
    QCOMPARE(contentOf(run / "code").size(), static_cast<std::size_t>(wanted.size()));
  }

  // code.exclude means what rsync(1) says: a pattern with a slash within it is anchored to a path's
  // end, one with a leading slash to the folder, one with a trailing slash meets folders alone.
  void excludesAreRsyncsOwn() {
    const fs::path source = newFolder();
    for (const char* name : {"data/a.bin", "src/data/b.py", "src/deep/x/c.py", "notes", "run1.pt",
                             "sub/run2.pt", "src/run3.py", "cache", "sub/cache/d.py"})
      writeFile(source / name, name);
    const QStringList patterns{QStringLiteral("/data"),    QStringLiteral("deep/**/c.py"),
                               QStringLiteral("*.p[s-u]"), QStringLiteral("cache/"),
                               QStringLiteral("/b.py"),    QStringLiteral("notes/")};
    const auto state = inspect(source, patterns);
    QVERIFY(state);
    const QByteArrayList wanted{"cache", "notes", "src/data/b.py", "src/run3.py"};
    QCOMPARE(state->files, wanted);
    const auto idle = resultOf(idleExcludes(text(source), patterns, {}));
    QVERIFY(idle);
    const QStringList left{QStringLiteral("/b.py"), QStringLiteral("notes/")};
    QCOMPARE(*idle, left);
  }

  void whatGitIgnoresIsCounted() {
    const fs::path source = newFolder();
    writeFile(source / ".gitignore", "*.bin\ncheckpoints/\n");
    writeFile(source / "train.py", "x");
    QVERIFY(resultOf(leftByGit(text(source), {}))->names.isEmpty());  // no repository yet
    git(source, {QStringLiteral("init"), QStringLiteral("-q")});
    writeFile(source / "data/corpus.bin", "12345");
    writeFile(source / "checkpoints/one", "123");
    writeFile(source / "checkpoints/two", "12");
    const auto left = resultOf(leftByGit(text(source), {}));
    QVERIFY(left);
    QCOMPARE(left->files, 3);
    QCOMPARE(left->bytes, 10);
    const QStringList names{QStringLiteral("checkpoints"), QStringLiteral("data")};
    QCOMPARE(left->names, names);
  }

  void linksThatLeadOutAreNamed() {
    const fs::path source = newFolder(), elsewhere = newFolder();
    writeFile(source / "train.py", "x");
    writeFile(source / "sub/helper.py", "x");
    writeFile(elsewhere / "corpus.txt", "x");
    fs::create_symlink(elsewhere, source / "data");
    fs::create_symlink("../../" / elsewhere.filename() / "corpus.txt", source / "sub/corpus");
    fs::create_symlink("../train.py", source / "sub/inside");
    fs::create_symlink("helper.py", source / "sub/beside");
    fs::create_symlink("nowhere", source / "broken");
    const auto state = inspect(source);
    QVERIFY(state);
    QCOMPARE(state->linksOut, (QStringList{QStringLiteral("data"), QStringLiteral("sub/corpus")}));
  }

  void secondRunIsLinkedToTheFirst() {
    const fs::path source = newFolder(), first = newFolder(), second = newFolder();
    fillWithHostileFiles(source);
    writeFile(source / "edited", "aaaa");
    auto state = inspect(source);
    QVERIFY(state && send(source, *state, first));
    // The same size and the same time: only the content tells.
    const auto time = fs::last_write_time(source / "edited");
    writeFile(source / "edited", "bbbb");
    fs::last_write_time(source / "edited", time);
    fs::remove(source / "plain.py");
    state = inspect(source);
    QVERIFY(state && send(source, *state, second, first));
    QVERIFY(contentOf(second / "code") == contentOf(source));
    QCOMPARE(readWhole(first / "code/edited"), std::string("aaaa"));
    QVERIFY(fs::exists(first / "code/plain.py"));
    QCOMPARE(inodeOf(first / "code/it's"), inodeOf(second / "code/it's"));
    QVERIFY(inodeOf(first / "code/edited") != inodeOf(second / "code/edited"));
  }

  void calledAgainChangesNothing() {
    const fs::path source = newFolder(), run = newFolder();
    writeFile(source / "a.py", "a");
    auto state = inspect(source);
    QVERIFY(state && send(source, *state, run));
    const auto before = snapshotOf(run);
    writeFile(source / "a.py", "changed");
    QVERIFY(send(source, *state, run));
    QVERIFY(snapshotOf(run) == before);
  }

  void continuesWhatWasInterrupted() {
    const fs::path source = newFolder(), run = newFolder();
    fillWithHostileFiles(source);
    writeFile(run / "code.part/plain.py", "print(1)\n");
    writeFile(run / "code.part/sub/.trainyard-partial/-n", "half");
    writeFile(run / "code.temporary/.it's.XyZ123", "torn");
    auto state = inspect(source);
    QVERIFY(state && send(source, *state, run));
    QVERIFY(contentOf(run / "code") == contentOf(source));
    QVERIFY(!fs::exists(run / "code.part") && !fs::exists(run / "code.temporary"));
  }

  void nothingToSendIsSaid() {
    const fs::path source = newFolder();
    auto state = inspect(source);
    QVERIFY(!state);
    QCOMPARE(state.error().code, std::string("code.empty"));
    writeFile(source / "large", "");
    fs::resize_file(source / "large", (2ull << 30) + 1);
    state = inspect(source);
    QVERIFY(!state);
    QCOMPARE(state.error().code, std::string("code.too_large"));
    QVERIFY(inspect(source, {QStringLiteral("nothing")}).error().message.find("2.1 GB") !=
            std::string::npos);
  }

  void fileThatGoesMeanwhileIsNoError() {
    const fs::path source = newFolder(), run = newFolder();
    writeFile(source / "stays", "a");
    writeFile(source / "goes", "b");
    auto state = inspect(source);
    fs::remove(source / "goes");
    QVERIFY(state && send(source, *state, run));
    QCOMPARE(contentOf(run / "code").size(), std::size_t(1));
  }
};

TRAINYARD_TEST(CodeTest);
#include "code_test.moc"
