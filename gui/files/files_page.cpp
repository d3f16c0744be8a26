// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/files_page.h"

#include <QCompleter>
#include <QFileDialog>
#include <QHeaderView>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStringListModel>
#include <QTableView>

#include "engine/system/unix_time.h"
#include "gui/files/preview_pane.h"
#include "gui/forms/shown_text.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString hereName = u"here"_s;

QString parentOf(const QString& path) {
  const QString parent = path.section(u'/', 0, -2);
  return parent.isEmpty() ? u"/"_s : parent;
}

}  // namespace

FilesPage::FilesPage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_reader(client),
      m_seen(new QStringListModel(this)),
      m_table(plainTable(&m_files)),
      m_preview(new PreviewPane) {
  auto* body = new QWidget;
  layListAndDetail(body, buildList(), m_preview, 560, 760);
  look::addAll(look::columnIn(this), {buildHead(), {body, 1}});
  connectParts();
  bindKeys();
  look::keepTranslated(this, [this] { retranslate(); });
  fillTargets();
}

QWidget* FilesPage::buildHead() {
  auto* head = new QWidget;
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(look::px(14), look::px(12), look::px(14), look::px(8));
  auto* bar = look::rowIn(nullptr, look::px(6));
  m_target->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_up->setIcon(look::icon(u"arrow-up"_s));
  m_refresh->setIcon(look::icon(u"refresh"_s));
  auto* completer = new QCompleter(m_seen, this);
  completer->setCompletionMode(QCompleter::PopupCompletion);
  m_path->setCompleter(completer);
  // Its room is kept, so that nothing moves when a transfer begins.
  QSizePolicy keeps = m_progress->sizePolicy();
  keeps.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(keeps);
  m_progress->setFixedWidth(look::px(120));
  m_progress->hide();
  look::addAll(bar, {m_target, m_up, {m_path, 1}, m_refresh, m_progress, m_fetch});
  column->addLayout(bar);
  return head;
}

QWidget* FilesPage::buildList() {
  auto* side = new QWidget;
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setWordWrap(false);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(FilesModel::NameColumn, Qt::AscendingOrder);
  QHeaderView* head = m_table->horizontalHeader();
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  head->setSectionResizeMode(FilesModel::NameColumn, QHeaderView::Stretch);
  head->setResizeContentsPrecision(100);  // there may be thousands
  m_note->setContentsMargins(look::px(14), look::px(8), look::px(14), look::px(8));
  m_note->setWordWrap(true);
  m_note->setForegroundRole(QPalette::PlaceholderText);
  look::addAll(look::columnIn(side), {{m_table, 1}, m_note});
  return side;
}

void FilesPage::connectParts() {
  connect(m_targets, &TargetList::changed, this, &FilesPage::fillTargets);
  connect(m_target, &QComboBox::activated, this, &FilesPage::chooseTarget);
  connect(m_up, &QToolButton::clicked, this, &FilesPage::openParent);
  connect(m_refresh, &QToolButton::clicked, this, [this] { open(targetName(), m_path->text()); });
  connect(m_path, &QLineEdit::returnPressed, this, [this] { open(targetName(), m_path->text()); });
  connect(m_fetch, &QPushButton::clicked, this, &FilesPage::askFetch);
  connect(m_table, &QTableView::doubleClicked, this, &FilesPage::openRow);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          qOverload<>(&FilesPage::previewChosen));
  connect(m_preview, &PreviewPane::endWanted, this, [this] { previewChosen(-(1 << 18)); });
  connect(m_preview, &PreviewPane::beginningWanted, this, [this] { previewChosen(0); });
  connect(&m_reader, &FilesReader::changed, this, &FilesPage::showState);
  connect(&m_reader, &FilesReader::opened, this, &FilesPage::showOpened);
  connect(&m_reader, &FilesReader::looked, m_preview, &PreviewPane::showPiece);
  connect(&m_reader, &FilesReader::lookFailed, m_preview, &PreviewPane::showProblem);
  connect(&m_reader, &FilesReader::failed, this, &FilesPage::failed);
  connect(&m_reader, &FilesReader::done, this, &FilesPage::done);
  connect(&m_reader, &FilesReader::progressed, this, [this](const ProgressReport& report) {
    m_progress->setRange(0, report.bytesTotal > 0 ? 1000 : 0);
    if (report.bytesTotal > 0)
      m_progress->setValue(static_cast<int>(1000 * report.bytesDone / report.bytesTotal));
  });
}

void FilesPage::bindKeys() {
  const auto bind = [this](QWidget* where, const QKeySequence& keys, std::function<void()> act) {
    auto* shortcut = new QShortcut(keys, where);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, std::move(act));
  };
  bind(m_table, Qt::Key_Return, [this] { openRow(); });
  bind(m_table, Qt::Key_Enter, [this] { openRow(); });
  bind(m_table, Qt::Key_Backspace, [this] { openParent(); });
  bind(this, Qt::ALT | Qt::Key_Up, [this] { openParent(); });
  bind(this, Qt::Key_F5, [this] { open(targetName(), m_path->text()); });
  bind(this, Qt::CTRL | Qt::Key_L, [this] {
    m_path->setFocus();
    m_path->selectAll();
  });
}

QString FilesPage::targetName() const {
  return m_target->count() > 0 ? m_target->currentData().toString() : hereName;
}

void FilesPage::fillTargets() {
  const QString before = targetName();
  const QSignalBlocker quiet(m_target);
  m_target->clear();
  m_target->addItem(TargetText::name(hereName), hereName);
  for (const TargetRecord& target : m_targets->targets())
    if (!TargetList::isHere(target.settings.name))
      m_target->addItem(target.settings.name, target.settings.name);
  m_target->setCurrentIndex(std::max(0, m_target->findData(before)));
}

