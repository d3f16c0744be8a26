// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/about_card.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "gui/forms/elided_label.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_list.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

// "2 nodes, 8 processes, cuda": what the newest attempt reported.
QString devicesOf(const AttemptRecord& attempt) {
  QStringList words;
  if (!attempt.nodes.isEmpty()) words << attempt.nodes.join(u", "_s);
  if (attempt.worldSize > 0)
    words << (attempt.worldSize == 1 ? AboutCard::tr("1 process")
                                     : AboutCard::tr("%1 processes").arg(attempt.worldSize));
  if (!attempt.device.isEmpty()) words << attempt.device;
  return words.join(u", "_s);
}

QString jobsOf(const QList<AttemptRecord>& attempts) {
  QStringList jobs;
  for (auto at = attempts.crbegin(); at != attempts.crend(); ++at)
    if (!at->jobId.isEmpty() && !jobs.contains(at->jobId)) jobs << at->jobId;
  if (jobs.size() < 2) return jobs.join(QString());
  const QString newest = jobs.takeFirst();
  return AboutCard::tr("%1, before it %2").arg(newest, jobs.join(u", "_s));
}

}  // namespace

AboutCard::AboutCard() {
  look::keepTranslated(this, [this] { setTitle(tr("About")); });
}

QList<AboutCard::Line> AboutCard::linesOf(const RunModel& model, const RunRecord* original) {
  const RunRecord& run = model.record();
  QList<Line> lines;
  const auto add = [&](const QString& name, const QString& words, Way way = Way::none,
                       const QString& to = {}) {
    if (!words.isEmpty()) lines << Line{name, words, way, to};
  };
  const bool isHere = TargetList::isHere(run.target);
  const QString experiment = RunText::experiment(run);
  add(tr("Experiment"), experiment.section(u'/', -1), Way::experiment, experiment);
  add(tr("Made from"), run.source);
  if (!model.search().isEmpty())
    add(tr("Study"), tr("The trials of this search"), Way::study, model.search());
  else if (!run.study.isEmpty())
    add(tr("Study"), run.name, Way::study, run.study);
  if (original) add(tr("Duplicate of"), RunText::name(*original), Way::run, original->run);
  add(tr("Ran on"), TargetText::name(run.target), isHere ? Way::none : Way::cluster, run.target);
  if (!model.attempts().isEmpty()) {
    add(tr("Devices"), devicesOf(model.attempts().last()));
    if (!isHere) add(tr("Job"), jobsOf(model.attempts()));
  }
  add(tr("Workload"), run.workload);
  add(tr("Code"), run.gitCommit);
  add(tr("Submitted"), QuantityText::date(run.created));
  add(tr("Folder"), run.folder);
  add(tr("Run"), run.run);
  add(tr("Tags"), run.tags.join(u", "_s));
  add(tr("Exit code of the job"), RunText::exitCode(run));
  if (run.state != RunState::completed) add(tr("Cause"), run.code);
  return lines;
}

// Only if it has changed, so that a selection in it is kept.
void AboutCard::show(const RunModel& run, const RunRecord* original) {
  QList<Line> lines = linesOf(run, original);
  if (lines == m_lines && m_body) return;
  m_lines = std::move(lines);
  fill();
}

void AboutCard::fill() {
  delete m_body;
  m_body = new QWidget;
  auto* grid = new QGridLayout(m_body);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(px(12));
  grid->setVerticalSpacing(px(6));
  grid->setColumnStretch(1, 1);
  for (int i = 0; i < m_lines.size(); ++i) {
    const Line line = m_lines[i];
    auto* name = new QLabel(line.name);
    name->setTextFormat(Qt::PlainText);
    look::setInk(name, [](const look::Tokens& t) { return t.text2; });
    name->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    grid->addWidget(name, i, 0, Qt::AlignTop);
    if (line.way == Way::none) {
      auto* value = new ElidedLabel;
      value->setText(line.words);
      value->setTextInteractionFlags(Qt::TextSelectableByMouse);
      value->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
      grid->addWidget(value, i, 1);
      continue;
    }
    auto* link = new QPushButton(line.words);
    look::setKind(link, look::linkKind);
    link->setAccessibleName(line.name + u' ' + line.words);
    connect(link, &QPushButton::clicked, this, [this, line] { follow(line); });
    grid->addWidget(link, i, 1, Qt::AlignLeft);
  }
  column()->addWidget(m_body);
}

void AboutCard::follow(const Line& line) {
  switch (line.way) {
    case Way::run:
      return void(emit runWanted(line.to));
    case Way::study:
      return void(emit studyWanted(line.to));
    case Way::cluster:
      return void(emit clusterWanted(line.to));
    case Way::experiment:
      return void(emit experimentWanted());
    case Way::none:
      break;
  }
}

}  // namespace trainyard
