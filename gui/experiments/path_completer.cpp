// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/path_completer.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextBlock>

namespace trainyard {

PathCompleter::PathCompleter(PathHelp* help, PathHelp::Owner owner, QWidget* input)
    : QObject(input),
      m_help(help),
      m_owner(owner),
      m_line(qobject_cast<QLineEdit*>(input)),
      m_lines(qobject_cast<QPlainTextEdit*>(input)),
      m_input(input),
      m_completer(new QCompleter(&m_names, this)) {
  m_completer->setWidget(input);
  m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  m_completer->setCompletionRole(PathNamesModel::NameRole);
  m_completer->setMaxVisibleItems(12);
  m_completer->popup()->setTextElideMode(Qt::ElideMiddle);
  m_completer->popup()->installEventFilter(this);
  input->installEventFilter(this);
  connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this,
          &PathCompleter::take);
  connect(m_help, &PathHelp::named, this, &PathCompleter::offer);
  if (m_line) connect(m_line, &QLineEdit::textEdited, this, &PathCompleter::follow);
  if (m_lines) connect(m_lines, &QPlainTextEdit::textChanged, this, &PathCompleter::follow);
}

// The list may be open, and would still send events to a destroyed object.
PathCompleter::~PathCompleter() {
  m_completer->popup()->removeEventFilter(this);
  delete m_completer;
}

bool PathCompleter::isAtEnd() const {
  return m_line ? m_line->cursorPosition() == m_line->text().size()
                : m_lines->textCursor().atBlockEnd() && !m_lines->textCursor().hasSelection();
}

QString PathCompleter::typed() const {
  return m_line ? m_line->text() : m_lines->textCursor().block().text();
}

void PathCompleter::follow() {
  if (!m_help || !m_input->hasFocus()) return;  // the document changed it
  m_completer->popup()->hide();
  if (typed().isEmpty() || !isAtEnd()) return m_help->cancel(this);
  m_help->ask(this, typed(), m_owner);
}

void PathCompleter::offer(QObject* asker, const QString& typed, const PathNames& names) {
  if (asker != this || !m_input->hasFocus() || typed != this->typed() || !isAtEnd()) return;
  m_names.show(names);
  const QString last = typed.sliced(typed.lastIndexOf(QLatin1Char('/')) + 1);
  const bool isWhole = m_names.rowCount() == 1 && m_names.common() == last;
  if (m_names.rowCount() == 0 || isWhole) return m_completer->popup()->hide();
  m_completer->setCompletionPrefix(QString());
  if (m_line) {
    m_completer->complete();
  } else {
    QRect below = m_lines->cursorRect();
    below.setLeft(0);
    below.setWidth(m_lines->viewport()->width());
    m_completer->complete(below);
  }
  // Nothing is selected before the user does it: Return accepts a complete path.
  m_completer->popup()->setCurrentIndex(QModelIndex());
}

void PathCompleter::take(const QString& name) {
  if (name.isEmpty()) return;
  const QString whole = typed();
  const QString wanted = whole.first(whole.lastIndexOf(QLatin1Char('/')) + 1) + name;
  if (m_line) {
    m_line->selectAll();
    m_line->insert(wanted);
    return;
  }
  QTextCursor cursor = m_lines->textCursor();
  cursor.movePosition(QTextCursor::StartOfBlock);
  cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
  cursor.insertText(wanted);
  m_lines->setTextCursor(cursor);
}

bool PathCompleter::eventFilter(QObject* watched, QEvent* event) {
  if (!m_help) return false;
  if (watched == m_input && event->type() == QEvent::FocusOut && !m_completer->popup()->isVisible())
    m_help->cancel(this);
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (watched == m_input && key->key() == Qt::Key_Space &&
      key->modifiers() == Qt::ControlModifier) {
    m_help->ask(this, typed(), m_owner);
    return true;
  }
  // The field itself would also handle these.
  if (watched == m_completer->popup() &&
      (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
    const QString chosen =
        m_completer->popup()->currentIndex().data(PathNamesModel::NameRole).toString();
    m_completer->popup()->hide();
    take(chosen);
    return true;
  }
  if (watched == m_completer->popup() && key->key() == Qt::Key_Tab) {
    const QModelIndex current = m_completer->popup()->currentIndex();
    const QString chosen =
        current.isValid() ? current.data(PathNamesModel::NameRole).toString() : m_names.common();
    m_completer->popup()->hide();
    const QString whole = typed();
    if (chosen.size() > whole.size() - whole.lastIndexOf(QLatin1Char('/')) - 1) take(chosen);
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace trainyard
