// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/type.h"

#include <QDir>
#include <QFontDatabase>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

// Q_INIT_RESOURCE must be outside of a namespace.
static void initialiseFonts() {
#ifdef TRAINYARD_CARRIES_FONTS
  Q_INIT_RESOURCE(trainyard_fonts);
#endif
}

namespace trainyard::look {
namespace {

constexpr double pointsPerInch = 72;
constexpr double smallestPoints = 9, largestPoints = 14;

struct TypeScale {
  double base = designBase, dotsPerInch = 96;
  bool carriesFonts = false;
};

TypeScale& typeScale() {
  static TypeScale scale;
  return scale;
}

struct RoleShape {
  double size, line;
  QFont::Weight weight;
  double spacing;  // percentage of the letters' own
};

RoleShape shapeOf(Role role) {
  switch (role) {
    case Role::number:
      return {22, 28, QFont::DemiBold, 99};
    case Role::page:
      return {18, 24, QFont::DemiBold, 99};
    case Role::card:
      return {14, 20, QFont::DemiBold, 100};
    case Role::body:
      return {13, 18, QFont::Normal, 100};
    case Role::name:
      return {13, 18, QFont::Medium, 100};
    case Role::emphasis:
      return {13, 18, QFont::DemiBold, 100};
    case Role::help:
      return {12, 16, QFont::Normal, 100};
    case Role::helpName:
      return {12, 16, QFont::Medium, 100};
    case Role::caption:
      return {11, 14, QFont::Normal, 100};
    case Role::captionName:
      return {11, 14, QFont::Medium, 100};
    case Role::code:
      return {12, 18, QFont::Normal, 100};
  }
  return {13, 18, QFont::Normal, 100};
}

QFont familyOf(Role role) {
  if (role == Role::code) {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (typeScale().carriesFonts) fixed.setFamilies({u"Trainyard Mono"_s, fixed.family()});
    return fixed;
  }
  QFont plain = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  if (typeScale().carriesFonts) plain.setFamilies({u"Trainyard Sans"_s, plain.family()});
  return plain;
}

}  // namespace

bool loadFonts() {
  initialiseFonts();
  const QDir fonts(u":/fonts"_s);
  bool all = !fonts.entryList().isEmpty();
  for (const QString& file : fonts.entryList())
    all = QFontDatabase::addApplicationFont(fonts.filePath(file)) >= 0 && all;
  typeScale().carriesFonts = all;
  return all;
}

double baseOf(const QFont& system, double dotsPerInch) {
  const double points = system.pointSizeF() > 0 ? system.pointSizeF()
                                                : system.pixelSize() * pointsPerInch / dotsPerInch;
  return std::round(std::clamp(points, smallestPoints, largestPoints) * dotsPerInch /
                    pointsPerInch);
}

void useBase(double pixels, double dotsPerInch) {
  typeScale().base = pixels;
  typeScale().dotsPerInch = dotsPerInch;
}

double base() { return typeScale().base; }

QFont font(Role role) {
  const RoleShape shape = shapeOf(role);
  QFont font = familyOf(role);
  // In points, because pages make smaller fonts of it by its points.
  font.setPointSizeF(shape.size * base() / designBase * pointsPerInch / typeScale().dotsPerInch);
  font.setWeight(shape.weight);
  if (shape.spacing != 100) font.setLetterSpacing(QFont::PercentageSpacing, shape.spacing);
  return font;
}

int lineHeight(Role role) { return px(shapeOf(role).line); }

int px(double length) { return static_cast<int>(std::lround(length * base() / designBase)); }

}  // namespace trainyard::look
