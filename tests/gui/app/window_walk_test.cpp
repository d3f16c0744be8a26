// SPDX-License-Identifier: GPL-3.0-or-later
// Walks all pages of the window as it stands at its smallest size, with small and large fonts, in
// both languages: no words are cut, every control can be reached and has a name, and Tab goes
// round everywhere.
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTest>

#include "gui/forms/elided_label.h"
#include "gui/look/theme.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr int maxTries = 8;

QString wordsOf(const QWidget* widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  return {};
}

QString nameOf(const QWidget* widget) {
  if (!widget->accessibleName().isEmpty()) return widget->accessibleName();
  if (const QString words = wordsOf(widget); !words.isEmpty()) return words;
  for (const QLabel* label : widget->window()->findChildren<QLabel*>())
    if (label->buddy() == widget) return label->text();
  return widget->toolTip();
}

QString describe(const QWidget* widget) {
  QStringList path;
  for (const QWidget* each = widget; each; each = each->parentWidget())
    path.prepend(QString::fromLatin1(each->metaObject()->className()).section(':', -1));
  return path.join('>') + " \"" + wordsOf(widget).left(60) + "\" " +
         QString("%1x%2").arg(widget->width()).arg(widget->height());
}

// Whether it is in the window, or where a scroll area would show it.
bool isReachable(const QWidget* widget, const QWidget& window) {
  for (const QWidget* each = widget->parentWidget(); each; each = each->parentWidget()) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(each);
    if (!area) continue;
    if (area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff) return true;
    const int left = widget->mapTo(area->viewport(), QPoint()).x();
    return left >= 0 && left + widget->width() <= area->viewport()->width();
  }
  return window.rect().contains(QRect(widget->mapTo(&window, QPoint()), widget->size()));
}

bool isControl(const QWidget* widget) {
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
         qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QPlainTextEdit*>(widget) ||
         qobject_cast<const QSlider*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget);
}

// What is cut, out of the window or without a name on the page that is shown.
QStringList faultsOf(QMainWindow& window) {
  QStringList faults;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->size().isEmpty()) continue;
    if (widget->objectName().startsWith("qt_")) continue;  // parts that Qt makes for itself
    const bool isPlainLabel = qobject_cast<const QLabel*>(widget) &&
                              !qobject_cast<const ElidedLabel*>(widget) &&
                              !static_cast<const QLabel*>(widget)->wordWrap();
    // Some show their icon alone, with their words in a tip; two kinds elide their own words.
    const auto* tool = qobject_cast<const QToolButton*>(widget);
    const bool isButton = qobject_cast<const QAbstractButton*>(widget) &&
                          !(tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) &&
                          !widget->inherits("trainyard::RailRow") &&
                          !widget->inherits("trainyard::PresetCardView");
    if ((isPlainLabel || isButton) && !wordsOf(widget).isEmpty() &&
        widget->width() + 1 < widget->fontMetrics().horizontalAdvance(
                                  QString(wordsOf(widget)).remove('&').section('\n', 0, 0)))
      faults << "cut: " + describe(widget);
    if (!isControl(widget)) continue;
    if (!isReachable(widget, window)) faults << "outside: " + describe(widget);
    if (nameOf(widget).isEmpty() && widget->focusPolicy() != Qt::NoFocus)
      faults << "no name: " + describe(widget);
  }
  return faults;
}

// Which windows are shown, for a message.
QString activeNow() {
  QString out =
      ", active: " +
      (QApplication::activeWindow() ? describe(QApplication::activeWindow()) : QString("none"));
  for (const QWidget* each : QApplication::topLevelWidgets())
    if (each->isVisible()) out += ", shown: " + describe(each);
  return out;
}

}  // namespace

class WindowWalkTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { look::install(*qApp); }

  void nothingIsCutAndAllIsReached_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("isGerman");
    const double sizes[] = {9, 10, 14};
    for (const double points : sizes)
      for (const bool isGerman : {false, true})
        QTest::addRow("1024x700, %g pt, %s", points, isGerman ? "de" : "en")
            << QSize(1024, 700) << points << isGerman;
    for (const double points : {9., 10.})
      for (const bool isGerman : {false, true})
        QTest::addRow("900x600, %g pt, %s", points, isGerman ? "de" : "en")
            << QSize(900, 600) << points << isGerman;
    QTest::addRow("1280x800, 10 pt, de") << QSize(1280, 800) << 10. << true;
  }

  void nothingIsCutAndAllIsReached() {
    QFETCH(QSize, size);
    QFETCH(double, points);
    QFETCH(bool, isGerman);
    German german;
    if (isGerman) QCoreApplication::installTranslator(&german);
    look::showFonts(points * 96 / 72, 96);
    WindowScene scene;
    scene.window->resize(size);
    scene.window->show();
    scene.window->connectToService();
    QTRY_VERIFY(scene.client->isConnected());
    QTRY_COMPARE(scene.window->pages()->runs()->runs()->count(), WindowScene::numRuns);
    QCOMPARE(scene.window->size(), size);
    QStringList faults;
    for (const WindowPlace& place : allPlaces()) {
      place.show(*scene.window);
      // What a page reads and lays out comes later on a busy machine.
      QStringList found;
      for (int tried = 0; tried == 0 || (tried < maxTries && !found.isEmpty()); ++tried) {
        QTest::qWait(30 + 100 * tried);
        found = faultsOf(*scene.window);
      }
      for (const QString& fault : found) faults << place.name + ": " + fault;
    }
    if (isGerman) QCoreApplication::removeTranslator(&german);
    look::showFonts(look::designBase, 96);
    for (const QString& fault : faults) std::fprintf(stderr, "%s\n", qPrintable(fault));
    QCOMPARE(faults.size(), 0);
  }

  // From any control Tab comes back to it, and on its way to more than one.
  void tabGoesRound() {
    WindowScene scene;
    scene.window->resize(1280, 800);
    scene.window->show();
    scene.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(scene.window.get()));
    scene.window->connectToService();
    QTRY_COMPARE(scene.window->pages()->runs()->runs()->count(), WindowScene::numRuns);
    for (const WindowPlace& place : allPlaces()) {
      place.show(*scene.window);
      QTest::qWait(30);
      scene.window->activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(scene.window.get()));
      QWidget* first = QApplication::focusWidget();
      if (!first) QTest::keyClick(scene.window.get(), Qt::Key_Tab);
      first = QApplication::focusWidget();
      QVERIFY2(first, qPrintable(place.name + activeNow()));
      QSet<QWidget*> seen;
      bool isRound = false;
      for (int i = 0; i < 600 && !isRound; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QWidget* now = QApplication::focusWidget();
        QVERIFY2(now, qPrintable(place.name));
        isRound = seen.size() > 3 && now == first;
        if (!isRound && seen.contains(now) && now != first) {
          // In a text Tab may be a part of what is typed; then Esc before it leaves.
          QTest::keyClick(now, Qt::Key_Escape);
          QTest::keyClick(now, Qt::Key_Tab);
          if (QApplication::focusWidget() == now)
            QFAIL(qPrintable(place.name + ": Tab does not leave " + describe(now)));
        }
        seen.insert(now);
      }
      QVERIFY2(isRound, qPrintable(place.name));
    }
  }
};

TRAINYARD_WINDOW_TEST(WindowWalkTest);
#include "window_walk_test.moc"
