// SPDX-License-Identifier: GPL-3.0-or-later
// Every colour of the desktop, once for a light and once for a dark ground. Nothing keeps a colour:
// who paints asks tokens() at that moment, so that a change of the theme is a change of the
// palette.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <array>
#include <functional>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard::look {

// The meaning of a state or a severity, not its appearance.
enum class Tone { preparing, waiting, running, completed, failed, stopped, quiet };

inline constexpr std::array allTones{Tone::preparing, Tone::waiting, Tone::running, Tone::completed,
                                     Tone::failed,    Tone::stopped, Tone::quiet};
inline constexpr int numCurveColours = 10;
inline constexpr int numRampColours = 6;

// A tone's words and marks, and the ground of a pill or a notice in it.
struct ToneColours {
  QColor word, ground;
};

struct CodeColours {
  QColor key, number, text, comment, word;
};

struct Tokens {
  bool isDark;
  // Grounds: behind cards; the side; pages, cards and fields; heads of tables; wells and tags;
  // menus and dialogs; plots.
  QColor window, rail, surface, subtle, sunken, raised, plot;
  QColor hover, press, selected;  // rows and buttons
  // Lines: of cards; of fields and buttons; of boxes that are their control's only sign; in plots.
  QColor hairline, line, controlLine, grid, axis;
  // Words; labels; help, units and axes; disabled.
  QColor text, text2, text3, textOff;
  QColor accent, accentHover, accentPress, onAccent, accentText, focus;
  QColor danger, dangerHover, onDanger;  // only where something is about to be destroyed
  QColor shadow, deepShadow, scrim;      // below menus; below dialogs; over a page behind one
  std::array<ToneColours, allTones.size()> tones;
  std::array<QColor, numCurveColours> curves;
  // From low to high: for areas, and for lines that are coloured by a value.
  std::array<QColor, numRampColours> areas, values;
  CodeColours code;

  const ToneColours& tone(Tone tone) const { return tones[static_cast<std::size_t>(tone)]; }
};

// A colour that is taken from the tokens of the moment.
using Ink = std::function<QColor(const Tokens&)>;

const Tokens& lightTokens();
const Tokens& darkTokens();
// Those of the palette's ground, which may be a widget's own: a picture on paper is always light.
const Tokens& tokens(const QPalette& palette);
QPalette paletteOf(const Tokens& tokens);

Tone toneOf(Severity severity);
// The mark of a severity: a file in resources/icons.
QString iconOf(Severity severity);
// The word colour of a tone, for text and marks.
QColor toneColour(Tone tone, const QPalette& palette);
QColor curveColour(int index, const QPalette& palette);
// Lengths of dashes and gaps in pixels: empty for the first ten curves, dashed for the next ten,
// then dotted.
QList<qreal> curveDashes(int index);
// Of a ramp at `share` from 0 to 1, between its colours.
QColor onRamp(const std::array<QColor, numRampColours>& ramp, double share);
// Black or white, whichever stands out more.
QColor wordsOn(const QColor& ground);
// `share` of `a` with the rest of `b`.
QColor mixed(const QColor& a, const QColor& b, double share);
QColor withAlpha(QColor colour, double alpha);
// The contrast of two opaque colours as WCAG 2 defines it, from 1 to 21.
double contrast(const QColor& a, const QColor& b);

}  // namespace trainyard::look
