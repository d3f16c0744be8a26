// SPDX-License-Identifier: GPL-3.0-or-later
// The words of all pages as they are painted, in both themes: of each the darkest and the lightest
// pixel of its place differ by at least 4.5:1 (WCAG 2.2, 1.4.3), those of selected rows too. And
// every control that takes the focus has a role.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "gui/look/theme.h"
#include "gui/runs/run/run_view.h"
#include "tests/gui/app/help_place.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double leastContrast = 4.5;
constexpr int paintScale = 2;  // thin strokes have pixels of their full colour

// Of a channel's value, as WCAG 2.2 defines it.
const std::array<float, 256>& linearChannels() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double value = static_cast<double>(i) / 255;
      out[i] = static_cast<float>(value <= 0.04045 ? value / 12.92
                                                   : std::pow((value + 0.055) / 1.055, 2.4));
    }
    return out;
  }();
  return table;
}

// Relative luminance.
float luminanceOf(QRgb pixel) {
  const auto& linear = linearChannels();
  return 0.2126F * linear[static_cast<std::size_t>(qRed(pixel))] +
         0.7152F * linear[static_cast<std::size_t>(qGreen(pixel))] +
         0.0722F * linear[static_cast<std::size_t>(qBlue(pixel))];
}

double contrastOf(const QImage& picture, const QRect& place) {
  const QRect inside = QRect(place.topLeft() * paintScale, place.size() * paintScale) &
                       QRect(QPoint(), picture.size());
  float low = 1, high = 0;
  for (int y = inside.top(); y <= inside.bottom(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
    for (int x = inside.left(); x <= inside.right(); ++x) {
      const float here = luminanceOf(line[x]);
      low = std::min(low, here);
      high = std::max(high, here);
    }
  }
  return (high + 0.05) / (low + 0.05);
}

QImage paintedWindow(QWidget& window) {
  QImage picture(window.size() * paintScale, QImage::Format_RGB32);
  picture.setDevicePixelRatio(paintScale);
  window.render(&picture);
  return picture;
}

// Where a widget is in the window, if all of it is seen.
QRect placeOf(const QWidget* widget) {
  if (widget->visibleRegion().boundingRect() != widget->rect()) return {};
  return widget->rect().translated(widget->mapTo(widget->window(), QPoint()));
}

QString textOf(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* field = qobject_cast<const QLineEdit*>(widget))
    return field->text().isEmpty() ? field->placeholderText() : field->text();
  if (const auto* choice = qobject_cast<const QComboBox*>(widget)) return choice->currentText();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  return {};
}

QString nameOfClass(const QWidget* widget) {
  return QString::fromLatin1(widget->metaObject()->className()).section(':', -1);
}

QStringList faintWords(QWidget& window) {
  const QImage picture = paintedWindow(window);
  QStringList faults;
  const auto judge = [&](const QRect& place, const QString& words, const QWidget* widget) {
    if (words.trimmed().isEmpty() || place.width() < 6 || place.height() < 6) return;
    const double contrast = contrastOf(picture, place);
    if (contrast < leastContrast)
      faults << QString("%1:1 %2 \"%3\"")
                    .arg(contrast, 0, 'f', 2)
                    .arg(nameOfClass(widget), words.left(40));
  };
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    // What cannot be used may be fainter.
    if (!widget->isVisible() || !widget->isEnabled()) continue;
    judge(placeOf(widget), textOf(widget), widget);
    const auto* view = qobject_cast<QAbstractItemView*>(widget);
    if (!view || !view->model()) continue;
    const QRect shown = view->viewport()->rect();
    const QPoint corner = view->viewport()->mapTo(&window, QPoint());
    for (int y = 3; y < view->viewport()->height(); y += 8)
      for (int x = 3; x < view->viewport()->width(); x += 40) {
        const QModelIndex index = view->indexAt({x, y});
        if (!index.isValid() || !(index.flags() & Qt::ItemIsEnabled)) continue;
        if (const QRect cell = view->visualRect(index); shown.contains(cell))
          judge(cell.translated(corner), index.data(Qt::DisplayRole).toString(), view);
      }
  }
  faults.removeDuplicates();
  return faults;
}

// Of a run that is shown, whether the readers beside the window have answered what its page asked.
bool isRead(WindowPages* pages) {
  RunsPage* runs = pages->runs();
  if (pages->current() != runs || !runs->view()->isVisible()) return true;
  RunModel* run = runs->currentRun();
  return !run->settings().isEmpty() && !run->curves().isReading() && !run->system().isReading();
}

// Faults that stay: one of a page that is still being laid out goes by itself.
QStringList lasting(const QString& where, const std::function<QStringList()>& find) {
  QStringList faults;
  (void)QTest::qWaitFor([&] { return (faults = find()).isEmpty(); });
  for (QString& fault : faults) fault.prepend(where + ": ");
  return faults;
}

QStringList withoutRole(const QWidget& window) {
  QStringList faults;
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
    // Areas that scroll have none in Qt; they take the focus for the keys that scroll them.
    if (widget->focusProxy() || qobject_cast<QScrollArea*>(widget)) continue;
    const QAccessibleInterface* about = QAccessible::queryAccessibleInterface(widget);
    if (!about || about->role() == QAccessible::NoRole || about->role() == QAccessible::Client)
      faults << nameOfClass(widget);
  }
  faults.removeDuplicates();
  return faults;
}

}  // namespace

class WindowContrastTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { look::install(*qApp); }
  void cleanupTestCase() { look::showTheme(look::Theme::system); }

  void wordsStandOut_data() {
    QTest::addColumn<look::Theme>("theme");
    QTest::newRow("light") << look::Theme::light;
    QTest::newRow("dark") << look::Theme::dark;
  }

  void wordsStandOut() {
    QFETCH(look::Theme, theme);
    look::showTheme(theme);
    WindowScene scene;
    scene.window->resize(1440, 900);
    scene.window->show();
    scene.window->connectToService();
    QTRY_VERIFY(scene.client->isConnected());
    QTRY_COMPARE(scene.window->pages()->runs()->runs()->count(), WindowScene::numRuns);
    QStringList faults;
    for (const WindowPlace& place : allPlaces() + QList{helpPlace()}) {
      place.show(*scene.window);
      paintedWindow(*scene.window);  // what is painted is read
      QTRY_VERIFY(isRead(scene.window->pages()));
      const auto faint = [&] { return faintWords(*scene.window); };
      faults << lasting(place.name, faint);
      for (auto* view : scene.window->findChildren<QAbstractItemView*>())
        if (view->isVisible()) view->selectAll();
      faults << lasting(place.name + ", selected", faint);
      faults << lasting(place.name + ", no role", [&] { return withoutRole(*scene.window); });
    }
    for (const QString& fault : faults) std::fprintf(stderr, "%s\n", qPrintable(fault));
    QCOMPARE(faults.size(), 0);
  }
};

TRAINYARD_WINDOW_TEST(WindowContrastTest);
#include "window_contrast_test.moc"
