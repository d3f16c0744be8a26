// SPDX-License-Identifier: GPL-3.0-or-later
// One value of each run: what is left of a curve, means of groups, the best, and the panels that
// show them.
#include "gui/charts/panel_values.h"

#include <QApplication>
#include <QClipboard>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <cmath>

#include "gui/charts/panel_editor.h"
#include "gui/charts/plot_grid.h"
#include "gui/charts/value_panel.h"
#include "gui/look/segmented_control.h"
#include "tests/gui/charts/plot_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

using PanelKind = OwnPanel::Kind;
using Reduction = OwnPanel::Reduction;
using Values = std::vector<double>;

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<CurvePoint> curveOf(const Values& values) {
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < values.size(); ++i)
    points.push_back({static_cast<double>(i + 1), values[i]});
  return points;
}

bool isSame(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-12 * std::abs(b);
}

OwnPanel panelOf(PanelKind kind, const QString& expression, Reduction reduction = Reduction::last) {
  OwnPanel panel;
  panel.kind = kind;
  panel.reduction = reduction;
  panel.expressions << expression;
  return panel;
}

// A shown page of three runs, the last of which has no "b".
struct ValueScene : PlotScene {
  ValueScene() : PlotScene({"r", "s", "t"}) {
    add("a", curveOf({3, 1, 2}), "r");
    add("a", curveOf({9, 5, 7}), "s");
    add("a", curveOf({4, 6, -8}), "t");
    add("b", curveOf({10}), "r");
    add("b", curveOf({20, none}), "s");
    grid = std::make_unique<PlotGrid>(&curves);
    grid->resize(1300, 800);
    grid->show();
  }
  ~ValueScene() { QSettings().remove("curves/panels"); }
  ValuePanel* show(const OwnPanel& panel) {
    grid->board()->panels()->replace({panel});
    auto* shown = qobject_cast<ValuePanel*>(grid->panels().front());
    if (shown) refresh(shown);
    return shown;
  }
  std::unique_ptr<PlotGrid> grid;
};

std::vector<double> heights(const ValuePanel& panel) {
  std::vector<double> out;
  for (const PanelValue& value : panel.shown().values->all) out.push_back(value.y);
  return out;
}

// The middle of a bar or dot, in the panel.
QPoint middleOf(const ValuePanel& panel, std::size_t index) {
  const PlotMap map = panel.shown().map(panel.rect());
  return panel.shown().values->boxOf(index, map).center().toPoint();
}

// Whatever is already under the pointer.
void pointAt(QWidget* widget, QPoint at) {
  QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
  QApplication::sendEvent(widget, &move);
}

}  // namespace

class PanelValuesTest : public QObject {
  Q_OBJECT
 private slots:
  void init() { QSettings().remove("curves/panels"); }
  void cleanup() { QSettings().remove("curves/panels"); }

  void aCurveIsReduced_data() {
    QTest::addColumn<Values>("values");
    QTest::addColumn<double>("last");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("greatest");
    QTest::addColumn<double>("mean");
    QTest::newRow("no point") << Values{} << none << none << none << none;
    QTest::newRow("one point") << Values{5} << 5.0 << 5.0 << 5.0 << 5.0;
    QTest::newRow("one zero") << Values{0} << 0.0 << 0.0 << 0.0 << 0.0;
    QTest::newRow("falling") << Values{3, 2, 1} << 1.0 << 1.0 << 3.0 << 2.0;
    QTest::newRow("rising") << Values{1, 2, 6} << 6.0 << 1.0 << 6.0 << 3.0;
    QTest::newRow("least in the middle") << Values{3, 1, 5} << 5.0 << 1.0 << 5.0 << 3.0;
    QTest::newRow("negative") << Values{-1, -3, -2} << -2.0 << -3.0 << -1.0 << -2.0;
    QTest::newRow("both signs") << Values{-2, 2} << 2.0 << -2.0 << 2.0 << 0.0;
    QTest::newRow("all alike") << Values{4, 4, 4} << 4.0 << 4.0 << 4.0 << 4.0;
    QTest::newRow("only NaN") << Values{none, none} << none << none << none << none;
    QTest::newRow("only infinite") << Values{infinite} << none << none << none << none;
    QTest::newRow("ends as NaN") << Values{2, 4, none} << 4.0 << 2.0 << 4.0 << 3.0;
    QTest::newRow("begins as NaN") << Values{none, 2, 4} << 4.0 << 2.0 << 4.0 << 3.0;
    QTest::newRow("NaN between") << Values{2, none, 4} << 4.0 << 2.0 << 4.0 << 3.0;
    QTest::newRow("ends infinite") << Values{2, 4, infinite} << 4.0 << 2.0 << 4.0 << 3.0;
    QTest::newRow("minus infinite") << Values{-infinite, 2, 4} << 4.0 << 2.0 << 4.0 << 3.0;
    QTest::newRow("tiny") << Values{1e-300, 3e-300} << 3e-300 << 1e-300 << 3e-300 << 2e-300;
    QTest::newRow("large") << Values{1e300, 3e300} << 3e300 << 1e300 << 3e300 << 2e300;
  }
  void aCurveIsReduced() {
    QFETCH(Values, values);
    QFETCH(double, last);
    QFETCH(double, least);
    QFETCH(double, greatest);
    QFETCH(double, mean);
    const CurveBlock whole = exactCurve(curveOf(values)).whole;
    QVERIFY(isSame(reducedValue(whole, Reduction::last), last));
    QVERIFY(isSame(reducedValue(whole, Reduction::least), least));
    QVERIFY(isSame(reducedValue(whole, Reduction::greatest), greatest));
    QVERIFY(isSame(reducedValue(whole, Reduction::mean), mean));
  }

