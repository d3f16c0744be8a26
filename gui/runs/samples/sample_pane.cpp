// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "gui/charts/export_file.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/image_view.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/runs/samples/histogram_view.h"
#include "gui/runs/samples/sample_table_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double widestColumn = 340;
constexpr qsizetype maxCaptionCharacters = 600;

QToolButton* headButton(const QString& icon) {
  auto* button = new QToolButton;
  button->setIcon(look::icon(icon));
  return button;
}

QLabel* wrappedLabel() {
  QLabel* label = plainLabel(look::Role::help);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->hide();
  return label;
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
      m_caption(wrappedLabel()),
      m_notes(wrappedLabel()),
      m_words(plainLabel(look::Role::body)),
      m_copy(headButton(u"copy"_s)),
      m_save(headButton(u"download"_s)),
      m_pages(new QStackedWidget),
      m_text(new QPlainTextEdit),
      m_rows(new SampleTableModel(this)),
      m_table(plainTable(m_rows)),
      m_image(new ImageView(ImageView::Small::enlarged)),
      m_histogram(new HistogramView) {
  auto* card = new look::Card;
  look::columnIn(this)->addWidget(card);
  QVBoxLayout* column = card->column();
  column->setContentsMargins(px(14), px(6), px(8), px(10));
  buildHead(column);
  column->addWidget(m_pages, 1);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  m_words->setForegroundRole(QPalette::PlaceholderText);
  m_text->setReadOnly(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setTabChangesFocus(true);
  m_text->setFrameShape(QFrame::NoFrame);
  m_table->horizontalHeader()->setStretchLastSection(true);
  for (QWidget* page :
       std::initializer_list<QWidget*>{m_words, m_text, m_table, m_image, m_histogram})
    m_pages->addWidget(page);
  connect(m_copy, &QToolButton::clicked, this, &SamplePane::copy);
  connect(m_save, &QToolButton::clicked, this, &SamplePane::save);
  connect(m_histogram, &HistogramView::stepChosen, this, &SamplePane::stepChosen);
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
  auto* head = new QHBoxLayout;
  head->setSpacing(px(8));
  m_name->setFont(look::font(look::Role::emphasis));
  m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::setInk(m_step, [](const look::Tokens& t) { return t.text3; });
  look::setInk(m_caption, [](const look::Tokens& t) { return t.text2; });
  look::setInk(m_notes, look::Tone::waiting);
  head->addWidget(m_name, 1);
  head->addWidget(m_step);
  head->addWidget(m_copy);
  head->addWidget(m_save);
  column->addLayout(head);
  column->addWidget(m_caption);
  column->addWidget(m_notes);
}

void SamplePane::retranslate() {
  m_copy->setToolTip(tr("Copy"));
  m_save->setToolTip(tr("Save to a file"));
  for (QToolButton* button : {m_copy, m_save}) button->setAccessibleName(button->toolTip());
  m_text->setAccessibleName(tr("Text of the sample"));
  m_table->setAccessibleName(tr("Rows of the sample"));
  m_image->setAccessibleName(tr("Image of the sample"));
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
  m_words->setText(m_shown.problem);
  m_text->setPlainText(m_shown.text);
  m_image->setImage(m_shown.image);
  showTable();
  if (m_shown.kind == Kind::histogram) showHistogram();
  m_pages->setCurrentIndex(static_cast<int>(m_shown.kind));
  m_copy->setEnabled(m_shown.kind != Kind::words);
  m_save->setEnabled(!m_shown.file.bytes.isEmpty());
}

void SamplePane::showTable() {
  m_rows->show(m_shown.table);
  QHeaderView* header = m_table->horizontalHeader();
  m_table->resizeColumnsToContents();
  for (int column = 0; column < header->count(); ++column)
    if (header->sectionSize(column) > px(widestColumn))
      header->resizeSection(column, px(widestColumn));
}

void SamplePane::showHistogram() {
  HistogramPicture picture;
  picture.name = oneLineOf(m_shownOf.name);
  picture.step = static_cast<double>(m_shownOf.step.value_or(0));
  picture.histogram = m_shown.histogram;
  picture.history = m_history;
  m_histogram->show(picture);
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
      [file] { return [file] { return file.bytes; }; },
      [this](const QString& path, const std::optional<QString>& why) {
        if (why)
          emit failed(tr("%1 could not be written: %2. Choose another folder.").arg(path, *why));
        else
          emit done(tr("Written to %1.").arg(path));
      });
}

}  // namespace trainyard
