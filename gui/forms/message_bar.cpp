// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/message_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

#include "gui/forms/help_topic.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {

MessageBar::MessageBar(QWidget* page)
    : QFrame(page), m_page(page), m_text(new QLabel), m_grace(new QTimer(this)) {
  m_text->setTextFormat(Qt::PlainText);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_close->setIcon(look::icon(u"x"_s));
  m_close->setAutoRaise(true);
  m_close->setShortcut(Qt::Key_Escape);
  m_layout = new QBoxLayout(QBoxLayout::LeftToRight, this);
  m_layout->setContentsMargins(14, 6, 8, 6);
  m_layout->addWidget(m_text, 1);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addLayout(m_choices);
  // At the lower right, where it stays whatever the length of the text.
  buttons->addWidget(m_close, 0, Qt::AlignBottom);
  m_layout->addLayout(buttons);
  m_grace->setSingleShot(true);
  m_grace->setInterval(graceMilliseconds);
  connect(m_grace, &QTimer::timeout, this, &MessageBar::endGrace);
  connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
  setHelpSource(this, [this] { return HelpTopic::message({}, m_text->text()); });
  look::keepTranslated(this, [this] { retranslate(); });
  hide();
  qApp->installEventFilter(this);
}

void MessageBar::retranslate() {
  m_close->setToolTip(tr("Close this notice (Esc)"));
  m_close->setAccessibleName(m_close->toolTip());
}

void MessageBar::showText(const QString& sentence, look::Tone tone, const QList<Choice>& choices) {
  m_leaves = false;
  m_isNews = false;
  if (isVisible() && m_text->text() == sentence && choices.isEmpty()) return;
  m_tone = tone;
  update();
  startGrace();
  m_text->setText(sentence);
  showChoices(choices);
  setAccessibleName(sentence);
  place();
  show();
  raise();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void MessageBar::showChoices(const QList<Choice>& choices) {
  look::clear(m_choices);
  for (const Choice& choice : choices) {
    auto* button = new QPushButton(choice.words);
    button->setEnabled(false);  // until the grace period is over
    connect(button, &QPushButton::clicked, this, [this, choice] {
      hide();
      choice.then();
    });
    m_choices->addWidget(button, 0, Qt::AlignBottom);
  }
}

// A new notice lets clicks through to their intended target; one that replaces another ignores
// them.
void MessageBar::startGrace() {
  setAttribute(Qt::WA_TransparentForMouseEvents, !isVisible());
  m_close->setEnabled(false);
  m_grace->start();
}

void MessageBar::endGrace() {
  setAttribute(Qt::WA_TransparentForMouseEvents, false);
  m_close->setEnabled(true);
  for (int i = 0; i < m_choices->count(); ++i) m_choices->itemAt(i)->widget()->setEnabled(true);
}

void MessageBar::place() {
  constexpr int margin = 16, widest = 480;
  const int width = std::min(m_page->width() - 2 * margin, look::px(widest));
  // Beside a sentence of one or two lines, below a longer one: a column of single words is
  // unreadable.
  const QMargins margins = m_layout->contentsMargins();
  const int beside = width - margins.left() - margins.right() - m_choices->sizeHint().width() -
                     m_close->sizeHint().width() - 2 * m_layout->spacing();
  const int lines =
      m_text->heightForWidth(std::max(1, beside)) / m_text->fontMetrics().lineSpacing();
  m_layout->setDirection(m_choices->count() > 0 && (beside < 0 || lines > 2)
                             ? QBoxLayout::TopToBottom
                             : QBoxLayout::LeftToRight);
  const int height = std::max(layout()->heightForWidth(width), layout()->minimumSize().height());
  setGeometry(m_page->width() - width - margin, m_page->height() - height - margin, width, height);
}

void MessageBar::showError(const QString& sentence) { showText(sentence, look::Tone::failed, {}); }

void MessageBar::showInfo(const QString& sentence, const QList<Choice>& choices) {
  showText(sentence, look::Tone::completed, choices);
  m_isNews = true;
  m_age.start();
}

void MessageBar::ask(const QString& question, const QList<Choice>& choices) {
  showText(question, look::Tone::waiting, choices);
}

void MessageBar::paintEvent(QPaintEvent*) {
  const look::ToneColours& colours = look::tokens(palette()).tone(m_tone);
  QPainter painter(this);
  look::paintBox(painter, rect(), look::px(8), colours.ground,
                 look::mixed(colours.word, colours.ground, 0.35));
}

void MessageBar::dismiss() {
  if (!underMouse()) return hide();
  m_leaves = true;
}

void MessageBar::leaveEvent(QEvent* event) {
  if (m_leaves) hide();
  QFrame::leaveEvent(event);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_page && event->type() == QEvent::Resize && isVisible()) place();
  const bool isAct = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
  if (isAct && m_isNews && isVisible() && !underMouse() && m_age.elapsed() > newsMilliseconds) {
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget && !isAncestorOf(widget)) hide();
  }
  return QFrame::eventFilter(watched, event);
}

QString MessageBar::text() const { return isVisible() ? m_text->text() : QString(); }

}  // namespace trainyard
