// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_head.h"

#include "engine/system/unix_time.h"
#include "gui/clusters/link_delegate.h"
#include "gui/forms/plain_label.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ClusterHead::ClusterHead() : m_link(plainLabel(look::Role::emphasis)), m_text(plainLabel()) {
  for (int act = 0; act <= static_cast<int>(Act::remove); ++act) {
    auto* button = new QPushButton;
    m_buttons << button;
    connect(button, &QPushButton::pressed, this, [this] { m_pressed = m_shown; });
    connect(button, &QPushButton::clicked, this, [this, act] {
      if (!m_shown.isEmpty() && m_shown == m_pressed)
        emit requested(static_cast<Act>(act), m_shown);
    });
  }
  m_name->setFont(look::font(look::Role::page));
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* title = look::rowIn(nullptr, 10);
  look::addAll(title, {m_name, m_link, look::gap(), button(Act::files)});
  auto* buttons = look::rowIn(nullptr, 6);
  for (const Act act : {Act::connect, Act::disconnect, Act::check, Act::checkJob})
    buttons->addWidget(button(act));
  look::addAll(buttons, {look::gap(), button(Act::edit)});
  buttons->addSpacing(18);
  buttons->addWidget(button(Act::remove));
  look::addAll(look::columnIn(this, 6, {14, 12, 14, 8}), {title, buttons, m_text});
  look::keepTranslated(this, [this] { retranslate(); });
}

QList<QAbstractButton*> ClusterHead::commandButtons() const {
  return {button(Act::check), button(Act::checkJob), button(Act::files), button(Act::edit),
          button(Act::remove)};
}

void ClusterHead::retranslate() {
  const auto named = [this](Act act, const QString& text) {
    button(act)->setText(text);
    return button(act);
  };
  named(Act::files, tr("Files"))->setToolTip(tr("List its base folder and look at files there"));
  named(Act::connect, tr("Connect"))
      ->setToolTip(tr("Log in once; commands, files, live values and logs share this login"));
  named(Act::disconnect, tr("Disconnect"));
  named(Act::check, tr("Check"))
      ->setToolTip(tr("Log in and check versions, limits, accounts and space"));
  named(Act::checkJob, tr("Check with a job"))
      ->setToolTip(
          tr("The same, plus a one-minute job that checks a compute node: base folder, C library, "
             "driver, GPUs, modules, live stream"));
  named(Act::edit, tr("Chan&ge…"))->setToolTip(tr("Host, folders and site of this cluster"));
  named(Act::remove, tr("Remove…"));
}

void ClusterHead::show(const TargetRecord* cluster, bool isBusy) {
  m_shown = cluster ? cluster->settings.name : QString();
  if (!cluster) return;
  m_name->setText(m_shown);
  m_link->setText(u"● "_s + TargetText::link(*cluster));
  look::setInk(m_link, linkTone(cluster->link));
  m_text->setText(TargetText::summary(*cluster, unix_time()));
  button(Act::connect)
      ->setEnabled(!isBusy && cluster->link != TargetLink::connected &&
                   cluster->link != TargetLink::connecting);
  button(Act::disconnect)
      ->setEnabled(cluster->link != TargetLink::none && cluster->link != TargetLink::refused);
  for (const Act act : {Act::check, Act::checkJob, Act::edit, Act::remove})
    button(act)->setEnabled(!isBusy);
}

}  // namespace trainyard
