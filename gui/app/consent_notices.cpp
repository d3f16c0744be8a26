// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/consent_notices.h"

#include <QApplication>
#include <QMenu>

#include "gui/app/bell_button.h"
#include "gui/consents/consent_text.h"
#include "gui/forms/message_bar.h"
#include "gui/look/icon.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ConsentNotices::ConsentNotices(ServiceClient* client, QWidget* window, BellButton* bell,
                               QAction* settings, std::function<MessageBar*()> notices)
    : m_consents(client),
      m_window(window),
      m_bell(bell),
      m_settings(settings),
      m_menu(new QMenu(bell)),
      m_notices(std::move(notices)) {
  bell->setMenu(m_menu);
  fillMenu();
  connect(m_menu, &QMenu::aboutToShow, this, &ConsentNotices::fillMenu);
  connect(&m_consents, &Consents::asked, this, &ConsentNotices::announce);
  connect(&m_consents, &Consents::changed, this, &ConsentNotices::note);
  connect(&m_consents, &Consents::answered, this, &ConsentNotices::tellAnswer);
  connect(&m_consents, &Consents::failed, this,
          [this](const QString& sentence) { m_notices()->showError(sentence); });
}

void ConsentNotices::announce(const ConsentRecord& request) {
  QApplication::alert(m_window);  // does nothing while the window is the active one
  MessageBar* bar = m_notices();
  const bool isOwn = bar == m_told && !m_words.isEmpty() && bar->text() == m_words;
  // What another question asks is not taken away; the bell has this one, too.
  if (bar->isAsking() && !isOwn) return;
  m_told = bar;
  m_words = open().size() == 1
                ? ConsentText::title(request) + u'.'
                : tr("%1 requests of agents wait for your consent.").arg(open().size());
  bar->ask(m_words, {{tr("Look"), [this] {
                        if (!open().isEmpty()) show(open().first().id);
                      }}});
}

void ConsentNotices::note() {
  m_bell->setCount(static_cast<int>(open().size()));
  if (!open().isEmpty() || !m_told) return;
  if (m_told->text() == m_words) m_told->dismiss();
  m_told = nullptr;
}

void ConsentNotices::fillMenu() {
  m_menu->clear();
  for (const ConsentRecord& record : open()) {
    QAction* entry = m_menu->addAction(look::icon(u"robot"_s),
                                       ConsentText::title(record).replace(u'&', u"&&"_s));
    connect(entry, &QAction::triggered, this, [this, id = record.id] { show(id); });
  }
  if (open().isEmpty()) m_menu->addAction(tr("Nothing waits for you"))->setEnabled(false);
  m_menu->addSeparator();
  m_menu->addAction(m_settings);
}

void ConsentNotices::show(const QString& id) {
  if (m_dialog && m_dialog->id() == id) {
    m_dialog->raise();
    return m_dialog->activateWindow();
  }
  m_consents.read(id, [this](const ConsentRecord& record) { showRecord(record); });
}

void ConsentNotices::showRecord(const ConsentRecord& record) {
  if (m_dialog) m_dialog->close();
  m_dialog = new ConsentDialog(&m_consents, record, m_window);
  connect(m_dialog, &ConsentDialog::experimentWanted, this, &ConsentNotices::experimentWanted);
  m_dialog->show();
  m_dialog->raise();
  m_dialog->activateWindow();
}

void ConsentNotices::tellAnswer(const ConsentRecord& record) {
  const QString who = ConsentText::agent(record.request);
  m_notices()->showInfo(
      record.state == ConsentState::denied    ? tr("%1 is told that you refuse.").arg(who)
      : record.state == ConsentState::session ? tr("%1 may go on within its budget.").arg(who)
                                              : tr("%1 may do this once.").arg(who));
}

}  // namespace trainyard
