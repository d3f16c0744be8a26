// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_view.h"

#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/experiments/yaml/spaced_layout.h"
#include "gui/experiments/yaml/yaml_margin.h"
#include "gui/forms/contract_text.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double markColumn = 18, numberColumn = 24, foldColumn = 20, lineMark = 13, foldMark = 11,
                 foldStroke = 2.4, besideGap = 14, leastSentence = 48, noteHeight = 16,
                 notePadding = 6;

constexpr double yamlMargin = 8;

double wordsWidth(const QString& words) {
  return QFontMetricsF(look::font(Role::captionName)).horizontalAdvance(words);
}

}  // namespace

YamlView::YamlView()
    : m_layout(SpacedLayout::useIn(this, look::lineHeight(Role::code), px(yamlMargin))),
      m_margin(new YamlMargin(this)),
      m_folds(document()) {
  setFont(look::font(look::Role::code));
  setLineWrapMode(NoWrap);
  setUndoRedoEnabled(false);  // the document has the only history
  setFrameShape(QFrame::NoFrame);
  setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * 2);
  m_outline.read({QString()});
  connectView();
}

void YamlView::connectView() {
  // The margin lies over the empty column at the left of the text.
  const auto makeRoom = [this] {
    setViewportMargins(marginWidth() - look::px(yamlMargin), 0, 0, 0);
    m_margin->resize(marginWidth(), m_margin->height());
  };
  makeRoom();
  connect(this, &QPlainTextEdit::blockCountChanged, this, makeRoom);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
    if (dy)
      m_margin->scroll(0, dy);
    else
      m_margin->update(0, rect.y(), m_margin->width(), rect.height());
  });
  // What stands beside the lines has its place in the view.
  connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &YamlView::repaintAll);
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    if (!textCursor().block().isVisible()) reveal(textCursor().blockNumber());
    repaintAll();
  });
  connect(this, &QPlainTextEdit::textChanged, this, &YamlView::followText);
}

void YamlView::followText() {
  m_outline.read(toPlainText().split(u'\n'));
  applyFolds();
  if (!textCursor().block().isVisible()) reveal(textCursor().blockNumber());
  repaintAll();
}

void YamlView::applyFolds() {
  if (!m_folds.apply(m_outline)) return;
  m_layout->followVisibility();
  repaintAll();
}

void YamlView::reveal(int line) {
  m_folds.reveal(m_outline, line);
  applyFolds();
}

bool YamlView::isFolded(int line) const {
  return YamlFolds::isFolded(document()->findBlockByNumber(line - 1));
}

void YamlView::setFolded(int line, bool isFolded) {
  if (!m_outline.isHead(line - 1)) return;
  const int cursor = textCursor().blockNumber();
  // The cursor stays where it is seen.
  if (isFolded && cursor >= line && cursor <= m_outline.at(line - 1).last) {
    QTextCursor head(document()->findBlockByNumber(line - 1));
    head.movePosition(QTextCursor::EndOfBlock);
    setTextCursor(head);
  }
  m_folds.setFolded(m_outline, line - 1, isFolded);
  applyFolds();
}

void YamlView::foldAtCursor(bool isFolded) {
  const int line = textCursor().blockNumber();
  const int head = m_outline.isHead(line) ? line : m_outline.headOf(line);
  if (head >= 0) setFolded(head + 1, isFolded);
}

void YamlView::foldAll() {
  const int line = textCursor().blockNumber();
  int outermost = -1;
  for (int head = m_outline.headOf(line); head >= 0; head = m_outline.headOf(head))
    outermost = head;
  if (outermost >= 0) setFolded(outermost + 1, true);  // takes the cursor along
  m_folds.setAll(m_outline, true);
  applyFolds();
}

void YamlView::unfoldAll() {
  m_folds.setAll(m_outline, false);
  applyFolds();
}

void YamlView::showDiagnostics(std::vector<Diagnostic> diagnostics) {
  m_diagnostics = std::move(diagnostics);
  markFindings();
  repaintAll();
}

void YamlView::showNotes(const QMap<QString, QString>& notes) {
  if (notes == m_notes) return;
  m_notes = notes;
  repaintAll();
}

void YamlView::showField(const QString& path) {
  if (path == m_field) return;
  m_field = path;
  repaintAll();
}

void YamlView::markFindings() {
  QList<QTextEdit::ExtraSelection> marks;
  for (const Diagnostic& diagnostic : m_diagnostics) {
    const QTextBlock block = document()->findBlockByNumber(diagnostic.line - 1);
    if (diagnostic.line < 1 || !block.isValid()) continue;
    QTextEdit::ExtraSelection mark;
    const QString line = block.text();
    int from = std::clamp(diagnostic.column - 1, 0, static_cast<int>(line.size()));
    qsizetype to = line.indexOf(u" #"_s, from);
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

void YamlView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  m_margin->setGeometry(contentsRect().left(), contentsRect().top(), marginWidth(),
                        contentsRect().height());
}

void YamlView::focusInEvent(QFocusEvent* event) {
  QPlainTextEdit::focusInEvent(event);
  repaintAll();
}

void YamlView::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  repaintAll();
}

