// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept on a target, and what of it may go.
#include "remote/service/calls/target_usage.h"

#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

FoundFolder found(const QString& name, double modified = 1000) {
  return {name, modified, !name.contains(QLatin1Char('/')), 10};
}

// "name: nothing" of each.
QStringList wordsOf(const QList<KeptFolder>& folders) {
  QStringList words;
  for (const KeptFolder& folder : folders)
    words << folder.name + QStringLiteral(": ") +
                 QString::fromUtf8(name_of(folder.keptFor).data(),
                                   static_cast<qsizetype>(name_of(folder.keptFor).size()));
  words.sort();
  return words;
}

}  // namespace

class TargetUsageTest : public ServedFixture {
  Q_OBJECT

 private slots:
  void whatNobodyNeedsIsNothing() {
    FoundFolders there;
    there.folders = {found(QStringLiteral("open-11111111")),
                     found(QStringLiteral("known-22222222")),
                     found(QStringLiteral("gone-33333333")),
                     found(QStringLiteral("far-44444444")),
                     found(QStringLiteral("engine/trainyard-1-a")),
                     found(QStringLiteral("engine/trainyard-1-b")),
                     found(QStringLiteral("engine/trainyard-2-c"), 2000),
                     found(QStringLiteral("engine/torch-1")),
                     found(QStringLiteral("engine/torch-2")),
                     found(QStringLiteral("engine/torch-0")),
                     found(QStringLiteral("data/aa")),
                     found(QStringLiteral("data/bb"))};
    const auto uses = [&](const char* user, const char* used) {
      there.uses.insert(QLatin1String(user), QLatin1String(used));
    };
    uses("open-11111111", "engine/trainyard-1-a");
    uses("engine/trainyard-1-a", "engine/torch-1");
    uses("engine/trainyard-1-b", "engine/torch-0");
    uses("engine/trainyard-2-c", "engine/torch-2");
    uses("known-22222222", "engine/trainyard-1-b");
    uses("known-22222222", "data/aa");
    uses("gone-33333333", "data/bb");
    FolderUsers users;
    users.openRuns = {QStringLiteral("open-11111111")};
    users.knownRuns = {QStringLiteral("open-11111111"), QStringLiteral("known-22222222")};
    // Another computer's, with a job.
    users.jobs = {QStringLiteral("far-44444444.1")};
    QCOMPARE(wordsOf(keptFolders(there, users)),
             (QStringList{"data/aa: known_run", "data/bb: nothing", "engine/torch-0: nothing",
                          "engine/torch-1: open_run", "engine/torch-2: newest",
                          "engine/trainyard-1-a: open_run", "engine/trainyard-1-b: nothing",
                          "engine/trainyard-2-c: newest", "far-44444444: open_run",
                          "gone-33333333: nothing", "known-22222222: known_run",
                          "open-11111111: open_run"}));
    // A job that a site has renamed could be that of any run that is not known here.
    users.jobs << QStringLiteral("interactive");
    const QStringList doubtful = wordsOf(keptFolders(there, users));
    QVERIFY(doubtful.contains(QStringLiteral("gone-33333333: unknown")));
    QVERIFY(doubtful.contains(QStringLiteral("data/bb: open_run")));
    QVERIFY(doubtful.contains(QStringLiteral("engine/trainyard-1-b: nothing")));
  }

  void onlyWhatNobodyNeedsIsRemoved() {
    const QString run = submit();
    site().queue.now = running();
    const QString own = QStringLiteral("far-") + run.left(8);
    write(QStringLiteral("base/%1/job.sh").arg(own), "exec /base/engine/trainyard-1-a/engine\n");
    write(QStringLiteral("base/%1/run.json").arg(own), "{}");
    write(QStringLiteral("base/engine/trainyard-1-a/engine"), "#!/bin/sh\n# ../torch-1-cpu-x\n");
    write(QStringLiteral("base/engine/torch-1-cpu-x/lib.so"), QByteArray(100000, 'x'));
    write(QStringLiteral("base/engine/trainyard-1-b/engine"), "#!/bin/sh\n");
    write(QStringLiteral("base/engine/trainyard-9-c/engine"), "#!/bin/sh\n");
    write(QStringLiteral("base/gone-33333333/run.json"), "{}");
    write(QStringLiteral("base/of a person/file"), "precious");
    write(QStringLiteral("base/engine/.partial-1/file"), "half");
    QDir(path(QStringLiteral("base"))).mkpath(QStringLiteral("data"));
    QFile::link(path(QStringLiteral("base/of a person")), path(QStringLiteral("base/data/link")));
    const auto person = client();
    const auto usage = resultOf(person->call(methods::targetsUsage, {}, QStringLiteral("far")));
    QVERIFY2(usage, usage ? "" : usage.error().message.c_str());
    QStringList names, free;
    for (const KeptFolder& folder : usage->folders) {
      names << folder.name;
      if (folder.keptFor == KeptFor::nothing) free << folder.name;
      if (folder.name == QLatin1String("engine/torch-1-cpu-x")) QVERIFY(*folder.bytes >= 100000);
    }
    names.sort();
    QCOMPARE(names,
             (QStringList{"engine/.partial-1", "engine/torch-1-cpu-x", "engine/trainyard-1-a",
                          "engine/trainyard-1-b", "engine/trainyard-9-c", own, "gone-33333333"}));
    QVERIFY(!free.contains(own) && !free.contains(QStringLiteral("engine/trainyard-1-a")));
    QVERIFY(!free.contains(QStringLiteral("engine/torch-1-cpu-x")));
    QVERIFY(free.contains(QStringLiteral("gone-33333333")));
    const CleanArguments all{QStringLiteral("far"),
                             names + QStringList{"of a person", "..", "data/link"}};
    const auto cleaned = resultOf(person->call(methods::targetsClean, {}, all));
    QVERIFY(cleaned);
    QVERIFY(cleaned->left.contains(own));
    const auto isThere = [&](const QString& name) {
      return QFile::exists(path(QStringLiteral("base/") + name));
    };
    for (const char* kept :
         {"of a person/file", "engine/trainyard-1-a/engine", "engine/torch-1-cpu-x/lib.so"})
      QVERIFY2(isThere(QLatin1String(kept)), kept);
    QVERIFY(isThere(own));
    for (const char* removed : {"gone-33333333", "engine/.partial-1"})
      QVERIFY2(!isThere(QLatin1String(removed)), removed);
  }
};

TRAINYARD_TEST(TargetUsageTest);
#include "target_usage_test.moc"
