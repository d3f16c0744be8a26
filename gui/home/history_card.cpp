// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/history_card.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QVBoxLayout>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/home/short_path.h"
#include "gui/home/side_row.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr auto longestLook = std::chrono::seconds(2);
constexpr int permille = 1000;

QString dismissedKey() { return u"home/dismissedHistory"_s; }

}  // namespace

HistoryCard::HistoryCard(ServiceClient* client)
    : m_client(client),
      m_rows(new QVBoxLayout),
      m_text(plainLabel(look::Role::help)),
      m_progress(new QProgressBar) {
  m_text->setWordWrap(true);
  m_text->setForegroundRole(QPalette::PlaceholderText);
  m_progress->setRange(0, permille);
  m_progress->setTextVisible(false);
  column()->setSpacing(px(8));
  m_rows->setSpacing(px(6));
  look::addAll(column(), {m_rows, m_text, m_progress});
  auto* buttons = new QHBoxLayout;
  const auto add = [&](const char* kind, auto slot) {
    auto* button = new QPushButton;
    button->setProperty("kind", kind);
    look::setSmall(button);
    connect(button, &QPushButton::clicked, this, slot);
    buttons->addWidget(button);
    return button;
  };
  m_import = add("primary", &HistoryCard::importChosen);
  m_show = add("primary", &HistoryCard::runsWanted);
  m_other = add("plain", &HistoryCard::askFolder);
  m_cancel = add("plain", [this] { m_stop.request_stop(); });
  buttons->addStretch(1);
  m_dismiss = add("quiet", &HistoryCard::dismiss);
  column()->addLayout(buttons);
  connect(client, &ServiceClient::progressArrived, this, &HistoryCard::showProgress);
  retranslate();
}

void HistoryCard::look(const QString& home) {
  if (m_search.joinable()) return;
  m_search = std::jthread([this, home](const std::stop_token& stop) {
    QList<FoundHistoryPlace> places = findHistoryPlaces(home, stop);
    QMetaObject::invokeMethod(
        this, [this, places = std::move(places)] { showFound(places); }, Qt::QueuedConnection);
  });
  QTimer::singleShot(longestLook, this, [this] { m_search.request_stop(); });
}

void HistoryCard::showFound(QList<FoundHistoryPlace> places) {
  const QStringList dismissed = QSettings().value(dismissedKey()).toStringList();
  places.removeIf([&](const auto& place) { return dismissed.contains(place.folder); });
  m_places = std::move(places);
  emit found();
  setKnown(m_known);
}

void HistoryCard::setKnown(const QSet<QString>& runs) {
  m_known = runs;
  const qsizetype before = m_places.size();
  qsizetype numRuns = 0;
  for (FoundHistoryPlace& place : m_places) {
    numRuns += place.runs.size();
    place.runs -= m_known;
    numRuns -= place.runs.size();
  }
  m_places.removeIf([](const auto& place) { return place.runs.isEmpty(); });
  // A row that somebody is about to click stays where it is.
  if (m_places.size() != before || numRuns > 0 || m_boxes.size() != m_places.size()) showRows();
  showState();
}

void HistoryCard::showRows() {
  look::clear(m_rows);
  m_boxes.clear();
  for (const FoundHistoryPlace& place : m_places) {
    auto* row = new QWidget;
    auto* column = look::columnIn(row);
    auto* head = new QHBoxLayout;
    auto* box = new QCheckBox(QString(place.title).replace(u'&', u"&&"_s));
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, &HistoryCard::showState);
    head->addWidget(box, 1);
    head->addWidget(plainLabel(look::Role::help, runsText(place.runs.size())));
    column->addLayout(head);
    auto* path = new ElidedLabel;
    path->setText(shortPath(place.folder));
    path->setFont(look::font(look::Role::help));
    path->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(path);
    box->setAccessibleName(place.title + u": "_s + place.folder);
    m_rows->addWidget(row);
    m_boxes << box;
  }
}

QString HistoryCard::runsText(qsizetype count) {
  return count == 1 ? tr("1 run") : tr("%n runs", nullptr, static_cast<int>(count));
}

