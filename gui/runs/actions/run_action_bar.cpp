// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/actions/run_action_bar.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int numButtons = 6;  // the others are in the menu only

}  // namespace

RunActionBar::RunActionBar() : m_count(new QLabel), m_menu(new QMenu(this)) {
  m_count->setTextFormat(Qt::PlainText);
  m_count->setFont(look::font(look::Role::emphasis));
  auto* row = look::rowIn(this, px(4), {px(12), px(6), px(8), px(6)});
  row->addWidget(m_count);
  row->addSpacing(px(4));
  add(Act::compare, u"arrows-diff"_s, u"Ctrl+Shift+C"_s);
  add(Act::duplicate, u"copy"_s, u"Ctrl+Shift+D"_s);
  add(Act::tag, u"tag"_s);
  add(Act::archive, u"archive"_s);
  add(Act::resume, u"player-play"_s);
  add(Act::cancel, u"player-stop"_s);
  m_menu->addSeparator();
  add(Act::open, u"external-link"_s);
  add(Act::pin, u"pin"_s);
  add(Act::rename, u"pencil"_s, u"F2"_s);
  add(Act::note, u"file-text"_s);
  add(Act::project, u"folder"_s, u"Ctrl+Shift+M"_s);
  add(Act::fetch, u"download"_s);
  m_menu->addSeparator();
  add(Act::report, u"file"_s, u"Ctrl+Shift+E"_s);
  add(Act::study, u"git-fork"_s);
  m_menu->addSeparator();
  add(Act::remove, u"trash"_s, u"Del"_s);
  for (int i = 0; i < numButtons; ++i) {
    auto* button = new QToolButton;
    button->setDefaultAction(m_entries[i].action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    look::setKind(button, i == 0 ? look::toolKind : look::quietKind);
    m_entries[i].button = button;
    row->addWidget(button);
  }
  row->addStretch(1);
  m_more->setIcon(look::icon(u"dots"_s));
  look::setKind(m_more, look::quietKind);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(m_menu);
  row->addWidget(m_more);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { retranslate(); });
  show({}, false);
}

void RunActionBar::add(Act act, const QString& icon, const QString& keys) {
  auto* action = new QAction(look::icon(icon), QString(), this);
  if (!keys.isEmpty()) {
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  }
  connect(action, &QAction::triggered, this, [this, act] { emit wanted(act); });
  addAction(action);
  m_menu->addAction(action);
  m_entries << Entry{act, action};
}

QAction* RunActionBar::action(Act act) const {
  return std::ranges::find(m_entries, act, &Entry::act)->action;
}

void RunActionBar::retranslate() {
  action(Act::open)->setText(tr("Open"));
  action(Act::compare)->setText(tr("Compare"));
  action(Act::duplicate)->setText(tr("Duplicate"));
  action(Act::tag)->setText(tr("Tag"));
  action(Act::archive)->setText(tr("Archive"));
  action(Act::resume)->setText(tr("Resume"));
  action(Act::cancel)->setText(tr("Cancel"));
  action(Act::pin)->setText(tr("Pin as baseline"));
  action(Act::rename)->setText(tr("Rename…"));
  action(Act::note)->setText(tr("Note…"));
  action(Act::project)->setText(tr("Move to project…"));
  action(Act::fetch)->setText(tr("Fetch…"));
  action(Act::report)->setText(tr("Save report…"));
  action(Act::study)->setText(tr("Show its study"));
  action(Act::remove)->setText(tr("Remove…"));
  m_more->setAccessibleName(tr("More actions"));
  m_more->setToolTip(tr("More actions"));
}

void RunActionBar::allow(Act act, bool isPossible, const QString& why) {
  QAction* one = action(act);
  one->setEnabled(isPossible);
  const QString keys = one->shortcut().toString(QKeySequence::NativeText);
  one->setToolTip(
      plainTip(isPossible || why.isEmpty()
                   ? (keys.isEmpty() ? one->text() : u"%1 (%2)"_s.arg(one->text(), keys))
                   : why));
}

void RunActionBar::show(const QList<RunRecord>& chosen, bool isServed) {
  m_numChosen = static_cast<int>(chosen.size());
  m_count->setText(m_numChosen == 0 ? tr("None chosen") : tr("%n chosen", nullptr, m_numChosen));
  const auto any = [&](auto&& of) { return std::ranges::any_of(chosen, of); };
  const bool isOne = m_numChosen == 1, isSome = m_numChosen > 0;
  const QString none = tr("Choose runs in the table first.");
  const QString one = tr("Choose one run.");
  const QString unserved =
      tr("The background service is not connected; this is available again once it is.");
  const auto served = [&](const QString& why) { return isServed ? why : unserved; };
  allow(Act::open, isOne, one);
  allow(Act::compare, m_numChosen > 1, tr("Choose two runs or more: Ctrl and Shift add rows."));
  allow(Act::duplicate, isOne, one);
  for (const Act act : {Act::tag, Act::archive, Act::project})
    allow(act, isSome && isServed, served(none));
  for (const Act act : {Act::pin, Act::rename, Act::note})
    allow(act, isOne && isServed, served(one));
  action(Act::archive)
      ->setText(isSome && std::ranges::all_of(chosen, &RunRecord::isArchived) ? tr("Unarchive")
                                                                              : tr("Archive"));
  action(Act::pin)->setText(isOne && chosen[0].isPinned ? tr("No longer the baseline")
                                                        : tr("Pin as baseline"));
  allow(Act::resume, isServed && any([](const RunRecord& run) {
                       return !isOpen(run.state) && run.state != RunState::completed;
                     }),
        served(isSome ? tr("Only runs that ended before they were completed can be resumed.")
                      : none));
  allow(Act::cancel, isServed && any([](const RunRecord& run) { return isOpen(run.state); }),
        served(isSome ? tr("None of them is waiting or running.") : none));
  allow(Act::fetch, isServed && isOne && chosen[0].target != "here"_L1,
        served(isOne ? tr("The run is on this computer already.") : one));
  allow(Act::report, isSome, none);
  // A search in one job says so on its page only: the table knows nothing of its trials.
  allow(Act::study, isOne && (!chosen[0].study.isEmpty() || chosen[0].workload == "engine"_L1),
        isOne ? tr("The run belongs to no study.") : one);
  allow(Act::remove,
        isServed && isSome && !any([](const RunRecord& run) { return isOpen(run.state); }),
        served(isSome ? tr("Runs that are not over cannot be removed; cancel them first.") : none));
  fit();
}

// Where the words of all do not fit, only the first two have theirs.
void RunActionBar::fit() {
  const auto want = [this](int numWords) {
    int width = m_count->sizeHint().width() + px(70);
    for (int i = 0; i < numButtons; ++i) {
      m_entries[i].button->setToolButtonStyle(i < numWords ? Qt::ToolButtonTextBesideIcon
                                                           : Qt::ToolButtonIconOnly);
      width += m_entries[i].button->sizeHint().width() + px(4);
    }
    return width;
  };
  for (int numWords = numButtons; numWords >= 0; --numWords)
    if (want(numWords) <= width()) return;
}

}  // namespace trainyard
