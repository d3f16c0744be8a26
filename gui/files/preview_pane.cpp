// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/preview_pane.h"

#include "gui/files/picture_preview.h"
#include "gui/forms/shown_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

enum PreviewPage { WordsPage, TextPage, PicturePage };
constexpr int followPause = 2000;  // milliseconds

}  // namespace

PreviewPane::PreviewPane() : m_clock(new QTimer(this)) {
  auto* column =
      look::columnIn(this, look::px(8), {look::px(16), look::px(12), look::px(16), look::px(12)});
  auto* head = new QHBoxLayout;
  m_name->setFont(look::font(look::Role::card));
  m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_facts->setFont(look::font(look::Role::help));
  m_follow->setCheckable(true);
  for (QPushButton* button : {m_beginning, m_end, m_follow}) {
    look::setSmall(button);
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  }
  look::addAll(head, {{m_name, 1}, m_beginning, m_end, m_follow});
  m_clock->setInterval(followPause);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  m_words->setForegroundRole(QPalette::PlaceholderText);
  m_text->setReadOnly(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setFont(look::font(look::Role::code));
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  for (QWidget* page : {static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_text),
                        static_cast<QWidget*>(m_shown)})
    m_pages->addWidget(page);
  column->addLayout(head);
  column->addWidget(m_facts);
  column->addWidget(m_pages, 1);
  connect(m_end, &QPushButton::clicked, this, &PreviewPane::endWanted);
  connect(m_beginning, &QPushButton::clicked, this, [this] {
    setFollowing(false);
    emit beginningWanted();
  });
  connect(m_follow, &QPushButton::toggled, this, [this](bool isOn) {
    isOn ? m_clock->start() : m_clock->stop();
    if (isOn) emit endWanted();
  });
  connect(m_clock, &QTimer::timeout, this, [this] {
    if (isVisible()) emit endWanted();
  });
  look::keepTranslated(this, [this] { retranslate(); });
  showNothing();
}

void PreviewPane::showNothing() {
  m_isEmpty = true;
  m_name->setText({});
  showProblem(tr("Select a file to look at it."));
}

void PreviewPane::showWaiting(const QString& name) {
  m_isEmpty = false;
  m_name->setText(shownText(name, ShownLines::one));
  showProblem(tr("Reading…"));
}

void PreviewPane::showProblem(const QString& sentence) {
  m_facts->setText({});
  m_end->hide();
  m_beginning->hide();
  m_follow->hide();
  m_shown->setImage({});
  m_text->clear();
  m_words->setText(sentence);
  m_pages->setCurrentIndex(WordsPage);
}

void PreviewPane::showPiece(const QString& path, const FilePiece& piece) {
  const QString name = path.section(u'/', -1);
  m_isEmpty = false;
  m_name->setText(shownText(name, ShownLines::one));
  if (PreviewText::isPicture(name)) return showPicture(name, piece);
  const FilePreview preview = PreviewText::of(name, piece);
  m_facts->setText(preview.facts);
  m_shown->setImage({});
  m_text->setPlainText(preview.text);
  m_text->setAccessibleName(tr("Content of %1").arg(m_name->wholeText()));
  m_text->moveCursor(preview.isAtEnd || isFollowing() ? QTextCursor::End : QTextCursor::Start);
  m_end->setVisible(preview.hasEnd && preview.isPart && !preview.isAtEnd);
  m_follow->setVisible(preview.hasEnd);
  m_beginning->setVisible(preview.hasEnd && preview.isAtEnd);
  m_pages->setCurrentIndex(TextPage);
}

void PreviewPane::showPicture(const QString& name, const FilePiece& piece) {
  if (piece.data.content.size() < piece.bytes)
    return showProblem(tr("A picture of %1 is not read for a preview; fetch it to look at it.")
                           .arg(QuantityText::bytes(piece.bytes)));
  const PicturePreview preview = PictureReader::read(name, piece.data.content);
  showProblem(preview.problem);
  m_shown->setImage(preview.picture);
  if (preview.picture.isNull()) return;
  m_facts->setText(tr("%1 × %2 pixels, %3")
                       .arg(preview.size.width())
                       .arg(preview.size.height())
                       .arg(QuantityText::bytes(piece.bytes)));
  m_shown->setAccessibleName(tr("Picture of %1").arg(m_name->wholeText()));
  m_pages->setCurrentIndex(PicturePage);
}

QString PreviewPane::text() const { return m_text->toPlainText(); }

void PreviewPane::takeFocus() {
  (m_pages->currentIndex() == TextPage ? static_cast<QWidget*>(m_text) : m_shown)->setFocus();
}

void PreviewPane::retranslate() {
  m_follow->setText(tr("Follow"));
  m_follow->setToolTip(tr("Read the end of the file again every 2 seconds"));
  m_end->setText(tr("Show the end"));
  m_beginning->setText(tr("Show the beginning"));
  if (m_isEmpty) showNothing();
}

}  // namespace trainyard
