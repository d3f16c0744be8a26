// SPDX-License-Identifier: GPL-3.0-or-later
// Several values in the text of one field: "1e-6, 3e-6" are two. Pure.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

// What stands between values: what divides them, and what is written there.
struct ValueSeparator {
  QString divides, written;
  bool operator==(const ValueSeparator&) const = default;
};

// Of numbers; of texts, which may hold commas of their own; of the items of a list.
ValueSeparator numberSeparator();
ValueSeparator textSeparator();
ValueSeparator itemSeparator();

// A value without the space around it, and the part of the text that belongs to it.
struct ValuePart {
  QString text;
  int start = 0, end = 0;  // of the value
  int from = 0, to = 0;    // between the separators
};

// In their order, empty ones too; an empty text has one.
QList<ValuePart> valuePartsOf(const QString& text, const ValueSeparator& separator);
// Those that are not empty.
QStringList valuesIn(const QString& text, const ValueSeparator& separator);
// Without the separators at its end, behind which nothing was written yet.
QString withoutOpenEnd(const QString& text, const ValueSeparator& separator);
// The numbers of a text that are divided by commas, semicolons or space; empty if anything else is
// in it.
QStringList numbersIn(const QString& text);
// As people write it: "1e-6", "0.05", "200".
QString compactNumber(double value);

}  // namespace trainyard
