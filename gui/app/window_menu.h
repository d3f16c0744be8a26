// SPDX-License-Identifier: GPL-3.0-or-later
// What the menu of the rail offers: theme, language, notifications, and what this program is.
#pragma once

#include <QObject>
#include <functional>

class QAction;
class QMenu;

namespace trainyard {

class WindowMenu : public QObject {
  Q_OBJECT
 public:
  // Dialogs belong to `window`.
  WindowMenu(QMenu* menu, QWidget* window);

  QAction* notifications() { return m_notifications; }
  void retranslate();
  // From light to dark, or back.
  void switchTheme();

 private:
  QMenu* choices(QMenu* menu, const QStringList& values, const QString& chosen,
                 const std::function<void(const QString&)>& choose);
  void showAbout();

  QWidget* m_window;
  QMenu *m_themes, *m_languages;
  QAction *m_notifications, *m_about;
};

}  // namespace trainyard
