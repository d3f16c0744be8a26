// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/expression_tokens.h"

#include "gui/charts/curve_expression.h"

namespace trainyard {
namespace {

using TokenKind = ExpressionToken::Kind;

bool isNameStart(QChar character) { return character.isLetter() || character == u'_'; }

// Variables are known like metrics: "loss/time" is a quotient.
bool isKnownAt(QStringView rest, const QStringList& known);

// How much of `rest` is the longest known metric that ends where a name can end; 0: there is none.
qsizetype knownAt(QStringView rest, const QStringList& known) {
  qsizetype longest = 0;
  for (const QString& metric : known) {
    if (metric.size() <= longest || !rest.startsWith(metric)) continue;
    const QStringView behind = rest.mid(metric.size());
    // A slash divides if what follows can be divided by; else it belongs to an unknown name.
    const bool isDivided = behind.startsWith(u'/') && isKnownAt(behind.mid(1), known);
    if (behind.isEmpty() || !isNameCharacter(behind.front()) || isDivided) longest = metric.size();
  }
  return longest;
}

// Whether a parenthesis follows, so that a name is that of a function.
bool isCalled(QStringView behind) {
  const QStringView next = behind.trimmed();
  return !next.isEmpty() && next.front() == u'(';
}

ExpressionToken quotedAt(const QString& text, qsizetype at) {
  ExpressionToken token{TokenKind::metric, {}, 0, at};
  for (qsizetype i = at + 1; i < text.size(); ++i) {
    if (text[i] != u'`') {
      token.text += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == u'`') {
      token.text += text[i++];
    } else {
      return token;
    }
  }
  return {TokenKind::unknown, text.mid(at), 0, at};  // never closed
}

qsizetype quotedSize(const QString& text, qsizetype at) {
  qsizetype i = at + 1;
  while (i < text.size()) {
    if (text[i] == u'`') {
      if (i + 1 >= text.size() || text[i + 1] != u'`') return i + 1 - at;
      ++i;
    }
    ++i;
  }
  return text.size() - at;
}

// Digits with a point and an exponent.
qsizetype numberSize(QStringView rest) {
  qsizetype size = 0;
  const auto digits = [&] {
    while (size < rest.size() && rest[size] >= u'0' && rest[size] <= u'9') ++size;
  };
  digits();
  if (size < rest.size() && rest[size] == u'.') {
    ++size;
    digits();
  }
  if (size < rest.size() && (rest[size] == u'e' || rest[size] == u'E')) {
    const qsizetype before = size++;
    if (size < rest.size() && (rest[size] == u'+' || rest[size] == u'-')) ++size;
    const qsizetype first = size;
    digits();
    if (size == first) size = before;
  }
  return size;
}

qsizetype nameSize(QStringView rest) {
  qsizetype size = 0;
  while (size < rest.size() && isNameCharacter(rest[size])) ++size;
  return size;
}

// As much of a name as a variable, before a slash that divides it.
qsizetype variableSize(QStringView rest, const QStringList& known) {
  for (const QString& variable : expressionVariables())
    if (rest.startsWith(variable) && rest.mid(variable.size()).startsWith(u'/') &&
        isKnownAt(rest.mid(variable.size() + 1), known))
      return variable.size();
  return nameSize(rest);
}

bool isKnownAt(QStringView rest, const QStringList& known) {
  if (rest.isEmpty() || !isNameStart(rest.front())) return true;  // a number, a space, a sign
  if (knownAt(rest, known) > 0) return true;
  const QStringView name = rest.first(variableSize(rest, known));
  return expressionVariables().contains(name) || isCalled(rest.mid(name.size()));
}

}  // namespace

bool isNameCharacter(QChar character) {
  return character.isLetterOrNumber() || character == u'_' || character == u'/' ||
         character == u'.' || character == u':';
}

// A number, an operator, or what is neither.
static ExpressionToken signAt(QStringView rest, qsizetype at) {
  if (const qsizetype size = numberSize(rest); size > 0) {
    bool isNumber = false;
    const double number = rest.first(size).toDouble(&isNumber);
    return {isNumber ? TokenKind::number : TokenKind::unknown, rest.first(size).toString(), number,
            at};
  }
  const bool isSymbol = QStringView(u"+-*/^(),").contains(rest.front());
  return {isSymbol ? TokenKind::symbol : TokenKind::unknown, QString(rest.front()), 0, at};
}

std::vector<ExpressionToken> expressionTokens(const QString& text, const QStringList* known) {
  std::vector<ExpressionToken> tokens;
  qsizetype at = 0;
  while (at < text.size()) {
    const QStringView rest = QStringView(text).mid(at);
    if (rest.front().isSpace()) {
      ++at;
      continue;
    }
    if (rest.front() == u'`') {
      tokens.push_back(quotedAt(text, at));
      at += quotedSize(text, at);
      continue;
    }
    const qsizetype metric = known ? knownAt(rest, *known) : 0;
    const bool isFunction = metric > 0 && isCalled(rest.mid(metric));
    if (metric > 0 && !isFunction) {
      tokens.push_back({TokenKind::metric, rest.first(metric).toString(), 0, at});
      at += metric;
      continue;
    }
    if (isNameStart(rest.front())) {
      const qsizetype size = known ? variableSize(rest, *known) : nameSize(rest);
      tokens.push_back({TokenKind::name, rest.first(size).toString(), 0, at});
      at += size;
      continue;
    }
    tokens.push_back(signAt(rest, at));
    at += tokens.back().text.size();
  }
  tokens.push_back({TokenKind::end, {}, 0, text.size()});
  return tokens;
}

}  // namespace trainyard
