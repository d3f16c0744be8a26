// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_menus.h"

#include <QActionGroup>
#include <QEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "gui/look/icon.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/table/run_columns.h"
#include "gui/runs/table/run_views.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

QToolButton* quietTool(const QString& icon) {
  auto* button = new QToolButton;
  button->setIcon(look::icon(icon));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setPopupMode(QToolButton::InstantPopup);
  look::setKind(button, look::quietKind);
  return button;
}

}  // namespace

RunMenus::RunMenus(RunTableQuery* query, const RunTableModel* model, QWidget* first)
    : m_query(query),
      m_model(model),
      m_views(quietTool(u"filter"_s)),
      m_group(quietTool(u"git-fork"_s)),
      m_sort(quietTool(u"sort-descending"_s)),
      m_columns(quietTool(u"columns-3"_s)),
      m_tools(new QWidget) {
  for (QToolButton* button : {m_views, m_group, m_sort, m_columns})
    button->setMenu(new QMenu(button));
  connect(m_views->menu(), &QMenu::aboutToShow, this, &RunMenus::buildViewsMenu);
  connect(m_group->menu(), &QMenu::aboutToShow, this, &RunMenus::buildGroupMenu);
  connect(m_sort->menu(), &QMenu::aboutToShow, this, &RunMenus::buildSortMenu);
  connect(m_columns->menu(), &QMenu::aboutToShow, this, &RunMenus::buildColumnsMenu);
  buildTools(first);
}

void RunMenus::buildTools(QWidget* first) {
  m_tools->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_tools->installEventFilter(this);
  auto* row = look::rowIn(m_tools, px(8), {px(12), px(2), px(8), px(4)});
  look::addAll(row, {first, m_group, m_sort, look::gap(), m_columns});
}

void RunMenus::setKnown(const QStringList& metrics, const QStringList& settings) {
  m_metrics = metrics;
  m_settings = settings;
}

void RunMenus::retranslate() {
  m_views->setText(tr("Views"));
  m_columns->setText(tr("Columns"));
  m_views->menu()->setTitle(m_views->text());
  m_group->menu()->setTitle(tr("Group"));
  m_sort->menu()->setTitle(tr("Order"));
  m_columns->menu()->setTitle(m_columns->text());
}

void RunMenus::showQuery() {
  const QString& group = m_query->group;
  m_group->setText(group.isEmpty() ? tr("Not grouped")
                                   : tr("Group: %1").arg(RunColumns::title(group)));
  m_sort->setText(
      m_query->sort == "created"_L1
          ? (m_query->descending ? tr("Newest first") : tr("Oldest first"))
          : (m_query->descending ? tr("By %1, highest first") : tr("By %1, lowest first"))
                .arg(RunColumns::title(m_query->sort)));
}

void RunMenus::buildViewsMenu() {
  QMenu* menu = m_views->menu();
  menu->clear();
  const auto add = [&](const NamedRunQuery& view) {
    menu->addAction(view.name, this, [this, view] { emit viewChosen(view); });
  };
  for (const NamedRunQuery& view : RunViews::included()) add(view);
  const QList<NamedRunQuery> saved = RunViews::saved();
  if (!saved.isEmpty()) menu->addSeparator();
  for (const NamedRunQuery& view : saved) add(view);
  menu->addSeparator();
  menu->addAction(tr("Save this view…"), this, &RunMenus::saveView);
  if (saved.isEmpty()) return;
  QMenu* forget = menu->addMenu(tr("Forget a view"));
  for (const NamedRunQuery& view : saved)
    forget->addAction(view.name, this, [this, name = view.name] {
      RunViews::remove(name);
      emit viewsChanged();
    });
}

void RunMenus::saveView() {
  auto* dialog = new QInputDialog(m_tools);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save this view"));
  dialog->setLabelText(
      tr("Its name; search, groups, order, columns, panels, and whose curves are shown are kept."));
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
    if (!name.trimmed().isEmpty()) emit saveRequested(name.trimmed());
  });
  dialog->open();
}

void RunMenus::buildGroupMenu() {
  QMenu* menu = m_group->menu();
  menu->clear();
  auto* group = new QActionGroup(menu);
  const auto add = [&](QMenu* to, const QString& key, const QString& text) {
    QAction* action = to->addAction(text, this, [this, key] {
      m_query->group = key;
      emit changed(RunTableModel::Order::asRead);
    });
    action->setCheckable(true);
    action->setChecked(m_query->group == key);
    group->addAction(action);
  };
  add(menu, {}, tr("Not grouped"));
  for (const QString& key : {u"study"_s, u"project"_s, u"experiment"_s, u"target"_s, u"state"_s})
    add(menu, key, RunColumns::title(key));
  if (m_model->varying().isEmpty()) return;
  menu->addSeparator();
  for (const QString& path :
       m_model->varying().first(std::min<qsizetype>(12, m_model->varying().size())))
    add(menu, u"setting:"_s + path, path);
}

void RunMenus::buildSortMenu() {
  QMenu* menu = m_sort->menu();
  menu->clear();
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& key, const QString& text, bool isDescending) {
    QAction* action = menu->addAction(text, this, [this, key, isDescending] {
      m_query->sort = key;
      m_query->descending = isDescending;
      emit changed(RunTableModel::Order::asRead);
    });
    action->setCheckable(true);
    action->setChecked(m_query->sort == key && m_query->descending == isDescending);
    group->addAction(action);
  };
  add(u"created"_s, tr("Newest first"), true);
  add(u"created"_s, tr("Oldest first"), false);
  add(u"name"_s, tr("By name"), false);
  menu->addSeparator();
  for (const QString& key : m_model->keys().mid(2)) {
    const bool isLess =
        !RunColumns::metricOf(key).isEmpty() && !metricImproves(RunColumns::metricOf(key));
    const QString stored = key.startsWith("curve:"_L1) ? u"last:"_s + key.mid(6) : key;
    add(stored,
        isLess ? tr("By %1, lowest first").arg(RunColumns::title(key))
               : tr("By %1, highest first").arg(RunColumns::title(key)),
        !isLess);
  }
}

void RunMenus::buildColumnsMenu() {
  QMenu* menu = m_columns->menu();
  menu->clear();
  const QStringList now = m_model->keys();
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
      m_query->columns = keys;
      emit changed(RunTableModel::Order::kept);
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
    m_query->columns.clear();
    emit changed(RunTableModel::Order::kept);
  });
  automatic->setEnabled(!m_query->columns.isEmpty());
}

// Where there is no room for it, the last of the tools shows its icon.
bool RunMenus::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_tools && event->type() == QEvent::Resize) {
    m_columns->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_tools->layout()->activate();
    if (m_tools->layout()->minimumSize().width() > m_tools->width())
      m_columns->setToolButtonStyle(Qt::ToolButtonIconOnly);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace trainyard
