// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/tokens.h"

#include <algorithm>
#include <cmath>

namespace trainyard::look {
namespace {

QColor of(QRgb colour) { return QColor(colour); }

std::array<QColor, numRampColours> rampOf(const std::array<QRgb, numRampColours>& colours) {
  std::array<QColor, numRampColours> out;
  std::transform(colours.begin(), colours.end(), out.begin(), of);
  return out;
}

std::array<QColor, numCurveColours> curvesOf(const std::array<QRgb, numCurveColours>& colours) {
  std::array<QColor, numCurveColours> out;
  std::transform(colours.begin(), colours.end(), out.begin(), of);
  return out;
}

Tokens makeLight() {
  Tokens t;
  t.isDark = false;
  t.window = of(0xF3F4F6), t.rail = of(0xECEEF1), t.surface = of(0xFFFFFF);
  t.subtle = of(0xF8F9FA), t.sunken = of(0xEEF0F3), t.raised = of(0xFFFFFF);
  t.plot = of(0xFFFFFF);
  t.hover = of(0xF2F4F7), t.press = of(0xE6E9EE), t.selected = of(0xE8EEFD);
  t.hairline = of(0xE1E4E9), t.line = of(0xC6CCD5), t.controlLine = of(0x798393);
  t.grid = of(0xECEEF1), t.axis = of(0x8A93A2);
  t.text = of(0x181D27), t.text2 = of(0x4A5363), t.text3 = of(0x626C7C);
  t.textOff = of(0x9CA4B0);
  t.accent = of(0x2F56D9), t.accentHover = of(0x274AC0), t.accentPress = of(0x1F3DA3);
  t.onAccent = of(0xFFFFFF), t.accentText = of(0x2B50CC), t.focus = of(0x2F56D9);
  t.danger = of(0xB4231F), t.dangerHover = of(0x961C19), t.onDanger = of(0xFFFFFF);
  t.shadow = QColor(20, 27, 41, 36), t.deepShadow = QColor(20, 27, 41, 66);
  t.scrim = QColor(24, 29, 39, 87);
  t.tones = {{{of(0x5B4BB7), of(0xEFECFB)},
              {of(0x855700), of(0xFDF3DC)},
              {of(0x2B50CC), of(0xE8EEFD)},
              {of(0x166B47), of(0xE2F4EA)},
              {of(0xB4231F), of(0xFCE9E7)},
              {of(0x9C4300), of(0xFCEEE2)},
              {of(0x4A5363), of(0xEEF0F3)}}};
  t.curves = curvesOf({0x3B5BEB, 0xC8802B, 0x1B6B53, 0xB01C9B, 0x3595CE, 0x5B2A78, 0x8F6B0B,
                       0x2A3040, 0x7A4412, 0xE5548A});
  t.areas = rampOf({0xF1F4FA, 0xC9D8F5, 0x8FB0EA, 0x4F7FD6, 0x2A57B0, 0x15336F});
  t.values = rampOf({0x2B1B6B, 0x3E4CC0, 0x2A83B8, 0x1E8F7C, 0x7A8A12, 0xC46F00});
  t.code = {of(0x1F5FAE), of(0x8A4B00), of(0x20663F), t.text3, of(0x7A2E8E)};
  return t;
}

Tokens makeDark() {
  Tokens t;
  t.isDark = true;
  t.window = of(0x0E1116), t.rail = of(0x0B0D11), t.surface = of(0x14171D);
  t.subtle = of(0x181C23), t.sunken = of(0x0F1217), t.raised = of(0x1D222A);
  t.plot = of(0x14171D);
  t.hover = of(0x1B2028), t.press = of(0x252B35), t.selected = of(0x1A2A50);
  t.hairline = of(0x262C36), t.line = of(0x3B4350), t.controlLine = of(0x75808F);
  t.grid = of(0x20252E), t.axis = of(0x6E7887);
  t.text = of(0xE7EAEF), t.text2 = of(0xAEB6C3), t.text3 = of(0x929BAA);
  t.textOff = of(0x596270);
  t.accent = of(0x3D66E4), t.accentHover = of(0x3459CF), t.accentPress = of(0x2C4DB6);
  t.onAccent = of(0xFFFFFF), t.accentText = of(0x93B0FF), t.focus = of(0x7F9FFF);
  t.danger = of(0xC93A34), t.dangerHover = of(0xB5322D), t.onDanger = of(0xFFFFFF);
  t.shadow = QColor(0, 0, 0, 128), t.deepShadow = QColor(0, 0, 0, 158);
  t.scrim = QColor(4, 6, 9, 158);
  t.tones = {{{of(0xB5A8FF), of(0x26223F)},
              {of(0xE9BD55), of(0x33290F)},
              {of(0x93B0FF), of(0x1A2A50)},
              {of(0x62CF98), of(0x12301F)},
              {of(0xFF928A), of(0x3D1B1A)},
              {of(0xFFA661), of(0x38220F)},
              {of(0xAEB6C3), of(0x242A33)}}};
  t.curves = curvesOf({0x5C74F0, 0xFE9410, 0x5AC98F, 0xC7409C, 0xC8E5FD, 0xA68DEA, 0xFADB35,
                       0xBFC3D0, 0x976C31, 0xEA4974});
  t.areas = rampOf({0x181C25, 0x1E335F, 0x2B4F9A, 0x4877CE, 0x7FA6EC, 0xC9DBFB});
  t.values = rampOf({0x8D7BE8, 0x6C93F5, 0x4DB4DD, 0x4CCBA6, 0xBCD455, 0xFFC24D});
  t.code = {of(0x8AB8FF), of(0xF0B072), of(0x7FD0A0), t.text3, of(0xD79BEA)};
  return t;
}

double luminance(const QColor& colour) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}

}  // namespace

