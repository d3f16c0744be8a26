// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment page's submissions: of the document as it stands or, where fields have several
// values, of a study with a run for each combination.
#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QRegularExpression>
#include <QStackedWidget>

#include "engine/contract/json.h"
#include "engine/system/unix_time.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_foot.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/review/study_offer.h"
#include "gui/forms/field_text.h"
#include "gui/experiments/target_chooser.h"
#include "gui/targets/error_text.h"
#include "remote/values/grid.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// As a word of the study's grid, in which commas stand between values and YAML gives texts that
// look like numbers another meaning.
QString gridWord(const FieldInfo& field, const QString& value) {
  if (field.kind != Kind::text) return value;
  static const QRegularExpression plain(u"\\A[A-Za-z_/~][A-Za-z0-9_./~-]*\\z"_s);
  static const QStringList reserved{u"true"_s, u"false"_s, u"null"_s, u"~"_s, u"yes"_s, u"no"_s};
  if (plain.match(value).hasMatch() && !reserved.contains(value.toLower())) return value;
  return QString::fromStdString(to_json(Value(value.toStdString())));
}

}  // namespace

void ExperimentPage::setSeveral(const QString& path, const SeveralValues& several) {
  const FieldInfo* field = find_field(path.toStdString());
  const auto first = field ? FieldText::parse(*field, several.values.front()) : std::nullopt;
  if (!first) return;
  m_several[path] = several;
  apply(m_document.setValue(path, *first));
  showDocument();  // the document may be as it was
}

void ExperimentPage::dropStaleSeveral() {
  const Experiment& experiment = m_document.content().experiment;
  m_several.removeIf([&](const auto& entry) {
    const FieldInfo* field = find_field(entry.key().toStdString());
    return !field || !FieldText::isSame(*field, FieldText::show(*field, field->get(experiment)),
                                        entry.value().values.front());
  });
}

QStringList ExperimentPage::grid() const {
  QStringList grid;
  for (auto at = m_several.begin(); at != m_several.end(); ++at) {
    QStringList words;
    for (const QString& value : at->values)
      words << gridWord(*find_field(at.key().toStdString()), value);
    grid << at.key() + u'=' + words.join(u',');
  }
  return grid;
}

Result<QList<QStringList>> ExperimentPage::combinations() const { return combinationsOf(grid()); }

int ExperimentPage::numTrials() const {
  const Experiment& experiment = m_document.content().experiment;
  return experiment.search.space.empty() ? 0 : static_cast<int>(experiment.search.trials);
}

void ExperimentPage::giveFolder() {
  if (m_document.folder().isEmpty()) m_document.countFrom(QDir::homePath());
}

void ExperimentPage::submit() {
  if (m_submission.isBusy()) return;
  if (!m_document.maySubmit())
    return showFailure(tr("Not submitted: fix the problems listed below first."));
  const auto runs = combinations();
  if (!runs) return showFailure(errorText(runs.error()));
  giveFolder();
  endReview();
  m_document.clearFindings();
  m_submittedText = m_document.text();
  m_submittedSearch = numTrials() > 0;
  emit submissionBegan();
  if (is_search_of_jobs(m_document.content().experiment))
    m_submission.startSearch(currentRequest());
  else if (runs->size() > 1)
    m_submission.submitStudy(studyRequest(), grid(), m_review->study()->selection());
  else
    m_submission.submit(currentRequest());
}

void ExperimentPage::goOn() {
  if (isReviewing()) return submit();
  beginReview();
}

bool ExperimentPage::isReviewing() const { return m_views->currentWidget() == m_review; }

void ExperimentPage::beginReview() {
  if (m_submission.isBusy() || isReviewing()) return;
  if (!m_document.isSound())
    return showFailure(tr("Not submitted: fix the problems listed below first."));
  const auto runs = combinations();
  if (!runs) return showFailure(errorText(runs.error()));
  giveFolder();
  m_document.clearFindings();
  m_inputBeforeReview = QApplication::focusWidget();
  m_views->setCurrentWidget(m_review);
  renewReview();
  m_review->submitButton()->setFocus(Qt::OtherFocusReason);
}

void ExperimentPage::endReview() {
  if (!isReviewing()) return;
  m_views->setCurrentIndex(0);
  m_review->end();
  if (m_inputBeforeReview) m_inputBeforeReview->setFocus(Qt::OtherFocusReason);
}

void ExperimentPage::showFoot() {
  const auto runs = combinations();
  const QString& where = m_bar->target()->chosen();
  m_foot->showVerdict(
      SubmissionVerdict::of(m_diagnostics, m_check, m_review->wouldFail(m_document.text())));
  m_foot->showFacts(SubmissionFacts::of(m_document.content().experiment,
                                        {.numRuns = runs ? static_cast<int>(runs->size()) : 1,
                                         .plan = m_plan.plan(),
                                         .whyNoPlan = m_plan.whyNot(),
                                         .target = m_targets->find(where),
                                         .expectedStart = m_check.expectedStart()},
                                        unix_time()));
}

// The document or its target changed, or it is looked at now.
void ExperimentPage::renewReview() {
  if (!isReviewing()) return;
  const auto runs = combinations();
  m_submittedText = m_document.text();
  ReviewedSubmission submission;
  submission.request = currentRequest();
  submission.title = m_document.title();
  if (runs) submission.runs = *runs;
  if (runs && runs->size() > 1) submission.grid = grid();
  submission.experiment = m_document.content().experiment;
  if (m_document.path().isEmpty()) submission.pathsFrom = m_document.folder();
  submission.numTrials = numTrials();
  submission.changesTitle = m_changes.words();
  for (const SettingChange& change : m_changes.changes()) {
    ReviewRow row;
    row.name = change.path;
    row.detail = change.before;
    row.right = change.after;
    row.isSetting = true;
    submission.changes << row;
  }
  m_review->begin(submission);
}

void ExperimentPage::deleteWhenSettled() {
  if (!m_submission.isUnderway()) return deleteLater();
  connect(&m_submission, &Submission::settled, this, &QObject::deleteLater);
}

// Always includes the text: the file may have changed.
SubmitRequest ExperimentPage::currentRequest() const {
  SubmitRequest request;
  request.path = m_document.path();
  if (request.path.isEmpty() && !m_document.folder().isEmpty())
    request.path = m_document.folder() + u'/' + m_document.title().replace(u'/', u'-');
  request.text = m_document.text().toUtf8();
  request.target = m_bar->target()->chosen();
  return request;
}

SubmitRequest ExperimentPage::studyRequest() const {
  SubmitRequest request = currentRequest();
  request.parallel = m_review->study()->parallel();
  return request;
}

}  // namespace trainyard
