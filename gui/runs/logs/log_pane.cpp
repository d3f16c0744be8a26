// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_pane.h"

#include <QPaintEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>

#include "gui/look/type.h"
#include "gui/runs/logs/sgr_colours.h"

namespace trainyard {
namespace {

constexpr double textMargin = 10;

// The styles of a line, and for which theme they were made formats.
class LineSpans : public QTextBlockUserData {
 public:
  explicit LineSpans(QList<SgrSpan> all) : spans(std::move(all)) {}

  QList<SgrSpan> spans;
  int generation = -1;
};

}  // namespace

LogPane::LogPane(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setUndoRedoEnabled(false);
  setFrameShape(QFrame::NoFrame);
  setFont(look::font(look::Role::code));
  document()->setDocumentMargin(look::px(textMargin));
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setWrapped(false);
}

void LogPane::setWrapped(bool isWrapped) {
  setLineWrapMode(isWrapped ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
}

void LogPane::clearLines() {
  clear();
  m_numLines = 0;
  m_hasOpen = false;
}

qint64 LogPane::firstLine() const { return m_numLines == 0 ? 0 : m_numLines - blockCount(); }

void LogPane::scrollToEnd() { verticalScrollBar()->setValue(verticalScrollBar()->maximum()); }

void LogPane::append(const QList<LogLine>& lines, const LogLine& open) {
  QList<LogLine> all = lines;
  if (!open.isEmpty()) all << open;
  if (all.isEmpty() && !m_hasOpen) return;
  const qint64 firstBefore = firstLine();
  const int scroll = verticalScrollBar()->value();
  const bool isFirst = m_numLines == 0;
  insertLines(all);
  if (isFirst) moveCursor(QTextCursor::Start);  // it went along
  m_hasOpen = !open.isEmpty();
  // The lines that are read stay where they are while older ones go.
  verticalScrollBar()->setValue(scroll - static_cast<int>(firstLine() - firstBefore));
}

// An open line is overwritten in place; without any line after it, it is empty now.
void LogPane::insertLines(const QList<LogLine>& lines) {
  QStringList texts;
  for (const LogLine& line : lines) texts << line.text;
  QTextCursor end(document());
  end.movePosition(QTextCursor::End);
  end.beginEditBlock();
  if (m_hasOpen) {
    end.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
    end.removeSelectedText();
    --m_numLines;
  } else if (m_numLines > 0) {
    end.insertBlock();
  }
  end.insertText(texts.join(u'\n'));
  end.endEditBlock();
  m_numLines += std::max<qint64>(1, lines.size());
  QTextBlock block = document()->lastBlock();
  for (auto line = lines.rbegin(); line != lines.rend() && block.isValid();
       ++line, block = block.previous()) {
    if (!line->spans.isEmpty())
      block.setUserData(new LineSpans(line->spans));
    else if (block.userData())
      block.setUserData(nullptr);
  }
}

void LogPane::setColoured(bool isColoured) {
  if (m_isColoured == isColoured) return;
  m_isColoured = isColoured;
  ++m_generation;
  viewport()->update();
}

void LogPane::formatSeen() {
  const look::Tokens& tokens = look::tokens(palette());
  double top = contentOffset().y();
  for (QTextBlock block = firstVisibleBlock(); block.isValid() && top < viewport()->height();
       block = block.next()) {
    auto* line = static_cast<LineSpans*>(block.userData());
    if (line && line->generation != m_generation) {
      line->generation = m_generation;
      QList<QTextLayout::FormatRange> formats;
      if (m_isColoured)
        for (const SgrSpan& span : line->spans)
          formats.append({span.begin, span.length, sgrFormat(span.style, tokens)});
      block.layout()->setFormats(formats);
      document()->markContentsDirty(block.position(), block.length());
    }
    top += blockBoundingRect(block).height();
  }
}

void LogPane::paintEvent(QPaintEvent* event) {
  formatSeen();
  QPlainTextEdit::paintEvent(event);
}

void LogPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) ++m_generation;
  QPlainTextEdit::changeEvent(event);
}

}  // namespace trainyard
