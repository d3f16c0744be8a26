// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_head.h"

#include <QMenu>
#include <array>

#include "gui/forms/plain_label.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using Act = ClusterHead::Act;

constexpr std::array barActs{Act::edit,     Act::terminal,   Act::files,  Act::check,
                             Act::checkJob, Act::disconnect, Act::connect};
constexpr double separatorGap = 18;

}  // namespace

ClusterHead::ClusterHead() : m_title(plainLabel(look::Role::page)), m_menu(new QMenu(this)) {
  look::makePageHead(this);
  setProperty("pane", true);
  const std::array icons{u"pencil"_s, u"terminal-2"_s, u"folder"_s, u"check"_s,
                         u"tools"_s,  u"power"_s,      u"lock"_s};
  auto* row = look::rowIn(this, px(8), {px(20), 0, px(12), 0});
  look::addAll(row, {m_title, look::gap()});
  for (std::size_t i = 0; i < barActs.size(); ++i) {
    auto* each = new QPushButton(look::icon(icons[i]), QString());
    m_buttons << each;
    // What ends the login stands apart.
    if (barActs[i] == Act::disconnect) row->addSpacing(px(separatorGap));
    row->addWidget(each);
    connect(each, &QPushButton::pressed, this, [this] { m_pressed = m_shown; });
    connect(each, &QPushButton::clicked, this, [this, act = barActs[i]] {
      if (!m_shown.isEmpty() && m_shown == m_pressed) emit requested(act, m_shown);
    });
  }
  look::setKind(button(Act::connect), look::primaryKind);
  addMenu();
  row->addWidget(m_more);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void ClusterHead::addMenu() {
  m_more->setIcon(look::icon(u"dots"_s));
  m_more->setMenu(m_menu);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setFocusPolicy(Qt::TabFocus);
  m_remove = m_menu->addAction(QString());
  connect(m_menu, &QMenu::aboutToShow, this, [this] { m_pressed = m_shown; });
  connect(m_remove, &QAction::triggered, this, [this] {
    if (!m_shown.isEmpty() && m_shown == m_pressed) emit requested(Act::remove, m_shown);
  });
}

QList<QAbstractButton*> ClusterHead::commandButtons() const {
  QList<QAbstractButton*> buttons;
  for (QPushButton* each : m_buttons) buttons << each;
  return buttons << m_more;
}

void ClusterHead::retranslate() {
  m_title->setText(tr("Clusters"));
  m_more->setAccessibleName(tr("More"));
  m_more->setToolTip(tr("More"));
  m_remove->setText(tr("Remove…"));
  button(Act::edit)->setToolTip(tr("Host, folders and site of this cluster (Alt+G)"));
  button(Act::terminal)->setToolTip(tr("Copy the command that opens a shell there in this login"));
  button(Act::files)->setToolTip(tr("List its base folder and look at files there"));
  button(Act::check)->setToolTip(tr("Log in and check versions, limits, accounts and space"));
  button(Act::checkJob)
      ->setToolTip(
          tr("The same, plus a one-minute job that checks a compute node: base folder, C library, "
             "driver, GPUs, modules, live stream"));
  button(Act::disconnect)->setToolTip(tr("End the login; runs there continue"));
  button(Act::connect)
      ->setToolTip(tr("Log in once; commands, files, live values and logs share this login"));
  fit();
}

// Icons alone, from the left, where all texts have no space: the likeliest keep theirs.
void ClusterHead::fit() {
  const QStringList texts{tr("Change…"),          tr("Terminal"),   tr("Files"), tr("Check"),
                          tr("Check with a job"), tr("Disconnect"), tr("Log in")};
  for (qsizetype hidden = 0; hidden < texts.size(); ++hidden) {
    int left = width() - m_title->sizeHint().width() - m_more->sizeHint().width() -
               px(32 + separatorGap) - static_cast<int>(texts.size() + 2) * px(8);
    for (qsizetype i = 0; i < texts.size(); ++i) {
      m_buttons[i]->setText(i < hidden ? QString() : texts[i]);
      m_buttons[i]->setAccessibleName(texts[i]);
      left -= m_buttons[i]->sizeHint().width();
    }
    if (left >= 0) break;
  }
  button(Act::edit)->setShortcut(QKeySequence(Qt::ALT | Qt::Key_G));
}

void ClusterHead::show(const TargetRecord* cluster, bool isBusy) {
  m_shown = cluster ? cluster->settings.name : QString();
  const TargetLink link = cluster ? cluster->link : TargetLink::none;
  const bool canAct = cluster && !isBusy;
  button(Act::connect)
      ->setEnabled(canAct && link != TargetLink::connected && link != TargetLink::connecting);
  button(Act::disconnect)
      ->setEnabled(cluster && link != TargetLink::none && link != TargetLink::refused);
  for (const Act act : {Act::check, Act::checkJob, Act::edit}) button(act)->setEnabled(canAct);
  for (const Act act : {Act::files, Act::terminal}) button(act)->setEnabled(cluster);
  m_remove->setEnabled(canAct);
  m_more->setEnabled(cluster);
}

}  // namespace trainyard
