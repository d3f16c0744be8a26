// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_pane.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>

#include "gui/look/paint.h"
#include "gui/runs/logs/mark_scroll_bar.h"
#include "gui/runs/logs/sgr_colours.h"

namespace trainyard {
namespace {

constexpr double textMargin = 10, matchRadius = 2, levelEdge = 3;
constexpr int searchMilliseconds = 8;

// The styles of a line, and for which theme they were made formats.
class LineSpans : public QTextBlockUserData {
 public:
  explicit LineSpans(QList<SgrSpan> all) : spans(std::move(all)) {}

  QList<SgrSpan> spans;
  int generation = -1;
};

}  // namespace

LogPane::LogPane() : m_bar(new MarkScrollBar) {
  setVerticalScrollBar(m_bar);
  m_searchTimer.setSingleShot(true);
  connect(&m_searchTimer, &QTimer::timeout, this, &LogPane::lookOn);
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
  m_search.dropFrom(0);
  m_marks.clear();
  m_levels = {};
  m_outlined = -1;
  m_searchStart = textCursor();
  showMarks();
  emit searched();
}

qint64 LogPane::firstLine() const { return m_numLines == 0 ? 0 : m_numLines - blockCount(); }

void LogPane::scrollToEnd() { verticalScrollBar()->setValue(verticalScrollBar()->maximum()); }

void LogPane::append(const QList<LogLine>& lines, const LogLine& open) {
  QList<LogLine> all = lines;
  if (!open.isEmpty()) all << open;
  if (all.isEmpty() && !m_hasOpen) return;
  const qint64 firstBefore = firstLine();
  const int scroll = verticalScrollBar()->value(), side = horizontalScrollBar()->value();
  if (m_hasOpen) takeBackOpen();
  const int length = document()->characterCount(), anchor = textCursor().anchor(),
            place = textCursor().position();
  const bool isInLast = std::max(anchor, place) >= document()->lastBlock().position();
  const int added = insertLines(all, !open.isEmpty());
  m_search.dropBefore(firstLine());
  m_marks.dropBefore(firstLine());
  // A cursor where the lines were inserted went along with them.
  if (isInLast) select(anchor, place, length + added - document()->characterCount());
  m_hasOpen = !open.isEmpty();
  horizontalScrollBar()->setValue(side);
  // The lines that are read stay where they are while older ones go.
  verticalScrollBar()->setValue(scroll - static_cast<int>(firstLine() - firstBefore));
  m_search.isActive() ? lookOn() : showMarks();
}

void LogPane::select(int anchor, int place, int dropped) {
  const auto now = [&](int before) {
    return std::clamp(before - dropped, 0, document()->characterCount() - 1);
  };
  QTextCursor cursor(document());
  cursor.setPosition(now(anchor));
  cursor.setPosition(now(place), QTextCursor::KeepAnchor);
  setTextCursor(cursor);
}

void LogPane::takeBackOpen() {
  m_search.dropFrom(m_numLines - 1);
  m_marks.takeBack(m_numLines - 1);
  m_levels = m_levelsBeforeOpen;
}

// An open line is overwritten from where it differs, so that what is selected in it stays.
int LogPane::insertLines(const QList<LogLine>& lines, bool isLastOpen) {
  QStringList texts;
  for (const LogLine& line : lines) texts << line.text;
  QTextCursor end(document());
  end.movePosition(QTextCursor::End);
  end.beginEditBlock();
  int added = 0;
  if (m_hasOpen) {
    const QString before = end.block().text();
    if (texts.isEmpty()) texts << QString();
    const auto [kept, _] =
        std::mismatch(before.begin(), before.end(), texts.front().begin(), texts.front().end());
    const auto same = static_cast<int>(kept - before.begin());
    end.setPosition(end.block().position() + same, QTextCursor::KeepAnchor);
    end.removeSelectedText();
    added = same - static_cast<int>(before.size());
    texts.front().remove(0, same);
    --m_numLines;
  } else if (m_numLines > 0) {
    end.insertBlock();
    added = 1;
  }
  const QString text = texts.join(u'\n');
  end.insertText(text);
  end.endEditBlock();
  QList<LineLevel> levels;
  for (const LogLine& line : lines) {
    if (isLastOpen && &line == &lines.back()) m_levelsBeforeOpen = m_levels;
    const LineLevels::Verdict verdict = m_levels.feed(line.text);
    m_marks.add(m_numLines + levels.size(), verdict);
    levels << verdict.level;
  }
  m_numLines += std::max<qint64>(1, lines.size());
  // From the end, because the first of these may already have given way to the last.
  QTextBlock block = document()->lastBlock();
  for (qsizetype i = lines.size() - 1; i >= 0 && block.isValid(); --i, block = block.previous()) {
    block.setUserState(static_cast<int>(levels[i]));
    if (block.userData()) block.layout()->clearFormats();
    block.setUserData(lines[i].spans.isEmpty() ? nullptr : new LineSpans(lines[i].spans));
  }
  return added + static_cast<int>(text.size());
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

void LogPane::search(const LogPattern& pattern) {
  if (pattern == m_search.pattern()) return;
  m_search.setPattern(pattern);
  m_searchStart = textCursor();
  m_searchStart.setPosition(m_searchStart.selectionStart());
  m_isAwaitingMatch = m_search.isActive();
  lookOn();
}

// The place from which the search began may have gone with its line; the
// nearest one counts then.
void LogPane::lookOn() {
  const bool isDone = m_search.look(*document(), firstLine(), searchMilliseconds);
  isDone ? m_searchTimer.stop() : m_searchTimer.start();
  if (m_isAwaitingMatch) {
    qsizetype match = m_search.firstFrom(firstLine() + m_searchStart.blockNumber(),
                                         m_searchStart.positionInBlock());
    if (match < 0 && isDone && !m_search.matches().empty()) match = 0;
    m_isAwaitingMatch = match < 0 && !isDone;
    if (match >= 0) selectMatch(match);
  }
  showMarks();
  viewport()->update();
  emit searched();
}

qsizetype LogPane::currentMatch() const {
  QTextCursor begin = textCursor();
  if (!begin.hasSelection()) return -1;
  const int length = begin.selectionEnd() - begin.selectionStart();
  begin.setPosition(begin.selectionStart());
  const LogMatch wanted{firstLine() + begin.blockNumber(), begin.positionInBlock(), length};
  const qsizetype match = m_search.firstFrom(wanted.line, wanted.begin);
  return match >= 0 && m_search.matches()[static_cast<std::size_t>(match)] == wanted ? match : -1;
}

void LogPane::goToMatch(bool backwards) {
  const qsizetype all = std::ssize(m_search.matches());
  if (all == 0) return;
  QTextCursor from = textCursor();
  from.setPosition(backwards ? from.selectionStart() : from.selectionEnd());
  const qint64 line = firstLine() + from.blockNumber();
  qsizetype match = backwards ? m_search.lastBefore(line, from.positionInBlock())
                              : m_search.firstFrom(line, from.positionInBlock());
  if (match < 0) match = backwards ? all - 1 : 0;
  selectMatch(match);
  emit searched();
}

void LogPane::selectMatch(qsizetype match) {
  const LogMatch& at = m_search.matches()[static_cast<std::size_t>(match)];
  const QTextBlock block = document()->findBlockByNumber(static_cast<int>(at.line - firstLine()));
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + at.begin);
  cursor.setPosition(block.position() + at.begin + at.length, QTextCursor::KeepAnchor);
  emit jumped();
  setTextCursor(cursor);
}

void LogPane::goToLevel(bool backwards) {
  const qint64 here = firstLine() + textCursor().blockNumber();
  if (const LevelMark* mark = backwards ? m_marks.previous(here) : m_marks.next(here))
    goToLine(mark->line);
}

bool LogPane::goToLastError() {
  const LevelMark* mark = m_marks.lastError();
  if (mark) goToLine(mark->line);
  return mark != nullptr;
}

void LogPane::goToLine(qint64 line) {
  m_outlined = std::max(line, firstLine());
  emit jumped();
  setTextCursor(
      QTextCursor(document()->findBlockByNumber(static_cast<int>(m_outlined - firstLine()))));
  centerCursor();
  viewport()->update();
}

// One mark for each row of the bar at most; errors cover warnings, and these
// cover matches.
void LogPane::showMarks() {
  QList<MarkScrollBar::Mark> marks;
  const double lines = std::max(1, blockCount());
  const auto share = [&](qint64 line) { return static_cast<double>(line - firstLine()) / lines; };
  int before = -1;
  const auto add = [&](double from, double to, look::Tone tone) {
    const int row = static_cast<int>(to * m_bar->height());
    if (row != before) marks.append({std::max(0.0, from), to, tone});
    before = row;
  };
  for (const LogMatch& match : m_search.matches())
    add(share(match.line), share(match.line), look::Tone::waiting);
  for (const LineLevel level : {LineLevel::warning, LineLevel::error}) {
    before = -1;
    for (const LevelMark& mark : m_marks.all())
      if (mark.level == level)
        add(share(mark.line), share(mark.last() + 1),
            level == LineLevel::error ? look::Tone::failed : look::Tone::waiting);
  }
  m_bar->setMarks(std::move(marks));
}

void LogPane::paintLevel(QPainter& painter, const QTextBlock& block, qint64 line,
                         double top) const {
  const int state = block.userState();
  if (state <= static_cast<int>(LineLevel::none)) return;
  const look::Tone tone =
      state == static_cast<int>(LineLevel::error) ? look::Tone::failed : look::Tone::waiting;
  const look::Tokens& tokens = look::tokens(palette());
  const QColor word = tokens.tone(tone).word;
  const QRectF row(0, top, viewport()->width(), blockBoundingRect(block).height());
  const bool isOutlined = line == m_outlined;
  painter.fillRect(row, isOutlined ? tokens.tone(tone).ground : levelGround(tone, tokens));
  if (isOutlined)
    for (const Qt::Edge edge : {Qt::TopEdge, Qt::RightEdge, Qt::BottomEdge})
      look::paintEdge(painter, row, edge, word);
  look::paintEdge(painter, row, Qt::LeftEdge, word, look::px(levelEdge));
}

void LogPane::paintMatches(QPainter& painter, const QTextBlock& block, qint64 line,
                           double top) const {
  const look::ToneColours& tone = look::tokens(palette()).tone(look::Tone::waiting);
  const auto& matches = m_search.matches();
  for (qsizetype i = m_search.firstFrom(line, 0); i >= 0 && i < std::ssize(matches); ++i) {
    const LogMatch& match = matches[static_cast<std::size_t>(i)];
    if (match.line != line) return;
    const QTextLayout& layout = *block.layout();
    const int end = match.begin + match.length;
    for (int row = 0; row < layout.lineCount(); ++row) {
      const QTextLine part = layout.lineAt(row);
      const int from = std::max(match.begin, part.textStart()),
                to = std::min(end, part.textStart() + part.textLength());
      if (from >= to) continue;
      const double left = part.cursorToX(from), right = part.cursorToX(to);
      look::paintBox(
          painter,
          QRectF(contentOffset().x() + left - 1, top + part.y(), right - left + 2, part.height()),
          look::px(matchRadius), tone.ground, tone.word);
    }
  }
}

void LogPane::paintEvent(QPaintEvent* event) {
  formatSeen();
  {
    QPainter painter(viewport());
    double top = contentOffset().y();
    qint64 line = firstLine() + firstVisibleBlock().blockNumber();
    for (QTextBlock block = firstVisibleBlock(); block.isValid() && top < viewport()->height();
         block = block.next(), ++line) {
      paintLevel(painter, block, line, top);
      paintMatches(painter, block, line, top);
      top += blockBoundingRect(block).height();
    }
  }
  QPlainTextEdit::paintEvent(event);
}

void LogPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) ++m_generation;
  QPlainTextEdit::changeEvent(event);
}

}  // namespace trainyard