  void groupsAreMeans_data() {
    QTest::addColumn<Values>("values");  // of runs 0, 1, ...
    QTest::addColumn<QStringList>("groups");
    QTest::addColumn<int>("band");
    QTest::addColumn<Values>("shown");
    QTest::addColumn<double>("low");  // of the first shown; NaN: no band
    QTest::addColumn<double>("high");
    const auto row = [](const char* name, const Values& values, const QStringList& groups,
                        Band band, const Values& shown, double low, double high) {
      QTest::newRow(name) << values << groups << static_cast<int>(band) << shown << low << high;
    };
    row("nothing", {}, {}, Band::range, {}, none, none);
    row("no groups", {1, 2}, {}, Band::range, {1, 2}, none, none);
    row("one group", {1, 3}, {"0 1"}, Band::range, {2}, 1, 3);
    row("deviation", {1, 3}, {"0 1"}, Band::deviation, {2}, 2 - std::sqrt(2), 2 + std::sqrt(2));
    row("error", {1, 3}, {"0 1"}, Band::error, {2}, 1, 3);
    row("no band", {1, 3}, {"0 1"}, Band::none, {2}, none, none);
    row("a group of one", {5}, {"0"}, Band::range, {5}, 5, 5);
    row("a group of one, error", {5}, {"0"}, Band::error, {5}, 5, 5);
    row("all alike", {4, 4, 4}, {"0 1 2"}, Band::error, {4}, 4, 4);
    row("two groups", {1, 3, 10, 20}, {"0 1", "2 3"}, Band::range, {2, 15}, 1, 3);
    row("mixed order", {1, 10, 3, 20}, {"0 2", "1 3"}, Band::range, {2, 15}, 1, 3);
    row("one is left over", {1, 3, 7}, {"0 1"}, Band::range, {2, 7}, 1, 3);
    row("first is left over", {7, 1, 3}, {"1 2"}, Band::range, {7, 2}, none, none);
    row("members without a value", {1}, {"0 8 9"}, Band::range, {1}, 1, 1);
    row("a group without a value", {1}, {"8 9"}, Band::range, {1}, none, none);
    row("negative", {-1, -3}, {"0 1"}, Band::range, {-2}, -3, -1);
  }
  void groupsAreMeans() {
    QFETCH(Values, values);
    QFETCH(QStringList, groups);
    QFETCH(int, band);
    QFETCH(Values, shown);
    QFETCH(double, low);
    QFETCH(double, high);
    std::vector<PanelValue> all;
    for (std::size_t i = 0; i < values.size(); ++i)
      all.push_back({QString::number(i), "run", 0, values[i], values[i]});
    QList<MeanGroup> means;
    for (const QString& group : groups) means << MeanGroup{"mean", 1, group.split(' ')};
    const auto out = groupedValues(all, means, static_cast<Band>(band));
    QCOMPARE(out.size(), shown.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      QVERIFY(isSame(out[i].y, shown[i]) && isSame(out[i].x, shown[i]));
    if (out.empty()) return;
    QCOMPARE(out[0].band.has_value(), !std::isnan(low));
    if (out[0].band) QVERIFY(isSame(out[0].band->low, low) && isSame(out[0].band->high, high));
  }

  void theBestIsFound_data() {
    QTest::addColumn<Values>("values");
    QTest::addColumn<int>("lowest");  // -1: there is none
    QTest::addColumn<int>("highest");
    QTest::newRow("nothing") << Values{} << -1 << -1;
    QTest::newRow("one") << Values{3} << 0 << 0;
    QTest::newRow("several") << Values{3, 1, 7} << 1 << 2;
    QTest::newRow("the first of equal ones") << Values{2, 2, 1, 1} << 2 << 0;
    QTest::newRow("negative") << Values{-3, -1} << 0 << 1;
    QTest::newRow("NaN is none") << Values{none, 4} << 1 << 1;
    QTest::newRow("infinite is none") << Values{infinite, 4, -infinite} << 1 << 1;
    QTest::newRow("only NaN") << Values{none} << -1 << -1;
  }
  void theBestIsFound() {
    QFETCH(Values, values);
    QFETCH(int, lowest);
    QFETCH(int, highest);
    std::vector<PanelValue> all;
    for (const double value : values) all.push_back({"r", "run", 0, 0, value});
    const auto place = [&](bool isLowest) {
      const PanelValue* best = bestOf(all, isLowest);
      return best ? static_cast<int>(best - all.data()) : -1;
    };
    QCOMPARE(place(true), lowest);
    QCOMPARE(place(false), highest);
  }

  void whatIsBestIsKnown() {
    QVERIFY(isLowestBest(Reduction::least, "eval/accuracy"));
    QVERIFY(!isLowestBest(Reduction::greatest, "eval/loss"));
    QVERIFY(!isLowestBest(Reduction::last, "eval/accuracy"));
    QVERIFY(isLowestBest(Reduction::mean, "eval/loss"));
    QVERIFY(isLowestBest(Reduction::last, "what/ever"));
  }

  void barsStandOnZeroAndNameTheirRuns() {
    ValueScene scene;
    ValuePanel* panel = scene.show(panelOf(PanelKind::bars, "a"));
    QVERIFY(panel);
    QCOMPARE(heights(*panel), (Values{2, 7, -8}));
    const PlotPicture& picture = panel->shown();
    QCOMPARE(picture.title, "a, last");
    QVERIFY(picture.y.low < -8 && picture.y.high > 7);
    QCOMPARE(picture.xTicks.size(), 3u);
    QCOMPARE(picture.xTicks[1].text, "run s");
    const PlotMap map = picture.map(panel->rect());
    const double zero = map.toScreen({0, 0}).y();
    QCOMPARE(picture.values->boxOf(0, map).bottom(), zero);
    QCOMPARE(picture.values->boxOf(2, map).top(), zero);
    QVERIFY(panel->summary().startsWith("Bars, a, last, 3 values, -8, run t, lowest of 3"));
    // The least of each.
    QCOMPARE(heights(*scene.show(panelOf(PanelKind::bars, "a", Reduction::least))),
             (Values{1, 5, -8}));
    // Of an expression, and of the runs that have it.
    QCOMPARE(heights(*scene.show(panelOf(PanelKind::bars, "b * 2"))), (Values{20, 40}));
  }

  // What is 0 or below has no bar there, and keeps its place.
  void aLogarithmicAxisHasNoZero() {
    ValueScene scene;
    OwnPanel own = panelOf(PanelKind::bars, "a");
    own.scale = YScale::logarithmic;
    ValuePanel* panel = scene.show(own);
    const ValuePicture& values = *panel->shown().values;
    const PlotMap map = panel->shown().map(panel->rect());
    QCOMPARE(values.all.size(), 3u);
    QVERIFY(!values.boxOf(1, map).isNull());
    QVERIFY(values.boxOf(2, map).isNull());
    QVERIFY(std::isfinite(panel->shown().y.low) && std::isfinite(panel->shown().y.high));
  }

  void aRunIsChosenAndOpened() {
    ValueScene scene;
    ValuePanel* panel = scene.show(panelOf(PanelKind::bars, "a"));
    QSignalSpy opened(scene.grid.get(), &PlotGrid::runRequested);
    panel->setFocus();
    QTest::keyClick(panel, Qt::Key_Right);
    QCOMPARE(scene.curves.emphasis(), "r");
    QTest::keyClick(panel, Qt::Key_Right);
    QCOMPARE(scene.curves.emphasis(), "s");
    QVERIFY(panel->summary().endsWith("run s 7"));
    QCOMPARE(panel->overlay()->hover().readout->rows[0].value, "7");
    QTest::keyClick(panel, Qt::Key_Return);
    QCOMPARE(opened.takeFirst().first().toString(), "s");
    QTest::keyClick(panel, Qt::Key_Escape);
    QVERIFY(scene.curves.emphasis().isEmpty());
    QTest::mouseClick(panel, Qt::LeftButton, {}, middleOf(*panel, 0));
    QCOMPARE(scene.curves.emphasis(), "r");
    QTest::mouseDClick(panel, Qt::LeftButton, {}, middleOf(*panel, 1));
    QCOMPARE(opened.takeFirst().first().toString(), "s");
    QTest::keyClick(panel, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), "run r\t2\nrun s\t7\nrun t\t-8\n");
  }

