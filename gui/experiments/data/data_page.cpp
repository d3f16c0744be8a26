// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/data/data_page.h"

#include <QAreaSeries>
#include <QChartView>
#include <QGraphicsLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineSeries>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <QValueAxis>
#include <algorithm>

#include "gui/experiments/checks/data_inspection.h"
#include "gui/experiments/data/data_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/tokens.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

// The histogram of lengths, with the sequence length as a line.
class LengthChart : public QChartView {
 public:
  LengthChart();

  void showLengths(const SplitCounts& split, qint64 sequenceLength);
  QSize sizeHint() const override { return {320, 200}; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyPalette();

  QLineSeries *m_tops, *m_limit;
  QAreaSeries* m_bars;
  QValueAxis *m_x, *m_y;
};

LengthChart::LengthChart()
    : m_tops(new QLineSeries(this)),
      m_limit(new QLineSeries),
      m_bars(new QAreaSeries(m_tops)),
      m_x(new QValueAxis),
      m_y(new QValueAxis) {
  chart()->legend()->hide();
  chart()->setBackgroundRoundness(0);
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->setMargins(QMargins(4, 4, 12, 4));
  chart()->addAxis(m_x, Qt::AlignBottom);
  chart()->addAxis(m_y, Qt::AlignLeft);
  for (QAbstractSeries* series :
       {static_cast<QAbstractSeries*>(m_bars), static_cast<QAbstractSeries*>(m_limit)}) {
    chart()->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
  }
  for (QValueAxis* axis : {m_x, m_y}) axis->setLabelFormat("%.0f");
  m_x->setTickCount(4);
  m_y->setTickCount(3);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMinimumSize(220, 140);
  applyPalette();
}

void LengthChart::showLengths(const SplitCounts& split, qint64 sequenceLength) {
  QList<QPointF> tops;
  qint64 most = 1, end = 1;
  // The answer is another program's: a bin without both edges has no bar.
  if (const auto& lengths = split.lengths;
      lengths && lengths->edges.size() == lengths->counts.size() + 1) {
    for (std::size_t i = 0; i < lengths->counts.size(); ++i) {
      const auto height = static_cast<qreal>(lengths->counts[i]);
      tops << QPointF(static_cast<qreal>(lengths->edges[i]), height)
           << QPointF(static_cast<qreal>(lengths->edges[i + 1]), height);
      most = std::max<qint64>(most, lengths->counts[i]);
    }
    end = lengths->edges.back();
  }
  m_tops->replace(tops);
  const auto right = static_cast<qreal>(std::max(end, sequenceLength + 1));
  m_x->setRange(0, right * 1.02);
  m_y->setRange(0, static_cast<qreal>(most) * 1.1);
  const auto limit = static_cast<qreal>(sequenceLength);
  m_limit->replace(QList<QPointF>{{limit, 0}, {limit, static_cast<qreal>(most) * 1.1}});
  setAccessibleName(DataPage::tr("Histogram of lengths"));
  setToolTip(plainTip(
      DataPage::tr("How many examples have how many tokens; the line is the sequence length, %1")
          .arg(sequenceLength)));
}

void LengthChart::applyPalette() {
  const look::Tokens& now = look::tokens(palette());
  chart()->setBackgroundBrush(now.plot);
  setBackgroundBrush(now.plot);
  QFont small = font();
  small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.88));
  for (QValueAxis* axis : {m_x, m_y}) {
    axis->setLabelsColor(now.text3);
    axis->setLabelsFont(small);
    axis->setLinePenColor(now.axis);
    axis->setGridLineColor(now.grid);
  }
  const QColor colour = now.curves[0];
  m_bars->setColor(colour);
  m_bars->setBorderColor(colour);
  m_limit->setPen(QPen(now.tone(look::Tone::stopped).word, 2, Qt::DashLine));
}

void LengthChart::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) applyPalette();
  QChartView::changeEvent(event);
}

