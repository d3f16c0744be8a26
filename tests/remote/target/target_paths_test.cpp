// SPDX-License-Identifier: GPL-3.0-or-later
// Names and counts of what lies on a target: here and over ssh the same, whatever the names are.
#include "remote/target/target_paths.h"

#include <algorithm>
#include <filesystem>

#include <QTemporaryDir>

#include <unistd.h>

#include "remote/host/local_host.h"
#include "tests/remote/hostile_texts.h"
#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class TargetPathsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<SshServer> m_server;
  std::unique_ptr<TestHost> m_far;
  LocalHost m_here;

  // Both kinds of host; without sshd only this computer.
  QList<Host*> hosts() {
    QList<Host*> all{&m_here};
    if (m_far) all << &m_far->host;
    return all;
  }
  QString path(const QString& name) const { return m_folder->filePath(name); }
  void file(const QString& name, qint64 bytes) const { rawFile(QFile::encodeName(name), bytes); }
  void rawFile(const QByteArray& name, qint64 bytes) const {
    FILE* made = ::fopen((QFile::encodeName(m_folder->path()) + '/' + name).constData(), "w");
    if (!made || ::ftruncate(::fileno(made), bytes) != 0) qFatal("no file");
    ::fclose(made);
  }
  PathNames namesOf(Host& host, const QString& folder, const QString& prefix = {}) {
    auto names = resultOf(namesIn(host, folder, prefix, {}));
    if (!names) qFatal("%s", names.error().message.c_str());
    return *names;
  }
  static QStringList texts(const PathNames& names) {
    QStringList all;
    for (const NamedPath& one : names.names) all << one.name;
    return all;
  }
  QList<PathCount> countsOf(Host& host, const QStringList& paths) {
    auto counts = resultOf(countPaths(host, paths, {}));
    if (!counts) qFatal("%s", counts.error().message.c_str());
    return *counts;
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) return;
    m_server = std::make_unique<SshServer>();
    m_server->start();
    m_far = std::make_unique<TestHost>(m_server->config());
  }
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  // Qt leaves folders of some of these names behind.
  void cleanup() {
    std::filesystem::remove_all(QFile::encodeName(m_folder->path()).toStdString());
    m_folder.reset();
  }

  void namesWithKindsAndSizes() {
    file("train.txt", 7);
    file("training set.csv", qint64(5) << 30);
    file("test.txt", 1);
    file(".trainrc", 2);
    QDir(m_folder->path()).mkdir("trained");
    QFile::link(path("test.txt"), path("train-link"));
    QFile::link(path("nowhere"), path("train-broken"));
    QFile::link(path("trained"), path("train-folder"));
    for (Host* host : hosts()) {
      const PathNames found = namesOf(*host, m_folder->path(), "train");
      QCOMPARE(texts(found), QStringList({"train-broken", "train-folder", "train-link", "train.txt",
                                          "trained", "training set.csv"}));
      QCOMPARE(found.folder, PathKind::folder);
      QCOMPARE(found.names[0].kind, PathKind::other);
      QCOMPARE(found.names[1].kind, PathKind::folder);
      QCOMPARE(found.names[2].kind, PathKind::file);
      QCOMPARE(found.names[2].bytes, 1);
      QCOMPARE(found.names[3].bytes, 7);
      QCOMPARE(found.names[4].kind, PathKind::folder);
      QCOMPARE(found.names[5].bytes, qint64(5) << 30);
      QCOMPARE(texts(namesOf(*host, m_folder->path())).size(), 7);  // without the hidden one
      QCOMPARE(texts(namesOf(*host, m_folder->path(), ".")), QStringList{".trainrc"});
      QCOMPARE(namesOf(*host, path("test.txt")).folder, PathKind::other);
      QCOMPARE(namesOf(*host, path("no such")).folder, PathKind::missing);
    }
  }

  void whateverTheNamesAre() {
    const QString mark = path("mark");
    QStringList made;
    for (QString text : hostileTexts(mark)) {
      if (text.contains('/') || text.isEmpty() || text == "." || text == "..") continue;
      file(text, 3);
      if (!made.contains(text)) made << text;
    }
    rawFile("not\xff utf8", 1);
    for (Host* host : hosts()) {
      PathNames found = namesOf(*host, m_folder->path());
      QCOMPARE(found.unwritable, 1);
      QStringList wanted = made;
      wanted.removeIf([](const QString& name) { return name.startsWith('.'); });
      std::sort(wanted.begin(), wanted.end());
      QCOMPARE(texts(found), wanted);
      for (const QString& name : made) {
        const PathNames one = namesOf(*host, m_folder->path(), name);
        QStringList same =
            made.filter(QRegularExpression("\\A" + QRegularExpression::escape(name),
                                           QRegularExpression::DotMatchesEverythingOption));
        std::sort(same.begin(), same.end());
        QCOMPARE(texts(one), same);
      }
      QVERIFY(!QFile::exists(mark));
    }
  }

  void foldersAreHostileToo() {
    for (const QString& text : hostileTexts(path("mark"))) {
      if (text.contains('/') || text.isEmpty()) continue;
      QVERIFY(QDir(m_folder->path()).mkdir(text) || QFile::exists(path(text)));
      QFile inside(m_folder->path() + '/' + text + "/a");
      QVERIFY(inside.open(QIODevice::WriteOnly) && inside.write("12345") == 5);
      inside.close();
      for (Host* host : hosts()) {
        const QString folder = m_folder->path() + '/' + text;
        QCOMPARE(texts(namesOf(*host, folder)), QStringList{"a"});
        const QList<PathCount> counts = countsOf(*host, {folder, folder + "/a"});
        QCOMPARE(counts[0].bytes, 5);
        QCOMPARE(counts[1].kind, PathKind::file);
      }
    }
    QVERIFY(!QFile::exists(path("mark")));
  }

  void aLargeFolderIsCut() {
    for (int i = 0; i < 1500; ++i) file(QString("part-%1").arg(i, 5, 10, QChar('0')), 1);
    for (Host* host : hosts()) {
      const PathNames found = namesOf(*host, m_folder->path(), "part-");
      QVERIFY(found.hasMore);
      QCOMPARE(found.names.size(), namesLimit);
      QCOMPARE(found.names[0].name, QString("part-00000"));
      const PathNames few = namesOf(*host, m_folder->path(), "part-0012");
      QVERIFY(!few.hasMore);
      QCOMPARE(few.names.size(), 10);
      const PathCount all = countsOf(*host, {m_folder->path()})[0];
      QCOMPARE(all.files, 1500);
      QCOMPARE(all.bytes, 1500);
      QVERIFY(!all.isMore);
    }
  }

  void countsThroughLinksAndSaysWhatIsMissing() {
    QDir().mkpath(path("a/b"));
    file("a/b/one", qint64(3) << 30);
    file("a/two", 5);
    QDir().mkpath(path("other"));
    file("other/three", 6);
    QFile::link(path("other"), path("a/b/link"));
    QFile::link(path("a"), path("a/b/loop"));
    for (Host* host : hosts()) {
      const QList<PathCount> counts =
          countsOf(*host, {path("other"), path("missing"), path("a/two"), "/dev/null", path("a")});
      QCOMPARE(counts[0].files, 1);
      QVERIFY(!counts[0].isMore);
      QCOMPARE(counts[1].kind, PathKind::missing);
      QCOMPARE(counts[2].bytes, 5);
      QCOMPARE(counts[3].kind, PathKind::other);
      QCOMPARE(counts[4].files, 3);
      QCOMPARE(counts[4].bytes, (qint64(3) << 30) + 11);
      QVERIFY(counts[4].isMore);  // the loop was not entered again
    }
  }

  void fromTheHomeOfTheTarget() {
    if (!m_far) QSKIP("no sshd here: the package openssh-server is missing");
    m_server->write("home/notes.txt", "12");
    QCOMPARE(texts(namesOf(m_far->host, "~", "no")), QStringList{"notes.txt"});
    QCOMPARE(texts(namesOf(m_far->host, "~/", "notes")), QStringList{"notes.txt"});
    QCOMPARE(countsOf(m_far->host, {"~/notes.txt"})[0].bytes, 2);
  }

  void withFindsThatKnowLess() {
    file("one", 4);
    file("other", 2);
    file(".hidden", 1);
    QDir().mkpath(path("bin"));
    QFile find(path("bin/find"));
    QVERIFY(find.open(QIODevice::WriteOnly));
    find.write(
        "#!/bin/sh\nfor word do [ \"$word\" != -printf ] || exit 1; done\n"
        "exec /usr/bin/find \"$@\"\n");
    find.close();
    find.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(path("bin")) + ":" + before);
    const PathNames found = namesOf(m_here, m_folder->path(), "o");
    const PathNames hidden = namesOf(m_here, m_folder->path(), ".");
    const PathCount count = countsOf(m_here, {m_folder->path()})[0];
    qputenv("PATH", before);
    QCOMPARE(texts(found), QStringList({"one", "other"}));
    QCOMPARE(found.names[0].bytes, 4);
    QCOMPARE(texts(hidden), QStringList{".hidden"});
    QCOMPARE(count.files, 4);
    QVERIFY(!count.isMore);
  }

  void whatIsNoPlaceIsRefused() {
    for (const char* bad : {"", "data", "~root", "./x", "-x"}) {
      QVERIFY(!resultOf(namesIn(m_here, bad, {}, {})));
      QVERIFY(!resultOf(countPaths(m_here, {bad}, {})));
    }
    QVERIFY(!resultOf(namesIn(m_here, "/", "a/b", {})));
    QVERIFY(!resultOf(namesIn(m_here, "/" + QString(5000, QChar(u'x')), {}, {})));
    QVERIFY(!resultOf(countPaths(m_here, QStringList(countedPathsLimit + 1, "/"), {})));
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(!resultOf(namesIn(m_here, "/", {}, stopped.get_token())));
  }
};

TRAINYARD_TEST(TargetPathsTest);
#include "target_paths_test.moc"
