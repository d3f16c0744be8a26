// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/reading/reading_frame.h"

#include <QPushButton>

#include "gui/forms/contract_text.h"
#include "gui/forms/elided_label.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/reading/reading_panel.h"
#include "gui/runs/records/run_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

// The message that says what is read, or that nothing could be.
const MessageRecord* readingMessage(const RunModel& run) {
  for (const MessageRecord& message : run.messages().messages())
    if (message.code.startsWith(u"metrics.found"_s) || message.code == u"metrics.nothing_found"_s ||
        message.code == u"metrics.only_progress"_s || message.code == u"metrics.no_line_fits"_s)
      return &message;
  return nullptr;
}

}  // namespace

ReadingFrame::ReadingFrame(QWidget* content, RunModel* run, RunActions* actions)
    : m_run(run),
      m_strip(new QWidget),
      m_text(new ElidedLabel),
      m_change(new QPushButton),
      m_close(new QPushButton),
      m_panel(new ReadingPanel(run, actions)) {
  auto* row = look::rowIn(m_strip, px(8), {px(20), px(5), px(12), px(5)});
  m_strip->setAutoFillBackground(true);
  m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_change->setIcon(look::icon(u"adjustments-horizontal"_s));
  m_change->setCheckable(true);
  m_close->setIcon(look::icon(u"x"_s));
  look::setKind(m_close, look::quietKind);
  look::addAll(row, {{m_text, 1}, m_change, m_close});
  auto* body = new QWidget;
  look::addAll(look::rowIn(body), {{content, 1}, m_panel});
  look::addAll(look::columnIn(this), {m_strip, {body, 1}});
  m_panel->hide();
  connect(m_change, &QPushButton::toggled, this, &ReadingFrame::setPanelShown);
  connect(m_close, &QPushButton::clicked, this, [this] {
    m_closedOf = m_run->record().run;
    setPanelShown(false);
    showStrip();
  });
  connect(m_panel, &ReadingPanel::closed, this, [this] {
    setPanelShown(false);
    m_change->setFocus();
  });
  connect(m_panel, &ReadingPanel::done, this, &ReadingFrame::done);
  connect(m_run, &RunModel::chosen, this, [this] {
    setPanelShown(false);
    showStrip();
  });
  MessagesModel& messages = m_run->messages();
  connect(&messages, &QAbstractItemModel::modelReset, this, &ReadingFrame::showStrip);
  connect(&messages, &QAbstractItemModel::rowsInserted, this, &ReadingFrame::showStrip);
  look::keepTranslated(this, [this] {
    m_change->setText(tr("Change…"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    showStrip();
  });
}

void ReadingFrame::showStrip() {
  const MessageRecord* message = readingMessage(*m_run);
  const bool isShown = message && m_closedOf != m_run->record().run;
  m_strip->setVisible(isShown);
  if (isShown)
    m_text->setText(ContractText::message(message->code.toStdString(), message->arguments,
                                          message->text.toStdString())
                        .simplified());
}

void ReadingFrame::setPanelShown(bool isShown) {
  if (m_change->isChecked() != isShown) {
    m_change->setChecked(isShown);
    return;
  }
  if (m_panel->isVisibleTo(this) == isShown) return;
  m_panel->setVisible(isShown);
  if (isShown) m_panel->begin();
}

}  // namespace trainyard
