// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/path_completer.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>

#include "gui/forms/value_line.h"

namespace trainyard {

PathCompleter::PathCompleter(PathHelp* help, PathHelp::Owner owner, ValueLine* line)
    : QObject(line),
      m_help(help),
      m_owner(owner),
      m_line(line),
      m_completer(new QCompleter(&m_names, this)) {
  m_completer->setWidget(line);
  m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  m_completer->setCompletionRole(PathNamesModel::NameRole);
  m_completer->setMaxVisibleItems(12);
  m_completer->popup()->setTextElideMode(Qt::ElideMiddle);
  m_completer->popup()->installEventFilter(this);
  line->installEventFilter(this);
  connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this,
          &PathCompleter::take);
  connect(m_help, &PathHelp::named, this, &PathCompleter::offer);
  connect(line, &QLineEdit::textEdited, this, &PathCompleter::follow);
}

// The list may be open, and would still send events to a destroyed object.
PathCompleter::~PathCompleter() {
  m_completer->popup()->removeEventFilter(this);
  delete m_completer;
}

void PathCompleter::follow() {
  if (!m_help || !m_line->hasFocus()) return;  // the document changed it
  m_completer->popup()->hide();
  const QString typed = m_line->typedValue();
  if (typed.isEmpty()) return m_help->cancel(this);
  m_help->ask(this, typed, m_owner);
}

void PathCompleter::offer(QObject* asker, const QString& typed, const PathNames& names) {
  if (asker != this || !m_line->hasFocus() || typed != m_line->typedValue()) return;
  m_offeredFor = typed;
  m_names.show(names);
  const QString last = typed.sliced(typed.lastIndexOf(QLatin1Char('/')) + 1);
  const bool isWhole = m_names.rowCount() == 1 && m_names.common() == last;
  if (m_names.rowCount() == 0 || isWhole) return m_completer->popup()->hide();
  m_completer->setCompletionPrefix(QString());
  m_completer->complete();
  // Nothing is selected before the user does it: Return accepts a complete path.
  m_completer->popup()->setCurrentIndex(QModelIndex());
}

void PathCompleter::take(const QString& name) {
  // The cursor may have been moved meanwhile.
  if (name.isEmpty() || m_line->typedValue() != m_offeredFor) return;
  m_line->replaceTyped(m_offeredFor.first(m_offeredFor.lastIndexOf(QLatin1Char('/')) + 1) + name);
}

bool PathCompleter::eventFilter(QObject* watched, QEvent* event) {
  if (!m_help) return false;
  if (watched == m_line && event->type() == QEvent::FocusOut && !m_completer->popup()->isVisible())
    m_help->cancel(this);
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (watched == m_line && key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
    m_help->ask(this, m_line->typedValue(), m_owner);
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
    const QString whole = m_line->typedValue();
    if (chosen.size() > whole.size() - whole.lastIndexOf(QLatin1Char('/')) - 1) take(chosen);
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace trainyard
