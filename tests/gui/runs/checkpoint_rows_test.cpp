// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a run's checkpoints: which are there, why each was kept, what one consists of.
#include "gui/runs/checkpoints/checkpoint_rows.h"

#include <QTest>

#include "gui/runs/checkpoints/checkpoint_content.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

CheckpointRecord savedAt(qint64 step, int attempt = 1) {
  CheckpointRecord record;
  record.attempt = attempt;
  record.step = step;
  record.path = QString("checkpoints/step-%1").arg(step, 8, 10, QChar('0'));
  record.bytes = 10 * step;
  record.time = 1000 + static_cast<double>(step);
  return record;
}

TargetFile folderCalled(const QString& name) { return {name, FileKind::folder, 0, 500}; }

struct KnownCheckpoints {
  QList<CheckpointRecord> written;
  QList<EvaluatedMetric> evaluated;
  QMap<QString, QVariant> settings;
  QList<AttemptRecord> attempts;
  std::optional<CheckpointListing> listing;
  bool isOpen = false;

  CheckpointRows rows() const {
    return CheckpointRows::of({written, evaluated, settings, attempts, listing, isOpen});
  }
};

CheckpointListing listingOf(const QStringList& names, const QString& best = {}) {
  CheckpointListing found;
  for (const QString& name : names) found.files << folderCalled(name);
  found.best = best;
  found.time = 100000;
  return found;
}

// "30: last, best" for each that is there.
QStringList rowTexts(const CheckpointRows& rows) {
  const QMap<CheckpointState, QString> states{{CheckpointState::saved, "saved"},
                                              {CheckpointState::unknown, "unknown"},
                                              {CheckpointState::beingWritten, "writing"},
                                              {CheckpointState::incomplete, "incomplete"},
                                              {CheckpointState::removed, "removed"}};
  const QMap<CheckpointReason, QString> reasons{{CheckpointReason::last, "last"},
                                                {CheckpointReason::oneOfLast, "one of last"},
                                                {CheckpointReason::best, "best"},
                                                {CheckpointReason::resumed, "resumed"}};
  QStringList out;
  for (const CheckpointRow& row : rows.there) {
    QString line = QString("%1 %2").arg(row.step).arg(states[row.state]);
    for (const CheckpointReason reason : row.keptFor) line += ", " + reasons[reason];
    out << line;
  }
  return out;
}

CheckpointContent contentOf(const QByteArray& manifest, const QList<CheckpointFile>& found) {
  return CheckpointContent::of(manifest.isEmpty() ? std::nullopt : std::optional(manifest), found);
}

}  // namespace

class CheckpointRowsTest : public QObject {
  Q_OBJECT
 private slots:
  void whatIsThereAndWhy_data() {
    QTest::addColumn<QStringList>("listed");
    QTest::addColumn<QString>("best");
    QTest::addColumn<bool>("isOpen");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<int>("numRemoved");
    QTest::newRow("older ones were deleted")
        << QStringList{"step-00000010", "step-00000030", "step-00000040"} << "step-00000010"
        << false << QStringList{"40 saved, last", "30 saved, one of last", "10 saved, best"} << 1;
    QTest::newRow("the newest is the best") << QStringList{"step-00000040"} << "step-00000040"
                                            << false << QStringList{"40 saved, last, best"} << 3;
    QTest::newRow("one is being written")
        << QStringList{"step-00000040", "step-00000050.tmp-0001"} << QString() << true
        << QStringList{"50 writing", "40 saved, last, best"} << 3;
    QTest::newRow("an attempt ended while it wrote")
        << QStringList{"step-00000040", "step-00000050.tmp-0001"} << QString() << false
        << QStringList{"50 incomplete", "40 saved, last, best"} << 3;
    QTest::newRow("one was damaged")
        << QStringList{"step-00000030", "step-00000040.damaged-0002"} << QString() << true
        << QStringList{"40 incomplete", "30 saved, last"} << 3;
    QTest::newRow("one that was never reported")
        << QStringList{"step-00000040", "step-00000045"} << QString() << false
        << QStringList{"45 saved, last", "40 saved, one of last, best"} << 3;
    QTest::newRow("nothing is left") << QStringList() << QString() << false << QStringList() << 4;
  }

  void whatIsThereAndWhy() {
    QFETCH(QStringList, listed);
    QFETCH(QString, best);
    QFETCH(bool, isOpen);
    KnownCheckpoints known;
    known.written = {savedAt(10), savedAt(20), savedAt(30), savedAt(40)};
    known.evaluated = {{"eval/loss", false, {{10, 2.5}, {20, 2.0}, {30, 1.9}, {40, 1.5}}}};
    known.settings = {{"checkpoint.keep_last", 2}};
    known.listing = listingOf(listed, best);
    known.isOpen = isOpen;
    QTEST(rowTexts(known.rows()), "expected");
    QTEST(static_cast<int>(known.rows().removed.size()), "numRemoved");
  }

