// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a number in the table of runs is that number, however narrow its column.
#include "gui/runs/state_delegate.h"

#include <QLocale>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QStandardItemModel>
#include <QTest>
#include <cmath>

#include "gui/runs/runs_model.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Takes down the texts that are drawn, and nothing else.
class TextsEngine : public QPaintEngine {
 public:
  TextsEngine() : QPaintEngine(AllFeatures) {}
  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState&) override {}
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  Type type() const override { return User; }
  void drawTextItem(const QPointF&, const QTextItem& item) override { text += item.text(); }

  QString text;
};

class TextsDevice : public QPaintDevice {
 public:
  QPaintEngine* paintEngine() const override { return &engine; }

  mutable TextsEngine engine;

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

QString drawn(const QModelIndex& index, int width) {
  TextsDevice device;
  QPainter painter(&device);
  QStyleOptionViewItem option;
  option.rect = QRect(0, 0, width, 30);
  option.fontMetrics = QFontMetrics(option.font, &device);
  StateDelegate().paint(&painter, option, index);
  painter.end();
  return device.engine.text;
}

}  // namespace

class StateDelegateTest : public QObject {
  Q_OBJECT
 private slots:
  void aNumberWithoutRoomLosesDigitsAndIsNotCut() {
    QStandardItemModel model(1, RunsModel::SpeedColumn + 1);
    const QModelIndex loss = model.index(0, RunsModel::LossColumn);
    for (const double value : {336196.8, 0.012345, 7.199e15, 12.5}) {
      const QString whole = QLocale().toString(value, 'g', 7);
      model.setData(loss, whole);
      model.setData(loss, value, RunsModel::SortRole);
      QCOMPARE(drawn(loss, 400), whole);
      bool wasShortened = false;
      for (int width = 12; width < 200; ++width) {
        const QString text = drawn(loss, width);
        if (text == u"…") continue;
        bool isNumber = false;
        const double shown = QLocale().toDouble(text, &isNumber);
        QVERIFY2(isNumber, qPrintable(text));
        QVERIFY2(std::abs(shown - value) <= 0.2 * value, qPrintable(whole + " as " + text));
        wasShortened = wasShortened || text != whole;
      }
      QVERIFY(wasShortened);
    }
  }

  void aTextThatIsCutSaysSo() {
    QStandardItemModel model(1, RunsModel::SpeedColumn + 1);
    const QModelIndex name = model.index(0, RunsModel::NameColumn);
    model.setData(name, "a name that is much too long for its column");
    QVERIFY(drawn(name, 80).endsWith(u"…"));
  }
};

TRAINYARD_WINDOW_TEST(StateDelegateTest);
#include "state_delegate_test.moc"
