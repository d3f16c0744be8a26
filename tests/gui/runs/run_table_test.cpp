// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs as the store ordered it, and what stays when it is read again.
#include "gui/runs/table/run_table_model.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/runs/table/group_verdicts.h"
#include "gui/runs/table/run_row_delegate.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/records/spark_reader.h"
#include "gui/runs/records/table_reader.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

RunRecord rowRecord(const QString& id, double created, RunState state = RunState::completed) {
  RunRecord run;
  run.run = id;
  run.name = "name-" + id;
  run.created = created;
  run.state = state;
  return run;
}

RunTableRow tableRow(const QString& run, int group, const QVariant& value = {}) {
  RunTableRow row;
  row.run = run;
  row.group = group;
  row.values = {value};
  return row;
}

RunTableGroup tableGroup(const QString& key, int runs, const QVariant& best = {}) {
  RunTableGroup group;
  group.key = group.title = key;
  group.runs = runs;
  group.best = best;
  return group;
}

// Takes down the texts that are drawn, and nothing else.
class DrawnTexts : public QPaintEngine {
 public:
  DrawnTexts() : QPaintEngine(AllFeatures) {}
  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState&) override {}
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  Type type() const override { return User; }
  void drawTextItem(const QPointF&, const QTextItem& item) override { text += item.text(); }

  QString text;
};

class TextDevice : public QPaintDevice {
 public:
  QPaintEngine* paintEngine() const override { return &engine; }
  mutable DrawnTexts engine;

 protected:
  int metric(PaintDeviceMetric what) const override {
    switch (what) {
      case PdmWidth:
      case PdmHeight:
        return 1000;
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return 96;
      case PdmDevicePixelRatio:
        return 1;
      default:
        return QPaintDevice::metric(what);
    }
  }
};

struct Rows {
  Rows() {
    records.setRuns({rowRecord("a", 1), rowRecord("b", 2), rowRecord("c", 3, RunState::running)});
    table.groups = {tableGroup("first", 2, 0.7), tableGroup("second", 1)};
    table.rows = {tableRow("b", 0, 0.9), tableRow("a", 0, 0.7), tableRow("c", 1)};
    table.total = 3;
    model.setKeys({"name", "state", "best:eval/loss"});
  }
  void show(RunTableModel::Order order = RunTableModel::Order::asRead) {
    model.setTable(table, {"best:eval/loss"}, order);
  }

  RunRecords records;
  RunTable table;
  RunTableModel model{&records};
};

}  // namespace

class RunTableTest : public QObject {
  Q_OBJECT
 private slots:
  void groupsHaveTheirRunsInOrder() {
    Rows rows;
    QAbstractItemModelTester tester(&rows.model);
    rows.show();
    QCOMPARE(rows.model.rowCount(), 2);
    QCOMPARE(rows.model.runs(), (QStringList{"b", "a", "c"}));
    const QModelIndex a = rows.model.indexOf("a");
    QCOMPARE(a.row(), 1);
    QCOMPARE(rows.model.runAt(a), "a");
    QCOMPARE(a.siblingAtColumn(3).data().toString(), readOut(0.7));
    QVERIFY(rows.model.isBest(a.siblingAtColumn(3)));
    QVERIFY(!rows.model.isBest(rows.model.indexOf("b").siblingAtColumn(3)));
    QVERIFY(rows.model.isGroup(a.parent()));
    QCOMPARE(rows.model.groupOf(a.parent()).title, "first");
  }

  // What happens elsewhere changes values, not places.
  void newsMoveNoRow() {
    Rows rows;
    rows.show();
    QSignalSpy resets(&rows.model, &QAbstractItemModel::modelReset);
    rows.table.rows = {tableRow("a", 0, 0.5), tableRow("b", 0, 0.6), tableRow("c", 1)};
    rows.show(RunTableModel::Order::kept);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(rows.model.runs(), (QStringList{"b", "a", "c"}));
    QCOMPARE(rows.model.valueAt(rows.model.indexOf("b").siblingAtColumn(3)).toDouble(), 0.6);
    rows.show(RunTableModel::Order::asRead);
    QCOMPARE(rows.model.runs(), (QStringList{"a", "b", "c"}));
  }

  void whatIsChosenStaysWhenTheTableIsReadAgain() {
    Rows rows;
    rows.show();
    TableReader reader("/nowhere/runs.sqlite");
    SparkReader sparks(&reader);
    GroupVerdicts verdicts(&reader);
    RunTableView view(&rows.model, &sparks, &verdicts);
    rows.show();
    view.choose("a");
    QCOMPARE(view.chosen(), QStringList{"a"});
    rows.records.update({rowRecord("d", 4)});
    rows.table.rows = {tableRow("a", 0), tableRow("b", 0), tableRow("d", 0), tableRow("c", 1)};
    rows.table.groups[0].runs = 3;
    rows.show(RunTableModel::Order::kept);
    QCOMPARE(view.chosen(), QStringList{"a"});
    QCOMPARE(view.current(), "a");
    // None takes the place of one that is gone.
    rows.table.rows = {tableRow("b", 0), tableRow("d", 0), tableRow("c", 1)};
    rows.show(RunTableModel::Order::kept);
    QVERIFY(view.chosen().isEmpty());
    QCOMPARE(view.current(), QString());
  }