const Tokens& lightTokens() {
  static const Tokens light = makeLight();
  return light;
}

const Tokens& darkTokens() {
  static const Tokens dark = makeDark();
  return dark;
}

const Tokens& tokens(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < 128 ? darkTokens() : lightTokens();
}

QPalette paletteOf(const Tokens& t) {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, const QColor& colour, const QColor& disabled) {
    palette.setColor(QPalette::Active, role, colour);
    palette.setColor(QPalette::Inactive, role, colour);
    palette.setColor(QPalette::Disabled, role, disabled);
  };
  for (const auto& [role, colour] : {std::pair(QPalette::Window, t.window),
                                     {QPalette::Base, t.surface},
                                     {QPalette::AlternateBase, t.subtle},
                                     {QPalette::Button, t.surface},
                                     {QPalette::ToolTipBase, t.raised},
                                     {QPalette::Light, t.raised},
                                     {QPalette::Midlight, t.hairline},
                                     {QPalette::Mid, t.line},
                                     {QPalette::Dark, t.controlLine},
                                     {QPalette::Shadow, t.axis},
                                     {QPalette::ToolTipText, t.text},
                                     {QPalette::BrightText, t.onAccent}})
    set(role, colour, colour);
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    set(role, t.text, t.textOff);
  set(QPalette::PlaceholderText, t.text3, t.textOff);
  set(QPalette::Link, t.accentText, t.textOff);
  set(QPalette::LinkVisited, t.accentText, t.textOff);
  set(QPalette::Highlight, t.accent, t.press);
  set(QPalette::HighlightedText, t.onAccent, t.text2);
  return palette;
}

Tone toneOf(Severity severity) {
  return severity == Severity::error     ? Tone::failed
         : severity == Severity::warning ? Tone::waiting
                                         : Tone::running;
}

QString iconOf(Severity severity) {
  return severity == Severity::error     ? QStringLiteral("alert-octagon")
         : severity == Severity::warning ? QStringLiteral("alert-triangle")
                                         : QStringLiteral("info-circle");
}

QColor toneColour(Tone tone, const QPalette& palette) { return tokens(palette).tone(tone).word; }

QColor curveColour(int index, const QPalette& palette) {
  return tokens(palette).curves[static_cast<std::size_t>(index % numCurveColours)];
}

QList<qreal> curveDashes(int index) {
  const int round = index / numCurveColours % 3;
  return round == 0 ? QList<qreal>() : round == 1 ? QList<qreal>{7, 3} : QList<qreal>{2, 3};
}

QColor onRamp(const std::array<QColor, numRampColours>& ramp, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (numRampColours - 1);
  const auto below = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
  return mixed(ramp[below + 1], ramp[below], at - static_cast<double>(below));
}

QColor wordsOn(const QColor& ground) {
  const QColor black(0, 0, 0), white(255, 255, 255);
  return contrast(black, ground) > contrast(white, ground) ? black : white;
}

QColor mixed(const QColor& a, const QColor& b, double share) {
  const auto mix = [&](int x, int y) {
    return static_cast<int>(std::lround(x * share + y * (1 - share)));
  };
  return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

QColor withAlpha(QColor colour, double alpha) {
  colour.setAlphaF(static_cast<float>(alpha));
  return colour;
}

double contrast(const QColor& a, const QColor& b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

}  // namespace trainyard::look
