// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/samples_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "gui/forms/elided_label.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_label.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/runs/records/other_run_box.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/samples/sample_names_model.h"
#include "gui/runs/samples/sample_pane.h"
#include "gui/runs/samples/step_slider.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int readPause = 1500;  // milliseconds between looks at a run that goes on
enum SamplesPage { EmptyPage, ContentPage };

QToolButton* stepButton(const QString& icon) {
  auto* button = new QToolButton;
  button->setIcon(look::icon(icon));
  return button;
}

}  // namespace

SamplesView::SamplesView(RunModel* run, RunRecords* runs, const StoreReader* store)
    : m_run(run),
      m_runs(runs),
      m_reader(store->path()),
      m_names(new SampleNamesModel(this)),
      m_list(new QListView),
      m_title(new ElidedLabel),
      m_besideName(plainLabel(look::Role::body)),
      m_stepName(plainLabel(look::Role::body)),
      m_empty(plainLabel(look::Role::body)),
      m_others(new OtherRunBox(runs)),
      m_slider(new StepSlider),
      m_previous(stepButton(u"chevron-left"_s)),
      m_next(stepButton(u"chevron-right"_s)),
      m_step(new QLineEdit),
      m_pane(new SamplePane(&m_reader)),
      m_otherPane(new SamplePane(&m_reader)),
      m_pages(new QStackedWidget),
      m_pause(new QTimer(this)) {
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setMargin(px(30));
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  m_list->setModel(m_names);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setMinimumWidth(px(150));
  auto* detail = new QWidget;
  auto* column = look::columnIn(detail, px(12), {px(14), px(12), px(20), px(14)});
  column->addWidget(buildBar());
  column->addWidget(buildSteps());
  auto* panes = new QHBoxLayout;
  panes->setSpacing(px(14));
  panes->addWidget(m_pane, 1);
  panes->addWidget(m_otherPane, 1);
  column->addLayout(panes, 1);
  auto* content = new QWidget;
  layListAndDetail(content, m_list, detail, px(230), px(800));
  m_pages->insertWidget(EmptyPage, m_empty);
  m_pages->insertWidget(ContentPage, content);
  look::columnIn(this)->addWidget(m_pages);
  m_otherPane->hide();
  m_pause->setSingleShot(true);
  m_pause->setInterval(readPause);
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* SamplesView::buildBar() {
  auto* bar = new QWidget;
  auto* row = look::rowIn(bar, px(8));
  m_title->setFont(look::font(look::Role::card));
  m_title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_besideName->setBuddy(m_others);
  m_others->setMinimumWidth(px(120));
  m_others->setMaximumWidth(px(300));
  row->addWidget(m_title, 1);
  row->addWidget(m_besideName);
  row->addWidget(m_others);
  return bar;
}

QWidget* SamplesView::buildSteps() {
  auto* card = new look::Card;
  card->column()->setContentsMargins(px(8), px(6), px(12), px(4));
  auto* row = new QHBoxLayout;
  row->setSpacing(px(6));
  m_step->setAlignment(Qt::AlignRight);
  m_step->setFixedWidth(m_step->fontMetrics().horizontalAdvance(u"0,000,000,000"_s) + px(20));
  m_stepName->setBuddy(m_step);
  look::setInk(m_stepName, [](const look::Tokens& t) { return t.text3; });
  row->addWidget(m_previous);
  row->addWidget(m_slider, 1);
  row->addWidget(m_next);
  row->addWidget(m_stepName);
  row->addWidget(m_step);
  card->column()->addLayout(row);
  return card;
}

void SamplesView::connectParts() {
  connect(m_run, &RunModel::chosen, this, &SamplesView::showRun);
  connect(m_run, &RunModel::detailChanged, this, &SamplesView::readSoon);
  connect(m_runs, &RunRecords::changed, this, [this](const QStringList& runs) {
    if (runs.contains(m_other)) readSoon();
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
  connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
    m_isFollowing = position == m_slider->maximum();
    showPosition();
  });
  connect(m_previous, &QToolButton::clicked, this,
          [this] { m_slider->setValue(m_slider->value() - 1); });
  connect(m_next, &QToolButton::clicked, this,
          [this] { m_slider->setValue(m_slider->value() + 1); });
  connect(m_step, &QLineEdit::returnPressed, this, &SamplesView::goToTyped);
  connect(m_others, &OtherRunBox::chosen, this, &SamplesView::showBeside);
  for (SamplePane* pane : {m_pane, m_otherPane}) {
    connect(pane, &SamplePane::failed, this, &SamplesView::failed);
    connect(pane, &SamplePane::done, this, &SamplesView::done);
    connect(pane, &SamplePane::stepChosen, this, &SamplesView::goToStep);
  }
}

void SamplesView::retranslate() {
  m_list->setAccessibleName(tr("Names"));
  m_besideName->setText(tr("Beside"));
  m_others->setAccessibleName(tr("Beside"));
  m_slider->setAccessibleName(tr("Steps"));
  m_previous->setToolTip(tr("Previous step"));
  m_next->setToolTip(tr("Next step"));
  for (QToolButton* button : {m_previous, m_next}) button->setAccessibleName(button->toolTip());
  m_stepName->setText(tr("step"));
  m_step->setAccessibleName(tr("Go to a step"));
  m_others->list(m_shown, m_other);
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
  if (!m_other.isEmpty()) m_reader.requestList(m_other);
}

void SamplesView::take(const QString& run, const QList<SampleRecord>& samples) {
  if (run == m_other) {
    m_isOtherRead = true;
    m_otherSeries = sampleSeriesOf(samples);
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
  const QSignalBlocker quiet(m_slider);
  m_slider->setSteps(steps);
  m_slider->setValue(static_cast<int>(position));
  showPosition();
}

void SamplesView::showPosition() {
  const SampleSeries* now = series();
  if (!now) return;
  const qsizetype position = std::clamp<qsizetype>(m_slider->value(), 0, now->samples.size() - 1);
  m_current = now->samples[position];
  m_title->setText(oneLineOf(now->name));
  const QString step = m_current.step ? QLocale().toString(*m_current.step) : QString();
  if (!m_step->hasFocus() || !m_step->isModified()) m_step->setText(step);
  m_slider->setAccessibleDescription(tr("step %1").arg(step));
  m_previous->setEnabled(position > 0);
  m_next->setEnabled(position + 1 < now->samples.size());
  m_pane->showSample(m_shown, RunText::name(m_run->record()), *now, position, m_current.step);
  showOther();
}

void SamplesView::showOther() {
  m_otherPane->setVisible(!m_other.isEmpty());
  const SampleSeries* now = series();
  const RunRecord* other = m_runs->find(m_other);
  if (!now || !other) return;
  const auto found = std::find_if(m_otherSeries.begin(), m_otherSeries.end(),
                                  [&](const SampleSeries& each) { return each.isOf(*now); });
  if (found == m_otherSeries.end())
    return m_otherPane->showWords(
        RunText::name(*other),
        m_isOtherRead ? tr("This run has nothing under this name.") : QString());
  m_otherPane->showSample(m_other, RunText::name(*other), *found, found->nearestTo(m_current.step),
                          m_current.step);
}

void SamplesView::showBeside(const QString& run) {
  m_other = run == m_shown ? QString() : run;
  m_otherSeries.clear();
  m_isOtherRead = false;
  m_others->list(m_shown, m_other);
  if (!m_other.isEmpty()) m_reader.requestList(m_other);
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

void SamplesView::goToTyped() {
  const SampleSeries* now = series();
  bool isNumber = false;
  const qint64 step = QLocale().toLongLong(m_step->text().trimmed(), &isNumber);
  m_step->setModified(false);
  if (now && isNumber) m_slider->setValue(static_cast<int>(now->nearestTo(step)));
  showPosition();
}

void SamplesView::goToStep(double step) {
  if (const SampleSeries* now = series())
    m_slider->setValue(static_cast<int>(now->nearestTo(static_cast<qint64>(step))));
}

void SamplesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_others->list(m_shown, m_other);
  if (m_isStale) read();
}

void SamplesView::keyPressEvent(QKeyEvent* event) {
  const int way = event->key() == Qt::Key_PageDown ? 1 : event->key() == Qt::Key_PageUp ? -1 : 0;
  const QModelIndex next = m_names->index(m_list->currentIndex().row() + way);
  if (way == 0 || !next.isValid()) return QWidget::keyPressEvent(event);
  m_list->setCurrentIndex(next);
}

}  // namespace trainyard
