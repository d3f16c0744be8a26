// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_head.h"

#include <array>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/records/state_mark.h"
#include "gui/studies/study_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using Act = StudyActions::Act;

constexpr double nameRoomOfStudy = 90;
constexpr std::array allActs{Act::addTrials, Act::stopRest, Act::exportJournal, Act::openBest};

}  // namespace

StudyHead::StudyHead(const StudyModel* study, StudyActions* actions)
    : m_study(study), m_actions(actions) {
  look::makePageHead(this);
  setProperty("pane", true);
  m_back->setIcon(look::icon(u"chevron-left"_s));
  look::setKind(m_back, look::quietKind);
  m_name->setFont(look::font(look::Role::page));
  m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  look::setInk(m_kind, [](const look::Tokens& t) { return t.text2; });
  auto* row = look::rowIn(this, px(8), {px(12), 0, px(20), 0});
  look::addAll(row, {m_back, {m_name, 1}, m_kind, m_state});
  row->addSpacing(px(8));
  for (std::size_t i = 0; i < allActs.size(); ++i) m_buttons << new QPushButton;
  for (const Act act : allActs) {
    row->addWidget(button(act));
    connect(button(act), &QPushButton::clicked, this,
            [this, act] { m_actions->act(act, m_study->content()); });
  }
  look::setKind(button(Act::openBest), look::primaryKind);
  connect(m_back, &QPushButton::clicked, this, &StudyHead::backRequested);
  connect(m_actions, &StudyActions::connectionChanged, this, &StudyHead::showButtons);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void StudyHead::retranslate() {
  m_back->setText(tr("Studies"));
  button(Act::openBest)->setText(tr("Open best as experiment"));
  fit();
  showButtons();
}

// Gives up more with each step: what kind of study it is, icons, then the words of the three
// buttons that have an icon.
void StudyHead::fit() {
  const std::array icons{u"plus"_s, u"player-stop"_s, u"download"_s};
  const QStringList words{tr("Add trials…"), tr("Stop the rest"), tr("Export for Optuna…")};
  for (int step = 0; step < 4; ++step) {
    m_kind->setVisible(step == 0);
    int room = width() - px(nameRoomOfStudy) - m_back->sizeHint().width() -
               m_state->sizeHint().width() - button(Act::openBest)->sizeHint().width() - px(90);
    if (step == 0) room -= m_kind->sizeHint().width();
    for (std::size_t i = 0; i < icons.size(); ++i) {
      QPushButton* each = button(allActs[i]);
      const QString& word = words[static_cast<qsizetype>(i)];
      each->setText(step < 3 ? word : QString());
      each->setAccessibleName(word);
      each->setIcon(step == 2 ? QIcon() : look::icon(icons[i]));
      room -= each->sizeHint().width();
    }
    if (room >= 0) return;
  }
}

void StudyHead::showStudy() {
  showButtons();
  const StudyContent* content = m_study->content().get();
  if (!content) return;
  const StudySummary& summary = content->summary;
  m_name->setText(summary.name);
  m_state->setState(
      {StudyText::state(summary), stateIcon(summary.state), stateTone(summary.state)});
  m_kind->setText(StudyText::kind(*content));
  fit();
}

void StudyHead::showButtons() {
  const StudyContent* content = m_study->content().get();
  const auto show = [&](Act act, const QString& tip) {
    const QString why = m_actions->whyNot(act, content);
    button(act)->setEnabled(why.isEmpty());
    button(act)->setToolTip(plainTip(why.isEmpty() ? tip : why));
  };
  show(Act::openBest, tr("Opens the experiment with the best values and without its search"));
  show(Act::addTrials, tr("Add trials: the study goes on with more of them"));
  show(Act::stopRest, tr("Stop the rest: what runs goes on, no further trial starts"));
  show(Act::exportJournal, tr("Export for Optuna: a file that Optuna and its dashboard open"));
}

}  // namespace trainyard
