// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/comparison_sentence.h"

#include <QSettings>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/compare/more_seeds.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

const QString objectiveKey = u"compare/objective"_s;
constexpr int shortestObjective = 10;  // in characters

}  // namespace

ComparisonSentence::ComparisonSentence(ServiceClient* client) : m_submission(client) {
  auto* row = look::rowIn(nullptr, px(10));
  auto* bulb = new QLabel;
  bulb->setTextFormat(Qt::PlainText);
  bulb->setPixmap(look::icon(u"bulb"_s).pixmap(px(18), px(18)));
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  look::setSmall(m_objective);
  m_objective->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_objective->setMinimumContentsLength(shortestObjective);
  look::addAll(row, {bulb, {m_sentence, 1}, m_objective, m_run, m_moreSeeds, m_duplicate});
  column()->addLayout(row);
  buildQuestion();
  connect(m_objective, &QComboBox::activated, this, [this] {
    QSettings().setValue(objectiveKey, m_objective->currentText());
    emit objectiveChosen();
  });
  connect(m_moreSeeds, &QPushButton::clicked, this,
          [this] { emit experimentsRequested(m_copies); });
  connect(m_duplicate, &QPushButton::clicked, this, [this] { emit duplicateRequested(m_leader); });
}

void ComparisonSentence::buildQuestion() {
  auto* row = look::rowIn(m_question, px(10));
  m_asked->setWordWrap(true);
  look::setKind(m_yes, look::primaryKind);
  look::addAll(row, {{m_asked, 1}, m_yes, m_no});
  column()->addWidget(m_question);
  m_question->hide();
  connect(m_run, &QPushButton::clicked, this, [this] { showQuestion(true); });
  connect(m_no, &QPushButton::clicked, this, [this] { showQuestion(false); });
  connect(m_yes, &QPushButton::clicked, this, [this] {
    m_yes->setEnabled(false);
    m_submission.submit(m_repeated);
  });
  connect(&m_submission, &SeedSubmission::progressed, this, [this](int submitted, int total) {
    m_asked->setText(tr("Submitting run %1 of %2…").arg(submitted + 1).arg(total));
  });
  connect(&m_submission, &SeedSubmission::ended, this, &ComparisonSentence::showEnd);
}

void ComparisonSentence::showQuestion(bool isAsked) {
  m_question->setVisible(isAsked);
  m_run->setEnabled(!isAsked);
  if (!isAsked) return m_run->setFocus();
  const int count = static_cast<int>(m_repeated.size());
  QStringList targets;
  for (const SeedRun& run : std::as_const(m_repeated))
    targets << TargetText::name(run.request.target);
  targets.removeDuplicates();
  m_asked->setText(tr("Submit %n runs to %1, the same with other seeds?", nullptr, count)
                       .arg(targets.join(u", "_s)));
  m_yes->setText(tr("Submit %n runs", nullptr, count));
  m_no->setText(tr("Not now"));
  m_yes->setEnabled(m_submission.isConnected());
  m_yes->setFocus();
}

void ComparisonSentence::showEnd(const QStringList& runs, const QString& problem) {
  showQuestion(false);
  if (!problem.isEmpty())
    emit failed(runs.isEmpty() ? problem
                               : tr("%n runs are submitted; the next one is not: %1", nullptr,
                                    static_cast<int>(runs.size()))
                                     .arg(problem));
  if (!runs.isEmpty()) emit submitted(runs);
}

QString ComparisonSentence::objective() { return QSettings().value(objectiveKey).toString(); }

void ComparisonSentence::show(const Comparison& comparison) {
  const auto verdict = leaderVerdict(comparison);
  m_sentence->setText(comparison.differenceSentence() + u' ' +
                      LeaderText::sentence(comparison, verdict));
  m_copies = verdict ? moreSeeds(comparison, *verdict) : QList<ExperimentCopy>();
  m_moreSeeds->setVisible(!m_copies.isEmpty());
  if (!m_submission.isSubmitting()) {
    m_repeated = verdict ? seedRuns(comparison, *verdict) : QList<SeedRun>();
    if (m_repeated.isEmpty()) m_question->hide();
  }
  m_run->setVisible(!m_repeated.isEmpty());
  m_run->setText(tr("Run them"));
  m_run->setToolTip(
      plainTip(tr("Submits runs that would most likely tell them apart, after a question.")));
  m_moreSeeds->setText(tr("More seeds…"));
  m_moreSeeds->setToolTip(
      plainTip(tr("Opens the experiments with the seeds that would most likely tell them apart.")));
  m_objective->setAccessibleName(tr("Metric that decides which run is best"));
  m_objective->clear();
  m_objective->addItems(comparison.metrics());
  m_objective->setCurrentText(comparison.objective());
  m_objective->setVisible(comparison.metrics().size() > 1);
  const auto leader = comparison.leader();
  m_duplicate->setVisible(leader.has_value());
  if (!leader) return;
  const RunRecord& run = comparison.runs()[*leader].record;
  m_leader = run.run;
  m_duplicate->setText(tr("Duplicate %1").arg(RunText::shortName(run)));
}

}  // namespace trainyard
