// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/samples_view.h"

#include <QAbstractListModel>
#include <QKeyEvent>
#include <QListView>
#include <QLocale>
#include <QStackedWidget>
#include <QTimer>
#include <algorithm>

#include "gui/forms/elided_label.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/runs/records/other_run_box.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/samples/sample_pane.h"
#include "gui/runs/samples/sample_series.h"
#include "gui/runs/samples/shown_sample.h"
#include "gui/runs/samples/step_slider.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int readPause = 1500;  // milliseconds between looks at a run that goes on
enum SamplesPage { EmptyPage, ContentPage };

QString iconOf(const QString& kind) {
  if (kind == u"table"_s) return u"table"_s;
  if (kind == u"image"_s) return u"photo"_s;
  return kind == u"histogram"_s ? u"chart-histogram"_s : u"file-text"_s;
}

}  // namespace

// The names under which a run shows samples, each with the mark of its kind.
class SampleNamesModel : public QAbstractListModel {
 public:
  using QAbstractListModel::QAbstractListModel;

  // A view keeps its current name where the names stay.
  void setSeries(const QList<SampleSeries>& series);
  const QList<SampleSeries>& series() const { return m_series; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  static QString kindName(const QString& kind);

 private:
  QList<SampleSeries> m_series;
};

QString SampleNamesModel::kindName(const QString& kind) {
  if (kind == u"table"_s) return SamplesView::tr("table");
  if (kind == u"image"_s) return SamplesView::tr("image");
  return kind == u"histogram"_s ? SamplesView::tr("histogram") : SamplesView::tr("text");
}

void SampleNamesModel::setSeries(const QList<SampleSeries>& series) {
  const bool isSame =
      std::equal(series.begin(), series.end(), m_series.begin(), m_series.end(),
                 [](const SampleSeries& a, const SampleSeries& b) { return a.isOf(b); });
  if (!isSame) beginResetModel();
  m_series = series;
  if (!isSame)
    endResetModel();
  else if (!series.isEmpty())
    emit dataChanged(index(0), index(rowCount() - 1));
}

int SampleNamesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_series.size());
}

QVariant SampleNamesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SampleSeries& series = m_series[index.row()];
  const QString name = oneLineOf(series.name);
  const auto about = [&] {
    return SamplesView::tr("%1 (%2), samples: %3")
        .arg(name, kindName(series.kind), QLocale().toString(series.samples.size()));
  };
  switch (role) {
    case Qt::DisplayRole:
      return name;
    case Qt::DecorationRole:
      return look::icon(iconOf(series.kind));
    case Qt::ToolTipRole:
      return plainTip(about());
    case Qt::AccessibleTextRole:
      return about();
    default:
      return {};
  }
}

SamplesView::SamplesView(RunModel* run, RunRecords* runs, const StoreReader* store)
    : m_run(run),
      m_reader(store->path()),
      m_names(new SampleNamesModel(this)),
      m_list(new QListView),
      m_title(new ElidedLabel),
      m_besideName(plainLabel(look::Role::body)),
      m_empty(emptyLabel(px(30))),
      m_others(new OtherRunBox(runs)),
      m_steps(new StepBar),
      m_pane(new SamplePane(&m_reader)),
      m_otherPane(new OtherSamplePane(&m_reader, runs)),
      m_pages(new QStackedWidget),
      m_pause(new QTimer(this)) {
  m_list->setModel(m_names);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setMinimumWidth(px(150));
  auto* detail = new QWidget;
  auto* column = look::columnIn(detail, px(12), {px(14), px(12), px(20), px(14)});
  look::addAll(column, {buildBar(), m_steps});
  auto* panes = look::rowIn(nullptr, px(14));
  look::addAll(panes, {{m_pane, 1}, {m_otherPane, 1}});
  column->addLayout(panes, 1);
  auto* content = new QWidget;
  layListAndDetail(content, m_list, detail, px(230), px(800));
  m_pages->insertWidget(EmptyPage, m_empty);
  m_pages->insertWidget(ContentPage, content);
  look::columnIn(this)->addWidget(m_pages);
  m_pause->setSingleShot(true);
  m_pause->setInterval(readPause);
  connectParts(runs);
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* SamplesView::buildBar() {
  auto* bar = new QWidget;
  m_title->setFont(look::font(look::Role::card));
  m_title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_besideName->setBuddy(m_others);
  m_others->setMinimumWidth(px(120));
  m_others->setMaximumWidth(px(300));
  look::addAll(look::rowIn(bar, px(8)), {{m_title, 1}, m_besideName, m_others});
  return bar;
}

void SamplesView::connectParts(const RunRecords* runs) {
  connect(m_run, &RunModel::chosen, this, &SamplesView::showRun);
  connect(m_run, &RunModel::detailChanged, this, &SamplesView::readSoon);
  connect(runs, &RunRecords::changed, this, [this](const QStringList& runs) {
    if (runs.contains(m_otherPane->run())) readSoon();
  });
  connect(m_pause, &QTimer::timeout, this, [this] {
    if (m_isStale && isVisible()) read();
  });
  connect(&m_reader, &SampleReader::listRead, this, &SamplesView::take);
  connect(&m_reader, &SampleReader::failed, this, &SamplesView::failed);
  connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) {
            if (now.isValid() && !m_isFilling) showName();
          });
  connect(m_steps, &StepBar::moved, this, [this] {
    m_isFollowing = m_steps->isAtLast();
    showPosition();
  });
  connect(m_steps, &StepBar::typed, this, [this](std::optional<qint64> step) {
    if (step) goToStep(static_cast<double>(*step));
    showPosition();
  });
  connect(m_others, &OtherRunBox::chosen, this, &SamplesView::showBeside);
  for (SamplePane* pane : {m_pane, static_cast<SamplePane*>(m_otherPane)}) {
    connect(pane, &SamplePane::failed, this, &SamplesView::failed);
    connect(pane, &SamplePane::done, this, &SamplesView::done);
    connect(pane, &SamplePane::stepChosen, this, &SamplesView::goToStep);
  }
}

