#include "gui/app/notice_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int newsMilliseconds = 6000;

}  // namespace

NoticeStrip::NoticeStrip(QWidget* parent)
    : QFrame(parent), m_text(new QLabel), m_timer(new QTimer(this)) {
  setAutoFillBackground(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* close = new QToolButton;
  close->setText(u"✕"_s);
  close->setAutoRaise(true);
  close->setToolTip(tr("Close this notice (Esc)"));
  close->setShortcut(Qt::Key_Escape);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 6, 8, 6);
  row->addWidget(m_text, 1);
  row->addWidget(close, 0, Qt::AlignTop);
  m_timer->setSingleShot(true);
  m_timer->setInterval(newsMilliseconds);
  connect(m_timer, &QTimer::timeout, this, &QWidget::hide);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  hide();
}

void NoticeStrip::showSentence(const QString& sentence, const QColor& colour) {
  const QColor ground = palette().color(QPalette::Active, QPalette::Base);
  const auto mix = [](int a, int b) { return (a * 18 + b * 82) / 100; };
  QPalette coloured = palette();
  coloured.setColor(QPalette::Window,
                    QColor(mix(colour.red(), ground.red()), mix(colour.green(), ground.green()),
                           mix(colour.blue(), ground.blue())));
  setPalette(coloured);
  m_text->setText(sentence);
  show();
}

void NoticeStrip::showError(const QString& sentence) {
  m_timer->stop();
  showSentence(sentence, QColor(0xd03b3b));
}

void NoticeStrip::showNews(const QString& sentence) {
  showSentence(sentence, QColor(0x1f9e57));
  m_timer->start();
}

QString NoticeStrip::text() const { return isVisible() ? m_text->text() : QString(); }

}  // namespace trainyard
