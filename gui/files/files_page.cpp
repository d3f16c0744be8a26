// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/files_page.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>

#include "engine/system/unix_time.h"
#include "gui/files/preview_pane.h"
#include "gui/forms/shown_text.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/skeleton.h"
#include "gui/look/style.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString hereName = u"here"_s;
constexpr int patienceMilliseconds = 350, skeletonRows = 12;
enum FilesListPage { FolderPage, ReadingFolderPage, EmptyFolderPage };

QString parentOf(const QString& path) {
  const QString parent = path.section(u'/', 0, -2);
  return parent.isEmpty() ? u"/"_s : parent;
}

}  // namespace

FilesPage::FilesPage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_reader(client),
      m_table(plainTable(&m_files)),
      m_lists(new QStackedWidget),
      m_patience(new QTimer(this)),
      m_preview(new PreviewPane) {
  m_patience->setSingleShot(true);
  m_patience->setInterval(patienceMilliseconds);
  auto* body = new QWidget;
  layListAndDetail(body, buildList(), m_preview, 560, 760);
  m_splitter = body->findChild<QSplitter*>();
  look::addAll(look::columnIn(this), {buildHead(), buildBar(), {body, 1}});
  connectParts();
  bindKeys();
  look::keepTranslated(this, [this] { retranslate(); });
  fillTargets();
}

QWidget* FilesPage::buildHead() {
  auto* head = look::makePageHead(new QWidget);
  head->setProperty("pane", true);
  m_target->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_fetch->setIcon(look::icon(u"download"_s));
  look::setKind(m_fetch, look::primaryKind);
  // Its room is kept, so that nothing moves when a transfer begins.
  QSizePolicy keeps = m_progress->sizePolicy();
  keeps.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(keeps);
  m_progress->setFixedWidth(look::px(120));
  m_progress->hide();
  look::addAll(look::rowIn(head, look::px(8), {look::px(20), 0, look::px(12), 0}),
               {m_title, m_target, look::gap(), m_progress, m_fetch});
  return head;
}

QWidget* FilesPage::buildBar() {
  auto* bar = new QWidget;
  bar->setFixedHeight(look::px(44));
  m_up->setIcon(look::icon(u"arrow-up"_s));
  m_refresh->setIcon(look::icon(u"refresh"_s));
  look::addAll(look::rowIn(bar, look::px(6), {look::px(14), 0, look::px(12), 0}),
               {m_up, {m_path, 1}, m_refresh});
  return bar;
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
  m_lists->insertWidget(FolderPage, m_table);
  m_lists->insertWidget(ReadingFolderPage, new look::Skeleton(skeletonRows));
  m_lists->insertWidget(EmptyFolderPage, m_words);
  look::addAll(look::columnIn(side), {{m_lists, 1}, m_note});
  return side;
}

void FilesPage::connectParts() {
  connect(m_targets, &TargetList::changed, this, &FilesPage::fillTargets);
  connect(m_target, &QComboBox::activated, this, &FilesPage::chooseTarget);
  connect(m_up, &QToolButton::clicked, this, &FilesPage::openParent);
  connect(m_targets, &TargetList::changed, this, &FilesPage::showState);
  connect(m_refresh, &QToolButton::clicked, this, &FilesPage::openAgain);
  connect(m_path, &PathBar::openRequested, this, [this](const QString& path) {
    open(targetName(), path);
    m_table->setFocus();  // the part that was clicked goes with the folder
  });
  connect(m_patience, &QTimer::timeout, this, &FilesPage::showState);
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
  bind(m_table, Qt::Key_Space, [this] { enlarge(true); });
  bind(m_preview, Qt::Key_Escape, [this] { enlarge(false); });
  bind(this, Qt::ALT | Qt::Key_Up, [this] { openParent(); });
  bind(this, Qt::Key_F5, [this] { openAgain(); });
  bind(this, Qt::CTRL | Qt::Key_L, [this] { m_path->edit(); });
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
  m_path->offer(path);
}

void FilesPage::showOnly(const QString& target, const QString& path) {
  m_title->hide();
  m_target->hide();
  goTo(target + u':' + path);
  showState();
}

void FilesPage::open(const QString& target, const QString& path) {
  m_target->setCurrentIndex(std::max(0, m_target->findData(target)));
  m_path->offer(path);
  m_patience->start();
  m_reader.open(target, path);
}

// What is typed, else the folder that is shown.
void FilesPage::openAgain() { open(targetName(), m_path->text()); }

void FilesPage::showOpened(const QString& chosen) {
  const TargetListing& listing = m_reader.listing();
  m_path->setPath(listing.path);
  m_path->setKnown(m_reader.seen());
  m_listed = unix_time();
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
  const bool isEmpty = listing.files.isEmpty();
  m_words->setText(hasFolder ? tr("The folder is empty.")
                             : tr("Press Return in the path field to list a folder."));
  const bool isSlow = m_reader.isReading() && !m_patience->isActive();
  m_lists->setCurrentIndex(isSlow                             ? ReadingFolderPage
                           : isEmpty && !m_reader.isReading() ? EmptyFolderPage
                                                              : FolderPage);
  m_files.setStale(hasFolder && !isReachable());
  m_note->setText(note());
}

bool FilesPage::isReachable() const {
  const TargetRecord* target = m_targets->find(m_reader.target());
  return TargetList::isHere(m_reader.target()) || (target && target->link == TargetLink::connected);
}

// How many there are, or why they may be others by now.
QString FilesPage::note() const {
  if (m_reader.isReading()) return tr("Reading…");
  const TargetListing& listing = m_reader.listing();
  if (m_reader.target().isEmpty()) return {};
  if (!isReachable())
    return tr("%1 is out of reach; this is the folder as of %2.")
        .arg(m_reader.target(), QuantityText::clock(m_listed, unix_time()));
  const qsizetype count = listing.files.size();
  if (listing.isMore) return tr("The first %L1 files; there are more.").arg(count);
  qint64 bytes = 0;
  for (const TargetFile& file : listing.files)
    if (file.kind == FileKind::file) bytes += file.bytes;
  const QString files = count == 1 ? tr("1 file") : tr("%L1 files").arg(count);
  return bytes > 0 ? files + u", "_s + QuantityText::bytes(bytes) : files;
}

// The preview alone; the list keeps its place behind it.
void FilesPage::enlarge(bool isEnlarged) {
  QWidget* list = m_splitter->widget(0);
  if (isEnlarged == list->isHidden() || (isEnlarged && !chosen())) return;
  list->setVisible(!isEnlarged);
  if (isEnlarged)
    m_preview->takeFocus();
  else
    m_table->setFocus();
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
  m_preview->setFollowing(false);
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
  if (!m_preview->isFollowing()) m_preview->showWaiting(file->name);
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
  m_title->setText(tr("Files"));
  m_target->setAccessibleName(tr("Target"));
  m_target->setToolTip(tr("Whose files are shown"));
  m_target->setItemText(0, TargetText::name(hereName));
  m_up->setToolTip(tr("Up to the folder that contains this one (Alt+Up)"));
  m_up->setAccessibleName(tr("Up"));
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
