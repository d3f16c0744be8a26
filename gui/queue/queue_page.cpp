// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_page.h"

#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QSignalBlocker>
#include <QTableView>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/targets/target_text.h"
#include "remote/service/protocol/cluster_values.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

enum QueueTab { MineTab, BeforeTab, RunningTab };

constexpr qsizetype maxBars = 8;  // on a very mixed cluster the rarest types are omitted
constexpr int gpuBarWidth = 150, gpuBarHeight = 8, gpuBarGap = 26;

}  // namespace

// GPUs of a cluster by type, with a small bar each: total and free.
class GpuBars : public QWidget {
 public:
  GpuBars() {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    look::keepTranslated(this, [this] { describe(); });
  }

  void show(const QList<GpuCount>& gpus);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString words(const GpuCount& gpus) const;
  void describe();

  QList<GpuCount> m_gpus;
};

void GpuBars::show(const QList<GpuCount>& gpus) {
  m_gpus = gpus;
  std::stable_sort(m_gpus.begin(), m_gpus.end(),
                   [](const GpuCount& a, const GpuCount& b) { return a.total > b.total; });
  m_gpus.resize(std::min(m_gpus.size(), maxBars));
  describe();
  updateGeometry();
  update();
}

QString GpuBars::words(const GpuCount& gpus) const {
  return QueuePage::tr("%1: %2 of %3 free")
      .arg(gpus.type.isEmpty() ? QueuePage::tr("GPUs") : gpus.type)
      .arg(gpus.free)
      .arg(gpus.total);
}

void GpuBars::describe() {
  QStringList all;
  for (const GpuCount& gpus : m_gpus) all << words(gpus);
  setAccessibleName(QueuePage::tr("Free GPUs"));
  setAccessibleDescription(all.join(u", "_s));
  setVisible(!m_gpus.isEmpty());
}

QSize GpuBars::sizeHint() const {
  int width = 0;
  for (const GpuCount& gpus : m_gpus)
    width += std::max(gpuBarWidth, fontMetrics().horizontalAdvance(words(gpus))) + gpuBarGap;
  return {width, fontMetrics().height() + gpuBarHeight + 8};
}

void GpuBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  int x = 0;
  const int top = fontMetrics().height() + 4;
  for (const GpuCount& gpus : m_gpus) {
    const int width = std::max(gpuBarWidth, fontMetrics().horizontalAdvance(words(gpus)));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(x, 0, width, fontMetrics().height()), Qt::AlignLeft, words(gpus));
    const double part = gpus.total > 0 ? std::clamp(double(gpus.free) / gpus.total, 0.0, 1.0) : 0;
    look::paintBar(painter, QRectF(x, top, width, gpuBarHeight), part,
                   look::toneColour(look::Tone::completed, palette()),
                   look::tokens(palette()).press);
    x += width + gpuBarGap;
  }
}

