// SPDX-License-Identifier: GPL-3.0-or-later
// How characters look by a program's SGR sequences ("select graphic rendition" of ECMA-48): what it
// asked for, not yet a colour of the theme.
#pragma once

#include <QRgb>
#include <QStringView>

namespace trainyard {

struct SgrColour {
  enum class Kind : quint8 { none, indexed, rgb };
  Kind kind = Kind::none;
  QRgb value = 0;  // an index from 0 to 255, or the colour

  bool operator==(const SgrColour&) const = default;
};

struct SgrStyle {
  SgrColour words, ground;
  bool isBold = false, isFaint = false, isItalic = false, isUnderlined = false, isInverse = false,
       isStruck = false;

  bool operator==(const SgrStyle&) const = default;
  bool isPlain() const { return *this == SgrStyle(); }
  // `parameters` is what stands between "ESC [" and "m". Unknown ones change nothing.
  void apply(QStringView parameters);
};

// A part of a line.
struct SgrSpan {
  int begin = 0, length = 0;
  SgrStyle style;

  bool operator==(const SgrSpan&) const = default;
};

}  // namespace trainyard