const Diagnostic* YamlView::findingAt(int line) const {
  const Diagnostic* worst = nullptr;
  for (const Diagnostic& diagnostic : m_diagnostics)
    if (diagnostic.line == line && (!worst || diagnostic.severity < worst->severity))
      worst = &diagnostic;
  return worst;
}

const Diagnostic* YamlView::findingBelow(int line) const {
  const Diagnostic* worst = findingAt(line);
  if (!isFolded(line) || !m_outline.isHead(line - 1)) return worst;
  for (int below = line + 1; below <= m_outline.at(line - 1).last + 1; ++below)
    if (const Diagnostic* finding = findingAt(below);
        finding && (!worst || finding->severity < worst->severity))
      worst = finding;
  return worst;
}

int YamlView::currentLine() const {
  int line = hasFocus() ? textCursor().blockNumber() : m_outline.nearestLineOf(m_field);
  while (line > 0 && !document()->findBlockByNumber(line).isVisible())
    line = m_outline.headOf(line);
  return line;
}

void YamlView::repaintAll() {
  viewport()->update();
  m_margin->update();
}

template <class Paint>
void YamlView::forEachLine(const Paint& paint) const {
  QRectF place;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    if (!block.isVisible()) continue;
    place = blockBoundingGeometry(block).translated(contentOffset());
    // Below the last line there is a margin.
    if (!block.next().isValid()) place.setHeight(place.height() - document()->documentMargin());
    if (place.top() > viewport()->height()) return;
    paint(block, place);
  }
}

void YamlView::paintEvent(QPaintEvent* event) {
  {
    QPainter painter(viewport());
    paintGround(painter);
  }
  QPlainTextEdit::paintEvent(event);
  QPainter painter(viewport());
  forEachLine(
      [&](const QTextBlock& block, const QRectF& place) { paintBeside(painter, block, place); });
}

void YamlView::paintGround(QPainter& painter) const {
  const int current = currentLine();
  const bool isSelecting = textCursor().hasSelection();
  forEachLine([&](const QTextBlock& block, const QRectF& place) {
    if (block.blockNumber() == current)
      painter.fillRect(QRectF(0, place.top(), viewport()->width(), place.height()),
                       look::tokens(palette()).selected);
    if (isSelecting) paintSelection(painter, block, place);
  });
}

// The editor itself paints it as high as the letters are.
void YamlView::paintSelection(QPainter& painter, const QTextBlock& block,
                              const QRectF& place) const {
  const QTextCursor cursor = textCursor();
  const QTextLine line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0) : QTextLine();
  const int from = std::max(cursor.selectionStart() - block.position(), 0);
  const int to = std::min(cursor.selectionEnd() - block.position(), block.length() - 1);
  if (!line.isValid() || from >= to) return;
  const double left = line.cursorToX(from), right = line.cursorToX(to);
  painter.fillRect(
      QRectF(place.left() + left, place.top(), right - left, place.height()),
      palette().brush(hasFocus() ? QPalette::Active : QPalette::Inactive, QPalette::Highlight));
}

YamlView::Beside YamlView::besideOf(const QTextBlock& block, const QRectF& place) const {
  Beside beside;
  const int line = block.blockNumber();
  if (line >= m_outline.count() || block.layout()->lineCount() == 0) return beside;
  const QTextLine words = block.layout()->lineAt(0);
  beside.left = place.left() + words.x() + words.naturalTextWidth() + px(besideGap);
  if (isFolded(line + 1))
    beside.folded = tr("%1 lines").arg(QLocale().toString(m_outline.at(line).last - line));
  beside.note = m_notes.value(m_outline.at(line).path);
  beside.finding = findingAt(line + 1);
  double used = 0;
  for (const QString& chip : {beside.folded, beside.note})
    if (!chip.isEmpty()) used += wordsWidth(chip) + 2 * px(notePadding) + px(besideGap) / 2.0;
  beside.room = viewport()->width() - beside.left - used - px(notePadding);
  return beside;
}

QString YamlView::besideLine(int line) const {
  QString out;
  forEachLine([&](const QTextBlock& block, const QRectF& place) {
    if (block.blockNumber() + 1 != line) return;
    const Beside beside = besideOf(block, place);
    QStringList parts;
    for (const QString& chip : {beside.folded, beside.note})
      if (!chip.isEmpty()) parts << chip;
    if (beside.finding && beside.room >= px(leastSentence))
      parts << QFontMetricsF(look::font(Role::captionName))
                   .elidedText(ContractText::finding(*beside.finding).replace(u'\n', u' '),
                               Qt::ElideRight, beside.room);
    out = parts.join(u' ');
  });
  return out;
}

