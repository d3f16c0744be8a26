// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/palette_colors.h"

#include <QPalette>
#include <array>

namespace trainyard {
namespace {

struct OnBothGrounds {
  QRgb light, dark;
  QColor on(const QPalette& palette) const { return QColor(isDark(palette) ? dark : light); }
};

}  // namespace

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < 128; }

QColor toneColour(Tone tone, const QPalette& palette) {
  switch (tone) {
    case Tone::quiet:
      return OnBothGrounds{0x5f666d, 0xa9b1b9}.on(palette);
    case Tone::waiting:
      return OnBothGrounds{0x7a5d00, 0xe0bd3f}.on(palette);
    case Tone::active:
      return OnBothGrounds{0x1f5ac0, 0x84b1ff}.on(palette);
    case Tone::good:
      return OnBothGrounds{0x146c3c, 0x5fd08f}.on(palette);
    case Tone::caution:
      return OnBothGrounds{0xa34400, 0xffa057}.on(palette);
    case Tone::bad:
      return OnBothGrounds{0xb42318, 0xff8f85}.on(palette);
  }
  return {};
}

QColor curveColour(int index, const QPalette& palette) {
  static constexpr std::array<OnBothGrounds, 8> curves{{{0x2f6fde, 0x6fa0ff},
                                                        {0xc4560c, 0xf08a3c},
                                                        {0x17825f, 0x35bd92},
                                                        {0xc63d7f, 0xf06aa8},
                                                        {0x7d55cc, 0xab8cf0},
                                                        {0x8f7410, 0xd3b03a},
                                                        {0x1f7ea6, 0x4db8e0},
                                                        {0x8c5a3c, 0xc08a66}}};
  return curves[static_cast<std::size_t>(index) % curves.size()].on(palette);
}

}  // namespace trainyard
