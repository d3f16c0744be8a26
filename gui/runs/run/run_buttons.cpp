// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/run_buttons.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/run/cancel_question.h"
#include "gui/targets/target_list.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int buttonGap = CancelQuestion::spacing;

enum ButtonsRow { ButtonsPage, QuestionPage };

// Of a button or an action.
template <class Control>
void setPossible(Control* control, bool possible, const QString& tip) {
  control->setEnabled(possible);
  control->setToolTip(plainTip(tip));
}

}  // namespace

RunButtons::RunButtons(RunModel* run, RunActions* actions)
    : m_run(run),
      m_actions(actions),
      m_question(new CancelQuestion(run, actions)),
      m_menu(new QMenu(this)),
      m_rename(new QAction(look::icon(u"pencil"_s), QString(), this)),
      m_pin(new QAction(look::icon(u"pin"_s), QString(), this)),
      m_archive(new QAction(look::icon(u"archive"_s), QString(), this)),
      m_moment(new QAction(look::icon(u"clock"_s), QString(), this)),
      m_report(new QAction(look::icon(u"file"_s), QString(), this)),
      m_files(new QAction(look::icon(u"table"_s), QString(), this)),
      m_folder(new QAction(look::icon(u"folder"_s), QString(), this)),
      m_remove(new QAction(look::icon(u"trash"_s), QString(), this)) {
  m_pages->addWidget(buildButtons());
  m_pages->addWidget(m_question);
  look::columnIn(this)->addWidget(m_pages);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(m_actions, &RunActions::connectionChanged, this, &RunButtons::refresh);
  connect(m_question, &CancelQuestion::closed, this, [this] {
    m_pages->setCurrentIndex(ButtonsPage);
    if (m_cancel->isEnabled()) m_cancel->setFocus();
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

std::function<void()> RunButtons::onPressedRun(std::function<void(const RunRecord&)> act) {
  return [this, act = std::move(act)] {
    // A copy: the action may replace the record.
    const RunRecord run = m_run->record();
    if (!run.run.isEmpty() && run.run == m_pressed) act(run);
  };
}

void RunButtons::bind(QPushButton* button, std::function<void(const RunRecord&)> act) {
  connect(button, &QPushButton::pressed, this, [this] { m_pressed = m_run->record().run; });
  connect(button, &QPushButton::clicked, this, onPressedRun(std::move(act)));
}

void RunButtons::bind(QAction* action, std::function<void(const RunRecord&)> act) {
  m_menu->addAction(action);
  connect(action, &QAction::triggered, this, onPressedRun(std::move(act)));
}

// What is chosen is meant for the run that was shown when the menu was opened.
void RunButtons::buildMenu() {
  using Act = RunActionBar::Act;
  connect(m_menu, &QMenu::aboutToShow, this, [this] { m_pressed = m_run->record().run; });
  const auto through = [this](QAction* action, Act act) {
    bind(action, [this, act](const RunRecord& run) { emit wanted(act, run); });
  };
  through(m_rename, Act::rename);
  through(m_pin, Act::pin);
  through(m_archive, Act::archive);
  m_menu->addSeparator();
  bind(m_moment, [this](const RunRecord&) { emit momentRequested(); });
  through(m_report, Act::report);
  bind(m_files, [this](const RunRecord& run) { emit filesRequested(run); });
  bind(m_folder, [this](const RunRecord& run) { emit folderRequested(run); });
  m_menu->addSeparator();
  bind(m_remove, [this](const RunRecord& run) { emit removeRequested(run); });
  m_remove->setProperty(look::kindProperty, look::dangerKind);
  m_menu->setToolTipsVisible(true);
  m_more->setIcon(look::icon(u"dots"_s));
  look::setKind(m_more, look::quietKind);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(m_menu);
}

QWidget* RunButtons::buildButtons() {
  auto* page = new QWidget;
  auto* row = look::rowIn(page, buttonGap);
  look::addAll(row, {m_resume, m_cancel, m_experiment, m_fetch, m_more, look::gap()});
  buildMenu();
  bind(m_resume, [this](const RunRecord& run) { resume(run); });
  bind(m_cancel, [this](const RunRecord& run) {
    m_pages->setCurrentIndex(QuestionPage);
    m_question->ask(run.run);
  });
  bind(m_fetch, [this](const RunRecord& run) { emit fetchRequested(run); });
  bind(m_experiment, [this](const RunRecord& run) { emit experimentRequested(run); });
  return page;
}

void RunButtons::fit(int width) {
  if (m_room == width) return;
  m_room = width;
  retranslate();
}

// Returns how wide they are with this much on them.
int RunButtons::dress(Dress dress) {
  const auto icon = [&](const QString& name) {
    return dress == Dress::words ? QIcon() : look::icon(name);
  };
  m_resume->setIcon(icon(u"player-play"_s));
  m_cancel->setIcon(icon(u"player-stop"_s));
  m_experiment->setIcon(icon(u"copy"_s));
  m_fetch->setIcon(icon(u"download"_s));
  // "Submit again" replaces "Resume" and needs more room.
  m_resume->setMinimumWidth(0);
  m_resume->setText(tr("Submit again"));
  const int widest = m_resume->sizeHint().width();
  m_resume->setText(tr("Resume"));
  m_resume->setMinimumWidth(std::max(widest, m_resume->sizeHint().width()));
  int width = m_resume->minimumWidth();
  for (const QWidget* button : QList<QWidget*>{m_cancel, m_experiment, m_fetch, m_more})
    width += buttonGap + button->sizeHint().width();
  return width;
}

void RunButtons::retranslate() {
  m_cancel->setText(tr("Cancel run"));
  m_fetch->setText(tr("&Fetch…"));
  m_experiment->setText(tr("Duplicate"));
  if (dress(Dress::wordsAndIcons) > m_room && m_room > 0 && dress(Dress::words) > m_room) {
    // What is rarest shows its icon alone.
    m_fetch->setIcon(look::icon(u"download"_s));
    m_experiment->setIcon(look::icon(u"copy"_s));
    for (QPushButton* button : {m_fetch, m_experiment}) {
      button->setAccessibleName(button->text().remove(u'&'));
      button->setText({});
    }
  }
  m_rename->setText(tr("Rename…"));
  m_moment->setText(tr("Time machine") + u"\tCtrl+Shift+T"_s);
  m_report->setText(tr("Save report…"));
  m_more->setAccessibleName(tr("More actions"));
  m_more->setToolTip(tr("More actions"));
  m_files->setText(tr("Files"));
  m_folder->setText(tr("Open folder"));
  m_remove->setText(tr("Remove…"));
  // The question covers the position of "Cancel run", so that a second click there does not confirm
  // it.
  m_question->retranslate(m_resume->minimumWidth() + buttonGap + m_cancel->sizeHint().width());
  refresh();
}

void RunButtons::refresh() {
  const RunRecord& run = m_run->record();
  const bool isHere = TargetList::isHere(run.target), isLost = RunText::isLost(run);
  const bool isThere = !m_run->isEmpty() && !m_run->isGone();
  const bool isServed = m_actions->isConnected(), mayAct = isThere && isServed;
  const auto tip = [&](const QString& words) {
    return isServed ? words
                    : tr("The background service is not connected; this is available again "
                         "once it is.");
  };
  m_resume->setText(isLost ? tr("Submit again") : tr("Resume"));
  setPossible(
      m_resume, mayAct && !isOpen(run.state) && run.state != RunState::completed,
      tip(isLost ? tr("Its job was lost before it ran; this makes a new one for the same run")
                 : tr("Continue from the last checkpoint, as a new attempt of the same run")));
  setPossible(m_cancel, mayAct && isOpen(run.state), tip(tr("Ask the run to save and stop")));
  setPossible(m_fetch, mayAct && !isHere && run.state != RunState::preparing && !m_run->transfer(),
              tip(isHere ? tr("The run is on this computer already")
                         : tr("Fetch checkpoints or results to this computer")));
  setPossible(m_remove, mayAct && !isOpen(run.state),
              tip(tr("Delete its folder or its checkpoints; asks first")));
  setPossible(m_files, mayAct, tip(tr("List the run's folder and look at its files")));
  setPossible(m_folder, isThere && isHere,
              isHere ? run.folder : tr("Its folder is on %1: %2").arg(run.target, run.folder));
  setPossible(m_experiment, isThere && !RunText::experiment(run).isEmpty(),
              tr("Open its experiment as a new one: %1").arg(RunText::experiment(run)));
  for (QAction* action : {m_rename, m_pin, m_archive}) setPossible(action, mayAct, tip({}));
  setPossible(m_report, isThere, {});
  m_pin->setText(run.isPinned ? tr("No longer the baseline") : tr("Pin as baseline"));
  m_archive->setText(run.isArchived ? tr("Unarchive") : tr("Archive"));
  m_question->refresh();
}

void RunButtons::resumeShown(const QStringList& changes) {
  if (m_resume->isEnabled()) resume(RunRecord(m_run->record()), changes);
}

void RunButtons::resume(const RunRecord& run, const QStringList& changes) {
  m_actions->resume(
      run.run,
      RunText::isLost(run) ? RunActions::Resume::again : RunActions::Resume::fromCheckpoint,
      changes);
}

}  // namespace trainyard
