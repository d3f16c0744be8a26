#include "gui/charts/plot_view.h"
#include "tests/qt_tests.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

using namespace trainyard;

class PlotViewTest : public QObject {
  Q_OBJECT
 private slots:
  void whatNobodySeesIsDrawnWhenItIsSeen() {
    CurvesModel curves;
    curves.addPoints(
        {{QStringLiteral("a"), 1, {{1, 1}, {2, 2}}}, {QStringLiteral("b"), 1, {{1, 1}, {2, 2}}}});
    QScrollArea area;
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    const auto panels = arrangePanels(curves.names());
    QCOMPARE(panels.size(), 2u);
    std::vector<PlotView*> plots;
    for (const PlotPanel& panel : panels) {
      plots.push_back(new PlotView(&curves, panel));
      plots.back()->setFixedHeight(400);
      column->addWidget(plots.back());
    }
    area.setWidget(page);
    area.setWidgetResizable(true);
    area.resize(500, 300);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    QTRY_VERIFY(plots[0]->lastDrawn() > 0);
    QCOMPARE(plots[1]->lastDrawn(), 0);
    area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum());
    QTRY_VERIFY(plots[1]->lastDrawn() > 0);
    // Out of sight again: new points are not drawn there, and asked for it is drawn all the same.
    QTRY_VERIFY(plots[0]->viewport()->visibleRegion().isEmpty());
    const qint64 before = plots[0]->lastDrawn();
    curves.addPoints({{QStringLiteral("a"), 1, {{3, 3}}}, {QStringLiteral("b"), 1, {{3, 3}}}});
    const qint64 other = plots[1]->lastDrawn();
    QTRY_VERIFY(plots[1]->lastDrawn() > other);
    QCOMPARE(plots[0]->lastDrawn(), before);
    plots[0]->refreshNow();
    QVERIFY(plots[0]->lastDrawn() > before);
  }
};

TRAINYARD_WINDOW_TEST(PlotViewTest);
#include "plot_view_test.moc"
