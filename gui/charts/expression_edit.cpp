// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/expression_edit.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QToolButton>

#include "gui/charts/curve_expression.h"
#include "gui/charts/expression_tokens.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int leastTyped = 1, mostOffered = 12;

// The name that ends at the cursor.
QString wordBefore(const QLineEdit* line) {
  const QString before = line->text().first(line->cursorPosition());
  qsizetype start = before.size();
  while (start > 0 && (isNameCharacter(before[start - 1]) || before[start - 1] == u'`')) --start;
  return before.mid(start);
}

}  // namespace

ExpressionEdit::ExpressionEdit(bool isAxis, QWidget* parent)
    : QWidget(parent),
      m_isAxis(isAxis),
      m_line(new QLineEdit),
      m_remove(new QToolButton),
      m_problem(textLabel(look::Role::help)),
      m_names(new QStringListModel(this)) {
  m_line->setFont(look::font(look::Role::code));
  m_line->installEventFilter(this);
  m_remove->setIcon(look::icon(u"x"_s));
  m_remove->setAutoRaise(true);
  look::setKind(m_remove, look::toolKind);
  look::setInk(m_problem, look::Tone::failed);
  m_problem->hide();
  auto* column = look::columnIn(this, px(3));
  auto* row = look::rowIn(nullptr, px(4));
  look::addAll(row, {{m_line, 1}, m_remove});
  look::addAll(column, {row, m_problem});
  m_completer.setModel(m_names);
  m_completer.setWidget(m_line);
  m_completer.setCaseSensitivity(Qt::CaseInsensitive);
  m_completer.setFilterMode(Qt::MatchContains);
  m_completer.setMaxVisibleItems(mostOffered);
  m_completer.popup()->installEventFilter(this);
  connect(&m_completer, qOverload<const QString&>(&QCompleter::activated), this,
          &ExpressionEdit::insertName);
  connect(m_line, &QLineEdit::textEdited, this, [this] {
    complete();
    showProblem();
    emit edited();
  });
  connect(m_remove, &QToolButton::clicked, this, &ExpressionEdit::removeRequested);
  setFocusProxy(m_line);
  setRemovable(false);
  look::keepTranslated(this, [this] { retranslate(); });
}

QString ExpressionEdit::text() const { return m_line->text(); }

void ExpressionEdit::setText(const QString& text) {
  if (text == m_line->text()) return;
  m_line->setText(text);
  showProblem();
}

void ExpressionEdit::setMetrics(const QStringList& metrics) {
  if (metrics == m_metrics && !m_names->stringList().isEmpty()) return;
  m_metrics = metrics;
  QStringList names;
  for (const QString& metric : metrics) names << expressionName(metric);
  names += expressionVariables();
  for (const ExpressionFunction& function : expressionFunctions()) names << function.name + u'(';
  m_names->setStringList(names);
  showProblem();
}

void ExpressionEdit::setName(const QString& accessibleName, const QString& placeholder) {
  m_line->setAccessibleName(accessibleName);
  m_line->setPlaceholderText(placeholder);
}

void ExpressionEdit::setRemovable(bool isRemovable) { m_remove->setVisible(isRemovable); }

void ExpressionEdit::enter() { m_line->setFocus(Qt::OtherFocusReason); }

void ExpressionEdit::complete() {
  const QString word = wordBefore(m_line);
  m_completer.setCompletionPrefix(word);
  const bool isWhole =
      m_completer.completionCount() == 1 && m_completer.currentCompletion() == word;
  if (word.size() < leastTyped || m_completer.completionCount() == 0 || isWhole)
    return m_completer.popup()->hide();
  m_completer.complete();
  m_completer.popup()->setCurrentIndex(m_completer.completionModel()->index(0, 0));
}

void ExpressionEdit::insertName(const QString& name) {
  const qsizetype end = m_line->cursorPosition(), start = end - wordBefore(m_line).size();
  m_line->setText(m_line->text().replace(start, end - start, name));
  m_line->setCursorPosition(static_cast<int>(start + name.size()));
  showProblem();
  emit edited();
}

bool ExpressionEdit::eventFilter(QObject* watched, QEvent* event) {
  const bool isTab =
      event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Tab;
  if (!isTab || watched != m_completer.popup() || !m_completer.popup()->isVisible())
    return QWidget::eventFilter(watched, event);
  const QString name = m_completer.popup()->currentIndex().data().toString();
  m_completer.popup()->hide();
  if (!name.isEmpty()) insertName(name);
  return true;
}

// Of an empty line nothing is said: it has yet to be written.
void ExpressionEdit::showProblem() {
  const auto parsed = CurveExpression::parse(m_line->text(), m_metrics, m_isAxis);
  const auto* error = std::get_if<ExpressionError>(&parsed);
  const bool isWrong = error && !m_line->text().trimmed().isEmpty();
  m_problem->setText(isWrong ? error->sentence : QString());
  m_problem->setVisible(isWrong);
  look::setFieldTone(m_line, isWrong ? u"failed"_s : QString());
}

void ExpressionEdit::retranslate() {
  m_remove->setToolTip(plainTip(tr("Leave it out")));
  m_remove->setAccessibleName(tr("Leave it out"));
  QStringList signatures;
  for (const ExpressionFunction& function : expressionFunctions()) signatures << function.signature;
  m_line->setToolTip(
      plainTip(tr("Metrics by their names, numbers, + - * / ^, step, tokens, time, epoch, and: %1")
                   .arg(signatures.join(u"; "_s))));
  showProblem();
}

}  // namespace trainyard
