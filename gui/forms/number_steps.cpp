// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/number_steps.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace trainyard {
namespace {

constexpr std::uint64_t one = 1;

// Sequences are handled by powers of two.
bool doubles(const FieldInfo& field) { return field.unit == "sequences"; }

std::int64_t lowestOf(const FieldInfo& field) {
  return field.minimum ? static_cast<std::int64_t>(*field.minimum)
                       : std::numeric_limits<std::int64_t>::min() / 2;
}

std::int64_t highestOf(const FieldInfo& field) {
  return field.maximum ? static_cast<std::int64_t>(*field.maximum)
                       : std::numeric_limits<std::int64_t>::max() / 2;
}

// The next power of two in that direction.
std::int64_t doubledOrHalved(std::int64_t number, int direction) {
  if (number < 1) return 1;
  const auto whole = static_cast<std::uint64_t>(number);
  const std::uint64_t below = std::bit_floor(whole);
  if (direction > 0) return static_cast<std::int64_t>(below << one);
  return static_cast<std::int64_t>(below == whole ? std::max(below >> one, one) : below);
}

}  // namespace

bool hasSteps(const FieldInfo& field) {
  return field.kind == Kind::integer || field.kind == Kind::auto_integer;
}

QString nextNumber(const FieldInfo& field, const QString& text, int direction) {
  const std::int64_t low = lowestOf(field), high = highestOf(field);
  bool isNumber = false;
  const std::int64_t now = QString(text).remove(QLatin1Char('_')).trimmed().toLongLong(&isNumber);
  if (!isNumber) {
    const bool isEmpty = text.trimmed().isEmpty() || field.kind == Kind::auto_integer;
    return isEmpty && direction > 0 ? QString::number(std::max<std::int64_t>(low, 1)) : QString();
  }
  const std::int64_t wanted =
      doubles(field) ? doubledOrHalved(now, direction) : now + (direction > 0 ? 1 : -1);
  const std::int64_t next = std::clamp(wanted, low, high);
  return next == now ? QString() : QString::number(next);
}

}  // namespace trainyard
