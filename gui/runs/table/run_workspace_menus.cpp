// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of RunWorkspace: views, groups, order, columns. They are made when they open, as they
// depend on what the runs have.
#include <QEvent>
#include <QLayout>
#include <QActionGroup>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "gui/runs/table/run_columns.h"
#include "gui/runs/table/run_views.h"
#include "gui/runs/table/run_workspace.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void RunWorkspace::setQuery(const RunTableQuery& query) {
  m_query = query;
  m_search->setText(query.filter);
  m_typing.stop();
  request(RunTableModel::Order::asRead);
}

void RunWorkspace::buildViewsMenu() {
  QMenu* menu = m_views->menu();
  menu->clear();
  const auto add = [&](const NamedRunQuery& view) {
    menu->addAction(view.name, this, [this, view] { setQuery(view.query); });
  };
  for (const NamedRunQuery& view : RunViews::included()) add(view);
  const QList<NamedRunQuery> saved = RunViews::saved();
  if (!saved.isEmpty()) menu->addSeparator();
  for (const NamedRunQuery& view : saved) add(view);
  menu->addSeparator();
  menu->addAction(tr("Save this view…"), this, &RunWorkspace::saveView);
  if (saved.isEmpty()) return;
  QMenu* forget = menu->addMenu(tr("Forget a view"));
  for (const NamedRunQuery& view : saved)
    forget->addAction(view.name, this, [this, name = view.name] {
      RunViews::remove(name);
      emit viewsChanged();
    });
}

void RunWorkspace::showView(const QString& name) {
  for (const NamedRunQuery& view : RunViews::saved())
    if (view.name == name) setQuery(view.query);
}

void RunWorkspace::saveView() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save this view"));
  dialog->setLabelText(tr("Its name; search, groups, order and columns are kept."));
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
    if (name.trimmed().isEmpty()) return;
    RunViews::save({name.trimmed(), m_query});
    emit viewsChanged();
  });
  dialog->open();
}

void RunWorkspace::buildGroupMenu() {
  QMenu* menu = m_group->menu();
  menu->clear();
  auto* group = new QActionGroup(menu);
  const auto add = [&](QMenu* to, const QString& key, const QString& text) {
    QAction* action = to->addAction(text, this, [this, key] {
      m_query.group = key;
      request(RunTableModel::Order::asRead);
    });
    action->setCheckable(true);
    action->setChecked(m_query.group == key);
    group->addAction(action);
  };
  add(menu, {}, tr("Not grouped"));
  for (const QString& key : {u"study"_s, u"experiment"_s, u"target"_s, u"state"_s})
    add(menu, key, RunColumns::title(key));
  if (m_model.varying().isEmpty()) return;
  menu->addSeparator();
  for (const QString& path :
       m_model.varying().first(std::min<qsizetype>(12, m_model.varying().size())))
    add(menu, u"setting:"_s + path, path);
}

void RunWorkspace::buildSortMenu() {
  QMenu* menu = m_sort->menu();
  menu->clear();
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& key, const QString& text, bool isDescending) {
    QAction* action = menu->addAction(text, this, [this, key, isDescending] {
      m_query.sort = key;
      m_query.descending = isDescending;
      request(RunTableModel::Order::asRead);
    });
    action->setCheckable(true);
    action->setChecked(m_query.sort == key && m_query.descending == isDescending);
    group->addAction(action);
  };
  add(u"created"_s, tr("Newest first"), true);
  add(u"created"_s, tr("Oldest first"), false);
  add(u"name"_s, tr("By name"), false);
  menu->addSeparator();
  for (const QString& key : m_model.keys().mid(2)) {
    const bool isLess =
        !RunColumns::metricOf(key).isEmpty() && !metricImproves(RunColumns::metricOf(key));
    const QString stored = key.startsWith("curve:"_L1) ? u"last:"_s + key.mid(6) : key;
    add(stored,
        isLess ? tr("By %1, lowest first").arg(RunColumns::title(key))
               : tr("By %1, highest first").arg(RunColumns::title(key)),
        !isLess);
  }
}

void RunWorkspace::buildColumnsMenu() {
  QMenu* menu = m_columns->menu();
  menu->clear();
  const QStringList now = m_model.keys();
  const auto add = [&](QMenu* to, const QString& key, const QString& text) {
    QAction* action = to->addAction(text);
    action->setCheckable(true);
    action->setChecked(now.contains(key));
    connect(action, &QAction::toggled, this, [this, key, now](bool isOn) {
      QStringList keys = now;
      if (isOn)
        keys << key;
      else
        keys.removeAll(key);
      m_query.columns = keys;
      request(RunTableModel::Order::kept);
    });
  };
  for (const QString& key : RunColumns::general()) add(menu, key, RunColumns::title(key));
  menu->addSeparator();
  QMenu* metrics = menu->addMenu(tr("Metrics"));
  for (const QString& metric : m_metrics) {
    QMenu* one = metrics->addMenu(metric);
    for (const QString& kind : {u"best:"_s, u"last:"_s, u"curve:"_s})
      add(one, kind + metric, RunColumns::description(kind + metric));
  }
  QMenu* settings = menu->addMenu(tr("Settings"));
  for (const QString& path : m_settings) add(settings, u"setting:"_s + path, path);
  metrics->setEnabled(!m_metrics.isEmpty());
  settings->setEnabled(!m_settings.isEmpty());
  menu->addSeparator();
  QAction* automatic = menu->addAction(tr("Choose by what differs"), this, [this] {
    m_query.columns.clear();
    request(RunTableModel::Order::kept);
  });
  automatic->setEnabled(!m_query.columns.isEmpty());
}

// Where there is no room for it, the last of the tools shows its icon.
bool RunWorkspace::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_tools && event->type() == QEvent::Resize) {
    m_columns->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_tools->layout()->activate();
    if (m_tools->layout()->minimumSize().width() > m_tools->width())
      m_columns->setToolButtonStyle(Qt::ToolButtonIconOnly);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard
