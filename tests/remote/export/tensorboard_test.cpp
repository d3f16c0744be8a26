// SPDX-License-Identifier: GPL-3.0-or-later
// The files byte by byte: read back by a reader of records of this test's own. That tensorboard
// itself reads them is export_test's.
#include <bit>
#include <cstring>

#include <QTemporaryDir>
#include <QTest>

#include "engine/trackers/checksums.h"
#include "engine/trackers/protobuf_writer.h"
#include "remote/export/tensorboard.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

QByteArray hexOf(const std::string& bytes) { return QByteArray::fromStdString(bytes).toHex(); }

std::uint32_t littleEndianWord(const QByteArray& bytes, qsizetype at) {
  std::uint32_t number = 0;
  for (qsizetype i = 3; i >= 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

// The contents of the records; a wrong length or checksum ends them with "damaged".
QByteArrayList recordsOf(const QByteArray& file) {
  const auto isRight = [&](qsizetype begin, qsizetype size) {
    const std::uint32_t crc =
        crc32c(std::string_view(file.constData() + begin, static_cast<std::size_t>(size)));
    return littleEndianWord(file, begin + size) == (crc >> 15 | crc << 17) + 0xa282ead8u;
  };
  QByteArrayList found;
  for (qsizetype at = 0; at < file.size();) {
    if (file.size() - at < 16 || !isRight(at, 8)) return found << "damaged";
    const qsizetype size = littleEndianWord(file, at);
    if (file.size() - at < 16 + size || !isRight(at + 12, size)) return found << "damaged";
    found << file.mid(at + 12, size);
    at += 16 + size;
  }
  return found;
}

QByteArray wholeFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TensorboardTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<RunWriter> m_writer;
  std::unique_ptr<RunStore> m_store;
  RunRecord m_run;

  // Attempts of the run, as the store gets them.
  void import(int attempt, std::int64_t from, std::int64_t steps, double scale) {
    QVERIFY(m_writer->importEvents(runId, attempt, attemptEvents(attempt, from, steps, scale),
                                   100 * steps, 0));
  }
  Result<ExportedCurves> exported() {
    return exportToTensorBoard(*m_store, m_run, m_folder->filePath(QStringLiteral("boards")));
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const QString path = m_folder->filePath(QStringLiteral("runs.sqlite"));
    m_writer = std::make_unique<RunWriter>(path);
    QVERIFY(m_writer->open());
    m_run = runNamed(runId, 1700000000);
    QVERIFY(m_writer->addRun(m_run));
    m_store = std::make_unique<RunStore>(path);
  }

  void fieldsAreEncodedAsProtocolBuffersAre() {
    QCOMPARE(hexOf(ProtobufMessage().add(1, std::int64_t{150}).bytes()), QByteArray("089601"));
    QCOMPARE(hexOf(ProtobufMessage().add(2, std::string_view("testing")).bytes()),
             QByteArray("120774657374696e67"));
    // A message in a message; a number of a field that takes two bytes; one below zero takes ten.
    QCOMPARE(hexOf(ProtobufMessage().add(3, ProtobufMessage().add(1, std::int64_t{150})).bytes()),
             QByteArray("1a03089601"));
    QCOMPARE(hexOf(ProtobufMessage().add(16, std::int64_t{1}).bytes()), QByteArray("800101"));
    QCOMPARE(hexOf(ProtobufMessage().add(1, std::int64_t{-1}).bytes()),
             QByteArray("08ffffffffffffffffff01"));
    QCOMPARE(hexOf(ProtobufMessage().add(1, 1.0).bytes()), QByteArray("09000000000000f03f"));
    QCOMPARE(hexOf(ProtobufMessage().add(2, 1.0f).bytes()), QByteArray("150000803f"));
  }

  void aRunWithoutMetricsIsRefused() {
    const auto done = exported();
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("export.no_metrics"));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("boards"))));
  }

  void eachPointIsAValueWithStepAndTime() {
    import(1, 0, 3, 0.5);
    const auto done = exported();
    QVERIFY(done);
    QCOMPARE(done->metrics, 1);
    QCOMPARE(done->values, 3);
    QCOMPARE(QFileInfo(done->file).fileName(),
             QStringLiteral("events.out.tfevents.1700000000.trainyard.000000"));
    const QByteArrayList found = recordsOf(wholeFile(done->file));
    // Version, where the run begins, what it is; then the values.
    QCOMPARE(found.size(), 3 + 3);
    QVERIFY(found[0].contains("brain.Event:2"));
    QVERIFY(found[2].contains("run: " + runId.toUtf8()) && found[2].contains("target: here"));
    for (int step = 1; step <= 3; ++step) {
      ProtobufMessage value, event;
      value.add(1, std::string_view("train/loss")).add(2, 0.5f * static_cast<float>(step));
      event.add(1, 101.0 + step).add(2, std::int64_t{step});
      event.add(5, ProtobufMessage().add(1, value));
      QCOMPARE(found[2 + step].toHex(), hexOf(event.bytes()));
    }
  }

  // A program that reads along finds new bytes behind those that it has.
  void aLongerRunGoesOnInTheSameFile() {
    import(1, 0, 3, 0.5);
    const QString file = exported()->file;
    const QByteArray first = wholeFile(file);
    QCOMPARE(exported()->file, file);
    QCOMPARE(wholeFile(file), first);
    QVERIFY(m_writer->importEvents(runId, 1, {at(5, loss(4, 2)), at(6, loss(5, 2))}, 1000, 0));
    const auto done = exported();
    QCOMPARE(done->file, file);
    QCOMPARE(done->values, 5);
    QVERIFY(wholeFile(file).startsWith(first) && wholeFile(file).size() > first.size());
    QCOMPARE(recordsOf(wholeFile(file)).size(), 3 + 5);
  }

  // Steps that a resume took back are in no file: a new one takes the place of the old.
  void aResumeThatTookStepsBackBeginsANewFile() {
    import(1, 0, 6, 0.5);
    const QString old = exported()->file;
    import(2, 2, 2, 7);
    const auto done = exported();
    QVERIFY(done);
    QCOMPARE(QFileInfo(done->file).fileName(),
             QStringLiteral("events.out.tfevents.1700000000.trainyard.000001"));
    QVERIFY(!QFile::exists(old));
    QCOMPARE(done->values, 4);
    QCOMPARE(recordsOf(wholeFile(done->file)).size(), 3 + 4);
    QCOMPARE(exported()->file, done->file);
  }

  // Of a run on this computer the document goes with it; the folder's name leaves its parent never.
  void theDocumentIsATextAndTheNameAFolder() {
    m_run.folder = m_folder->filePath(QStringLiteral("run"));
    m_run.name = QStringLiteral("../größe 1/2");
    QVERIFY(QDir().mkpath(m_run.folder));
    QFile document(m_run.folder + QStringLiteral("/resolved.yaml"));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write("format: 1\nname: x\n");
    document.close();
    import(1, 0, 1, 1);
    const QString file = exported()->file;
    QCOMPARE(QFileInfo(file).dir().dirName(), QStringLiteral("__größe_1_2-6f9619ff"));
    QCOMPARE(QFileInfo(QFileInfo(file).path()).dir().dirName(), QStringLiteral("boards"));
    const QByteArrayList found = recordsOf(wholeFile(file));
    QCOMPARE(found.size(), 4 + 1);
    QVERIFY(found[3].contains("hyperparameters") &&
            found[3].contains("    format: 1\n    name: x\n"));
    m_run.target = QStringLiteral("cluster");  // its folder is elsewhere
    QCOMPARE(recordsOf(wholeFile(exported()->file)).size(), 3 + 1);
  }
};

TRAINYARD_TEST(TensorboardTest);
#include "tensorboard_test.moc"
