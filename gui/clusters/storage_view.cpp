// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/storage_view.h"

#include <QMessageBox>
#include <QPointer>
#include <QTableView>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double tallestFolders = 360;

qint64 sumOfKept(const QList<KeptFolder>& folders) {
  qint64 sum = 0;
  for (const KeptFolder& folder : folders) sum += folder.bytes.value_or(0);
  return sum;
}

}  // namespace

StorageView::StorageView(ServiceClient* client)
    : m_client(client),
      m_kindTable(plainTable(&m_kinds, StorageKindsModel::KindColumn)),
      m_table(plainTable(&m_model, StorageModel::NameColumn)) {
  auto* head = look::rowIn(nullptr, look::px(8), {look::px(16), look::px(6), look::px(16), 0});
  look::setSmall(m_measure);
  look::setSmall(m_remove);
  m_text->setForegroundRole(QPalette::PlaceholderText);
  m_text->setWordWrap(true);
  look::addAll(head, {m_title, {m_text, 1}, m_measure, m_remove});
  look::addAll(look::columnIn(this, look::px(8), {0, 0, 0, look::px(4)}),
               {head, m_kindTable, m_table});
  // The page scrolls, and not a part of it.
  for (QTableView* table : {m_kindTable, m_table}) {
    table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    table->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    table->hide();
  }
  m_kindTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_kindTable->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setMaximumHeight(look::px(tallestFolders));
  connect(m_measure, &QPushButton::clicked, this, &StorageView::measure);
  connect(m_remove, &QPushButton::clicked, this, &StorageView::askClean);
  connect(m_kindTable->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &StorageView::showFolders);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &StorageView::showState);
  look::keepTranslated(this, [this] { retranslate(); });
}

StorageView::~StorageView() { m_stop.request_stop(); }

void StorageView::show(const QString& cluster) {
  if (m_cluster == cluster) return;
  m_cluster = cluster;
  showUsage();
}

void StorageView::measure() {
  m_busy = m_cluster;
  showState();
  runMeasure(m_cluster, m_stop.get_token());
}

QCoro::Task<void> StorageView::runMeasure(QString cluster, std::stop_token stop) {
  const QPointer<StorageView> self(this);
  auto usage = co_await m_client->call(methods::targetsUsage, stop, cluster);
  if (!self) co_return;
  self->m_busy.clear();
  if (!usage)
    emit self->failed(errorText(usage.error()));
  else
    self->m_known.insert(cluster, std::move(*usage));
  self->showUsage();
}

QList<KeptFolder> StorageView::chosen() const {
  QList<KeptFolder> folders;
  for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
    folders << *m_model.at(row);
  return folders;
}

void StorageView::askClean() {
  const QList<KeptFolder> folders = chosen();
  CleanArguments arguments{m_cluster, {}};
  for (const KeptFolder& folder : folders) arguments.folders << folder.name;
  const bool hasRuns = std::ranges::any_of(
      folders, [](const KeptFolder& each) { return each.kind == KeptKind::run; });
  auto* box = new QMessageBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("Remove folders"));
  box->setTextFormat(Qt::PlainText);
  box->setIcon(QMessageBox::Question);
  box->setText(tr("Remove folders from %1 for good: %2 (%3)?")
                   .arg(m_cluster)
                   .arg(folders.size())
                   .arg(QuantityText::bytes(sumOfKept(folders))));
  if (hasRuns)
    box->setInformativeText(
        tr("There are runs among them that this computer does not know. Another computer may."));
  QPushButton* remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
  look::setKind(remove, look::destroyKind);
  box->setDefaultButton(box->addButton(QMessageBox::Cancel));
  connect(remove, &QPushButton::clicked, this, [this, arguments] {
    m_busy = arguments.name;
    showState();
    runClean(arguments, m_stop.get_token());
  });
  box->open();
}

QCoro::Task<void> StorageView::runClean(CleanArguments arguments, std::stop_token stop) {
  const QPointer<StorageView> self(this);
  const auto cleaned = co_await m_client->call(methods::targetsClean, stop, arguments);
  if (!self) co_return;
  self->m_busy.clear();
  if (!cleaned) {
    emit self->failed(errorText(cleaned.error()));
  } else {
    self->m_known[arguments.name].folders.removeIf(
        [&](const KeptFolder& folder) { return cleaned->removed.contains(folder.name); });
    emit self->done(cleaned->left.isEmpty()
                        ? tr("Removed folders: %1.").arg(cleaned->removed.size())
                        : tr("Removed folders: %1. Needed by now, and left: %2.")
                              .arg(cleaned->removed.size())
                              .arg(cleaned->left.mid(0, 5).join(u", "_s)));
  }
  self->showUsage();
}

void StorageView::showUsage() {
  const QList<KeptFolder> folders = m_known.value(m_cluster).folders;
  m_kinds.show(folders, unix_time());
  m_kindTable->setVisible(!folders.isEmpty());
  showFolders();
}

// Of the chosen kind; of all while none is.
void StorageView::showFolders() {
  QList<KeptFolder> folders = m_known.value(m_cluster).folders;
  const QModelIndexList rows = m_kindTable->selectionModel()->selectedRows();
  if (const KeptSummary* kind = rows.isEmpty() ? nullptr : m_kinds.at(rows.first()))
    folders.removeIf([&](const KeptFolder& folder) { return folder.kind != kind->kind; });
  m_model.show(folders, unix_time());
  m_table->setVisible(!folders.isEmpty());
  showState();
}

void StorageView::showState() {
  const bool isKnown = m_known.contains(m_cluster);
  const TargetUsage usage = m_known.value(m_cluster);
  QStringList words;
  if (m_busy == m_cluster && !m_cluster.isEmpty()) {
    words << tr("Looking there; a large file system takes minutes.");
  } else if (isKnown) {
    words << tr("%1 in %2.").arg(QuantityText::bytes(sumOfKept(usage.folders)), usage.base);
    if (usage.freeBytes && usage.quotaBytes)
      words << tr("%1 free of a quota of %2.")
                   .arg(QuantityText::bytes(*usage.freeBytes),
                        QuantityText::bytes(*usage.quotaBytes));
    else if (usage.freeBytes)
      words << tr("%1 free.").arg(QuantityText::bytes(*usage.freeBytes));
  }
  if (words.isEmpty()) words << tr("Not measured yet.");
  m_text->setText(words.join(u' '));
  const QList<KeptFolder> folders = chosen();
  m_measure->setEnabled(m_busy.isEmpty() && !m_cluster.isEmpty());
  m_remove->setEnabled(m_busy.isEmpty() && !folders.isEmpty() &&
                       std::ranges::all_of(folders, [](const KeptFolder& folder) {
                         return folder.keptFor == KeptFor::nothing;
                       }));
}

void StorageView::retranslate() {
  m_measure->setText(tr("Measure"));
  m_measure->setToolTip(tr("List what this program keeps there, with its size"));
  m_remove->setText(tr("Remove…"));
  m_remove->setToolTip(tr("Remove the chosen folders, which nothing may need any more"));
  m_title->setText(tr("What Trainyard keeps here"));
  m_kindTable->setAccessibleName(tr("What Trainyard keeps here"));
  m_table->setAccessibleName(tr("Folders"));
  m_kinds.retranslate();
  m_model.retranslate();
  showState();
}

}  // namespace trainyard