DataPage::DataPage(ServiceClient* client)
    : m_inspection(client),
      m_previous(new QToolButton),
      m_next(new QToolButton),
      m_random(new QToolButton),
      m_inOrder(new QToolButton),
      m_place(new QLabel),
      m_status(new QLabel),
      m_legend(new QLabel),
      m_counts(new QLabel),
      m_lengths(new QLabel),
      m_look(new QPushButton),
      m_all(new QPushButton),
      m_stop(new QPushButton),
      m_chart(new LengthChart),
      m_side(buildSide()) {
  m_place->setTextFormat(Qt::PlainText);
  m_status->setTextFormat(Qt::PlainText);
  m_legend->setTextFormat(Qt::PlainText);
  m_counts->setTextFormat(Qt::PlainText);
  for (QLabel* label : {m_place, m_status, m_counts})
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_status->setWordWrap(true);
  m_text->setOpenLinks(false);
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  m_text->setFont(large);
  m_text->setFrameShape(QFrame::NoFrame);
  auto* example = new QWidget;
  auto* column = new QVBoxLayout(example);
  column->setContentsMargins(10, 0, 10, 6);
  look::addAll(column, {m_place, {m_text, 1}, m_legend});
  auto* halves = new QSplitter;
  halves->setHandleWidth(1);
  halves->addWidget(example);
  halves->addWidget(m_side);
  halves->setStretchFactor(0, 1);
  halves->setSizes({800, 400});
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  look::addAll(page, {buildRow(), {halves, 1}});
  connectButtons();
  buildKeys();
  look::onEvent(this, QEvent::PaletteChange, [this] { showExample(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* DataPage::buildRow() {
  auto* widget = new QWidget;
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(10, 4, 10, 4);
  look::addAll(row, {m_split,
                     m_previous,
                     m_next,
                     m_random,
                     m_inOrder,
                     m_ids,
                     {m_status, 1},
                     m_stop,
                     m_look,
                     m_all});
  return widget;
}

QWidget* DataPage::buildSide() {
  auto* widget = new QWidget;
  auto* column = new QVBoxLayout(widget);
  m_counts->setWordWrap(true);
  look::addAll(column, {m_counts, m_lengths, m_chart, look::gap()});
  return widget;
}

void DataPage::buildKeys() {
  const auto key = [this](const QKeySequence& sequence, auto slot) {
    connect(new QShortcut(sequence, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
            &QShortcut::activated, this, slot);
  };
  key(QKeySequence(tr("Alt+Right")), [this] { m_inspection.next(); });
  key(QKeySequence(tr("Alt+Left")), [this] { m_inspection.previous(); });
  key(QKeySequence(tr("Alt+R")), [this] { m_inspection.shuffle(++m_seed); });
  key(QKeySequence(tr("F5")), [this] { m_look->click(); });
  key(QKeySequence(Qt::Key_Escape), [this] {
    if (m_inspection.state() == DataInspection::State::asking) return m_inspection.stop();
    emit left();
  });
}

void DataPage::connectButtons() {
  connect(&m_inspection, &DataInspection::changed, this, &DataPage::showAll);
  connect(&m_inspection, &DataInspection::progressed, this, &DataPage::showStatus);
  connect(m_previous, &QToolButton::clicked, this, [this] { m_inspection.previous(); });
  connect(m_next, &QToolButton::clicked, this, [this] { m_inspection.next(); });
  connect(m_random, &QToolButton::clicked, this, [this] { m_inspection.shuffle(++m_seed); });
  connect(m_inOrder, &QToolButton::clicked, this, [this] { m_inspection.showInOrder(); });
  connect(m_ids, &QCheckBox::toggled, this, &DataPage::showExample);
  connect(m_stop, &QPushButton::clicked, this, [this] { m_inspection.stop(); });
  connect(m_look, &QPushButton::clicked, this,
          [this] { m_inspection.look(DataInspection::Scope::firstRecords); });
  connect(m_all, &QPushButton::clicked, this,
          [this] { m_inspection.look(DataInspection::Scope::all); });
  connect(m_split, &QComboBox::activated, this,
          [this](int index) { m_inspection.chooseSplit(m_split->itemText(index)); });
}

void DataPage::retranslate() {
  m_split->setAccessibleName(tr("Split"));
  m_previous->setText(tr("Previous"));
  m_previous->setToolTip(tr("Previous example (Alt+Left)"));
  m_next->setText(tr("Next"));
  m_next->setToolTip(tr("Next example (Alt+Right)"));
  m_random->setText(tr("Random"));
  m_random->setToolTip(tr("Examples in a random order (Alt+R)"));
  m_inOrder->setText(tr("In order"));
  m_inOrder->setToolTip(tr("Examples in the order of the data again"));
  m_ids->setText(tr("Numbers"));
  m_ids->setToolTip(tr("Show the id after each token"));
  m_stop->setText(tr("Stop"));
  m_look->setText(tr("Look again"));
  m_look->setToolTip(
      plainTip(tr("Read the first %1 records again (F5)").arg(DataInspection::firstRecords)));
  m_all->setText(tr("Look at all"));
  m_all->setToolTip(tr("Prepare the data as for training, and count over all of it"));
  m_lengths->setText(tr("Lengths in tokens"));
  m_text->setAccessibleName(tr("Example"));
  showAll();
}

void DataPage::setAvailable(bool isAvailable) {
  m_isAvailable = isAvailable;
  showButtons();
  showStatus();
}

void DataPage::enter() {
  showAll();
  const bool isNew = m_inspection.state() == DataInspection::State::nothing ||
                     m_inspection.state() == DataInspection::State::failed;
  if (m_isAvailable && (isNew || m_inspection.isOutOfDate()))
    m_inspection.look(DataInspection::Scope::firstRecords);
  m_text->setFocus();
}

void DataPage::showAll() {
  if (!isVisible()) return;  // a key press in the document has no effect here
  showButtons();
  showStatus();
  showCounts();
  showExample();
}

void DataPage::showButtons() {
  const bool isAsking = m_inspection.state() == DataInspection::State::asking;
  const bool isAnswered = m_inspection.state() == DataInspection::State::answered;
  const QSignalBlocker quiet(m_split);
  m_split->clear();
  for (const SplitCounts& split : m_inspection.data().splits)
    m_split->addItem(QString::fromStdString(split.name));
  if (const SplitCounts* split = m_inspection.split())
    m_split->setCurrentText(QString::fromStdString(split->name));
  m_split->setEnabled(isAnswered && m_split->count() > 1);
  const bool hasAny = isAnswered && m_inspection.numExamples() > 0;
  m_previous->setEnabled(hasAny && m_inspection.place() > 0);
  m_next->setEnabled(hasAny && m_inspection.place() + 1 < m_inspection.numExamples());
  m_random->setEnabled(hasAny);
  m_inOrder->setEnabled(hasAny && m_inspection.isShuffled());
  m_stop->setVisible(isAsking);
  m_look->setVisible(!isAsking);
  m_all->setVisible(!isAsking);
  m_look->setEnabled(m_isAvailable);
  m_all->setEnabled(m_isAvailable);
}

void DataPage::showStatus() {
  QString words;
  switch (m_inspection.state()) {
    case DataInspection::State::asking:
      words = m_inspection.progress().isEmpty() ? tr("reading…") : m_inspection.progress();
      break;
    case DataInspection::State::failed:
      words = m_inspection.failure();
      break;
    case DataInspection::State::answered:
      if (m_inspection.isOutOfDate())
        words = tr("The experiment has changed since then");
      else if (m_inspection.isLookedAtHere())
        words = tr("Inspected on this computer, from which it is sent");
      break;
    case DataInspection::State::nothing:
      words = m_isAvailable ? tr("Not inspected yet for %1: press Look again (F5)")
                                  .arg(TargetText::name(m_inspection.target()))
                            : tr("The data can be inspected once the experiment is saved and "
                                 "has no errors");
      break;
  }
  m_status->setText(words);
}

void DataPage::showCounts() {
  const SplitCounts* split = m_inspection.split();
  m_side->setVisible(split != nullptr);
  if (!split) return;
  m_counts->setText(DataText::counts(m_inspection.data(), *split));
  m_chart->showLengths(*split, m_inspection.data().sequence_length);
}

void DataPage::showExample() {
  const DataSample* example = m_inspection.example();
  m_place->setText(DataText::place(m_inspection));
  if (!example) {
    m_legend->clear();
    if (m_inspection.state() != DataInspection::State::asking) m_text->clear();
    return;
  }
  m_legend->setText(DataText::legend(m_inspection.data(), *example));
  DataText::fill(*m_text->document(), m_inspection.data(), *example, palette(),
                 m_ids->isChecked() ? DataText::Ids::shown : DataText::Ids::hidden);
  m_text->moveCursor(QTextCursor::Start);
}

}  // namespace trainyard
