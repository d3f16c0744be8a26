// SPDX-License-Identifier: GPL-3.0-or-later
// The words of an expression. Which characters belong to a name depends on the metrics that there
// are: "a/b" is a metric if there is one of this name, and otherwise a quotient.
#pragma once

#include <QStringList>
#include <vector>

namespace trainyard {

struct ExpressionToken {
  enum class Kind { number, metric, name, symbol, unknown, end };
  Kind kind = Kind::end;
  QString text;  // of a name without its backquotes
  double number = 0;
  qsizetype at = 0;
};

// `known`: null if every metric stands in backquotes.
std::vector<ExpressionToken> expressionTokens(const QString& text, const QStringList* known);

// Whether a character can stand in a name that is not in backquotes.
bool isNameCharacter(QChar character);

}  // namespace trainyard
