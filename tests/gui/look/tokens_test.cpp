// SPDX-License-Identifier: GPL-3.0-or-later
// Every text and every mark can be read on every ground that it is used on, and the curves' colours
// can be told apart, also by who does not see all colours.
#include "gui/look/tokens.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tests/qt_tests.h"

using namespace trainyard::look;

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

constexpr double readable = 4.5, seen = 3, apart = 7;

Vector times(const Matrix& matrix, const Vector& vector) {
  Vector out{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      out[row] += matrix[row][column] * vector[column];
  return out;
}

Vector linearLight(const QColor& colour) {
  Vector out{colour.redF(), colour.greenF(), colour.blueF()};
  for (double& c : out) c = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  return out;
}

Vector oklab(const Vector& light) {
  Vector cones = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                         {0.2119034982, 0.6806995451, 0.1073969566},
                         {0.0883024619, 0.2817188376, 0.6299787005}}},
                       light);
  for (double& cone : cones) cone = std::cbrt(std::max(cone, 0.0));
  return times({{{0.2104542553, 0.7936177850, -0.0040720468},
                 {1.9779984951, -2.4285922050, 0.4505937099},
                 {0.0259040371, 0.7827717662, -0.8086757660}}},
               cones);
}

// Of 100 times the distance in OKLab, 2 is just noticeable.
double nearestPair(const Tokens& tokens, const Matrix& sight) {
  double nearest = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < tokens.curves.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vector a = oklab(times(sight, linearLight(tokens.curves[i])));
      const Vector b = oklab(times(sight, linearLight(tokens.curves[j])));
      nearest = std::min(nearest, 100 * std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
  return nearest;
}

void check(const char* what, const QColor& mark, const QColor& ground, double least) {
  const double found = contrast(mark, ground);
  QVERIFY2(found >= least, qPrintable(QStringLiteral("%1: %2 on %3 has %4")
                                          .arg(QLatin1String(what), mark.name(), ground.name())
                                          .arg(found)));
}

}  // namespace

class TokensTest : public QObject {
  Q_OBJECT
 private slots:
  void themes_data() const { addThemes(); }
  void themes() {
    QFETCH(bool, isDark);
    const Tokens& t = isDark ? darkTokens() : lightTokens();
    QCOMPARE(t.isDark, isDark);
    QCOMPARE(&tokens(paletteOf(t)), &t);
  }

  void everyTextCanBeRead_data() const { addThemes(); }
  void everyTextCanBeRead() {
    QFETCH(bool, isDark);
    const Tokens& t = isDark ? darkTokens() : lightTokens();
    for (const QColor& ground :
         {t.surface, t.window, t.rail, t.subtle, t.sunken, t.hover, t.selected, t.raised}) {
      for (const QColor& text : {t.text, t.text2, t.text3, t.accentText})
        check("text", text, ground, readable);
      check("focus", t.focus, ground, seen);
    }
    for (const Tone tone : allTones)
      for (const QColor& ground :
           {t.tone(tone).ground, t.surface, t.window, t.hover, t.selected, t.raised})
        check("state", t.tone(tone).word, ground, readable);
    for (const QColor& ground : {t.accent, t.accentHover, t.accentPress})
      check("button", t.onAccent, ground, readable);
    for (const QColor& ground : {t.danger, t.dangerHover})
      check("button", t.onDanger, ground, readable);
    for (const QColor& word : {t.code.key, t.code.number, t.code.text, t.code.comment, t.code.word})
      for (const QColor& ground : {t.surface, t.selected}) check("code", word, ground, readable);
  }

  void everyMarkCanBeSeen_data() const { addThemes(); }
  void everyMarkCanBeSeen() {
    QFETCH(bool, isDark);
    const Tokens& t = isDark ? darkTokens() : lightTokens();
    for (const QColor& ground : {t.surface, t.window, t.raised})
      check("box", t.controlLine, ground, seen);
    check("axis", t.axis, t.plot, seen);
    for (const QColor& curve : t.curves) check("curve", curve, t.plot, seen);
    for (const QColor& value : t.values) check("value", value, t.plot, seen);
    for (int step = 0; step <= 100; ++step) {
      const QColor ground = onRamp(t.areas, step / 100.0);
      check("area", wordsOn(ground), ground, readable);
    }
  }

  // Matrices of Machado, Oliveira and Fernandes, 2009, for complete deficiency.
  void curvesCanBeToldApart_data() const { addThemes(); }
  void curvesCanBeToldApart() {
    QFETCH(bool, isDark);
    const Tokens& t = isDark ? darkTokens() : lightTokens();
    const std::array<Matrix, 4> sights{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                        {{{0.152286, 1.052583, -0.204868},
                                          {0.114503, 0.786281, 0.099216},
                                          {-0.003882, -0.048116, 1.051998}}},
                                        {{{0.367322, 0.860646, -0.227968},
                                          {0.280085, 0.672501, 0.047413},
                                          {-0.011820, 0.042940, 0.968881}}},
                                        {{{1.255528, -0.076749, -0.178779},
                                          {-0.078411, 0.930809, 0.147602},
                                          {0.004733, 0.691367, 0.303900}}}}};
    for (const Matrix& sight : sights) {
      const double nearest = nearestPair(t, sight);
      QVERIFY2(nearest >= apart, qPrintable(QString::number(nearest)));
    }
  }

  void furtherCurvesAreDashed() {
    const QPalette palette = paletteOf(lightTokens());
    QCOMPARE(curveColour(numCurveColours, palette), curveColour(0, palette));
    QVERIFY(curveDashes(9).isEmpty());
    QCOMPARE(curveDashes(10), (QList<qreal>{7, 3}));
    QCOMPARE(curveDashes(29), (QList<qreal>{2, 3}));
  }

  void aRampEndsInItsColours() {
    const Tokens& t = lightTokens();
    QCOMPARE(onRamp(t.areas, 0), t.areas.front());
    QCOMPARE(onRamp(t.areas, 1), t.areas.back());
    QCOMPARE(onRamp(t.areas, 7), t.areas.back());
  }

 private:
  static void addThemes() {
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
};

TRAINYARD_TEST(TokensTest);
#include "tokens_test.moc"
