// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml_editor.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <utility>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

#include "gui/experiments/yaml_highlighter.h"
#include "gui/forms/contract_text.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

class Margin : public QWidget {
 public:
  explicit Margin(YamlEditor* editor) : QWidget(editor), m_editor(editor) {}
  QSize sizeHint() const override { return {m_editor->marginWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { m_editor->paintMargin(event); }

 private:
  YamlEditor* m_editor;
};

}  // namespace

YamlEditor::YamlEditor(QWidget* parent)
    : QPlainTextEdit(parent),
      m_margin(new Margin(this)),
      m_highlighter(new YamlHighlighter(document())) {
  setFont(look::font(look::Role::code));
  setLineWrapMode(NoWrap);
  setUndoRedoEnabled(false);  // the document has the only history
  setFrameShape(QFrame::NoFrame);
  setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * 2);
  setAccessibleName(tr("Text of the experiment"));
  m_highlighter->useColours(look::tokens(palette()).code);
  setViewportMargins(marginWidth(), 0, 0, 0);
  connect(this, &QPlainTextEdit::blockCountChanged, this,
          [this] { setViewportMargins(marginWidth(), 0, 0, 0); });
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
    if (dy)
      m_margin->scroll(0, dy);
    else
      m_margin->update(0, rect.y(), m_margin->width(), rect.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] { m_margin->update(); });
  connect(this, &QPlainTextEdit::textChanged, this, [this] {
    if (!m_showing) emit typed(toPlainText());
  });
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
  QTextCursor cursor(document());
  cursor.setPosition(static_cast<int>(start));
  cursor.setPosition(static_cast<int>(now.size() - end), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(start, text.size() - start - end));
  m_showing = false;
  // A change that starts with a line break is on the next line.
  const bool isNextLine = start < text.size() && text[start] == u'\n' && text.size() > now.size();
  cursor.setPosition(static_cast<int>(start + (isNextLine ? 1 : 0)));
  bringIntoView(cursor);
}

// The text cursor stays where the user left it.
void YamlEditor::bringIntoView(const QTextCursor& cursor) {
  const QRect line = cursorRect(cursor);
  if (line.top() >= 0 && line.bottom() <= viewport()->height()) return;
  const int rows = std::max(1, viewport()->height() / std::max(1, line.height()));
  verticalScrollBar()->setValue(std::max(0, cursor.blockNumber() - rows / 2));
}

void YamlEditor::showDiagnostics(std::vector<Diagnostic> diagnostics) {
  m_diagnostics = std::move(diagnostics);
  markFindings();
  m_margin->update();
}

void YamlEditor::markFindings() {
  QList<QTextEdit::ExtraSelection> marks;
  for (const Diagnostic& diagnostic : m_diagnostics) {
    const QTextBlock block = document()->findBlockByNumber(diagnostic.line - 1);
    if (diagnostic.line < 1 || !block.isValid()) continue;
    QTextEdit::ExtraSelection mark;
    const QString line = block.text();
    int from = std::clamp(diagnostic.column - 1, 0, static_cast<int>(line.size()));
    qsizetype to = line.indexOf(QStringLiteral(" #"), from);
    if (to < 0) to = line.size();
    if (to <= from) from = 0;
    mark.cursor = QTextCursor(block);
    mark.cursor.setPosition(block.position() + from);
    mark.cursor.setPosition(block.position() + static_cast<int>(to), QTextCursor::KeepAnchor);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(look::toneColour(look::toneOf(diagnostic.severity), palette()));
    marks << mark;
  }
  setExtraSelections(marks);
}

const Diagnostic* YamlEditor::findingAt(int line) const {
  for (const Diagnostic& diagnostic : m_diagnostics)
    if (diagnostic.line == line) return &diagnostic;
  return nullptr;
}

void YamlEditor::jumpTo(int line, int column) {
  const QTextBlock block = document()->findBlockByNumber(std::max(line, 1) - 1);
  if (!block.isValid()) return;
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + std::clamp(column - 1, 0, std::max(0, block.length() - 1)));
  setTextCursor(cursor);
  centerCursor();
  setFocus(Qt::OtherFocusReason);
}

int YamlEditor::marginWidth() const {
  const int digits = std::max(3, static_cast<int>(QString::number(blockCount()).size()));
  return 18 + fontMetrics().horizontalAdvance(u'9') * digits;
}

void YamlEditor::paintMargin(QPaintEvent* event) {
  QPainter painter(m_margin);
  painter.fillRect(event->rect(), look::tokens(palette()).subtle);
  painter.setFont(font());
  const int current = textCursor().blockNumber();
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
    if (area.top() > event->rect().bottom()) break;
    const int line = block.blockNumber() + 1;
    if (const Diagnostic* finding = findingAt(line)) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look::toneColour(look::toneOf(finding->severity), palette()));
      painter.drawEllipse(QPointF(7, area.center().y()), 3, 3);
    }
    painter.setPen(palette().color(block.blockNumber() == current ? QPalette::Text
                                                                  : QPalette::PlaceholderText));
    painter.drawText(QRectF(0, area.top(), m_margin->width() - 6, area.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
  }
}

void YamlEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  m_margin->setGeometry(contentsRect().left(), contentsRect().top(), marginWidth(),
                        contentsRect().height());
}

void YamlEditor::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Undo)) return emit undoRequested();
  if (event->matches(QKeySequence::Redo)) return emit redoRequested();
  // Tab is a part of what is typed; after Esc it goes on to the next control, and Shift+Tab always
  // to the one before, so that nobody is caught here.
  const bool leaves = std::exchange(m_leavesWithTab, event->key() == Qt::Key_Escape);
  if (event->key() == Qt::Key_Backtab) return void(QWidget::focusNextPrevChild(false));
  if (event->key() == Qt::Key_Tab && !event->modifiers() && leaves)
    return void(QWidget::focusNextPrevChild(true));
  if (event->key() == Qt::Key_Tab && !event->modifiers())
    return insertPlainText(QStringLiteral("  "));
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !event->modifiers()) {
    // The new line has the indentation of the old one, plus two after a section's key.
    const QString line = textCursor().block().text();
    const QString before = line.left(textCursor().positionInBlock());
    QString indent;
    for (const QChar c : line) {
      if (c != u' ') break;
      indent += c;
    }
    return insertPlainText(u'\n' + indent +
                           (before.trimmed().endsWith(u':') ? QStringLiteral("  ") : QString()));
  }
  QPlainTextEdit::keyPressEvent(event);
}

void YamlEditor::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) setAccessibleName(tr("Text of the experiment"));
  if (event->type() == QEvent::PaletteChange) {
    m_showing = true;  // changing colours does not change the text
    m_highlighter->useColours(look::tokens(palette()).code);
    m_showing = false;
    markFindings();
  }
  QPlainTextEdit::changeEvent(event);
}

bool YamlEditor::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int line = cursorForPosition(viewport()->mapFrom(this, help->pos())).blockNumber() + 1;
    const Diagnostic* finding = findingAt(line);
    QToolTip::showText(help->globalPos(), finding ? ContractText::finding(*finding) : QString(),
                       this);
    return true;
  }
  return QPlainTextEdit::event(event);
}

}  // namespace trainyard
