// SPDX-License-Identifier: GPL-3.0-or-later
// What is at a path of a target: here and over ssh the same, whatever the names are.
#include "remote/target/target_files.h"

#include <QTemporaryDir>

#include <unistd.h>

#include "remote/host/local_host.h"
#include "remote/target/code_files.h"
#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class TargetFilesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<SshServer> m_server;
  std::unique_ptr<TestHost> m_far;
  LocalHost m_here;

  QList<Host*> hosts() {
    QList<Host*> all{&m_here};
    if (m_far) all << &m_far->host;
    return all;
  }
  static void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(content) != content.size()) qFatal("no file");
  }
  static TargetListing listed(Host& host, const QString& path) {
    auto listing = resultOf(listFiles(host, path, {}));
    if (!listing) qFatal("%s", listing.error().message.c_str());
    return *listing;
  }
  static std::string refusal(Host& host, const QString& path) {
    const auto listing = resultOf(listFiles(host, path, {}));
    return listing ? std::string("listed") : listing.error().message;
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) return;
    m_server = std::make_unique<SshServer>();
    m_server->start();
    m_far = std::make_unique<TestHost>(m_server->config());
  }

  void aFolderHasItsFilesByName() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("b.txt")), "12345");
    write(folder.filePath(QStringLiteral(".hidden")), {});
    QDir(folder.path()).mkdir(QStringLiteral("a folder"));
    QFile::link(QStringLiteral("nowhere"), folder.filePath(QStringLiteral("c")));
    QFile dated(folder.filePath(QStringLiteral("b.txt")));
    QVERIFY(dated.open(QFile::ReadWrite));
    QVERIFY(dated.setFileTime(QDateTime::fromSecsSinceEpoch(1600000000),
                              QFileDevice::FileModificationTime));
    dated.close();
    for (Host* host : hosts()) {
      const TargetListing listing = listed(*host, folder.path() + QLatin1Char('/'));
      QVERIFY(listing.isFolder && !listing.isMore);
      QCOMPARE(listing.path, folder.path());
      QCOMPARE(listing.files.size(), 4);
      QCOMPARE(listing.files[0].name, QStringLiteral(".hidden"));
      QCOMPARE(listing.files[1].name, QStringLiteral("a folder"));
      QVERIFY(listing.files[1].kind == FileKind::folder);
      QCOMPARE(listing.files[2].name, QStringLiteral("b.txt"));
      QVERIFY(listing.files[2].kind == FileKind::file);
      QCOMPARE(listing.files[2].bytes, 5);
      QCOMPARE(listing.files[2].modified, 1600000000.0);
      QVERIFY(listing.files[3].kind == FileKind::link);
    }
  }

  void theCodeOfARunIsListedByItsContent() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("code/src")));
    write(folder.filePath(QStringLiteral("code/train.py")), "print(1)\n");
    write(folder.filePath(QStringLiteral("code/src/a b.py")), {});
    write(folder.filePath(QStringLiteral("code/line\nbreak\\")), "x");
    QFile::link(QStringLiteral("/etc/passwd"), folder.filePath(QStringLiteral("code/link")));
    QFile large(folder.filePath(QStringLiteral("code/z.bin")));
    QVERIFY(large.open(QFile::WriteOnly) && large.resize(16 << 20));
    large.close();
    for (Host* host : hosts()) {
      const auto listing = resultOf(listCode(*host, folder.path() + QStringLiteral("/code"), {}));
      QVERIFY(listing);
      QVERIFY(!listing->isMore);
      QStringList paths;
      for (const CodeFile& file : listing->files) paths << file.path;
      QCOMPARE(paths, (QStringList{QStringLiteral("line\nbreak\\"), QStringLiteral("src/a b.py"),
                                   QStringLiteral("train.py"), QStringLiteral("z.bin")}));
      // Of nothing, as `sha256sum /dev/null` prints it.
      QCOMPARE(listing->files[1].digest,
               QStringLiteral("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
      QCOMPARE(listing->files[3].digest, QStringLiteral("size:16777216"));
      const auto none = resultOf(listCode(*host, folder.path() + QStringLiteral("/code/code"), {}));
      QVERIFY(!none);
      QCOMPARE(none.error().code, std::string("code.missing"));
    }
  }

  void aLinkInThePathIsFollowed() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("file")), "123");
    QFile::link(QStringLiteral("file"), folder.filePath(QStringLiteral("link")));
    for (Host* host : hosts()) {
      const TargetListing listing = listed(*host, folder.filePath(QStringLiteral("link")));
      QVERIFY(!listing.isFolder);
      QCOMPARE(listing.path, folder.filePath(QStringLiteral("file")));
      QCOMPARE(listing.files.size(), 1);
      QCOMPARE(listing.files.first().name, QStringLiteral("file"));
      QCOMPARE(listing.files.first().bytes, 3);
    }
  }

  void aRelativePathIsBelowTheHomeFolder() {
    if (!m_far) QSKIP("no sshd here");
    QDir(m_server->path(QStringLiteral("home"))).mkpath(QStringLiteral("results/of run"));
    for (const char* path : {"results", "~/results", "results/"})
      QCOMPARE(listed(m_far->host, QLatin1String(path)).files.value(0).name,
               QStringLiteral("of run"));
    for (const char* path : {"", "~", "."})
      QCOMPARE(listed(m_far->host, QLatin1String(path)).files.value(0).name,
               QStringLiteral("results"));
  }

  void whatIsMissingNamesTheNearestFolder() {
    QTemporaryDir folder;
    QDir(folder.path()).mkdir(QStringLiteral("there"));
    for (Host* host : hosts())
      QCOMPARE(refusal(*host, folder.filePath(QStringLiteral("there/not/log.txt"))),
               (folder.path() +
                QStringLiteral("/there/not/log.txt does not exist there; the "
                               "nearest folder that does is ") +
                folder.path() + QStringLiteral("/there"))
                   .toStdString());
  }

  void hostileNamesAreListed() {
    QTemporaryDir folder;
    int made = 0;
    for (const QString& name : {QStringLiteral("-rf"), QStringLiteral("$(touch x)"),
                                QStringLiteral("a\nb"), QStringLiteral("'\"\\ ~")}) {
      write(folder.filePath(name), "x");
      ++made;
      for (Host* host : hosts()) {
        QCOMPARE(listed(*host, folder.path()).files.size(), made);
        const TargetListing file = listed(*host, folder.filePath(name));
        QCOMPARE(file.files.size(), 1);
        QCOMPARE(file.files.first().name, name);
      }
    }
  }

  void aFolderOfManyFilesIsCut() {
    QTemporaryDir folder;
    const QString longName(200, QLatin1Char('n'));
    for (int i = 0; i < 6000; ++i) write(folder.filePath(longName + QString::number(i)), {});
    const TargetListing listing = listed(m_here, folder.path());
    QVERIFY(listing.isMore);
    QVERIFY(listing.files.size() > 3000 && listing.files.size() < 6000);
  }
};

TRAINYARD_TEST(TargetFilesTest);
#include "target_files_test.moc"
