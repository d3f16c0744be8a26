// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of files of a target, as a client asks for them.
#include <sys/stat.h>

#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class FileCallsTest : public ServedFixture {
  Q_OBJECT

 private slots:
  void aPieceOfAFile() {
    const QString file = write(QStringLiteral("log"), "0123456789");
    const auto person = client();
    const auto read = [&](const QString& at, qint64 offset) {
      return resultOf(person->call(methods::filesRead, {}, QStringLiteral("far"), at, offset));
    };
    auto piece = read(file, 4);
    QVERIFY(piece);
    QCOMPARE(piece->data.content, QByteArray("456789"));
    QCOMPARE(piece->bytes, 10);
    piece = read(file, -3);
    QCOMPARE(piece->data.content, QByteArray("789"));
    QCOMPARE(piece->offset, 7);
    QCOMPARE(read(file, -100)->offset, 0);
    QCOMPARE(read(file, 100)->data.content, QByteArray());
    QCOMPARE(read(m_folder->path(), 0).error().code, std::string("files.is_folder"));
    QCOMPARE(read(path(QStringLiteral("none")), 0).error().code, std::string("files.missing"));
  }

  // It would wait for a writer for ever.
  void aPipeIsNotOpened() {
    const QString pipe = path(QStringLiteral("pipe"));
    QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
    const auto piece =
        resultOf(client()->call(methods::filesRead, {}, QStringLiteral("far"), pipe));
    QVERIFY(!piece);
    QCOMPARE(piece.error().code, std::string("files.no_file"));
  }
};

TRAINYARD_TEST(FileCallsTest);
#include "file_calls_test.moc"
