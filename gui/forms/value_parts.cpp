// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/value_parts.h"

#include <QLocale>
#include <QRegularExpression>
#include <cmath>

#include "gui/forms/number_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ValueSeparator numberSeparator() { return {u","_s, u", "_s}; }

ValueSeparator textSeparator() { return {u" | "_s, u" | "_s}; }

ValueSeparator itemSeparator() { return {u"\n"_s, u"\n"_s}; }

QList<ValuePart> valuePartsOf(const QString& text, const ValueSeparator& separator) {
  QList<ValuePart> parts;
  for (qsizetype from = 0; from <= text.size();) {
    const qsizetype found = text.indexOf(separator.divides, from);
    const qsizetype to = found < 0 ? text.size() : found;
    qsizetype start = from, end = to;
    while (end > start && text[end - 1].isSpace()) --end;
    // The cursor of an empty one stands behind the space that follows the separator.
    while (start < to && text[start].isSpace()) ++start;
    end = std::max(start, end);
    parts.append({text.mid(start, end - start), static_cast<int>(start), static_cast<int>(end),
                  static_cast<int>(from), static_cast<int>(to)});
    if (found < 0) break;
    from = found + separator.divides.size();
  }
  return parts;
}

QStringList valuesIn(const QString& text, const ValueSeparator& separator) {
  QStringList values;
  for (const ValuePart& part : valuePartsOf(text, separator))
    if (!part.text.isEmpty()) values << part.text;
  return values;
}

QString withoutOpenEnd(const QString& text, const ValueSeparator& separator) {
  const QList<ValuePart> parts = valuePartsOf(text, separator);
  if (parts.size() < 2 || !parts.back().text.isEmpty()) return text;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    if (!part->text.isEmpty()) return text.first(part->end);
  return {};
}

QStringList numbersIn(const QString& text) {
  static const QRegularExpression between(u"[\\s,;]+"_s);
  QStringList numbers = text.split(between, Qt::SkipEmptyParts);
  for (const QString& number : numbers) {
    bool isNumber = false;
    number.toDouble(&isNumber);
    if (!isNumber) return {};
  }
  return numbers;
}

QString compactNumber(double value) {
  const double size = std::abs(value);
  if (value == 0 || (size >= 1e-3 && size < 1e6)) return QString::number(value, 'g', 4);
  return shortExponent(QString::number(QString::number(value, 'g', 4).toDouble(), 'e',
                                       QLocale::FloatingPointShortest));
}

}  // namespace trainyard
