// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <algorithm>

#include "gui/charts/export_file.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/samples/sample_content.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr qsizetype maxCaptionCharacters = 600;

QToolButton* headButton(const QString& icon) {
  auto* button = new QToolButton;
  button->setIcon(look::icon(icon));
  return button;
}

void setOrHide(QLabel* label, const QString& words) {
  label->setText(words);
  label->setVisible(!words.isEmpty());
}

}  // namespace

SamplePane::SamplePane(SampleReader* reader)
    : m_reader(reader),
      m_name(new ElidedLabel),
      m_step(plainLabel(look::Role::body)),
      m_caption(textLabel(look::Role::help)),
      m_notes(textLabel(look::Role::help)),
      m_copy(headButton(u"copy"_s)),
      m_save(headButton(u"download"_s)),
      m_content(new SampleContent) {
  auto* card = new look::Card;
  look::columnIn(this)->addWidget(card);
  QVBoxLayout* column = card->column();
  column->setContentsMargins(px(14), px(6), px(8), px(10));
  buildHead(column);
  column->addWidget(m_content, 1);
  connect(m_copy, &QToolButton::clicked, this, &SamplePane::copy);
  connect(m_save, &QToolButton::clicked, this, &SamplePane::save);
  connect(m_content, &SampleContent::stepChosen, this, &SamplePane::stepChosen);
  connect(m_reader, &SampleReader::sampleRead, this, &SamplePane::take);
  connect(m_reader, &SampleReader::historyRead, this,
          [this](const QString& run, const QString& name, const HistogramHistory& history) {
            if (run + u'\n' + name != m_historyOf) return;
            m_history = std::make_shared<const HistogramHistory>(history);
            if (m_shown.kind == ShownSample::Kind::histogram) showHistogram();
          });
  look::keepTranslated(this, [this] { retranslate(); });
}

void SamplePane::buildHead(QVBoxLayout* column) {
  auto* head = look::rowIn(nullptr, px(8));
  m_name->setFont(look::font(look::Role::emphasis));
  m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  for (QLabel* label : {m_caption, m_notes}) label->hide();
  look::setInk(m_step, [](const look::Tokens& t) { return t.text3; });
  look::setInk(m_caption, [](const look::Tokens& t) { return t.text2; });
  look::setInk(m_notes, look::Tone::waiting);
  look::addAll(head, {{m_name, 1}, m_step, m_copy, m_save});
  look::addAll(column, {head, m_caption, m_notes});
}

void SamplePane::retranslate() {
  m_copy->setToolTip(tr("Copy"));
  m_save->setToolTip(tr("Save to a file"));
  for (QToolButton* button : {m_copy, m_save}) button->setAccessibleName(button->toolTip());
  showHead();
  if (m_shown.kind == ShownSample::Kind::histogram) showHistogram();
}

void SamplePane::showSample(const QString& run, const QString& runName, const SampleSeries& series,
                            qsizetype position, std::optional<qint64> wantedStep) {
  const SampleRecord& sample = series.samples[position];
  const bool isSame = m_run == run && m_wanted && isSameSample(*m_wanted, sample);
  m_name->setText(runName);
  m_run = run;
  m_wanted = sample;
  m_wantedStep = wantedStep;
  m_place.clear();
  const auto atStep = [&](const SampleRecord& other) { return other.step == sample.step; };
  const auto first = std::find_if(series.samples.begin(), series.samples.end(), atStep);
  if (const auto count = std::count_if(first, series.samples.end(), atStep); count > 1)
    m_place =
        u"%1/%2"_s.arg(position - std::distance(series.samples.begin(), first) + 1).arg(count);
  requestHistory(run, series);
  if (!isSame) request();
  showHead();
}

void SamplePane::showWords(const QString& runName, const QString& sentence) {
  m_name->setText(runName);
  m_wanted.reset();
  m_shown = {};
  m_shown.problem = sentence;
  showHead();
  showContent();
}

// One at a time: whoever drags along the steps sees what is read, and waits for no other.
void SamplePane::request() {
  if (m_asked || !m_wanted) return;
  m_asked = m_wanted;
  m_askedRun = m_run;
  m_reader->requestSample(m_run, *m_wanted);
}

