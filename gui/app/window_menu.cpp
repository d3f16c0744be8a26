// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_menu.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMessageBox>

#include "gui/app/language.h"
#include "gui/app/notifications_dialog.h"
#include "gui/look/theme.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {

WindowMenu::WindowMenu(QMenu* menu, QWidget* window) : QObject(window), m_window(window) {
  m_themes = choices(
      menu, {u"0"_s, u"1"_s, u"2"_s}, QString::number(static_cast<int>(look::chosenTheme())),
      [](const QString& theme) { look::chooseTheme(static_cast<look::Theme>(theme.toInt())); });
  m_languages = choices(menu, {QString(), u"en"_s, u"de"_s}, chosenLanguage(), chooseLanguage);
  m_notifications = menu->addAction(QString(), this, [this] {
    auto* dialog = new NotificationsDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  m_about = menu->addAction(QString(), this, &WindowMenu::showAbout);
}

QMenu* WindowMenu::choices(QMenu* menu, const QStringList& values, const QString& chosen,
                           const std::function<void(const QString&)>& choose) {
  auto* choices = new QMenu(m_window);
  auto* group = new QActionGroup(choices);
  for (const QString& value : values) {
    QAction* action = choices->addAction(QString(), this, [choose, value] { choose(value); });
    action->setCheckable(true);
    action->setChecked(value == chosen);
    group->addAction(action);
  }
  menu->addMenu(choices);
  return choices;
}

void WindowMenu::retranslate() {
  m_notifications->setText(tr("Notifications…"));
  m_about->setText(tr("About"));
  m_languages->setTitle(tr("Language"));
  m_themes->setTitle(tr("Theme"));
  const QStringList themes{tr("As the system"), tr("Light"), tr("Dark")};
  for (int i = 0; i < themes.size(); ++i) m_themes->actions().at(i)->setText(themes[i]);
  // Each language is listed by its own name, so that users can find theirs.
  const QStringList names{tr("As the system"), u"English"_s, u"Deutsch"_s};
  for (int i = 0; i < names.size(); ++i) m_languages->actions().at(i)->setText(names[i]);
}

void WindowMenu::switchTheme() {
  look::chooseTheme(look::tokens(m_window->palette()).isDark ? look::Theme::light
                                                             : look::Theme::dark);
}

void WindowMenu::showAbout() {
  auto* box = new QMessageBox(m_window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Trainyard"));
  box->setTextFormat(Qt::RichText);
  box->setText(tr("<h3>Trainyard %1</h3><p>Design, start and monitor the training of language "
                  "models.</p><p>Free software under the GNU General Public License, version 3 or "
                  "later. It comes without any warranty.</p>")
                   .arg(QApplication::applicationVersion()));
  box->open();
}

}  // namespace trainyard
