// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_projects.h"

#include <QAction>
#include <QInputDialog>
#include <QMap>
#include <QMenu>
#include <QSettings>

#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/table/project_tree.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

const QString projectsShownKey = u"runs/projects"_s;
constexpr double paneWidth = 190;

}  // namespace

RunProjects::RunProjects(const RunRecords* records, RunActions* actions)
    : m_records(records), m_actions(actions), m_tree(new ProjectTree) {
  auto* column = look::columnIn(this, 0, {px(8), px(6), 0, px(6)});
  column->addWidget(m_tree);
  setFixedWidth(px(paneWidth));
  m_toggle->setIcon(look::icon(u"folder"_s));
  m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_toggle->setCheckable(true);
  look::setKind(m_toggle, look::quietKind);
  connect(m_toggle, &QToolButton::toggled, this, &RunProjects::setShown);
  connect(m_tree, &ProjectTree::chosen, this, &RunProjects::chosen);
  connect(m_tree, &ProjectTree::runsDropped, this, &RunProjects::move);
  connect(m_tree, &ProjectTree::folderDropped, this,
          [this](const QString& project, const QString& folder) {
            moveFolder(project, movedProject(project.section(u'/', -1), QString(), folder));
          });
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_tree, &QWidget::customContextMenuRequested, this, &RunProjects::openMenu);
  auto* rename = new QAction(m_tree);
  rename->setShortcut(Qt::Key_F2);
  rename->setShortcutContext(Qt::WidgetShortcut);
  connect(rename, &QAction::triggered, this, [this] {
    if (const auto folder = m_tree->currentFolder()) askName(*folder);
  });
  m_tree->addAction(rename);
  const bool isShown = QSettings().value(projectsShownKey, false).toBool();
  m_toggle->setChecked(isShown);
  setVisible(isShown);
  look::keepTranslated(this, [this] { retranslate(); });
}

RunProjects::~RunProjects() = default;

void RunProjects::retranslate() {
  m_toggle->setText(tr("Projects"));
  m_toggle->setToolTip(tr("Show the folders that runs are kept in"));
}

void RunProjects::setShown(bool isShown) {
  QSettings().setValue(projectsShownKey, isShown);
  setVisible(isShown);
}

void RunProjects::show(const QList<ProjectRuns>& projects, bool withArchived,
                       const std::optional<QString>& chosen) {
  m_projects = projects;
  m_tree->show(projects, withArchived);
  m_tree->setChosen(chosen);
}

QStringList RunProjects::names() const {
  QStringList names;
  for (const ProjectFolder& folder : projectFolders(m_projects, true)) names << folder.path;
  return names;
}

void RunProjects::move(const QStringList& runs, const QString& project) {
  RunAnnotation annotation;
  annotation.project = project;
  m_actions->annotate(runs, annotation);
  const int count = static_cast<int>(runs.size());
  emit done(project.isEmpty() ? tr("%n runs are in no project now.", nullptr, count)
                              : tr("%n runs moved to %1.", nullptr, count).arg(project));
}

void RunProjects::moveFolder(const QString& from, const QString& to) {
  const Result<QString> path = projectPath(to);
  if (!path) return void(emit failed(errorText(path.error())));
  QMap<QString, QStringList> moved;
  for (const RunRecord& run : m_records->all()) {
    if (!isInProject(run.project, from)) continue;
    const Result<QString> project = projectPath(movedProject(run.project, from, *path));
    if (!project) return void(emit failed(errorText(project.error())));
    moved[*project] << run.run;
  }
  for (auto one = moved.cbegin(); one != moved.cend(); ++one) {
    RunAnnotation annotation;
    annotation.project = one.key();
    m_actions->annotate(*one, annotation);
  }
  emit done(tr("%1 is %2 now.").arg(from, path->isEmpty() ? tr("no project") : *path));
}

void RunProjects::askName(const ProjectFolder& folder) {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Rename or move a project"));
  dialog->setLabelText(tr("Its path; / stands between a folder and what is in it:"));
  dialog->setTextValue(folder.path);
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, from = folder.path](const QString& to) {
            if (to.trimmed() != from) moveFolder(from, to);
          });
  dialog->open();
}

void RunProjects::archive(const ProjectFolder& folder) {
  QStringList runs;
  for (const RunRecord& run : m_records->all())
    if (isInProject(run.project, folder.path)) runs << run.run;
  RunAnnotation annotation;
  annotation.isArchived = !folder.isArchived();
  m_actions->annotate(runs, annotation);
  emit done(folder.isArchived()
                ? tr("%1: no longer archived.").arg(folder.path)
                : tr("%1: archived. The view Archived shows its runs.").arg(folder.path));
}

void RunProjects::openMenu(QPoint position) {
  const auto folder = m_tree->currentFolder();
  if (!folder || !m_actions->isConnected()) return;
  auto* menu = new QMenu(m_tree);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Rename or move…"), QKeySequence(Qt::Key_F2), this,
                  [this, folder] { askName(*folder); });
  menu->addAction(folder->isArchived() ? tr("Unarchive") : tr("Archive"), this,
                  [this, folder] { archive(*folder); });
  menu->addAction(tr("Put its runs into the folder above"), this,
                  [this, folder] { moveFolder(folder->path, folder->path.section(u'/', 0, -2)); });
  menu->popup(m_tree->viewport()->mapToGlobal(position));
}

}  // namespace trainyard