void YamlView::paintBeside(QPainter& painter, const QTextBlock& block, const QRectF& place) const {
  const Beside beside = besideOf(block, place);
  const look::Tokens& t = look::tokens(palette());
  double left = beside.left;
  const auto paintChip = [&](const QString& words, const QColor& ground, const QColor& ink) {
    if (words.isEmpty()) return;
    const double width = wordsWidth(words) + 2 * px(notePadding);
    const QRectF chip(left, std::round(place.center().y() - px(noteHeight) / 2.0), width,
                      px(noteHeight));
    look::paintBox(painter, chip, px(4), ground);
    look::paintWords(painter, chip, words, Role::captionName, ink, Qt::AlignHCenter);
    left += width + px(besideGap) / 2.0;
  };
  paintChip(beside.folded, t.sunken, t.text2);
  paintChip(beside.note, t.tone(look::Tone::running).ground, t.accentText);
  if (!beside.finding || beside.room < px(leastSentence)) return;
  look::paintWords(painter, QRectF(left, place.top(), beside.room, place.height()),
                   ContractText::finding(*beside.finding).replace(u'\n', u' '), Role::captionName,
                   t.tone(look::toneOf(beside.finding->severity)).word);
}

int YamlView::marginWidth() const {
  const int digits = static_cast<int>(QString::number(blockCount()).size());
  const int wide = QFontMetrics(look::font(Role::code)).horizontalAdvance(u'9') * digits;
  return px(markColumn) + std::max(px(numberColumn), wide) + px(foldColumn);
}

void YamlView::paintMargin(QPaintEvent* event) {
  QPainter painter(m_margin);
  painter.fillRect(event->rect(), look::tokens(palette()).surface);
  forEachLine([&](const QTextBlock& block, const QRectF& place) {
    paintMarginLine(painter, block, place);
  });
}

void YamlView::paintMarginLine(QPainter& painter, const QTextBlock& block,
                               const QRectF& place) const {
  const look::Tokens& t = look::tokens(palette());
  const int line = block.blockNumber();
  const bool isCurrent = line == currentLine();
  const QRectF row(0, place.top(), m_margin->width(), place.height());
  if (isCurrent) painter.fillRect(row, t.selected);
  if (const Diagnostic* finding = findingBelow(line + 1))
    look::paintIcon(painter, QRectF(0, row.top(), px(markColumn), row.height()), px(lineMark),
                    look::iconOf(finding->severity), t.tone(look::toneOf(finding->severity)).word,
                    look::stateStroke);
  QFont digits = look::font(Role::code);
  digits.setPointSizeF(look::font(Role::caption).pointSizeF());
  painter.setFont(digits);
  painter.setPen(isCurrent ? t.text2 : t.text3);
  painter.drawText(row.adjusted(0, 0, -px(foldColumn), 0), Qt::AlignRight | Qt::AlignVCenter,
                   QString::number(line + 1));
  if (!m_outline.isHead(line)) return;
  look::paintIcon(painter,
                  QRectF(row.right() - px(foldColumn), row.top(), px(foldColumn), row.height()),
                  px(foldMark), isFolded(line + 1) ? u"chevron-right"_s : u"chevron-down"_s,
                  t.text3, foldStroke);
}

QRect YamlView::foldArrow(int line) const {
  QRect out;
  forEachLine([&](const QTextBlock& block, const QRectF& place) {
    if (block.blockNumber() + 1 == line && m_outline.isHead(line - 1))
      out = QRect(m_margin->width() - px(foldColumn), static_cast<int>(place.top()), px(foldColumn),
                  static_cast<int>(place.height()));
  });
  return out;
}

void YamlView::pressMargin(const QPoint& at) {
  int pressed = 0;
  forEachLine([&](const QTextBlock& block, const QRectF& place) {
    if (at.y() >= place.top() && at.y() < place.bottom()) pressed = block.blockNumber() + 1;
  });
  if (pressed == 0) return;
  if (at.x() >= m_margin->width() - px(foldColumn) && m_outline.isHead(pressed - 1))
    return setFolded(pressed, !isFolded(pressed));
  emit linePressed(pressed);
}

QString YamlView::marginHelp(const QPoint& at) const {
  QString help;
  forEachLine([&](const QTextBlock& block, const QRectF& place) {
    if (at.y() < place.top() || at.y() >= place.bottom()) return;
    if (const Diagnostic* finding = findingBelow(block.blockNumber() + 1))
      help = ContractText::finding(*finding);
  });
  return help;
}

}  // namespace trainyard
