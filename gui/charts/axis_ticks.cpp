// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/axis_ticks.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "gui/forms/number_text.h"

namespace trainyard {
namespace {

double roundStep(double raw) {
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power * 1.0001) return factor * power;
  return 10 * power;
}

// The window's locale; the C locale, which has no separators, counts as English.
QLocale grouped() {
  const QLocale locale;
  return locale.language() == QLocale::C ? QLocale(QLocale::English) : locale;
}

// Of a number with the decimal point of the C locale that of the window's, which its tables and
// sizes have, too.
QString localPoint(QString number) { return number.replace(u'.', QLocale().decimalPoint()); }

// "5e-5": at most three digits, and always with the power of ten.
QString withPower(double value) {
  int power = static_cast<int>(std::floor(std::log10(std::abs(value))));
  QString digits = QLocale::c().toString(value / std::pow(10.0, power), 'g', 3);
  if (digits == u"10" || digits == u"-10") {
    digits = value < 0 ? QStringLiteral("-1") : QStringLiteral("1");
    ++power;
  }
  return localPoint(digits) + u'e' + QString::number(power);
}

}  // namespace

QString tickText(double value, double step) {
  if (std::abs(value) < step * 1e-6) return QStringLiteral("0");
  const QLocale plain = QLocale::c();
  const double size = std::abs(value);
  if (size < 1e-3 && step < 1e-3) return withPower(value);
  // "15000T" would be unreadable.
  if (size >= 1e15) return withPower(value);
  for (const auto& [scale, suffix] : {std::pair{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e4, "k"}}) {
    if (size < scale) continue;
    const double unit = scale == 1e4 ? 1e3 : scale;
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)));
    if (digits > 3)
      break;  // far from 0 and close together: only the full number distinguishes
              // them
    return localPoint(plain.toString(value / unit, 'f', digits)) + QLatin1String(suffix);
  }
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  return localPoint(plain.toString(value, 'f', digits));
}

std::vector<AxisTick> linearTicks(double low, double high, int wanted) {
  std::vector<AxisTick> out;
  if (!(high > low) || !std::isfinite(high - low)) return out;
  const double step = roundStep((high - low) / std::max(wanted, 1));
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) {
    out.push_back({k * step, tickText(k * step, step)});
    if (out.size() > 64) break;
  }
  return out;
}

std::vector<AxisTick> logarithmicTicks(double low, double high, int wanted) {
  std::vector<AxisTick> out;
  if (!(high > low) || !std::isfinite(high - low)) return out;
  const double decades = high - low;
  if (decades < 1) {
    const double from = std::pow(10.0, low), to = std::pow(10.0, high);
    for (AxisTick& tick : linearTicks(from, to, wanted))
      if (tick.at > 0) out.push_back({std::log10(tick.at), tick.text});
    return out;
  }
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(wanted, 1))));
  for (int power = static_cast<int>(std::floor(low)); power <= std::ceil(high); ++power) {
    if (power % stride != 0) continue;
    for (int factor : {1, 2, 5}) {
      const double at = power + std::log10(factor);
      if ((factor != 1 && decades > 2.5) || at < low - 1e-9 || at > high + 1e-9) continue;
      const double value = factor * std::pow(10.0, power);
      out.push_back({at, tickText(value, value)});
    }
  }
  return out;
}

QString readOut(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double size = std::abs(value);
  if (value == std::floor(value) && size < 1e12)
    return grouped().toString(static_cast<qlonglong>(value));
  if (size < 1e-3 || size >= 1e6)
    return localPoint(shortExponent(QLocale::c().toString(value, 'g', 4)));
  return localPoint(QLocale::c().toString(value, 'f', size < 1 ? 5 : size < 100 ? 4 : 1));
}

QString shortText(double value) {
  if (!std::isfinite(value)) return readOut(value);
  const double size = std::abs(value);
  if (size == 0) return QStringLiteral("0");
  return size >= 1e-3 && size < 1e6 ? grouped().toString(value, 'g', 4) : withPower(value);
}

}  // namespace trainyard
