// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_set.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/gui/charts/plot_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Long curves, of which it counts what is asked for.
class LongCurves : public CurveSource {
 public:
  qint64 points = 100000;
  int rewrites = 0;
  QList<CurveRequest> asked;
  bool fails = false;

  void readRun(quint64 asker, const QString& run, bool withSteps) override {
    CurvesOfRun found;
    found.run = run;
    found.metrics = {{"accuracy", points}, {"train/loss", points}};
    if (withSteps) found.steps.emplace();
    QMetaObject::invokeMethod(
        this, [=, this] { emit runRead(asker, found); }, Qt::QueuedConnection);
  }
  void readCurves(quint64 asker, const QList<CurveRequest>& requests) override {
    asked += requests;
    for (const CurveRequest& request : requests) {
      CurveAnswer answer{request.key, request.range.has_value(), nullptr};
      if (!fails) answer.curve = curveFor(request);
      QMetaObject::invokeMethod(
          this, [=, this] { emit curveRead(asker, answer); }, Qt::QueuedConnection);
    }
    QMetaObject::invokeMethod(this, [=, this] { emit curvesRead(asker); }, Qt::QueuedConnection);
  }
  EveryPoint everyPoint() const override { return {}; }

  int countOf(bool isPart) const {
    return static_cast<int>(std::count_if(asked.begin(), asked.end(), [&](const auto& request) {
      return request.range.has_value() == isPart;
    }));
  }

 private:
  ColumnCurvePtr curveFor(const CurveRequest& request) const {
    auto curve = std::make_shared<ColumnCurve>();
    curve->origin = 1;
    curve->width = 1024;
    curve->rewrites = rewrites;
    const double last = static_cast<double>(points);
    XRange range{1, last};
    if (request.range) {
      while (curve->width > request.width && curve->width >= 2) curve->width /= 2;
      range = *request.range;
    }
    curve->covered = range;
    CurveBlock whole;
    whole.add({1, 1}, false);
    whole.add({last, 2}, false);
    whole.points = whole.finite = last;
    curve->whole = whole;
    CurveBlock column = whole;
    curve->columns = {column};
    return curve;
  }
};

}  // namespace

class CurveSetTest : public QObject {
  Q_OBJECT

  static void settle(const CurveSet& set) {
    while (set.isReading()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }

 private slots:
  void metricsOfAllRunsWithLossesFirst() {
    PlotScene scene({"r", "s"});
    QSignalSpy changed(&scene.curves, &CurveSet::metricsChanged);
    scene.add("eval/accuracy", {{1, 1}}, "r");
    scene.add("train/loss", {{1, 1}}, "s");
    scene.add("train/speed", {{1, 1}}, "s");
    QCOMPARE(scene.curves.metrics(), (QStringList{"train/loss", "eval/accuracy", "train/speed"}));
    QCOMPARE(changed.count(), 3);
    QVERIFY(scene.curves.has({"r", "eval/accuracy"}));
    QVERIFY(!scene.curves.has({"s", "eval/accuracy"}));
    scene.curves.setRuns({{"s", "run s", 1, false}});
    QCOMPARE(scene.curves.metrics(), (QStringList{"train/loss", "train/speed"}));
  }

  void onlyWhatIsWantedIsRead() {
    LongCurves source;
    CurveSet set(&source);
    set.setRuns({{"r", "r", 0, true}});
    settle(set);
    QVERIFY(source.asked.isEmpty());
    set.want(this, {{{"r", "train/loss"}, std::nullopt, 50}});
    settle(set);
    QCOMPARE(source.asked.size(), 1);
    QVERIFY(set.whole({"r", "train/loss"}));
    QVERIFY(!set.whole({"r", "accuracy"}));
    // The same again is known; more points are read from there on.
    set.refresh({"r", "another"});
    settle(set);
    QCOMPARE(source.asked.size(), 1);
    source.points += 5;
    set.refresh({"r"});
    settle(set);
    QCOMPARE(source.asked.size(), 2);
    QVERIFY(source.asked.last().known);
    set.forget(this);
    source.points += 5;
    set.refresh({"r"});
    settle(set);
    QCOMPARE(source.asked.size(), 2);
  }

  void aViewThatIsFinerThanTheWholeReadsItsPartOnce() {
    LongCurves source;
    CurveSet set(&source);
    set.setRuns({{"r", "r", 0, true}});
    const CurveKey key{"r", "train/loss"};
    set.want(this, {{key, XRange{50000, 51000}, 500}});
    settle(set);
    set.want(this, {{key, XRange{50000, 51000}, 500}});
    settle(set);
    QCOMPARE(source.countOf(true), 1);
    const auto part = set.part(key);
    QVERIFY(part);
    QVERIFY(part->width <= 2);
    QVERIFY(part->covered.low < 50000 && part->covered.high > 51000);
    // Moved inside its margin, and with points appended elsewhere, it is still good.
    source.points += 5;
    set.refresh({"r"});
    set.want(this, {{key, XRange{50200, 51200}, 500}});
    settle(set);
    QCOMPARE(source.countOf(true), 1);
    set.want(this, {{key, XRange{70000, 71000}, 500}});
    settle(set);
    QCOMPARE(source.countOf(true), 2);
    // Older points changed.
    ++source.rewrites;
    source.points += 5;
    set.refresh({"r"});
    settle(set);
    QVERIFY(source.countOf(true) >= 3);
  }

  // What cannot be read is asked for again with the next change, not at once.
  void aFailureIsNotRepeatedAtOnce() {
    LongCurves source;
    source.fails = true;
    CurveSet set(&source);
    set.setRuns({{"r", "r", 0, true}});
    set.want(this, {{{"r", "train/loss"}, std::nullopt, 50}});
    settle(set);
    QCOMPARE(source.asked.size(), 1);
    source.fails = false;
    set.refresh({"r"});
    settle(set);
    QCOMPARE(source.asked.size(), 2);
    QVERIFY(set.whole({"r", "train/loss"}));
  }

  // What a plot no longer wants is not read after what it wants now.
  void requestsThatAreOutOfDateAreDropped() {
    LongCurves source;
    CurveSet set(&source);
    QList<ShownRun> runs;
    QList<CurveSet::Want> wants;
    for (int i = 0; i < 100; ++i) {
      runs << ShownRun{QString::number(i), {}, i, false};
      wants << CurveSet::Want{{QString::number(i), "train/loss"}, std::nullopt, 100};
    }
    set.setRuns(runs);
    settle(set);
    set.want(this, wants);
    set.want(this, {wants.last()});
    settle(set);
    QVERIFY(source.asked.size() < 50);
    QVERIFY(set.whole({"99", "train/loss"}));
  }
};

TRAINYARD_TEST(CurveSetTest);
#include "curve_set_test.moc"
