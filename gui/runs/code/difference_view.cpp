// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/code/difference_view.h"

#include <QTextBlock>
#include <algorithm>

#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using DifferenceKind = DifferenceLine::Kind;

constexpr qsizetype longestShownLine = 2000;  // a longer one would be laid out for seconds

QString number(int line, int width) {
  return line > 0 ? QString::number(line).rightJustified(width) : QString(width, u' ');
}

QString sign(DifferenceKind kind) {
  return kind == DifferenceKind::removed ? u"−"_s : kind == DifferenceKind::added ? u"+"_s : u" "_s;
}

bool isDifferent(const DifferenceLine& line) {
  return line.kind == DifferenceKind::removed || line.kind == DifferenceKind::added;
}

}  // namespace

DifferenceView::DifferenceView() {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(NoWrap);
  setFont(look::font(look::Role::code));
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void DifferenceView::show(const QList<DifferenceLine>& lines) {
  m_lines = lines;
  int largest = 0;
  for (const DifferenceLine& line : lines) largest = std::max({largest, line.before, line.after});
  const int width = static_cast<int>(QString::number(largest).size());
  m_textColumn = 2 * width + 4;
  QStringList texts;
  for (const DifferenceLine& line : lines) {
    if (line.kind == DifferenceKind::skipped) {
      texts << QString(m_textColumn, u' ') + tr("%n lines are the same", nullptr, line.skipped);
      continue;
    }
    QString text = line.text;
    if (text.size() > longestShownLine) text = text.left(longestShownLine) + u" …"_s;
    texts << number(line.before, width) + u' ' + number(line.after, width) + u' ' +
                 sign(line.kind) + u' ' + text;
  }
  setPlainText(texts.join(u'\n'));
  colour();
}

void DifferenceView::colour() {
  const look::Tokens& tokens = look::tokens(palette());
  QList<QTextEdit::ExtraSelection> selections;
  QTextBlock block = document()->begin();
  for (const DifferenceLine& line : std::as_const(m_lines)) {
    QTextEdit::ExtraSelection row;
    row.cursor = QTextCursor(block);
    if (line.kind == DifferenceKind::skipped || !isDifferent(line)) {
      row.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
      row.format.setForeground(line.kind == DifferenceKind::skipped ? tokens.text3 : tokens.text2);
      selections << row;
      block = block.next();
      continue;
    }
    const look::ToneColours& tone = tokens.tone(
        line.kind == DifferenceKind::added ? look::Tone::completed : look::Tone::failed);
    row.format.setBackground(tone.ground);
    row.format.setProperty(QTextFormat::FullWidthSelection, true);
    selections << row;
    if (line.length > 0 && line.from + line.length <= longestShownLine) {
      QTextEdit::ExtraSelection part;
      part.cursor = QTextCursor(block);
      part.cursor.setPosition(block.position() + m_textColumn + static_cast<int>(line.from));
      part.cursor.setPosition(part.cursor.position() + static_cast<int>(line.length),
                              QTextCursor::KeepAnchor);
      part.format.setForeground(tone.word);
      part.format.setFontUnderline(true);
      selections << part;
    }
    block = block.next();
  }
  setExtraSelections(selections);
}

void DifferenceView::goToNext(bool backwards) {
  const int step = backwards ? -1 : 1, from = textCursor().blockNumber();
  const auto differs = [this](int row) {
    return row >= 0 && row < m_lines.size() && isDifferent(m_lines[row]);
  };
  for (int row = from + step; row >= 0 && row < m_lines.size(); row += step) {
    if (!differs(row) || differs(row - 1)) continue;  // a block begins where none does before it
    setTextCursor(QTextCursor(document()->findBlockByNumber(row)));
    centerCursor();
    return;
  }
}

void DifferenceView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colour();
}

}  // namespace trainyard
