// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_editor.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "engine/contract/experiment/experiment.h"
#include "gui/experiments/yaml/yaml_completer.h"
#include "gui/experiments/yaml/yaml_highlighter.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/help_topic.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// The innermost setting that a line belongs to.
HelpTopic settingAt(const YamlOutline& outline, int line) {
  for (int each = line; each >= 0 && each < outline.count(); each = outline.headOf(each))
    if (const QString& path = outline.at(each).path; find_field(path.toStdString()))
      return HelpTopic::field(path);
  return {};
}

bool isBracket(const QKeyEvent& event, Qt::Key plain, Qt::Key shifted) {
  return event.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier) &&
         (event.key() == plain || event.key() == shifted);
}

}  // namespace

YamlEditor::YamlEditor()
    : m_highlighter(new YamlHighlighter(document())), m_completer(new YamlCompleter(this)) {
  setHelpSource(this, [this] {
    const int line = textCursor().blockNumber();
    const Diagnostic* finding = findingAt(line + 1);
    return finding ? HelpTopic::message(QString::fromStdString(finding->code),
                                        ContractText::finding(*finding))
                   : settingAt(outline(), line);
  });
  setAccessibleName(tr("Text of the experiment"));
  m_highlighter->useColours(look::tokens(palette()).code);
  connect(this, &YamlView::linePressed, this, [this](int line) { jumpTo(line, 1); });
  connect(this, &QPlainTextEdit::textChanged, this, [this] {
    if (!m_showing) emit typed(toPlainText());
  });
}

void YamlEditor::startAnew() {
  unfoldAll();
  moveCursor(QTextCursor::Start);
}

void YamlEditor::showText(const QString& text) {
  const QString now = toPlainText();
  if (text == now) return;
  qsizetype start = 0;
  const qsizetype most = std::min(now.size(), text.size());
  while (start < most && now[start] == text[start]) ++start;
  qsizetype end = 0;
  while (end < most - start && now[now.size() - 1 - end] == text[text.size() - 1 - end]) ++end;
  m_showing = true;
  const bool isAtStart = textCursor().position() == 0;
  QTextCursor cursor(document());
  cursor.setPosition(static_cast<int>(start));
  cursor.setPosition(static_cast<int>(now.size() - end), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(start, text.size() - start - end));
  m_showing = false;
  // What is inserted at the cursor would take it along.
  if (isAtStart && textCursor().position() > 0) moveCursor(QTextCursor::Start);
  // What has changed is seen, whoever changed it.
  for (QTextBlock block = document()->findBlock(static_cast<int>(start));
       block.isValid() && block.position() <= cursor.position(); block = block.next())
    if (!block.isVisible()) reveal(block.blockNumber());
  // A change that starts with a line break is on the next line.
  const bool isNextLine = start < text.size() && text[start] == u'\n' && text.size() > now.size();
  cursor.setPosition(static_cast<int>(start + (isNextLine ? 1 : 0)));
  bringIntoView(cursor);
}

// The text cursor stays where the user left it.
void YamlEditor::bringIntoView(const QTextCursor& cursor) {
  const QRect line = cursorRect(cursor);
  if (line.top() >= 0 && line.bottom() <= viewport()->height()) return;
  const int height = static_cast<int>(blockBoundingRect(cursor.block()).height());
  const int rows = std::max(1, viewport()->height() / std::max(1, height));
  verticalScrollBar()->setValue(std::max(0, cursor.block().firstLineNumber() - rows / 2));
}

void YamlEditor::jumpTo(int line, int column) {
  const QTextBlock block = document()->findBlockByNumber(std::max(line, 1) - 1);
  if (!block.isValid()) return;
  reveal(block.blockNumber());
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + std::clamp(column - 1, 0, std::max(0, block.length() - 1)));
  setTextCursor(cursor);
  centerCursor();
  setFocus(Qt::OtherFocusReason);
}

