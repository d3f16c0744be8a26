// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/palette_colors.h"

#include <QPalette>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "gui/forms/plain_tip.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Relative luminance and contrast as WCAG 2 defines them.
double luminance(const QColor& colour) {
  const auto linear = [](double c) {
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QPalette on(QRgb ground) {
  QPalette palette;
  palette.setColor(QPalette::Window, QColor(ground));
  return palette;
}

// Of Fusion, Breeze and Adwaita, light and dark.
const std::vector<QRgb> grounds{0xffffff, 0xefefef, 0xeff0f1, 0xf6f5f4, 0x1b1e20,
                                0x232629, 0x2a2e32, 0x31363b, 0x353535};

}  // namespace

class PaletteColorsTest : public QObject {
  Q_OBJECT
 private slots:
  void everyToneCanBeRead() {
    for (QRgb ground : grounds)
      for (Tone tone :
           {Tone::quiet, Tone::waiting, Tone::active, Tone::good, Tone::caution, Tone::bad}) {
        const double found = contrast(toneColour(tone, on(ground)), QColor(ground));
        QVERIFY2(found >= 4.5, qPrintable(QStringLiteral("tone %1 on %2: %3")
                                              .arg(static_cast<int>(tone))
                                              .arg(QColor(ground).name())
                                              .arg(found)));
      }
  }

  void everyCurveCanBeSeen() {
    for (QRgb ground : grounds)
      for (int curve = 0; curve < 8; ++curve) {
        const double found = contrast(curveColour(curve, on(ground)), QColor(ground));
        QVERIFY2(found >= 3, qPrintable(QStringLiteral("curve %1 on %2: %3")
                                            .arg(curve)
                                            .arg(QColor(ground).name())
                                            .arg(found)));
      }
    QCOMPARE(curveColour(8, QPalette()), curveColour(0, QPalette()));
  }

  // Qt draws a tooltip as rich text where it looks like one.
  void aTooltipShowsForeignTextAsItIs() {
    QCOMPARE(plainTip("<img src=x>\n<b>a & b</b>"),
             "<qt>&lt;img src=x&gt;<br>&lt;b&gt;a &amp; b&lt;/b&gt;</qt>");
    QCOMPARE(plainTip({}), QString());
  }
};

TRAINYARD_TEST(PaletteColorsTest);
#include "palette_colors_test.moc"
