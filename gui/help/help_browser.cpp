// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/help_browser.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QTextBlock>
#include <QTextTable>

#include "gui/help/help_text.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Below a heading that is larger: those of Markdown would be larger still.
void fitHeadings(QTextDocument* document) {
  for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() == 0) continue;
    QTextCursor cursor(block);
    cursor.select(QTextCursor::BlockUnderCursor);
    QTextCharFormat format;
    format.setFont(look::font(look::Role::card), QTextCharFormat::FontPropertiesSpecifiedOnly);
    format.setProperty(QTextFormat::FontSizeAdjustment, 0);
    cursor.mergeCharFormat(format);
  }
}

// As far apart as the lines of a page of text.
void fitLines(QTextDocument* document) {
  constexpr int percent = 120;
  QTextCursor cursor(document);
  cursor.select(QTextCursor::Document);
  QTextBlockFormat format;
  format.setLineHeight(percent, QTextBlockFormat::ProportionalHeight);
  cursor.mergeBlockFormat(format);
}

void fitCode(QTextDocument* document) {
  const QFont code = look::font(look::Role::code);
  for (QTextBlock block = document->begin(); block.isValid(); block = block.next())
    for (auto each = block.begin(); !each.atEnd(); ++each) {
      const QTextFragment part = each.fragment();
      if (!part.charFormat().fontFixedPitch()) continue;
      QTextCursor cursor(document);
      cursor.setPosition(part.position());
      cursor.setPosition(part.position() + part.length(), QTextCursor::KeepAnchor);
      QTextCharFormat format;
      format.setFont(code, QTextCharFormat::FontPropertiesSpecifiedOnly);
      cursor.mergeCharFormat(format);
    }
}

}  // namespace

HelpBrowser::HelpBrowser() {
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(0);
  document()->setIndentWidth(look::px(18));
  document()->setDefaultFont(look::font(look::Role::body));
}

void HelpBrowser::showText(const HelpText& text) {
  document()->setDefaultFont(look::font(look::Role::body));
  const QFont code = look::font(look::Role::code);
  document()->setDefaultStyleSheet(
      u"code { font-family: '%1'; font-size: %2px }"
      " a { text-decoration: none }"_s.arg(code.family())
          .arg(QFontInfo(code).pixelSize()));
  if (text.markdown.isEmpty())
    setHtml(text.html);
  else
    setMarkdown(text.markdown);
  if (!text.html.isEmpty() && !text.markdown.isEmpty()) {
    QTextCursor top(document());
    top.insertHtml(text.html);
    top.insertBlock();
  }
  if (!text.markdown.isEmpty()) {
    fitHeadings(document());
    fitCode(document());
  }
  fitLines(document());
  moveCursor(QTextCursor::Start);
}

void HelpBrowser::keyPressEvent(QKeyEvent* event) {
  const bool isOfTheWindow = event->key() == Qt::Key_Escape || event->modifiers() & Qt::AltModifier;
  if (isOfTheWindow) return event->ignore();
  QTextBrowser::keyPressEvent(event);
}

}  // namespace trainyard
