// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/sgr_style.h"

#include <QList>
#include <algorithm>

namespace trainyard {
namespace {

constexpr int wordsColour = 38, groundColour = 48, underlineColour = 58;
constexpr int indexedColour = 5, rgbColour = 2;

// A missing number is a zero.
QList<int> sgrNumbers(QStringView text) {
  QList<int> numbers;
  for (const QStringView part : text.split(u':')) {
    bool isNumber = false;
    const int number = part.toInt(&isNumber);
    numbers << (part.isEmpty() ? 0 : isNumber ? number : -1);
  }
  return numbers;
}

SgrColour sgrIndexed(int index) {
  return {SgrColour::Kind::indexed, static_cast<QRgb>(std::clamp(index, 0, 255))};
}

SgrColour sgrRgb(int red, int green, int blue) {
  const auto byte = [](int value) { return std::clamp(value, 0, 255); };
  return {SgrColour::Kind::rgb, qRgb(byte(red), byte(green), byte(blue))};
}

// Of "38;5;1", "38;2;1;2;3" and, with colons, "38:5:1" and "38:2::1:2:3", where a colour space may
// stand before the three. Moves `at` to the last code that it took.
SgrColour extendedColour(const QList<QList<int>>& codes, qsizetype& at) {
  const QList<int>& own = codes[at];
  if (own.size() > 1) {
    if (own[1] == indexedColour) return sgrIndexed(own.value(2));
    const qsizetype last = own.size() - 1;
    return own[1] == rgbColour && last >= 4 ? sgrRgb(own[last - 2], own[last - 1], own[last])
                                            : SgrColour();
  }
  const auto code = [&](qsizetype place) { return codes.value(place).value(0); };
  const int kind = code(at + 1);
  const qsizetype first = at + 2;
  at = std::min<qsizetype>(at + (kind == rgbColour ? 4 : 2), codes.size() - 1);
  return kind == indexedColour ? sgrIndexed(code(first))
         : kind == rgbColour   ? sgrRgb(code(first), code(first + 1), code(first + 2))
                               : SgrColour();
}

void applyCode(SgrStyle& style, int code) {
  switch (code) {
    case 0:
      style = {};
      return;
    case 1:
      style.isBold = true;
      return;
    case 2:
      style.isFaint = true;
      return;
    case 3:
      style.isItalic = true;
      return;
    case 4:
    case 21:
      style.isUnderlined = true;
      return;
    case 7:
      style.isInverse = true;
      return;
    case 9:
      style.isStruck = true;
      return;
    case 22:
      style.isBold = style.isFaint = false;
      return;
    case 23:
      style.isItalic = false;
      return;
    case 24:
      style.isUnderlined = false;
      return;
    case 27:
      style.isInverse = false;
      return;
    case 29:
      style.isStruck = false;
      return;
    case 39:
      style.words = {};
      return;
    case 49:
      style.ground = {};
      return;
    default:
      break;
  }
  if (code >= 30 && code <= 37) style.words = sgrIndexed(code - 30);
  if (code >= 90 && code <= 97) style.words = sgrIndexed(code - 90 + 8);
  if (code >= 40 && code <= 47) style.ground = sgrIndexed(code - 40);
  if (code >= 100 && code <= 107) style.ground = sgrIndexed(code - 100 + 8);
}

}  // namespace

void SgrStyle::apply(QStringView parameters) {
  // A sequence that begins like this is private to a terminal and sets keys, not colours.
  if (!parameters.isEmpty() && parameters.front() >= u'<' && parameters.front() <= u'?') return;
  QList<QList<int>> codes;
  for (const QStringView part : parameters.split(u';')) codes << sgrNumbers(part);
  for (qsizetype at = 0; at < codes.size(); ++at) {
    const int code = codes[at].front();
    if (code == wordsColour)
      words = extendedColour(codes, at);
    else if (code == groundColour)
      ground = extendedColour(codes, at);
    else if (code == underlineColour)
      extendedColour(codes, at);
    else if (code == 4 && codes[at].size() > 1)
      isUnderlined = codes[at][1] != 0;
    else
      applyCode(*this, code);
  }
}

}  // namespace trainyard