  void theNewestAreShownUntilSomeAreChosen() {
    Rows rows;
    RunRecord a = rowRecord("a", 1), b = rowRecord("b", 2);
    a.step = b.step = 10;
    rows.records.update({a, b});
    rows.show();
    QCOMPARE(rows.model.shown(), (QStringList{"b", "a"}));
    a.isShown = true;
    rows.records.update({a});
    rows.show();
    QCOMPARE(rows.model.shown(), QStringList{"a"});
  }

  void sortingChangesNoColour() {
    Rows rows;
    rows.show();
    const int a = rows.model.colourOf("a"), b = rows.model.colourOf("b");
    QVERIFY(a != b);
    std::swap(rows.table.rows[0], rows.table.rows[1]);
    rows.show();
    QCOMPARE(rows.model.colourOf("a"), a);
    QCOMPARE(rows.model.colourOf("b"), b);
  }

  void coloursAreSharedOutAmongWhatIsShown() {
    Rows rows;
    rows.show();
    rows.model.setShown({"b"});
    QCOMPARE(rows.model.colourOf("b"), 0);
    rows.model.setShown({"b", "a"});
    QCOMPARE(rows.model.colourOf("b"), 0);
    QCOMPARE(rows.model.colourOf("a"), 1);
    // Kept while it is hidden, but not against another one that is shown.
    rows.model.setShown({"a"});
    QCOMPARE(rows.model.colourOf("a"), 1);
    rows.model.setShown({"a", "b"});
    QCOMPARE(rows.model.colourOf("b"), 0);
    QCOMPARE(rows.model.colourOf("a"), 1);
  }

  void anArrayIsOneRowUntilItIsUnfolded() {
    Rows rows;
    QAbstractItemModelTester tester(&rows.model);
    RunRecord first = rowRecord("b1", 2), second = rowRecord("b2", 2);
    first.parent = second.parent = "b";
    first.step = second.step = 5;
    rows.records.update({first, second});
    rows.table.rows.insert(1, tableRow("b1", 0));
    rows.table.rows.insert(2, tableRow("b2", 0));
    rows.show();
    TableReader reader("/nowhere/runs.sqlite");
    SparkReader sparks(&reader);
    GroupVerdicts verdicts(&reader);
    RunTableView view(&rows.model, &sparks, &verdicts);
    view.resize(600, 400);
    rows.show();
    QVERIFY(rows.model.isArray("b"));
    QVERIFY(!rows.model.indexOf("b1").isValid());
    // Their curves are shown all the same, each in a colour of its own.
    QCOMPARE(rows.model.shown(), (QStringList{"b1", "b2"}));
    QVERIFY(rows.model.isShown("b"));
    QVERIFY(rows.model.colourOf("b1") != rows.model.colourOf("b2"));

    view.choose("b");
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(rows.model.indexOf("b2").row(), 2);
    QCOMPARE(view.chosen(), QStringList{"b"});
    view.choose("b2");
    QTest::keyClick(&view, Qt::Key_Left);
    QVERIFY(!rows.model.indexOf("b2").isValid());
    QCOMPARE(view.chosen(), QStringList{"b"});
    // One that is looked for is unfolded.
    view.choose("b1");
    QCOMPARE(view.chosen(), QStringList{"b1"});

    QSignalSpy wanted(&view, &RunTableView::showRequested);
    view.choose("b");
    QTest::keyClick(&view, Qt::Key_Space);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toStringList(), (QStringList{"b1", "b2"}));
    QCOMPARE(wanted[0][1].toBool(), false);
  }

  // What is drawn of a number is that number, however narrow its column.
  void aNumberWithoutRoomLosesDigitsAndIsNotCut() {
    for (const double value : {336196.8, 0.012345, 7.199e15, 12.5}) {
      Rows rows;
      rows.table.rows[0] = tableRow("b", 0, value);
      rows.show();
      TableReader reader("/nowhere/runs.sqlite");
      SparkReader sparks(&reader);
      QWidget parent;
      const RunRowDelegate delegate(&rows.model, &sparks, &parent);
      const QModelIndex cell = rows.model.indexOf("b").siblingAtColumn(3);
      for (int width = 12; width < 200; ++width) {
        TextDevice device;
        QPainter painter(&device);
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, width, 30);
        delegate.paint(&painter, option, cell);
        painter.end();
        const QString text = device.engine.text;
        // Less than a digit's room is said to be too little.
        if (text == u"…" || text.isEmpty()) continue;
        bool isNumber = false;
        const double shown = QLocale().toDouble(text, &isNumber);
        QVERIFY2(isNumber, qPrintable(text));
        QVERIFY2(std::abs(shown - value) <= 0.2 * value, qPrintable(text));
      }
    }
  }
};

TRAINYARD_WINDOW_TEST(RunTableTest);
#include "run_table_test.moc"