  void aScatterHasTwoValuesARun() {
    ValueScene scene;
    OwnPanel own = panelOf(PanelKind::scatter, "a", Reduction::greatest);
    own.x = "b";
    ValuePanel* panel = scene.show(own);
    const ValuePicture& values = *panel->shown().values;
    QCOMPARE(values.all.size(), 2u);
    QCOMPARE(values.all[1].x, 20.0);
    QCOMPARE(values.all[1].y, 9.0);
    QCOMPARE(panel->shown().xName, "b");
    pointAt(panel, middleOf(*panel, 1));
    const auto& readout = panel->overlay()->hover().readout;
    QVERIFY(readout);
    QCOMPARE(readout->rows[0].label, "run s");
    QCOMPARE(readout->rows[1].value, "20");
    QCOMPARE(panel->valuesAsText(), "run r\t10\t3\nrun s\t20\t9\n");
    // Zoom and crosshair of the page are not its own.
    QVERIFY(panel->hasOwnAxis());
    own.x.clear();
    scene.grid->board()->panels()->replace({own});
    scene.grid->board()->edit(0);
    auto* empty = scene.grid->panels().front();
    scene.refresh(empty);
    QCOMPARE(empty->shown().empty, "A metric or an expression for x is missing.");
  }

  void aNumberSaysWhoseItIs() {
    ValueScene scene;
    ValuePanel* panel = scene.show(panelOf(PanelKind::number, "a", Reduction::greatest));
    QCOMPARE(panel->shown().values->number, "9");
    QCOMPARE(panel->shown().values->ofNumber, "run s, highest of 3");
    QList<ShownRun> grouped = scene.curves.runs();
    grouped[0].group = grouped[1].group = "lr 1";
    grouped[2].group = "lr 2";
    scene.curves.setRuns(grouped);
    scene.curves.setShowsMeans(true);
    scene.settle();
    OwnPanel own = panelOf(PanelKind::number, "a", Reduction::greatest);
    own.band = Band::error;
    panel = scene.show(own);
    QVERIFY2(panel->shown().values->number.startsWith("6 ± 3"),
             qPrintable(panel->shown().values->number));
    QCOMPARE(panel->shown().values->ofNumber.count("mean of"), 1);
  }