qsizetype HistoryCard::numChosen() const {
  qsizetype count = 0;
  for (qsizetype i = 0; i < m_boxes.size(); ++i)
    if (m_boxes[i]->isChecked()) count += m_places[i].runs.size();
  return count;
}

QStringList HistoryCard::chosenFolders() const {
  QStringList folders;
  for (qsizetype i = 0; i < m_boxes.size(); ++i)
    if (m_boxes[i]->isChecked()) folders << m_places[i].folder;
  folders.removeDuplicates();
  return folders;
}

void HistoryCard::showState() {
  const bool isImporting = m_state == State::importing, isDone = m_state == State::done;
  for (QCheckBox* box : m_boxes) box->setEnabled(!isImporting);
  const qsizetype count = numChosen();
  m_import->setText(tr("Bring %1 along").arg(runsText(count)));
  m_import->setVisible(!isImporting && !m_places.isEmpty());
  m_import->setEnabled(count > 0);
  m_other->setVisible(!isImporting);
  m_cancel->setVisible(isImporting);
  m_progress->setVisible(isImporting);
  m_show->setVisible(isDone && m_imported);
  m_dismiss->setVisible(!isImporting);
  if (!isImporting) m_progress->setValue(0);
  QString text =
      tr("Curves, settings, tags, notes and dates. The folders stay as they are, and nothing "
         "leaves this computer.");
  if (isImporting) text = tr("Reading the runs");
  if (isDone && m_imported) {
    QStringList parts{tr("%1 imported").arg(runsText(m_imported->added))};
    if (m_imported->updated > 0) parts << tr("%1 updated").arg(m_imported->updated);
    if (m_imported->known > 0) parts << tr("%1 known already").arg(m_imported->known);
    if (!m_imported->empty.isEmpty())
      parts << tr("%1 left out, as they have no values").arg(m_imported->empty.size());
    text = parts.join(u", "_s) + u'.';
  }
  if (isDone && m_imported && !m_imported->damaged.isEmpty())
    text +=
        u' ' +
        tr("Damaged, read as far as possible: %1").arg(shortPath(m_imported->damaged.constFirst()));
  if (isDone && !m_imported) text = m_error;
  m_text->setText(text);
  setVisible(isImporting || isDone || !m_places.isEmpty());
}

void HistoryCard::showProgress(const ProgressReport& report) {
  if (report.what != u"history"_s || m_state != State::importing || report.bytesTotal <= 0) return;
  m_progress->setValue(static_cast<int>(permille * std::min(report.bytesDone, report.bytesTotal) /
                                        report.bytesTotal));
}

void HistoryCard::importChosen() { import(chosenFolders()); }

void HistoryCard::askFolder() {
  auto* dialog = new QFileDialog(this, tr("Folder with runs of a tracker"), QDir::homePath());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& folder) { import({folder}); });
  dialog->open();
}

QCoro::Task<void> HistoryCard::import(QStringList folders) {
  if (m_state == State::importing || folders.isEmpty()) co_return;
  m_state = State::importing;
  m_stop = {};
  showState();
  const QPointer<HistoryCard> self(this);  // may be closed when the answer arrives
  const auto imported =
      co_await m_client->call(methods::importHistory, m_stop.get_token(), folders);
  if (!self) co_return;
  const bool isStopped = !imported && imported.error().kind == ErrorKind::cancelled;
  m_state = isStopped ? State::offering : State::done;
  m_imported.reset();
  if (imported)
    m_imported = *imported;
  else
    m_error = errorText(imported.error());
  showState();
}

void HistoryCard::dismiss() {
  QSettings settings;
  QStringList dismissed = settings.value(dismissedKey()).toStringList();
  for (const FoundHistoryPlace& place : m_places)
    if (!dismissed.contains(place.folder)) dismissed << place.folder;
  settings.setValue(dismissedKey(), dismissed);
  m_places.clear();
  m_state = State::offering;
  showRows();
  showState();
}

void HistoryCard::retranslate() {
  setTitle(tr("History to bring along"));
  m_other->setText(tr("Look elsewhere…"));
  m_cancel->setText(tr("Cancel"));
  m_show->setText(tr("Show runs"));
  m_dismiss->setText(tr("Dismiss"));
  m_progress->setAccessibleName(tr("Reading the runs"));
  showRows();
  showState();
}

}  // namespace trainyard