QueuePage::QueuePage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_reader(client),
      m_mine(QueueJobsModel::Whose::mine),
      m_before(QueueJobsModel::Whose::before),
      m_running(QueueJobsModel::Whose::running),
      m_gpus(new GpuBars),
      m_text(new QLabel) {
  auto* column = look::columnIn(this);
  column->addWidget(buildHead());
  m_tabs->setDocumentMode(true);
  m_table = addJobs(&m_mine);
  addJobs(&m_before)->setColumnHidden(QueueJobsModel::BeforeColumn, true);
  addJobs(&m_running)->setColumnHidden(QueueJobsModel::BeforeColumn, true);
  column->addWidget(m_tabs, 1);
  connect(m_targets, &TargetList::changed, this, &QueuePage::fillClusters);
  connect(&m_reader, &QueueReader::changed, this, &QueuePage::showAnswer);
  connect(&m_reader, &QueueReader::failed, this, &QueuePage::failed);
  connect(&m_reader, &QueueReader::done, this, &QueuePage::done);
  connect(client, &ServiceClient::connected, &m_reader, &QueueReader::refresh);
  connect(m_cluster, &QComboBox::currentIndexChanged, this, &QueuePage::chooseCluster);
  connect(m_connect, &QPushButton::clicked, &m_reader, &QueueReader::connectTo);
  connect(m_refresh, &QPushButton::clicked, &m_reader, &QueueReader::refresh);
  connect(&m_reader, &QueueReader::adopted, this, &QueuePage::runRequested);
  connect(&m_reader, &QueueReader::outputFound, this, &QueuePage::fileRequested);
  connect(m_output, &QPushButton::clicked, this, [this] {
    if (const QueueEntry* entry = chosen()) m_reader.findOutput(entry->job.id);
  });
  connect(m_adopt, &QPushButton::clicked, this, [this] {
    if (const QueueEntry* entry = chosen()) m_reader.adopt(entry->job.id);
  });
  connect(m_cancel, &QPushButton::clicked, this, &QueuePage::askCancel);
  connect(m_show, &QPushButton::clicked, this, [this] {
    if (const QueueEntry* entry = chosen()) emit runRequested(entry->run);
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &QueuePage::showButtons);
  connect(&m_mine, &QAbstractItemModel::modelReset, this, &QueuePage::showButtons);
  look::keepTranslated(this, [this] { retranslate(); });
  fillClusters();
}

QWidget* QueuePage::buildHead() {
  auto* head = new QWidget;
  auto* column = look::columnIn(head, 8, {14, 12, 14, 8});
  auto* bar = look::rowIn(nullptr, 6);
  m_cluster->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  look::addAll(bar,
               {m_cluster, m_connect, m_refresh, look::gap(), m_show, m_output, m_adopt, m_cancel});
  m_text->setTextFormat(Qt::PlainText);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  look::addAll(column, {bar, m_gpus, m_text});
  column->addWidget(m_add, 0, Qt::AlignLeft);
  connect(m_add, &QPushButton::clicked, this, &QueuePage::clusterWanted);
  return head;
}

QTableView* QueuePage::addJobs(QueueJobsModel* model) {
  QTableView* table = plainTable(model, QueueJobsModel::WhyColumn);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  // There are many rows; it is enough to measure the visible ones.
  table->horizontalHeader()->setResizeContentsPrecision(50);
  m_tabs->addTab(table, QString());
  return table;
}

void QueuePage::fillClusters() {
  const QString before = m_cluster->currentData().toString();
  {
    const QSignalBlocker quiet(m_cluster);
    m_cluster->clear();
    for (const TargetRecord& target : m_targets->targets())
      if (!TargetList::isHere(target.settings.name))
        m_cluster->addItem(target.settings.name, target.settings.name);
    m_cluster->setCurrentIndex(std::max(0, m_cluster->findData(before)));
  }
  chooseCluster();
}

void QueuePage::chooseCluster() {
  const QString cluster = m_cluster->currentData().toString();
  const TargetRecord* target = m_targets->find(cluster);
  const bool isNew = cluster != m_reader.target();
  m_reader.setTarget(cluster);
  // It has been connected meanwhile.
  if (!isNew && !m_reader.state() && target && target->link == TargetLink::connected)
    m_reader.refresh();
  showAnswer();
}

void QueuePage::showAnswer() {
  const auto& state = m_reader.state();
  const auto& queue = m_reader.queue();
  m_gpus->show(state ? state->gpus : QList<GpuCount>());
  for (QueueJobsModel* model : {&m_mine, &m_before, &m_running}) {
    if (queue)
      model->show(*queue, unix_time());
    else
      model->clear();
  }
  // There is no number for a queue that is unknown.
  const auto title = [&](const QString& words, const QueueJobsModel& model) {
    return queue ? tr("%1 (%2)").arg(words).arg(model.rowCount()) : words;
  };
  m_tabs->setTabText(MineTab, title(tr("My jobs"), m_mine));
  m_tabs->setTabText(BeforeTab, title(tr("Before mine"), m_before));
  m_tabs->setTabText(RunningTab, title(tr("Running, of others"), m_running));
  showText();
  showButtons();
}

void QueuePage::showText() {
  const TargetRecord* target = m_targets->find(m_reader.target());
  const bool isConnected = target && target->link == TargetLink::connected;
  QStringList words;
  if (!target) {
    words << tr("No cluster yet: the queue of one is shown here.");
  } else if (const auto& state = m_reader.state()) {
    const NodeCounts& nodes = state->nodes;
    words << tr("%1 nodes: %2 idle, %3 partly in use, %4 full, %5 reserved, %6 down.")
                 .arg(nodes.total())
                 .arg(nodes.idle)
                 .arg(nodes.mixed)
                 .arg(nodes.busy)
                 .arg(nodes.reserved)
                 .arg(nodes.down)
          << tr("As of %1.").arg(QuantityText::clock(state->time, unix_time()));
  }
  if (target && !isConnected) words << TargetText::summary(*target, unix_time());
  if (!m_reader.problem().isEmpty()) words << m_reader.problem();
  if (const auto& queue = m_reader.queue(); queue && queue->leftOut > 0)
    words << tr("%1 more jobs are not shown.").arg(queue->leftOut);
  m_text->setText(words.join(u' '));
  m_add->setVisible(!target);
  m_connect->setVisible(target && !isConnected);
  m_connect->setEnabled(target && target->link != TargetLink::connecting);
  m_refresh->setEnabled(isConnected && !m_reader.isBusy());
}

const QueueEntry* QueuePage::chosen() const {
  const QModelIndexList rows = m_table->selectionModel()->selectedRows();
  return rows.isEmpty() ? nullptr : m_mine.at(rows.first());
}

void QueuePage::showButtons() {
  const QueueEntry* entry = chosen();
  m_show->setEnabled(entry && !entry->run.isEmpty());
  const bool isStrange =
      entry && entry->run.isEmpty() && entry->job.phase != QueuedJob::Phase::ending;
  m_output->setEnabled(isStrange);
  m_adopt->setEnabled(isStrange && !entry->isRuns && !entry->isCheck &&
                      entry->job.id == entry->job.number);
  m_cancel->setEnabled(isStrange);
}

void QueuePage::askCancel() {
  const QueueEntry* entry = chosen();
  if (!entry) return;
  const QString job = entry->job.id, cluster = m_reader.target();
  auto* box = new QMessageBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("Cancel the job"));
  box->setTextFormat(Qt::PlainText);
  box->setIcon(QMessageBox::Question);
  box->setText(tr("Cancel the job %1 (%2) on %3?").arg(job, entry->job.name.simplified(), cluster));
  box->setInformativeText(entry->job.id.contains(u'[')
                              ? tr("The whole array is cancelled, including running tasks.")
                              : tr("Unsaved work is lost."));
  QPushButton* end = box->addButton(tr("End it"), QMessageBox::DestructiveRole);
  box->addButton(tr("Leave it"), QMessageBox::RejectRole);
  connect(end, &QPushButton::clicked, this, [this, job, cluster] {
    if (m_reader.target() == cluster) m_reader.cancel(job);
  });
  box->open();
}