  void theEditorChangesTheKind() {
    ValueScene scene;
    OwnPanel own = panelOf(PanelKind::lines, "a");
    own.expressions << "b";
    scene.grid->board()->panels()->replace({own});
    scene.grid->board()->edit(0);
    QCOMPARE(scene.grid->panels().front()->metrics().metrics.size(), 2);
    const auto control = [&](const QString& name) -> look::SegmentedControl* {
      for (auto* one : scene.grid->board()->editor()->findChildren<look::SegmentedControl*>())
        if (one->accessibleName() == name) return one;
      return nullptr;
    };
    QVERIFY(control("Value of each run")->isHidden());
    control("Kind of the panel")->setCurrent(1);
    QVERIFY(!control("Value of each run")->isHidden());
    QVERIFY(control("Scale of the horizontal axis")->isHidden());
    control("Value of each run")->setCurrent(3);
    const OwnPanel& made = scene.grid->board()->panels()->all().first();
    QCOMPARE(made.kind, PanelKind::bars);
    QCOMPARE(made.reduction, Reduction::mean);
    QCOMPARE(made.expressions.size(), 2);  // they come back with the lines
    auto* panel = qobject_cast<ValuePanel*>(scene.grid->panels().front());
    QVERIFY(panel);
    scene.refresh(panel);
    QCOMPARE(heights(*panel), (Values{2, 7, 2.0 / 3}));
    control("Kind of the panel")->setCurrent(0);
    QVERIFY(!qobject_cast<ValuePanel*>(scene.grid->panels().front()));
    QCOMPARE(scene.grid->panels().front()->metrics().metrics.size(), 2);
  }

  // A file of a newer version keeps all that it has, and nothing of it is lost by editing.
  void aPanelOfANewerVersionStaysWhole() {
    const QJsonObject newer{{"kind", "violin"}, {"name", "Spread"}, {"bins", 12}};
    ValueScene scene;
    scene.grid->board()->panels()->replace({panelFromJson(newer)});
    QCOMPARE(toJson(scene.grid->board()->panels()->all().first()), newer);
    PlotPanel* panel = scene.grid->panels().front();
    scene.refresh(panel);
    QCOMPARE(panel->shown().title, "Spread");
    QCOMPARE(panel->shown().empty, "A newer version draws this.");
    scene.grid->board()->edit(0);
    for (auto* control : scene.grid->board()->editor()->findChildren<look::SegmentedControl*>())
      control->setCurrent(1);
    QCOMPARE(toJson(scene.grid->board()->panels()->all().first()), newer);
    // Those of an older version are lines.
    QCOMPARE(panelFromJson({{"expressions", QJsonArray{"a"}}}).kind, PanelKind::lines);
  }
};

TRAINYARD_WINDOW_TEST(PanelValuesTest);
#include "panel_values_test.moc"