// It begins where runs are.
void FilesPage::chooseTarget() {
  const TargetRecord* target = m_targets->find(targetName());
  open(targetName(), target ? target->settings.base : QString());
}

QString FilesPage::address() const {
  return m_reader.target().isEmpty() ? QString()
                                     : m_reader.target() + u':' + m_reader.listing().path;
}

void FilesPage::goTo(const QString& place) {
  if (place.isEmpty() || place == address()) return;
  const QString target = place.section(u':', 0, 0), path = place.section(u':', 1);
  const TargetRecord* known = m_targets->find(target);
  if (TargetList::isHere(target) || (known && known->link == TargetLink::connected))
    return open(target, path);
  m_target->setCurrentIndex(std::max(0, m_target->findData(target)));
  m_path->setText(path);
}

void FilesPage::open(const QString& target, const QString& path) {
  m_target->setCurrentIndex(std::max(0, m_target->findData(target)));
  m_path->setText(path);
  m_reader.open(target, path);
}

void FilesPage::showOpened(const QString& chosen) {
  const TargetListing& listing = m_reader.listing();
  m_path->setText(listing.path);
  m_seen->setStringList(m_reader.seen());
  m_preview->showNothing();
  m_files.show(listing.files, unix_time());
  const int row = m_files.rowOf(chosen);
  if (row >= 0) {
    m_table->selectRow(row);
    m_table->scrollTo(m_files.index(row, 0));
  } else {
    m_table->setCurrentIndex({});
    m_table->scrollToTop();
  }
  showState();
  emit addressChanged(address());
}

void FilesPage::showState() {
  const TargetListing& listing = m_reader.listing();
  const bool hasFolder = !m_reader.target().isEmpty();
  m_up->setEnabled(hasFolder && listing.path != u"/"_s);
  m_refresh->setEnabled(!m_reader.isReading());
  const bool isHere = TargetList::isHere(m_reader.target());
  m_fetch->setText(m_reader.isFetching() ? tr("Cancel") : tr("Fetch…"));
  m_fetch->setEnabled(m_reader.isFetching() || (hasFolder && !isHere));
  m_fetch->setToolTip(
      plainTip(isHere ? tr("These files are on this computer already")
                      : tr("Fetch the chosen file, or this folder, to this computer")));
  m_progress->setVisible(m_reader.isFetching());
  if (!m_reader.isFetching()) m_progress->setRange(0, 0);
  const qsizetype count = listing.files.size();
  m_note->setText(m_reader.isReading() ? tr("Reading…")
                  : !hasFolder         ? tr("Press Return in the path field to list a folder.")
                  : count == 0         ? tr("The folder is empty.")
                  : listing.isMore     ? tr("The first %L1 files; there are more.").arg(count)
                  : count == 1         ? tr("1 file")
                                       : tr("%L1 files").arg(count));
}

const TargetFile* FilesPage::chosen() const {
  const QModelIndexList rows = m_table->selectionModel()->selectedRows();
  return rows.isEmpty() ? nullptr : m_files.at(rows.first());
}

QString FilesPage::pathOf(const TargetFile& file) const {
  const QString folder = m_reader.listing().path;
  return folder.endsWith(u'/') ? folder + file.name : folder + u'/' + file.name;
}

void FilesPage::openRow() {
  const TargetFile* file = chosen();
  if (file && (file->kind == FileKind::folder || file->kind == FileKind::link))
    open(m_reader.target(), pathOf(*file));
}

void FilesPage::openParent() {
  if (m_up->isEnabled()) open(m_reader.target(), parentOf(m_reader.listing().path));
}

void FilesPage::previewChosen() {
  const TargetFile* file = chosen();
  if (!file || file->kind != FileKind::file) {
    m_reader.leave();
    return m_preview->showNothing();
  }
  previewChosen(PreviewText::offsetOf(file->name));
}

void FilesPage::previewChosen(qint64 offset) {
  const TargetFile* file = chosen();
  if (!file) return;
  m_preview->showWaiting(file->name);
  m_reader.look(pathOf(*file), offset);
}

void FilesPage::askFetch() {
  if (m_reader.isFetching()) return m_reader.cancelFetch();
  const QString path = chosen() ? pathOf(*chosen()) : m_reader.listing().path;
  auto* dialog =
      new QFileDialog(this, tr("Fetch %1 to").arg(path.section(u'/', -1)), QDir::homePath());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, path](const QString& folder) { m_reader.fetch(path, folder); });
  dialog->open();
}

void FilesPage::retranslate() {
  m_target->setAccessibleName(tr("Target"));
  m_target->setToolTip(tr("Whose files are shown"));
  m_target->setItemText(0, TargetText::name(hereName));
  m_up->setToolTip(tr("Up to the folder that contains this one (Alt+Up)"));
  m_up->setAccessibleName(tr("Up"));
  m_path->setAccessibleName(tr("Path"));
  m_path->setPlaceholderText(tr("A folder or file; what does not begin with / is in your home"));
  m_refresh->setToolTip(tr("List the folder again (F5)"));
  m_refresh->setAccessibleName(tr("List again"));
  m_table->setAccessibleName(tr("Files"));
  m_progress->setAccessibleName(tr("Transfer"));
  m_files.retranslate();
  showState();
}

void FilesPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (m_reader.target().isEmpty() && !m_reader.isReading() && m_path->text().isEmpty() &&
      TargetList::isHere(targetName()))
    chooseTarget();
}

}  // namespace trainyard
