// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/mirror.h"

#include <optional>

#include <QDir>
#include <QScopeGuard>
#include <QTest>

#include "remote/host/local_host.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/over_ssh.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class MirrorTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  static QByteArrayList filesOf(const fs::path& source) {
    QByteArrayList files;
    for (const auto& [name, content] : contentOf(source)) files << QByteArray::fromStdString(name);
    return files;
  }
  Host* m_where = &m_host;
  Result<MirrorPreview> preview(const fs::path& source, const QByteArrayList& files,
                                const QString& to) {
    MirrorRequest request{text(source), files, to};
    return resultOf(previewMirror(*m_where, request, {}));
  }
  Result<QString> mirror(const fs::path& source, const QByteArrayList& files, const QString& to,
                         std::optional<qsizetype> deletions) {
    MirrorRequest request{text(source), files, to};
    return resultOf(mirrorFolder(*m_where, request, deletions, {}, {}));
  }

 private slots:
  void becomesEqualAndKeepsItsMarker() {
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder() / "new/mirror";
    fillWithHostileFiles(source);
    fs::create_symlink("plain.py", source / "link");
    auto planned = preview(source, filesOf(source), text(to));
    QVERIFY2(planned.ok(), planned.ok() ? "" : planned.error().message.c_str());
    QCOMPARE(planned->files, static_cast<qint64>(hostileFiles().size() + 1));
    auto done = mirror(source, filesOf(source), text(to), 0);
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().message.c_str());
    auto got = contentOf(to);
    QCOMPARE(got.erase(mirrorMarkerName), std::size_t(1));
    QVERIFY(got == contentOf(source));

    writeFile(to / "extra", "x");
    writeFile(to / "extra folder/[a*\n", "x");
    fs::remove(source / "it's");
    writeFile(source / "ignored.log", "stays here");
    QByteArrayList files = filesOf(source);
    files.removeAll("ignored.log");
    planned = preview(source, files, text(to));
    QVERIFY(planned);
    QCOMPARE(planned->surplus.size(), 4);
    QVERIFY(mirror(source, files, text(to), std::nullopt));
    QVERIFY(fs::exists(to / "extra") && fs::exists(to / "it's"));
    done = mirror(source, files, text(to), 3);
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("transfer.too_many_deletions"));
    QVERIFY(mirror(source, files, text(to), 4));
    got = contentOf(to);
    QCOMPARE(got.erase(mirrorMarkerName), std::size_t(1));
    auto wanted = contentOf(source);
    wanted.erase("ignored.log");
    QVERIFY(got == wanted);
  }

  void hostileArrangementsTouchNothing() {
    const fs::path world = m_tree.newFolder(), source = world / "project/source";
    writeFile(source / "a.py", "a");
    writeFile(world / "precious/deep/file", "precious");
    writeFile(world / "marked/deep/.trainyard-mirror", "marker");
    writeFile(world / "marked/deep/old", "old");
    fs::create_symlink(world / "marked/deep", world / "link");
    fs::create_symlink("/", world / "root");
    fs::create_directories(world / "fake/deep");
    writeFile(world / "fake/deep/file", "file");
    fs::create_symlink(world / "marked/deep/.trainyard-mirror",
                       world / "fake/deep/.trainyard-mirror");
    writeFile(world / "project/.trainyard-mirror", "marker around the source");
    writeFile(source / "inside/.trainyard-mirror", "marker in the source");
    const QByteArrayList files{"a.py"};
    const auto before = snapshotOf(world);
    struct {
      QString to;
      QByteArrayList files;
      const char* code;
    } arrangements[] = {
        {text(world / "marked/deep"), {}, "mirror.empty"},
        {text(world / "precious/deep"), files, "mirror.refused"},
        {text(world / "link"), files, "mirror.refused"},
        {text(world / "root"), files, "mirror.refused"},
        {text(world / "root") + text(world / "precious/deep"), files, "mirror.refused"},
        {text(world / "marked/deep/../../precious/deep"), files, "mirror.refused"},
        {QStringLiteral("/"), files, "mirror.refused"},
        {QStringLiteral("/tmp"), files, "mirror.refused"},
        {QStringLiteral("/proc/self/fd"), files, "mirror.refused"},
        {QStringLiteral("relative/folder"), files, "mirror.refused"},
        {QStringLiteral("~root/folder"), files, "mirror.refused"},
        {QStringLiteral("/new-for-mirrors/folder"), files, "mirror.refused"},
        {text(world / "marked/deep\n"), files, "mirror.refused"},
        {text(world / "fake/deep"), files, "mirror.refused"},
        {text(world / "project"), files, "mirror.refused"},
        {text(source), files, "mirror.refused"},
        {text(source / "inside"), files, "mirror.refused"},
        {text(world / "precious/deep/file"), files, "mirror.refused"},
        {QDir::homePath(), files, "mirror.refused"}};
    for (const auto& [to, list, code] : arrangements) {
      const auto planned = preview(source, list, to);
      QVERIFY2(!planned, qPrintable(to));
      QCOMPARE(planned.error().code, std::string(code));
      const auto done = mirror(source, list, to, 1000);
      QVERIFY2(!done, qPrintable(to));
      QCOMPARE(done.error().code, std::string(code));
    }
    QVERIFY(snapshotOf(world) == before);
    QVERIFY(!mirror(world / "no such source", files, text(world / "marked/deep"), 1000));
    QVERIFY(!mirror(world / "marked/deep", {"old"}, text(world / "other/mirror"), 1000));
    QVERIFY(snapshotOf(world) == before);
    QVERIFY(!fs::exists("/new-for-mirrors"));
  }

  void aNameThatEndsInSpacesIsThatFolder() {
    const fs::path source = m_tree.newFolder(), world = m_tree.newFolder();
    writeFile(source / "a.py", "a");
    writeFile(world / "deep/mirror/precious", "precious");
    fs::create_directories(world / "deep/mirror ");
    QVERIFY(mirror(source, {"a.py"}, text(world / "deep/mirror "), 10));
    QVERIFY(fs::exists(world / "deep/mirror /a.py") && fs::exists(world / "deep/mirror/precious") &&
            !fs::exists(world / "deep/mirror/a.py"));
  }

  void overSsh() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
    HostOverSsh over;
    over.server.start();
    over.host = std::make_unique<SshHost>(
        SshHostSettings{QStringLiteral("target"), QStringLiteral("host"), over.server.config()},
        over.person.ask(), over.door);
    m_where = over.host.get();
    const auto here = qScopeGuard([this] { m_where = &m_host; });
    becomesEqualAndKeepsItsMarker();
    const fs::path world = m_tree.newFolder(), source = m_tree.newFolder();
    writeFile(source / "a.py", "a");
    writeFile(world / "marked/deep/.trainyard-mirror", "marker");
    writeFile(world / "marked/deep/old", "old");
    writeFile(world / "precious/deep/file", "precious");
    fs::create_symlink("/", world / "root");
    const auto before = snapshotOf(world);
    const QByteArrayList files{"a.py"};
    for (const auto& [to, list] : std::initializer_list<std::pair<QString, QByteArrayList>>{
             {text(world / "marked/deep"), {}},
             {text(world / "root"), files},
             {text(world / "marked/deep/../../precious/deep"), files},
             {text(world / "precious/deep"), files},
             {QStringLiteral("/"), files}}) {
      const auto done = mirror(source, list, to, 1000);
      QVERIFY2(!done && done.error().code.starts_with("mirror."), qPrintable(to));
      QVERIFY(snapshotOf(world) == before);
    }
    QVERIFY(mirror(source, files, text(world / "marked/deep"), 1));
    QVERIFY(!fs::exists(world / "marked/deep/old"));
  }
};

TRAINYARD_TEST(MirrorTest);
#include "mirror_test.moc"