  // A cluster that cannot be asked: all that was reported, and nothing is said of what is there.
  void withoutAListingAllIsUnknown() {
    KnownCheckpoints known;
    known.written = {savedAt(10), savedAt(20)};
    known.evaluated = {{"eval/accuracy", true, {{10, 0.9}, {20, 0.8}}}};
    const CheckpointRows rows = known.rows();
    QCOMPARE(rowTexts(rows), QStringList({"20 unknown, last", "10 unknown, best"}));
    QCOMPARE(rows.bytes(), 300);
    QCOMPARE(rows.newest()->step, 20);
    QCOMPARE(rows.there[1].values, QList<std::optional<double>>{0.9});
  }

  // Written after the listing was asked for: the next one will have it.
  void aNewerOneThanTheListingIsThere() {
    KnownCheckpoints known;
    known.written = {savedAt(10), savedAt(20)};
    known.listing = listingOf({"step-00000010"});
    known.listing->time = 1015;
    QCOMPARE(rowTexts(known.rows()), QStringList({"20 saved, last", "10 saved"}));
  }

  void anAttemptThatResumedWroteAStepAgain() {
    KnownCheckpoints known;
    known.written = {savedAt(10), savedAt(20), savedAt(20, 2)};
    known.written.last().bytes = 7;
    AttemptRecord resumed;
    resumed.attempt = 2;
    resumed.resumeStep = 10;
    known.attempts = {resumed};
    known.isOpen = true;
    const CheckpointRows rows = known.rows();
    QCOMPARE(rowTexts(rows), QStringList({"20 unknown, last", "10 unknown, resumed"}));
    QCOMPARE(rows.there[0].bytes, 7);
  }

  // A program saves where it likes; what does not lie in checkpoints/ cannot be seen in its
  // listing.
  void oneThatLiesElsewhereIsNotSaidToBeGone() {
    KnownCheckpoints known;
    known.written = {savedAt(10)};
    known.written[0].path = "trials/0003/checkpoints/step-00000010";
    known.listing = listingOf({});
    QCOMPARE(rowTexts(known.rows()), QStringList{"10 unknown, last"});
    QVERIFY(known.rows().there[0].name.isEmpty());
  }

  void aManifestIsComparedWithWhatIsThere() {
    const QByteArray manifest =
        R"({"format": 1, "step": 5, "files": {"model.safetensors": {"bytes": 100, "xxh3_64": "0123456789abcdef"},)"
        R"("training/optimizer.safetensors": {"bytes": 200, "xxh3_64": "f"}, "config.json": {"bytes": 3, "xxh3_64": "e"}}})";
    const QList<CheckpointFile> all{{"config.json", 3},
                                    {"manifest.json", 9},
                                    {"model.safetensors", 100},
                                    {"training/optimizer.safetensors", 200}};
    const CheckpointContent whole = contentOf(manifest, all);
    QVERIFY(whole.isComplete());
    QCOMPARE(whole.bytesOf(CheckpointContent::Part::weights), 100);
    QCOMPARE(whole.bytesOf(CheckpointContent::Part::optimizer), 200);
    QCOMPARE(whole.bytesOf(CheckpointContent::Part::rest), 3);
    QStringList model = whole.modelFiles();
    model.sort();
    QCOMPARE(model, QStringList({"config.json", "model.safetensors"}));
    QList<CheckpointFile> less = all;
    less[2].bytes = 99;
    less.removeLast();
    const CheckpointContent part = contentOf(manifest, less);
    QVERIFY(!part.isComplete());
    QCOMPARE(part.wrongSize, QStringList{"model.safetensors"});
    QCOMPARE(part.missing, QStringList{"training/optimizer.safetensors"});
  }

  // Of a program's own checkpoint there is what lies there.
  void withoutAManifestTheFilesAreShown() {
    for (const QByteArray& manifest : {QByteArray(), QByteArray("{\"files\": 5}")}) {
      const CheckpointContent content = contentOf(
          manifest, {{"pytorch_model.bin", 50}, {"optimizer.pt", 70}, {"manifest.json", 1}});
      QVERIFY(!content.hasManifest && !content.isComplete());
      QCOMPARE(content.files.size(), 3);
      QCOMPARE(content.modelFiles(), QStringList{"pytorch_model.bin"});
      QCOMPARE(content.bytesOf(CheckpointContent::Part::optimizer), 70);
    }
  }
};

TRAINYARD_TEST(CheckpointRowsTest);
#include "checkpoint_rows_test.moc"