void YamlEditor::jumpToField(const QString& path) {
  const int line = outline().nearestLineOf(path);
  if (line >= 0) jumpTo(line + 1, outline().at(line).keyColumn + 1);
}

void YamlEditor::insertLine() {
  // The new line has the indentation of the old one, plus two after a section's key.
  const QString line = textCursor().block().text();
  const QString before = line.left(textCursor().positionInBlock());
  QString indent;
  for (const QChar c : line) {
    if (c != u' ') break;
    indent += c;
  }
  insertPlainText(u'\n' + indent + (before.trimmed().endsWith(u':') ? u"  "_s : QString()));
}

bool YamlEditor::takesKey(QKeyEvent* event) {
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  // Tab is a part of what is typed; after Esc it goes on to the next control, and Shift+Tab always
  // to the one before, so that nobody is caught here.
  const bool leaves = std::exchange(m_leavesWithTab, event->key() == Qt::Key_Escape);
  if (event->matches(QKeySequence::Undo))
    emit undoRequested();
  else if (event->matches(QKeySequence::Redo))
    emit redoRequested();
  else if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)
    m_completer->open();
  else if (isBracket(*event, Qt::Key_BracketLeft, Qt::Key_BraceLeft))
    foldAtCursor(true);
  else if (isBracket(*event, Qt::Key_BracketRight, Qt::Key_BraceRight))
    foldAtCursor(false);
  else if (event->key() == Qt::Key_Backtab)
    QWidget::focusNextPrevChild(false);
  else if (event->key() == Qt::Key_Tab && !event->modifiers() && leaves)
    QWidget::focusNextPrevChild(true);
  else if (event->key() == Qt::Key_Tab && !event->modifiers())
    insertPlainText(u"  "_s);
  else if (isReturn && !event->modifiers())
    insertLine();
  else
    return false;
  return true;
}

void YamlEditor::keyPressEvent(QKeyEvent* event) {
  // The list of completions waits for them.
  if (m_completer->takes(*event)) return event->ignore();
  if (!takesKey(event)) QPlainTextEdit::keyPressEvent(event);
  if (!event->text().isEmpty() && event->key() != Qt::Key_Space) m_completer->follow();
}

void YamlEditor::contextMenuEvent(QContextMenuEvent* event) {
  QMenu* menu = createStandardContextMenu(event->pos());
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addSeparator();
  menu->addAction(tr("Fold all sections"), this, &YamlEditor::foldAll);
  menu->addAction(tr("Unfold all sections"), this, &YamlEditor::unfoldAll);
  menu->popup(event->globalPos());
}

void YamlEditor::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) setAccessibleName(tr("Text of the experiment"));
  if (event->type() == QEvent::PaletteChange) {
    m_showing = true;  // changing colours does not change the text
    m_highlighter->useColours(look::tokens(palette()).code);
    m_showing = false;
    markFindings();
  }
  YamlView::changeEvent(event);
}

// What is wrong with the line, and the help of the setting whose key is there.
QString YamlEditor::helpAt(const QTextCursor& cursor) const {
  QStringList parts;
  const int line = cursor.blockNumber();
  if (const Diagnostic* finding = findingAt(line + 1)) parts << ContractText::finding(*finding);
  if (line >= outline().count()) return parts.join(u'\n');
  const YamlOutline::Line& there = outline().at(line);
  const int column = cursor.positionInBlock() - there.keyColumn;
  const FieldInfo* field = find_field(there.path.toStdString());
  if (field && column >= 0 && column <= there.keyLength)
    parts << ContractText::label(*field) + u'\n' + ContractText::help(*field);
  return parts.join(u"\n\n"_s);
}

bool YamlEditor::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPoint at = viewport()->mapFrom(this, help->pos());
    QToolTip::showText(help->globalPos(), plainTip(helpAt(cursorForPosition(at))), this);
    return true;
  }
  return YamlView::event(event);
}

}  // namespace trainyard
