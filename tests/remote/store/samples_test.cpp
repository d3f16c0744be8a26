// SPDX-License-Identifier: GPL-3.0-or-later
// What a run shows besides numbers, as the store keeps it.
#include <QTemporaryDir>
#include <QTest>

#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "remote/store/sample_content.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

SampleEvent text(std::int64_t step, const std::string& content) {
  return {"generated", SampleKind::text, step, content, "", false};
}

}  // namespace

class SamplesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder.emplace();
    m_path = m_folder->filePath(QStringLiteral("runs.sqlite"));
    m_writer.emplace(m_path);
    QVERIFY(m_writer->open());
    QVERIFY(m_writer->addRun(runNamed(runId)));
  }

  // Steps after the one that an attempt resumed from do not count, as with curves.
  void aResumeSupersedes() {
    HeaderEvent header;
    header.attempt = 1;
    SampleEvent stepless = text(0, "of no step");
    stepless.step.reset();
    import(1, {at(0, header), at(1, text(10, "ten")), at(2, text(20, "twenty, the first time")),
               at(3, stepless)});
    header.attempt = 2;
    StartEvent start;
    start.resume_step = 10;
    import(2, {at(0, header), at(1, start), at(2, text(20, "twenty")), at(3, text(30, "thirty"))});
    QCOMPARE(contents(), (QStringList{"of no step", "ten", "twenty", "thirty"}));
  }

  void contentIsReadByItself() {
    import(1, {at(0, HeaderEvent()), at(1, text(10, "ten \xc3\xa4"))});
    RunStore store(m_path);
    const auto samples = store.samples().list(runId);
    QVERIFY(samples && samples->size() == 1);
    QCOMPARE(samples->first().name, QStringLiteral("generated"));
    QCOMPARE(samples->first().step, std::optional<qint64>(10));
    const auto there = store.samples().content(runId, 1, 1);
    QVERIFY(there);
    QCOMPARE(*there, QByteArray("ten \xc3\xa4"));
    for (const auto& [attempt, sequence] : {std::pair(1, 2), std::pair(2, 1)}) {
      const auto missing = store.samples().content(runId, attempt, sequence);
      QVERIFY(missing && missing->isEmpty());
    }
    QVERIFY(store.samples().content(QStringLiteral("another"), 1, 1)->isEmpty());
  }

  void theNewestAreKept() {
    import(1, {at(0, HeaderEvent()), at(1, text(10, "a")), at(2, text(20, "b")),
               at(3, text(30, "c"))});
    RunStore store(m_path);
    const auto samples = store.samples().list(runId, 2);
    QVERIFY(samples && samples->size() == 2);
    QCOMPARE(samples->first().step, std::optional<qint64>(20));
  }

  void tablesAreBounded() {
    const SampleTable table = SampleTable::read(
        R"({"columns":["a","b"],"rows":[["x\ty",1.5],[true],["p",null,"beyond"],7]})");
    QCOMPARE(table.columns, (QStringList{"a", "b"}));
    QCOMPARE(table.rows,
             (QList<QStringList>{{"x\ty", "1.5"}, {"true", ""}, {"p", "null"}, {"", ""}}));
    QVERIFY(!table.isCut);
    const QByteArray many =
        R"({"columns":["a"],"rows":[)" + QByteArray("[1],").repeated(500) + "[2]]}";
    QCOMPARE(SampleTable::read(many).rows.size(), SampleTable::maxRows);
    QVERIFY(SampleTable::read(many).isCut);
    QVERIFY(SampleTable::read("no table").columns.isEmpty());
    QVERIFY(SampleTable::read(R"({"columns":7})").columns.isEmpty());
  }

  void filesLeaveNoFolder() {
    SampleRecord sample;
    sample.name = QStringLiteral("../../etc/passwd");
    sample.kind = QStringLiteral("text");
    sample.step = 7;
    sample.attempt = 1;
    sample.sequence = 3;
    SampleFile file = sampleFile(sample, "words");
    QCOMPARE(file.name + file.ending, QStringLiteral("______etc_passwd-7-1.3.txt"));
    QCOMPARE(file.bytes, QByteArray("words"));
    sample.kind = QStringLiteral("image");
    file = sampleFile(sample, QByteArray("GIF89a").toBase64());
    QCOMPARE(file.ending, QStringLiteral(".gif"));
    QCOMPARE(file.bytes, QByteArray("GIF89a"));
  }

 private:
  void import(int attempt, const std::vector<Event>& events) {
    QVERIFY(m_writer->importEvents(runId, attempt, events, 1, 0));
  }
  QStringList contents() {
    RunStore store(m_path);
    QStringList texts;
    const auto samples = store.samples().list(runId);
    if (!samples) return {QString::fromStdString(samples.error().message)};
    for (const SampleRecord& sample : *samples) {
      const auto content = store.samples().content(runId, sample.attempt, sample.sequence);
      texts << (content ? QString::fromUtf8(*content)
                        : QString::fromStdString(content.error().message));
    }
    return texts;
  }

  std::optional<QTemporaryDir> m_folder;
  QString m_path;
  std::optional<RunWriter> m_writer;
};

TRAINYARD_TEST(SamplesTest);
#include "samples_test.moc"
