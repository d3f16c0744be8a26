// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_sample.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/forms/shown_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype maxSampleLines = 10, maxSampleText = 600;

QString beginningOf(const QString& text) {
  const QStringList lines = text.left(maxSampleText).split(u'\n');
  QString out = lines.mid(0, maxSampleLines).join(u'\n');
  if (lines.size() > maxSampleLines || text.size() > maxSampleText) out += u" …"_s;
  return out;
}

}  // namespace

CheckpointSample::CheckpointSample(const QString& storePath)
    : m_reader(storePath),
      m_name(textLabel(look::Role::help)),
      m_text(textLabel(look::Role::code)),
      m_link(new QPushButton) {
  look::setInk(m_name, [](const look::Tokens& t) { return t.text2; });
  look::setKind(m_link, look::linkKind);
  look::addAll(column(), {m_name, m_text});
  column()->addWidget(m_link, 0, Qt::AlignLeft);
  connect(&m_reader, &SampleReader::listRead, this, &CheckpointSample::takeList);
  connect(&m_reader, &SampleReader::sampleRead, this, &CheckpointSample::takeSample);
  connect(m_link, &QPushButton::clicked, this, &CheckpointSample::samplesRequested);
  look::keepTranslated(this, [this] { retranslate(); });
  hide();
}

void CheckpointSample::retranslate() {
  setTitle(tr("What it writes"));
  m_link->setText(tr("All samples"));
  showText();
}

void CheckpointSample::show(const QString& run, std::optional<qint64> step) {
  const bool isSameRun = run == m_run;
  if (isSameRun && step == m_step) return;
  m_run = run;
  m_step = step;
  if (isSameRun) return choose();
  m_series.reset();
  m_wanted.reset();
  hide();
  readAgain();
}

void CheckpointSample::readAgain() {
  if (!m_run.isEmpty()) m_reader.requestList(m_run);
}

void CheckpointSample::takeList(const QString& run, const QList<SampleRecord>& samples) {
  if (run != m_run) return;
  m_series.reset();
  for (const SampleSeries& series : sampleSeriesOf(samples))
    if (series.kind == u"text"_s && !m_series) m_series = series;
  choose();
}

void CheckpointSample::choose() {
  setVisible(m_series && m_step);
  if (!m_series || !m_step) return;
  const SampleRecord& nearest = m_series->samples[m_series->nearestTo(m_step)];
  if (m_wanted && isSameSample(*m_wanted, nearest)) return showText();
  m_wanted = nearest;
  m_shown.clear();
  m_reader.requestSample(m_run, nearest);
  showText();
}

void CheckpointSample::takeSample(const QString& run, const SampleRecord& sample,
                                  const ShownSample& shown) {
  if (run != m_run || !m_wanted || !isSameSample(*m_wanted, sample)) return;
  m_shown = shown.kind == ShownSample::Kind::text ? beginningOf(shown.text) : shown.problem;
  showText();
}

void CheckpointSample::showText() {
  m_text->setText(m_shown);
  if (!m_wanted) return;
  const QString name = oneLineOf(m_wanted->name);
  m_name->setText(m_wanted->step && m_wanted->step != m_step
                      ? tr("%1, at step %2").arg(name, QLocale().toString(*m_wanted->step))
                      : name);
}

}  // namespace trainyard