void QueuePage::retranslate() {
  m_cluster->setAccessibleName(tr("Cluster"));
  m_cluster->setToolTip(tr("The cluster whose queue is shown"));
  m_connect->setText(tr("Connect"));
  m_refresh->setText(tr("Refresh"));
  m_add->setText(tr("Add a cluster…"));
  m_refresh->setToolTip(tr("The queue is refreshed every 30 seconds while this page is open"));
  m_show->setText(tr("Show run"));
  m_show->setToolTip(tr("The run that this job belongs to"));
  m_output->setText(tr("Output"));
  m_output->setToolTip(tr("Show the file that a job of yours writes its output to"));
  m_adopt->setText(tr("Make it a run"));
  m_adopt->setToolTip(
      tr("Follow a job of yours that was not started from here like a run: its state, output and "
         "end"));
  m_cancel->setText(tr("Cancel job…"));
  m_cancel->setToolTip(
      tr("Cancel a job of yours that is not a run; runs are cancelled on their own page"));
  m_table->setAccessibleName(tr("My jobs"));
  for (QueueJobsModel* model : {&m_mine, &m_before, &m_running}) model->retranslate();
  showAnswer();
}

void QueuePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_reader.setWatched(true);
}

void QueuePage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_reader.setWatched(false);
}

}  // namespace trainyard
