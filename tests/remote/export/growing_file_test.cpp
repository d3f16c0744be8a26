// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "remote/export/growing_file.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class GrowingFileTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_path;

  QByteArray content() const {
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void hold(const QByteArray& bytes) const {
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
  }
  // Puts the parts in turn; whether all of them, and the end, fit what was there.
  bool written(const std::vector<std::string>& parts) const {
    GrowingFile file(m_path);
    if (!file.open()) return false;
    for (const std::string& part : parts) {
      const auto fits = file.put(part);
      if (!fits || !*fits) return false;
    }
    const auto ends = file.finish();
    return ends && *ends;
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("file"));
  }

  void isMadeAndGoesOn() {
    QVERIFY(written({"one", "two"}));
    QCOMPARE(content(), QByteArray("onetwo"));
    QVERIFY(written({"one", "two", "three"}));
    QCOMPARE(content(), QByteArray("onetwothree"));
    // Parts may be cut otherwise than before.
    QVERIFY(written({"onetwo", "three", std::string("\0\xff", 2)}));
    QCOMPARE(content(), QByteArray("onetwothree\0\xff", 13));
  }

  // What a reader has already seen is neither written again nor truncated.
  void whatIsThereIsNotWritten() {
    hold("onetwo");
    QFile reader(m_path);
    QVERIFY(reader.open(QIODevice::ReadOnly));
    QCOMPARE(reader.readAll(), QByteArray("onetwo"));
    const QDateTime longAgo = QDateTime::fromSecsSinceEpoch(1000);
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(longAgo, QFileDevice::FileModificationTime));
    file.close();
    QVERIFY(written({"one", "two"}));
    QCOMPARE(QFileInfo(m_path).lastModified(), longAgo);
    QVERIFY(written({"one", "two", "three"}));
    QCOMPARE(reader.readAll(), QByteArray("three"));
  }

  void otherBytesAreFoundAndLeft_data() {
    QTest::addColumn<QByteArray>("there");
    QTest::newRow("another byte") << QByteArray("oneTwo");
    QTest::newRow("cut in a part") << QByteArray("onet");
    QTest::newRow("more behind") << QByteArray("onetwothreefour");
  }

  void otherBytesAreFoundAndLeft() {
    QFETCH(QByteArray, there);
    hold(there);
    QVERIFY(!written({"one", "two", "three"}));
    QCOMPARE(content(), there);
  }

  void whatCannotBeOpenedIsAnError() {
    const auto opened = GrowingFile(m_folder->filePath(QStringLiteral("none/file"))).open();
    QVERIFY(!opened);
    QVERIFY(QString::fromStdString(opened.error().message).contains(QStringLiteral("none/file")));
    QVERIFY(!GrowingFile(m_folder->path()).open());
  }
};

TRAINYARD_TEST(GrowingFileTest);
#include "growing_file_test.moc"
