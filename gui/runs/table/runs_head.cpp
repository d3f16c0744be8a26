// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/runs_head.h"

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int typingMilliseconds = 150;
constexpr int searchWidth = 460;

}  // namespace

RunsHead::RunsHead(QWidget* views, QWidget* layouts) {
  look::makePageHead(this);
  m_search->setClearButtonEnabled(true);
  m_search->setMaximumWidth(look::px(searchWidth));
  m_search->addAction(look::icon(u"search"_s), QLineEdit::LeadingPosition);
  m_count->setForegroundRole(QPalette::PlaceholderText);
  look::setInk(m_refusal, look::Tone::failed);
  m_refusal->hide();
  auto* row = look::rowIn(this, look::px(12), {look::px(20), 0, look::px(20), 0});
  look::addAll(row, {m_title, views, {m_search, 1}, m_count, {m_refusal, 1}, look::gap(0)});
  row->addWidget(layouts);
  m_typing.setSingleShot(true);
  m_typing.setInterval(typingMilliseconds);
  connect(m_search, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
  connect(&m_typing, &QTimer::timeout, this, [this] { emit filterTyped(m_search->text()); });
  look::keepTranslated(this, [this] {
    m_title->setText(tr("Runs"));
    m_search->setPlaceholderText(tr("Words, or a condition like eval/loss < 2"));
    m_search->setAccessibleName(tr("Search runs"));
    m_search->setToolTip(
        tr("Words of name, tags, note or cluster, and conditions: state:failed  tag:sft  "
           "on:leonardo  since:2d  is:pinned  eval/loss < 0.8  optimizer.learning_rate >= 1e-5  "
           "lr = 1e-5. A minus in front leaves out what matches."));
  });
}

void RunsHead::setFilter(const QString& filter) {
  m_search->setText(filter);
  m_typing.stop();
}

void RunsHead::showRefusal(const QString& sentence) {
  look::setFieldTone(m_search, sentence.isEmpty() ? QString() : u"failed"_s);
  m_refusal->setText(sentence);
  m_refusal->setToolTip(plainTip(sentence));
  m_refusal->setVisible(!sentence.isEmpty());
  m_count->setVisible(sentence.isEmpty());
}

}  // namespace trainyard
