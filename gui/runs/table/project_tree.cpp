// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/project_tree.h"

#include <QDropEvent>
#include <QHeaderView>
#include <QLocale>
#include <QMimeData>
#include <algorithm>
#include <numeric>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/type.h"
#include "gui/runs/table/run_table_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

const QString folderType = u"application/x-trainyard-project"_s;
enum FolderColumn { NameColumn, CountColumn, NumColumns };
// Of a row: a folder's path, or which of the two others it is.
enum Role { PathRole = Qt::UserRole, KindRole };
enum Kind { AllKind, UnfiledKind, FolderKind };

std::optional<QString> projectOf(const QTreeWidgetItem* item) {
  if (!item || item->data(0, KindRole).toInt() == AllKind) return std::nullopt;
  return item->data(0, PathRole).toString();
}

}  // namespace

ProjectTree::ProjectTree() {
  setColumnCount(NumColumns);
  setHeaderHidden(true);
  setFrameShape(QFrame::NoFrame);
  setIndentation(px(14));
  setDragDropMode(DragDrop);
  setDefaultDropAction(Qt::MoveAction);
  setDropIndicatorShown(true);
  setUniformRowHeights(true);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
  header()->setSectionResizeMode(CountColumn, QHeaderView::ResizeToContents);
  connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (m_isFilling || !item) return;
    m_chosen = projectOf(item);
    emit chosen(m_chosen);
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

void ProjectTree::retranslate() {
  setAccessibleName(tr("Projects"));
  fill();
}

void ProjectTree::show(const QList<ProjectRuns>& projects, bool withArchived) {
  const auto same = [](const ProjectRuns& a, const ProjectRuns& b) {
    return a.project == b.project && a.runs == b.runs && a.archived == b.archived;
  };
  if (m_withArchived == withArchived && std::ranges::equal(projects, m_projects, same)) return;
  m_projects = projects;
  m_withArchived = withArchived;
  fill();
}

void ProjectTree::keepFolded() {
  for (QTreeWidgetItemIterator item(this); *item; ++item) {
    const QString path = (*item)->data(0, PathRole).toString();
    m_folded.removeAll(path);
    if ((*item)->childCount() > 0 && !(*item)->isExpanded()) m_folded << path;
  }
}

void ProjectTree::fill() {
  m_isFilling = true;
  keepFolded();
  clear();
  m_folders = projectFolders(m_projects, m_withArchived);
  const QLocale locale;
  const auto add = [&](QTreeWidgetItem* parent, const QString& name, int runs, int kind,
                       const QString& path) {
    auto* item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(this);
    item->setText(NameColumn, name);
    item->setText(CountColumn, locale.toString(runs));
    item->setTextAlignment(CountColumn, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(0, KindRole, kind);
    item->setData(0, PathRole, path);
    item->setToolTip(0, plainTip(path.isEmpty() ? name : path));
    return item;
  };
  const auto count = [this](const ProjectRuns& project) {
    return project.runs + (m_withArchived ? project.archived : 0);
  };
  int all = 0, unfiled = 0;
  for (const ProjectRuns& project : std::as_const(m_projects)) {
    all += count(project);
    if (project.project.isEmpty()) unfiled = count(project);
  }
  add(nullptr, tr("All runs"), all, AllKind, {});
  add(nullptr, tr("In no project"), unfiled, UnfiledKind, {});
  QList<QTreeWidgetItem*> parents;
  for (const ProjectFolder& folder : std::as_const(m_folders)) {
    parents.resize(folder.depth);
    QTreeWidgetItem* item =
        add(parents.isEmpty() ? nullptr : parents.last(), folder.name,
            folder.runs + (m_withArchived ? folder.archived : 0), FolderKind, folder.path);
    item->setIcon(NameColumn, look::icon(u"folder"_s));
    if (folder.isArchived()) item->setForeground(NameColumn, palette().placeholderText());
    parents << item;
  }
  for (QTreeWidgetItemIterator item(this); *item; ++item)
    (*item)->setExpanded(!m_folded.contains((*item)->data(0, PathRole).toString()));
  setChosen(m_chosen);
  m_isFilling = false;
}

void ProjectTree::setChosen(const std::optional<QString>& project) {
  const bool wasFilling = std::exchange(m_isFilling, true);
  m_chosen = project;
  setCurrentItem(nullptr);
  for (QTreeWidgetItemIterator item(this); *item; ++item)
    if (projectOf(*item) == project) {
      setCurrentItem(*item);
      break;
    }
  m_isFilling = wasFilling;
}

std::optional<ProjectFolder> ProjectTree::currentFolder() const {
  const std::optional<QString> path = projectOf(currentItem());
  const auto found = std::ranges::find_if(
      m_folders, [&](const ProjectFolder& folder) { return path == folder.path; });
  return found == m_folders.end() ? std::nullopt : std::optional(*found);
}

QStringList ProjectTree::mimeTypes() const { return {RunTableModel::runsType(), folderType}; }

QMimeData* ProjectTree::mimeData(const QList<QTreeWidgetItem*>& items) const {
  if (items.isEmpty() || items.front()->data(0, KindRole).toInt() != FolderKind) return nullptr;
  auto* data = new QMimeData;
  data->setData(folderType, items.front()->data(0, PathRole).toString().toUtf8());
  return data;
}

std::optional<QString> ProjectTree::dropFolder(const QDropEvent* event) const {
  const QTreeWidgetItem* item = itemAt(event->position().toPoint());
  const QMimeData* data = event->mimeData();
  if (data->hasFormat(RunTableModel::runsType())) {
    if (!item || item->data(0, KindRole).toInt() == AllKind) return std::nullopt;
    return item->data(0, PathRole).toString();
  }
  if (!data->hasFormat(folderType)) return std::nullopt;
  // Beside the folders is the top of them.
  const QString folder = item ? item->data(0, PathRole).toString() : QString();
  return canMoveProject(QString::fromUtf8(data->data(folderType)), folder) ? std::optional(folder)
                                                                           : std::nullopt;
}

void ProjectTree::dragEnterEvent(QDragEnterEvent* event) {
  const QMimeData* data = event->mimeData();
  event->setAccepted(data->hasFormat(RunTableModel::runsType()) || data->hasFormat(folderType));
}

void ProjectTree::dragMoveEvent(QDragMoveEvent* event) {
  QTreeWidget::dragMoveEvent(event);  // scrolls, and shows where it would go
  event->setAccepted(dropFolder(event).has_value());
}

void ProjectTree::dropEvent(QDropEvent* event) {
  const std::optional<QString> folder = dropFolder(event);
  event->setDropAction(Qt::CopyAction);  // rows move when the store says so
  event->setAccepted(folder.has_value());
  if (!folder) return;
  const QMimeData* data = event->mimeData();
  if (data->hasFormat(RunTableModel::runsType()))
    emit runsDropped(QString::fromUtf8(data->data(RunTableModel::runsType())).split(u'\n'),
                     *folder);
  else
    emit folderDropped(QString::fromUtf8(data->data(folderType)), *folder);
}

}  // namespace trainyard
