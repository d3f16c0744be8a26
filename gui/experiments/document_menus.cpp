// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_menus.h"

#include <QMenu>
#include <QToolButton>

#include "gui/experiments/document_files.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double documentMenuButton = 28;

QToolButton* menuButton(const QString& icon) {
  auto* button = new QToolButton;
  look::setKind(button, look::quietKind);
  // The arrow that says that there is a menu would be wider than the icon.
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setIcon(look::icon(icon));
  button->setAutoRaise(true);
  button->setFixedSize(look::px(documentMenuButton), look::px(documentMenuButton));
  button->setMenu(new QMenu(button));
  button->menu()->setToolTipsVisible(true);
  button->setPopupMode(QToolButton::InstantPopup);
  return button;
}

}  // namespace

DocumentMenus::DocumentMenus(QObject* parent)
    : QObject(parent), m_beginning(menuButton(u"plus"_s)), m_file(menuButton(u"dots"_s)) {
  buildBeginning();
  buildFile();
}

void DocumentMenus::buildBeginning() {
  QMenu* menu = m_beginning->menu();
  const auto add = [&](const QString& icon, void (DocumentMenus::*wanted)()) {
    return menu->addAction(look::icon(icon), QString(), this, wanted);
  };
  m_empty = add(u"file"_s, &DocumentMenus::newWanted);
  m_presets = menu->addMenu(look::icon(u"file-text"_s), QString());
  m_presets->setToolTipsVisible(true);
  for (const Preset& preset : presets()) {
    QAction* action =
        m_presets->addAction(preset.name, this, [this, preset] { emit presetWanted(preset); });
    action->setToolTip(plainTip(preset.summary));
  }
  menu->addSeparator();
  m_open = add(u"folder"_s, &DocumentMenus::openWanted);
  m_recent = menu->addMenu(look::icon(u"clock"_s), QString());
  m_closed = add(u"restore"_s, &DocumentMenus::closedWanted);
  m_import = add(u"upload"_s, &DocumentMenus::importWanted);
  connect(menu, &QMenu::aboutToShow, this, &DocumentMenus::fillRecent);
}

void DocumentMenus::buildFile() {
  QMenu* menu = m_file->menu();
  m_save =
      menu->addAction(look::icon(u"device-floppy"_s), QString(), this, &DocumentMenus::saveWanted);
  m_saveAs = menu->addAction(look::icon(u"copy"_s), QString(), this, &DocumentMenus::saveAsWanted);
  menu->addSeparator();
  m_close = menu->addAction(look::icon(u"x"_s), QString(), this, &DocumentMenus::closeWanted);
}

void DocumentMenus::fillRecent() {
  m_recent->clear();
  for (const QString& path : DocumentFiles::recent())
    m_recent->addAction(QString(path).replace(u'&', u"&&"_s), this,
                        [this, path] { emit recentWanted(path); });
  m_recent->setEnabled(!m_recent->isEmpty());
}

// The keys are those of the places that act on them: a menu only names them.
void DocumentMenus::retranslate() {
  m_beginning->setAccessibleName(tr("New or open"));
  m_beginning->setToolTip(tr("New (Ctrl+N), or open (Ctrl+O)"));
  m_empty->setText(tr("Empty experiment") + u"\tCtrl+N"_s);
  m_presets->setTitle(tr("From a preset"));
  m_open->setText(tr("Open…") + u"\tCtrl+O"_s);
  m_recent->setTitle(tr("Open recent"));
  m_closed->setText(tr("Open what was closed without being saved") + u"\tCtrl+Shift+T"_s);
  m_import->setText(tr("Import settings of another trainer…"));
  m_file->setAccessibleName(tr("File"));
  m_file->setToolTip(tr("Save (Ctrl+S), and more of this file"));
  m_save->setText(tr("Save") + u"\tCtrl+S"_s);
  m_saveAs->setText(tr("Save under another name…") + u"\tCtrl+Shift+S"_s);
  m_close->setText(tr("Close") + u"\tCtrl+W"_s);
}

}  // namespace trainyard
