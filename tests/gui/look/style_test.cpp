// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing grows where the focus is, the focus is seen after a key only, and no widget keeps a
// colour when the theme changes.
#include "gui/look/style.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QStyleOption>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "tests/gui/look/gallery.h"
#include "gui/look/icon.h"
#include "gui/look/segmented_control.h"
#include "gui/look/switch.h"
#include "gui/look/theme.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"
#include "tests/qt_tests.h"

using namespace trainyard::look;

namespace {

QImage pictureOf(QWidget* widget) {
  return widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
}

bool shows(const QImage& image, const QColor& colour) {
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixelColor(x, y) == colour) return true;
  return false;
}

struct Controls {
  Controls() {
    auto* column = new QVBoxLayout(&window);
    auto* tabs = new QTabBar;
    tabs->addTab("One");
    tabs->addTab("Two");
    auto* combo = new QComboBox;
    combo->addItems({"one", "two"});
    auto* tool = new QToolButton;
    tool->setText("Tool");
    tool->setFocusPolicy(Qt::StrongFocus);
    auto* primary = new QPushButton("Primary");
    setKind(primary, primaryKind);
    all = {new QPushButton("Plain"),
           primary,
           tool,
           new QLineEdit("text"),
           combo,
           new QSpinBox,
           new QPlainTextEdit,
           new QCheckBox("Check"),
           new QRadioButton("One"),
           new QSlider(Qt::Horizontal),
           tabs,
           new Switch("Switch"),
           new SegmentedControl({"A", "B"})};
    for (QWidget* control : all) column->addWidget(control);
    window.show();
  }

  QWidget window;
  QList<QWidget*> all;
};

}  // namespace

class StyleTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    install(*qApp);
    showTheme(Theme::light);
  }

  void nothingGrowsWithTheFocus() {
    Controls controls;
    QVERIFY(QTest::qWaitForWindowActive(&controls.window));
    for (QWidget* control : controls.all) {
      controls.window.setFocus();
      const QSize hint = control->sizeHint();
      const QRect place = control->geometry();
      control->setFocus(Qt::TabFocusReason);
      QVERIFY2(control->hasFocus(), control->metaObject()->className());
      QCoreApplication::processEvents();
      QCOMPARE(control->sizeHint(), hint);
      QCOMPARE(control->geometry(), place);
    }
  }

  // A bar without a known end is filled nowhere and everywhere alike, so that it reads as no share.
  void aBarWithoutAnEndIsNoShare() {
    const int flash = QApplication::cursorFlashTime();
    QProgressBar bar;
    bar.setTextVisible(false);
    bar.setRange(0, 0);
    bar.resize(240, 4);
    const Tokens& now = tokens(bar.palette());
    const auto filled = [&](int part) {
      const QImage image = pictureOf(&bar);
      int count = 0;
      for (int x = part * 80; x < part * 80 + 80; ++x)
        count += image.pixelColor(x, image.height() / 2) == now.accent;
      return count;
    };
    QApplication::setCursorFlashTime(0);
    for (const int part : {0, 1, 2})
      QVERIFY2(filled(part) > 20 && filled(part) < 60, qPrintable(QString::number(filled(part))));
    const QImage still = pictureOf(&bar);
    QTest::qWait(100);  // one that moves would have moved
    QCOMPARE(pictureOf(&bar), still);
    // It moves, and only as long as its end is not known.
    QApplication::setCursorFlashTime(1000);
    bar.show();
    QTRY_VERIFY(pictureOf(&bar) != still);
    const QImage first = pictureOf(&bar);
    QTRY_VERIFY(pictureOf(&bar) != first);
    bar.setRange(0, 100);
    bar.setValue(50);
    QVERIFY(filled(0) > 70 && filled(2) == 0);
    QApplication::setCursorFlashTime(flash);
  }

  void theFocusIsSeenAfterAKeyOnly() {
    Controls controls;
    QVERIFY(QTest::qWaitForWindowActive(&controls.window));
    for (QWidget* control : controls.all) {
      if (qobject_cast<QPlainTextEdit*>(control) || qobject_cast<QLineEdit*>(control) ||
          qobject_cast<QSpinBox*>(control))
        continue;  // a field always shows it
      QTest::mouseClick(&controls.window, Qt::LeftButton, {}, {1, 1});
      control->setFocus(Qt::MouseFocusReason);
      const QImage clicked = pictureOf(control);
      QTest::keyClick(&controls.window, Qt::Key_F35);
      QVERIFY2(pictureOf(control) != clicked, control->metaObject()->className());
      QTest::mouseClick(&controls.window, Qt::LeftButton, {}, {1, 1});
      QCOMPARE(pictureOf(control), clicked);
    }
  }

  void heightsAreThoseOfTheDesign() {
    Controls controls;
    for (QWidget* control : controls.all) {
      if (qobject_cast<QPushButton*>(control) || qobject_cast<QLineEdit*>(control) ||
          qobject_cast<QComboBox*>(control) || qobject_cast<QSpinBox*>(control))
        QCOMPARE(control->sizeHint().height(), px(32));
      if (qobject_cast<QToolButton*>(control)) QCOMPARE(control->sizeHint().height(), px(28));
      if (qobject_cast<QTabBar*>(control)) QCOMPARE(control->sizeHint().height(), px(38));
    }
  }

  void aFieldShowsThatItsValueIsWrong() {
    QLineEdit field("x");
    field.resize(120, 32);
    setFieldTone(&field, "failed");
    QVERIFY(shows(pictureOf(&field), lightTokens().tone(Tone::failed).word));
    setFieldTone(&field, "waiting");
    QVERIFY(shows(pictureOf(&field), lightTokens().tone(Tone::waiting).word));
    setFieldTone(&field, "");
    QVERIFY(!shows(pictureOf(&field), lightTokens().tone(Tone::waiting).word));
  }

  void digitsAreOfOneWidth() {
    for (const Role role : {Role::body, Role::name, Role::emphasis, Role::code}) {
      const QFontMetricsF metrics(font(role));
      if (!QFontInfo(font(role)).family().startsWith("Trainyard"))
        QSKIP("built without the program's fonts");
      QCOMPARE(metrics.horizontalAdvance("1111"), metrics.horizontalAdvance("0000"));
    }
  }

  // The system's size, within bounds.
  void theBaseFollowsTheSystem() {
    QFont system;
    for (const auto& [points, pixels] :
         {std::pair(6.0, 12.0), {9.0, 12.0}, {10.0, 13.0}, {14.0, 19.0}, {30.0, 19.0}}) {
      system.setPointSizeF(points);
      QCOMPARE(baseOf(system, 96), pixels);
    }
  }

  void iconsTakeTheColourOfTheMoment() {
    const QIcon mark = icon("check", Tone::completed);
    QVERIFY(isTinted(mark));
    for (const Theme theme : {Theme::dark, Theme::light}) {
      showTheme(theme);
      const QColor wanted = tokens(QApplication::palette()).tone(Tone::completed).word;
      const QImage picture = mark.pixmap(48).toImage();
      QVERIFY(!picture.isNull());
      bool isSeen = false;
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
          isSeen = isSeen || picture.pixelColor(x, y) == wanted;
      QVERIFY(isSeen);
    }
  }

  void noWidgetKeepsAColour() {
    showTheme(Theme::light);
    Gallery gallery;
    gallery.resize(1240, 900);
    gallery.show();
    QCoreApplication::processEvents();
    const QImage light = pictureOf(&gallery);
    showTheme(Theme::dark);
    QCoreApplication::processEvents();
    Gallery fresh;  // never saw the other theme
    fresh.resize(1240, 900);
    fresh.show();
    QCoreApplication::processEvents();
    const QImage dark = pictureOf(&fresh);
    QVERIFY(dark != light);
    for (int round = 0; round < 20; ++round) {
      const bool isDark = round % 2 == 0;
      showTheme(isDark ? Theme::dark : Theme::light);
      QCoreApplication::processEvents();
      const QImage now = pictureOf(&gallery);
      QVERIFY2(now == (isDark ? dark : light), qPrintable(QString::number(round)));
    }
  }

  void theChosenThemeIsKept() {
    chooseTheme(Theme::dark);
    QCOMPARE(chosenTheme(), Theme::dark);
    QVERIFY(tokens(QApplication::palette()).isDark);
    chooseTheme(Theme::light);
    QVERIFY(!tokens(QApplication::palette()).isDark);
    chooseTheme(Theme::system);
    QCOMPARE(chosenTheme(), Theme::system);
  }

  void theWheelScrollsThePageOverControls() {
    QScrollArea area;
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* combo = new QComboBox;
    combo->addItems({"one", "two", "three"});
    auto* editable = new QComboBox;
    editable->setEditable(true);
    editable->addItems({"one", "two", "three"});
    auto* number = new QSpinBox;
    auto* slider = new QSlider(Qt::Horizontal);
    for (QWidget* control : std::initializer_list<QWidget*>{combo, editable, number, slider})
      column->addWidget(control);
    page->setMinimumHeight(4000);
    area.setWidget(page);
    area.resize(300, 400);
    area.show();
    area.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&area));
    area.setFocus();
    const auto turn = [](QWidget* control) {
      const QPointF at = control->rect().center();
      QWheelEvent wheel(at, control->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                        Qt::NoScrollPhase, false);
      QSpontaneKeyEvent::setSpontaneous(&wheel);  // as one of a mouse: others are not passed on
      qApp->notify(control, &wheel);
    };
    const auto values = [&] {
      return QList<int>{combo->currentIndex(), editable->currentIndex(), number->value(),
                        slider->value()};
    };
    number->setValue(5);
    slider->setValue(5);
    const QList<int> before = values();
    for (QWidget* control : std::initializer_list<QWidget*>{combo, editable, number, slider}) {
      const int scrolled = area.verticalScrollBar()->value();
      turn(control);
      QVERIFY(area.verticalScrollBar()->value() > scrolled);
      QCOMPARE(values(), before);
      QVERIFY(!control->hasFocus());
      control->setFocus();
      const int stays = area.verticalScrollBar()->value();
      turn(control);
      QVERIFY(values() != before);
      QCOMPARE(area.verticalScrollBar()->value(), stays);
      combo->setCurrentIndex(before[0]);
      editable->setCurrentIndex(before[1]);
      number->setValue(before[2]);
      slider->setValue(before[3]);
    }
    // A scroll bar scrolls, of course.
    const int scrolled = area.verticalScrollBar()->value();
    turn(area.verticalScrollBar());
    QVERIFY(area.verticalScrollBar()->value() > scrolled);
  }

 private:
  QTemporaryDir m_folder;
};

TRAINYARD_WINDOW_TEST(StyleTest);
#include "style_test.moc"