void SamplePane::requestHistory(const QString& run, const SampleSeries& series) {
  if (series.kind != u"histogram"_s) return;
  const QString of = run + u'\n' + series.name;
  if (of == m_historyOf && series.samples.size() == m_historyLength) return;
  if (of != m_historyOf) m_history.reset();
  m_historyOf = of;
  m_historyLength = series.samples.size();
  m_reader->requestHistory(run, series);
}

void SamplePane::take(const QString& run, const SampleRecord& sample, const ShownSample& shown) {
  if (!m_asked || run != m_askedRun || !isSameSample(sample, *m_asked)) return;
  m_asked.reset();
  if (!m_wanted) return;
  if (run != m_run || !isSameSample(sample, *m_wanted)) return request();
  m_shown = shown;
  m_shownOf = sample;
  showHead();
  showContent();
}

void SamplePane::showHead() {
  const QLocale locale;
  QString step;
  if (m_wanted)
    step = m_wanted->step ? tr("step %1").arg(locale.toString(*m_wanted->step)) : tr("no step");
  m_step->setText(m_place.isEmpty() || !m_wanted ? step : u"%1 (%2)"_s.arg(step, m_place));
  setOrHide(m_caption,
            m_wanted ? oneLineOf(m_wanted->caption.left(maxCaptionCharacters)) : QString());
  QStringList notes;
  if (m_wanted && m_wantedStep && m_wanted->step != m_wantedStep)
    notes
        << tr("There is none at step %1; this is the nearest.").arg(locale.toString(*m_wantedStep));
  if (m_wanted && m_shown.isCut) notes << tr("There was more of it; this is the beginning.");
  setOrHide(m_notes, notes.join(u' '));
}

void SamplePane::showContent() {
  using Kind = ShownSample::Kind;
  m_content->showSample(m_shown);
  if (m_shown.kind == Kind::histogram) showHistogram();
  m_copy->setEnabled(m_shown.kind != Kind::words);
  m_save->setEnabled(!m_shown.file.bytes.isEmpty());
}

void SamplePane::showHistogram() {
  HistogramPicture picture;
  picture.name = oneLineOf(m_shownOf.name);
  picture.step = static_cast<double>(m_shownOf.step.value_or(0));
  picture.histogram = m_shown.histogram;
  picture.history = m_history;
  m_content->showHistogram(picture);
}

void SamplePane::copy() {
  if (m_shown.kind == ShownSample::Kind::image)
    QGuiApplication::clipboard()->setImage(m_shown.image);
  else
    QGuiApplication::clipboard()->setText(m_shown.copied());
}

void SamplePane::save() {
  const SampleFile file = m_shown.file;
  const QString ending = u"*"_s + file.ending;
  exportTo(
      this, {tr("Save the sample"), file.name, file.ending, tr("Samples (%1)").arg(ending)},
      [file] { return [file] { return file.bytes; }; }, this);
}

OtherSamplePane::OtherSamplePane(SampleReader* reader, const RunRecords* runs)
    : SamplePane(reader), m_runs(runs) {
  hide();
}

void OtherSamplePane::choose(const QString& run) {
  m_chosen = run;
  m_series.clear();
  m_isRead = false;
}

void OtherSamplePane::take(const QList<SampleRecord>& samples) {
  m_isRead = true;
  m_series = sampleSeriesOf(samples);
}

void OtherSamplePane::showLike(const SampleSeries* series, std::optional<qint64> step) {
  setVisible(!m_chosen.isEmpty());
  const RunRecord* run = m_runs->find(m_chosen);
  if (!series || !run) return;
  const auto found = std::find_if(m_series.begin(), m_series.end(),
                                  [&](const SampleSeries& each) { return each.isOf(*series); });
  if (found == m_series.end())
    return showWords(RunText::name(*run),
                     m_isRead ? tr("This run has nothing under this name.") : QString());
  showSample(m_chosen, RunText::name(*run), *found, found->nearestTo(step), step);
}

}  // namespace trainyard
