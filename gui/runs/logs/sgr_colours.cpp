// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/sgr_colours.h"

#include <algorithm>

namespace trainyard {
namespace {

using look::Tokens;
using look::Tone;

constexpr int namedColours = 16, cubeEnd = 232;
constexpr double levelGroundShare = 0.55, sgrFaintShare = 0.65;

QColor namedWords(int index, const Tokens& t) {
  switch (index % 8) {
    case 0:  // "bright black" is what programs use for what matters less
      return index == 0 ? t.text : t.text3;
    case 1:
      return t.tone(Tone::failed).word;
    case 2:
      return index == 2 ? t.tone(Tone::completed).word : t.code.text;
    case 3:
      return t.tone(Tone::waiting).word;
    case 4:
      return index == 4 ? t.tone(Tone::running).word : t.code.key;
    case 5:
      return t.code.word;
    case 6:
      return t.curves[4];
    default:
      return index == 7 ? t.text2 : t.text;
  }
}

QColor namedGround(int index, const Tokens& t) {
  switch (index % 8) {
    case 0:
      return index == 0 ? t.sunken : t.press;
    case 1:
      return t.tone(Tone::failed).ground;
    case 2:
      return t.tone(Tone::completed).ground;
    case 3:
      return t.tone(Tone::waiting).ground;
    case 4:
      return t.tone(Tone::running).ground;
    case 5:
      return t.tone(Tone::preparing).ground;
    case 6:
      return t.areas[1];
    default:
      return t.press;
  }
}

// The cube of six levels and the ramp of greys, as xterm has them.
QColor xtermColour(int index) {
  if (index >= cubeEnd) {
    const int grey = 8 + (index - cubeEnd) * 10;
    return QColor(grey, grey, grey);
  }
  const auto level = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
  const int place = index - namedColours;
  return QColor(level(place / 36), level(place / 6 % 6), level(place % 6));
}

QColor colourOf(const SgrColour& colour, const Tokens& t, bool isGround) {
  if (colour.kind == SgrColour::Kind::none) return {};
  if (colour.kind == SgrColour::Kind::rgb) return QColor(colour.value);
  const int index = static_cast<int>(colour.value);
  if (index >= namedColours) return xtermColour(index);
  return isGround ? namedGround(index, t) : namedWords(index, t);
}

// The colour, or the nearest one towards black or white that stands out from all grounds.
QColor legible(const QColor& colour, const QList<QColor>& grounds) {
  const QColor end = look::wordsOn(grounds.front());
  constexpr int steps = 24;
  for (int step = 0; step < steps; ++step) {
    const QColor now = look::mixed(end, colour, static_cast<double>(step) / steps);
    if (std::all_of(grounds.begin(), grounds.end(), [&](const QColor& ground) {
          return look::contrast(now, ground) >= leastContrast;
        }))
      return now;
  }
  return end;
}

}  // namespace

QColor levelGround(Tone tone, const Tokens& tokens) {
  return look::mixed(tokens.tone(tone).ground, tokens.surface, levelGroundShare);
}

QTextCharFormat sgrFormat(const SgrStyle& style, const Tokens& t) {
  QTextCharFormat format;
  QColor words = colourOf(style.words, t, false), ground = colourOf(style.ground, t, true);
  if (style.isInverse) {
    // A named ground is too pale for words, so its name counts as that of words then.
    const QColor before = words.isValid() ? words : t.text;
    words = ground.isValid() ? ground : t.surface;
    ground = before;
  }
  if (!words.isValid() && (style.isFaint || ground.isValid()))
    words = style.isFaint && !ground.isValid() ? t.text3 : t.text;
  else if (words.isValid() && style.isFaint)
    words = look::mixed(words, ground.isValid() ? ground : t.surface, sgrFaintShare);
  if (words.isValid())
    format.setForeground(legible(
        words,
        ground.isValid()
            ? QList<QColor>{ground}
            : QList<QColor>{t.surface, levelGround(Tone::failed, t), levelGround(Tone::waiting, t),
                            t.tone(Tone::failed).ground, t.tone(Tone::waiting).ground}));
  if (ground.isValid()) format.setBackground(ground);
  if (style.isBold) format.setFontWeight(QFont::Bold);
  if (style.isItalic) format.setFontItalic(true);
  if (style.isUnderlined) format.setFontUnderline(true);
  if (style.isStruck) format.setFontStrikeOut(true);
  return format;
}

}  // namespace trainyard