void SamplesView::retranslate() {
  m_list->setAccessibleName(tr("Names"));
  m_besideName->setText(tr("Beside"));
  m_others->setAccessibleName(tr("Beside"));
  m_others->list(m_shown, m_otherPane->run());
  showEmpty();
  if (series()) showPosition();
}

const SampleSeries* SamplesView::series() const {
  const int row = m_list->currentIndex().row();
  return row >= 0 && row < m_names->rowCount() ? &m_names->series()[row] : nullptr;
}

void SamplesView::showRun() {
  if (m_run->record().run == m_shown) return;
  m_shown = m_run->record().run;
  m_isRead = false;
  m_isFollowing = true;
  m_names->setSeries({});
  showBeside({});
  m_pages->setCurrentIndex(EmptyPage);
  showEmpty();
  m_isStale = true;
  if (isVisible()) read();
}

// What happens in between is read at the end of the pause.
void SamplesView::readSoon() {
  m_isStale = true;
  if (isVisible() && !m_pause->isActive()) read();
}

void SamplesView::read() {
  m_isStale = false;
  m_pause->start();
  if (!m_shown.isEmpty()) m_reader.requestList(m_shown);
  if (!m_otherPane->run().isEmpty()) m_reader.requestList(m_otherPane->run());
}

void SamplesView::take(const QString& run, const QList<SampleRecord>& samples) {
  if (run == m_otherPane->run()) {
    m_otherPane->take(samples);
    showOther();
  }
  if (run != m_shown) return;
  m_isRead = true;
  // The list forgets its current name when the names are others.
  m_isFilling = true;
  m_names->setSeries(sampleSeriesOf(samples));
  int row = 0;
  for (int i = 0; m_place && i < m_names->rowCount(); ++i)
    if (m_names->series()[i].isOf(*m_place)) row = i;
  m_list->setCurrentIndex(m_names->index(row));
  m_isFilling = false;
  m_pages->setCurrentIndex(m_names->rowCount() > 0 ? ContentPage : EmptyPage);
  showEmpty();
  if (series()) showName();
}

// The newest sample, unless an earlier one was chosen; of another name the one at that step.
void SamplesView::showName() {
  const SampleSeries& now = *series();
  const bool isSameName = m_place && m_place->isOf(now);
  qsizetype position = now.samples.size() - 1;
  if (!m_isFollowing) {
    position = now.nearestTo(m_current.step);
    for (qsizetype at = 0; isSameName && at < now.samples.size(); ++at)
      if (isSameSample(now.samples[at], m_current)) position = at;
  }
  const bool haveSteps = std::all_of(now.samples.begin(), now.samples.end(),
                                     [](const SampleRecord& sample) { return sample.step; });
  QList<double> steps;
  for (qsizetype at = 0; at < now.samples.size(); ++at)
    steps << static_cast<double>(haveSteps ? *now.samples[at].step : at);
  m_place = SampleSeries{now.name, now.kind, {}};
  m_steps->setSteps(steps, position);
  showPosition();
}

void SamplesView::showPosition() {
  const SampleSeries* now = series();
  if (!now) return;
  const qsizetype position = std::clamp<qsizetype>(m_steps->position(), 0, now->samples.size() - 1);
  m_current = now->samples[position];
  m_title->setText(oneLineOf(now->name));
  m_steps->showStep(m_current.step);
  m_pane->showSample(m_shown, RunText::name(m_run->record()), *now, position, m_current.step);
  showOther();
}

void SamplesView::showOther() { m_otherPane->showLike(series(), m_current.step); }

void SamplesView::showBeside(const QString& run) {
  m_otherPane->choose(run == m_shown ? QString() : run);
  const QString& other = m_otherPane->run();
  m_others->list(m_shown, other);
  if (!other.isEmpty()) m_reader.requestList(other);
  showOther();
}

void SamplesView::chooseName(const QString& name) {
  for (int row = 0; row < m_names->rowCount(); ++row)
    if (m_names->series()[row].name == name) m_list->setCurrentIndex(m_names->index(row));
}

void SamplesView::showEmpty() {
  if (!m_isRead) return m_empty->clear();
  m_empty->setText(
      m_run->record().workload == u"engine"_s
          ? tr("The rows that are judged worst appear here with each evaluation.")
          : tr("A program shows texts, tables, images and histograms here by logging them, with "
               "W&B (wandb.log of a Table, an Image, a Histogram, a text) or with TensorBoard "
               "(add_text, add_image, add_histogram)."));
}

void SamplesView::goToStep(double step) {
  if (const SampleSeries* now = series()) m_steps->goTo(now->nearestTo(static_cast<qint64>(step)));
}

void SamplesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_others->list(m_shown, m_otherPane->run());
  if (m_isStale) read();
}

void SamplesView::keyPressEvent(QKeyEvent* event) {
  const int way = event->key() == Qt::Key_PageDown ? 1 : event->key() == Qt::Key_PageUp ? -1 : 0;
  const QModelIndex next = m_names->index(m_list->currentIndex().row() + way);
  if (way == 0 || !next.isValid()) return QWidget::keyPressEvent(event);
  m_list->setCurrentIndex(next);
}

}  // namespace trainyard
