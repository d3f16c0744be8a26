// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/preview.h"

#include <QTest>

#include "remote/host/local_host.h"
#include "remote/transfer/data.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class PreviewTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }

 private slots:
  void initTestCase() { qputenv("XDG_CACHE_HOME", text(m_tree.path() / "cache").toUtf8()); }

  void saysWhatASubmissionSends() {
    const fs::path source = m_tree.newFolder(), data = m_tree.newFolder(),
                   base = m_tree.newFolder(), first = m_tree.newFolder();
    fillWithHostileFiles(source);
    writeFile(data / "there.txt", std::string(5 << 20, 'x'));
    writeFile(data / "new.txt", "1234567");
    SyncRequest request;
    request.source = text(source);
    request.base = text(base);
    request.dataPaths = QStringList{text(data / "there.txt"), text(data / "new.txt")};
    auto preview = resultOf(previewSync(m_host, request, {}));
    QVERIFY2(preview.ok(), preview.ok() ? "" : preview.error().message.c_str());
    QCOMPARE(preview->codeFiles, static_cast<qint64>(hostileFiles().size()));
    QVERIFY(preview->codeBytes > 0 && preview->missingSinceLast.isEmpty() &&
            preview->engineIsThere);
    QVERIFY(!preview->data[0].isThere);
    QCOMPARE(preview->seconds, 0.0);

    auto state = resultOf(inspectCode(text(source), {}, {}));
    QVERIFY(state && resultOf(sendCode(m_host, text(source), *state, text(first), {}, {}, {})));
    QVERIFY(resultOf(sendData(m_host, text(data / "there.txt"), text(base), {}, {})));
    for (const char* name : {"it's", "two\nlines", "\xff\xfe not utf-8"}) fs::remove(source / name);
    request.earlierRunFolder = text(first);
    preview = resultOf(previewSync(m_host, request, {}));
    QVERIFY(preview);
    const QStringList missing{QStringLiteral("it's"), QStringLiteral("two\nlines"),
                              QString::fromUtf8("\xff\xfe not utf-8")};
    QCOMPARE(preview->missingSinceLast, missing);
    QVERIFY(preview->data[0].isThere && !preview->data[1].isThere);
    QCOMPARE(preview->data[1].bytes, 7);
    // The first transfer was large enough to tell a rate.
    QVERIFY(preview->seconds > 0 && preview->seconds < 1);
  }

  void mistakesAreErrors() {
    SyncRequest request;
    request.source = text(m_tree.newFolder());
    request.base = text(m_tree.newFolder());
    QCOMPARE(resultOf(previewSync(m_host, request, {})).error().code, std::string("code.empty"));
    request.source.clear();
    request.dataPaths = QStringList{text(m_tree.path() / "no such file")};
    QCOMPARE(resultOf(previewSync(m_host, request, {})).error().code,
             std::string("data.unreadable"));
    request.dataPaths.clear();
    request.localPrograms = text(m_tree.newFolder());
    QCOMPARE(resultOf(previewSync(m_host, request, {})).error().code,
             std::string("engine.missing"));
  }
};

TRAINYARD_TEST(PreviewTest);
#include "preview_test.moc"
