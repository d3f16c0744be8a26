// SPDX-License-Identifier: GPL-3.0-or-later
// `yard sync --into`: the code mirrored into a folder that a person names, through the service;
// what it refuses it does not touch.
#include <QTest>

#include "tests/remote/service/program_test.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class MirrorCommandTest : public ProgramTest {
  Q_OBJECT

  fs::path path(const char* name) { return fs::path(m_folder->path().toStdString()) / name; }
  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  // An experiment whose code is world/project/code.
  QString project(const QByteArray& source = "project/code") {
    writeFile(path("world/project/code/train.py"), "print(1)\n");
    writeFile(path("world/project/code/a folder/it's $(x).txt"), "text");
    return file(QStringLiteral("world/mirror.yaml"),
                "format: 1\nname: mirror\nworkload: command\ncommand: {launcher: none, program: "
                "project/code/train.py}\ncode: {source: " +
                    source + ", exclude: ['*.log']}\n");
  }
  Done sync(const QString& experiment, const fs::path& into, const QStringList& more = {}) {
    return yard(
        QStringList{QStringLiteral("sync"), experiment, QStringLiteral("--into"), text(into)} +
        more);
  }

 private slots:
  void mirrorsAndDeletesOnlyWhenAsked() {
    const QString experiment = project();
    writeFile(path("world/project/code/notes.log"), "left out");
    const fs::path to = path("there/new/mirror");
    Done done = sync(experiment, to, {QStringLiteral("--dry-run")});
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY2(done.out.contains("send     2 files"), done.out.constData());
    QVERIFY(!fs::exists(path("there")));
    done = sync(experiment, to);
    QVERIFY2(done.code == 0, done.err.constData());
    auto wanted = contentOf(path("world/project/code"));
    wanted.erase("notes.log");
    auto got = contentOf(to);
    QCOMPARE(got.erase(".trainyard-mirror"), std::size_t(1));
    QVERIFY(got == wanted);

    writeFile(to / "old.py", "old");
    writeFile(to / "results/1", "1");
    writeFile(path("world/project/code/train.py"), "print(22)\n");
    done = sync(experiment, to);
    QVERIFY2(done.code == 0 && done.out.contains("extra    old.py: stays"), done.out.constData());
    QVERIFY(fs::exists(to / "old.py") &&
            contentOf(to)["train.py"] == contentOf(path("world/project/code"))["train.py"]);
    done =
        sync(experiment, to,
             {QStringLiteral("--delete"), QStringLiteral("--dry-run"), QStringLiteral("--json")});
    const QJsonObject preview = QJsonDocument::fromJson(done.out).object();
    QCOMPARE(preview[QStringLiteral("surplus_count")].toInt(), 3);
    QCOMPARE(preview[QStringLiteral("folder")].toString(), text(fs::canonical(to)));
    QVERIFY(fs::exists(to / "old.py"));
    // Nobody is there to be asked.
    done = sync(experiment, to, {QStringLiteral("--delete")});
    QVERIFY2(done.code == 2, done.err.constData());
    QVERIFY(fs::exists(to / "old.py"));
    done = sync(experiment, to, {QStringLiteral("--delete"), QStringLiteral("--yes")});
    QVERIFY2(done.code == 0 && done.out.contains("delete   old.py"), done.out.constData());
    QVERIFY(!fs::exists(to / "old.py") && !fs::exists(to / "results") &&
            fs::exists(to / ".trainyard-mirror"));
  }

  void hostileArrangementsTouchNothing() {
    const QString experiment = project();
    const fs::path world = path("world"), marked = world / "marked/deep";
    writeFile(world / "precious/deep/file", "precious");
    writeFile(marked / ".trainyard-mirror", "marker");
    writeFile(marked / "old", "old");
    fs::create_symlink(marked, world / "link");
    fs::create_symlink("/", world / "root");
    fs::create_symlink(world / "project/code", world / "to code");
    writeFile(world / "fake/deep/file", "file");
    fs::create_symlink(marked / ".trainyard-mirror", world / "fake/deep/.trainyard-mirror");
    writeFile(world / "project/code/inside/.trainyard-mirror", "a marker in the source");
    fs::create_directories(world / "empty");
    const QString empty = file(QStringLiteral("world/empty.yaml"),
                               "format: 1\nname: empty\nworkload: command\ncommand: {launcher: "
                               "none, program: project/code/train.py}\ncode: {source: empty}\n");
    const QString none = file(QStringLiteral("world/none.yaml"),
                              "format: 1\nname: none\nworkload: command\ncommand: {launcher: none, "
                              "program: project/code/train.py}\n");
    fs::create_directories(marked / "project");
    writeFile(marked / "project/train.py", "in a mirror");
    const QString mirrored =
        file(QStringLiteral("world/mirrored.yaml"),
             "format: 1\nname: mirrored\nworkload: command\ncommand: {launcher: none, program: "
             "project/code/train.py}\ncode: {source: marked/deep/project}\n");
    const auto before = snapshotOf(world);
    const struct {
      QString experiment;
      fs::path to;
      const char* words;
    } arrangements[] = {
        {empty, marked, "has no files to send"},
        {none, marked, "code.source is not set"},
        {mirrored, marked, "is itself inside a mirror"},
        {experiment, world / "precious/deep", "no .trainyard-mirror"},
        {experiment, world / "link", "it is a link"},
        {experiment, world / "root", "it is a link"},
        {experiment, (world / "root").native() + (world / "precious/deep").native(),
         "no .trainyard-mirror"},
        {experiment, marked / "../../precious/deep", "without .."},
        {experiment, "/", "fewer than three parts"},
        {experiment, "/tmp", "fewer than three parts"},
        {experiment, "/nowhere/new", "fewer than three parts"},
        {experiment, "relative/folder", "as an absolute path"},
        {experiment, "~other/folder", "as an absolute path"},
        {experiment, (world / "marked/deep").native() + "\nsecond line", "line breaks"},
        {experiment, world / "fake/deep", "no .trainyard-mirror"},
        {experiment, world / "project", "it contains the source"},
        {experiment, world / "project/code", "it is inside the source"},
        {experiment, world / "project/code/inside", "it is inside the source"},
        {experiment, world / "to code/new", "it is inside the source"},
        {experiment, world / "precious/deep/file", "is not a folder"},
        {experiment, world / "precious/deep/file/below", "is not a folder"},
        {experiment, QDir::homePath().toStdString(), "cannot be used as a mirror"}};
    for (const auto& [from, to, words] : arrangements)
      for (const QStringList& more :
           {QStringList{QStringLiteral("--dry-run")},
            QStringList{QStringLiteral("--delete"), QStringLiteral("--yes")}}) {
        const Done done = sync(from, to, more);
        QVERIFY2(done.code == 2 && done.err.contains(words) && done.err.count('\n') == 1,
                 (to.native() + ": " + done.err.toStdString()).c_str());
        QVERIFY2(snapshotOf(world) == before, to.c_str());
      }
    QVERIFY(!fs::exists("/nowhere"));
  }

  void plantedLinksInTheMirrorLeadNowhere() {
    const QString experiment = project();
    const fs::path to = path("there/mirror"), precious = path("precious");
    QVERIFY(sync(experiment, to).code == 0);
    writeFile(precious / "file", "precious");
    fs::remove_all(to / "a folder");
    fs::create_symlink(precious, to / "a folder");  // a folder of the code
    fs::create_symlink(precious, to / "surplus");
    fs::remove(to / "train.py");
    fs::create_symlink(precious / "file", to / "train.py");
    const auto before = snapshotOf(precious);
    for (const QStringList& more :
         {QStringList(), QStringList{QStringLiteral("--delete"), QStringLiteral("--yes")}}) {
      const Done done = sync(experiment, to, more);
      QVERIFY2(done.code == 0, done.err.constData());
      QVERIFY(snapshotOf(precious) == before);
    }
    auto got = contentOf(to);
    got.erase(".trainyard-mirror");
    QVERIFY(got == contentOf(path("world/project/code")));
  }
};

TRAINYARD_TEST(MirrorCommandTest);
#include "mirror_command_test.moc"
