// SPDX-License-Identifier: GPL-3.0-or-later
// How a person hears of agents that ask for consent: a notice on the page that is shown, the bell
// of the rail, and the dialog, which opens only when somebody asks for it.
#pragma once

#include <QPointer>
#include <functional>

#include "gui/consents/consent_dialog.h"

class QAction;
class QMenu;

namespace trainyard {

class BellButton;
class MessageBar;

class ConsentNotices : public QObject {
  Q_OBJECT
 public:
  // `bell` is given its menu, with `settings` as the last entry. `notices`: those of the page that
  // is shown. All must outlive it.
  ConsentNotices(ServiceClient* client, QWidget* window, BellButton* bell, QAction* settings,
                 std::function<MessageBar*()> notices);

  const QList<ConsentRecord>& open() const { return m_consents.open(); }
  void show(const QString& id);
  ConsentDialog* dialog() const { return m_dialog; }  // the one that is open; may be null

 signals:
  void experimentWanted(const trainyard::ExperimentCopy& copy);

 private:
  void announce(const ConsentRecord& request);
  void note();
  void fillMenu();
  void showRecord(const ConsentRecord& record);
  void tellAnswer(const ConsentRecord& record);

  Consents m_consents;
  QWidget* m_window;
  BellButton* m_bell;
  QAction* m_settings;
  QMenu* m_menu;
  std::function<MessageBar*()> m_notices;
  QPointer<MessageBar> m_told;  // where a notice of this stands
  QString m_words;              // and what it says
  QPointer<ConsentDialog> m_dialog;
};

}  // namespace trainyard
