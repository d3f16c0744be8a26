// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/model/experiment_model.h"

#include <QDir>
#include <QFile>
#include <utility>

#include "engine/system/unix_time.h"
#include "gui/experiments/checks/estimate.h"
#include "gui/experiments/document/path_settings.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_text.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ExperimentModel::ExperimentModel(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_submission(client, targets),
      m_check(client, targets),
      m_plan(client),
      m_paths(client, targets) {
  connect(&m_document, &ExperimentDocument::begun, this, [this] {
    m_isNew = true;
    m_isTemplate = false;
    m_originalRun.clear();
    m_sweep.clear();
  });
  connect(&m_document, &ExperimentDocument::changed, this, &ExperimentModel::refresh);
  connect(&m_document, &ExperimentDocument::pathChanged, this, &ExperimentModel::updateRequests);
  connect(&m_document, &ExperimentDocument::presetChanged, this,
          &ExperimentModel::compareWithPreset);
  connect(&m_check, &TargetCheck::found, &m_document, &ExperimentDocument::showTargetFindings);
  connect(&m_plan, &PlanReader::changed, this, &ExperimentModel::predict);
  connectForm();
  connectSubmission();
}

// The history tells that it is clean when it ends.
ExperimentModel::~ExperimentModel() { m_document.disconnect(this); }

void ExperimentModel::connectForm() {
  connect(&m_form, &FormModel::severalRequested, this, &ExperimentModel::setSeveral);
  connect(&m_form, &FormModel::editRequested, this, [this](const FieldChange& entered) {
    change(entered.path, [&] {
      return entered.value ? m_document.setValue(entered.path, *entered.value)
                           : m_document.setEntered(entered.path, entered.text);
    });
  });
  connect(&m_form, &FormModel::resetRequested, this, [this](const QString& path) {
    change(path, [&] { return m_document.resetValue(path); });
  });
}

void ExperimentModel::connectSubmission() {
  connect(&m_submission, &Submission::failed, this, &ExperimentModel::failed);
  connect(&m_submission, &Submission::refused, this,
          [this](const std::vector<Diagnostic>& findings) {
            addSubmissionFindings(findings);
            emit refused();
          });
  const auto tellRun = [this](const QString& run) { emit submitted(run, m_submittedSearch); };
  connect(&m_submission, &Submission::begun, this, tellRun);
  connect(&m_submission, &Submission::submitted, this, tellRun);
}

void ExperimentModel::begin(const OpenedDocument& opened) {
  if (opened.saved)
    m_document.goOnWith(opened.text, opened.path, opened.folder, *opened.saved);
  else
    m_document.startFrom(opened.text, opened.path, opened.folder);
  if (!opened.draft.isEmpty()) m_draft.adopt(opened.draft);
  m_originalRun = opened.run;
  m_document.setPreset(opened.preset.isEmpty() ? documentPresets().of(opened.origin)
                                               : opened.preset);
  // As if typed into the form, so that they can be undone.
  if (!opened.withoutSections.isEmpty()) apply(m_document.removeSections(opened.withoutSections));
  for (const auto& [path, value] : opened.settings) apply(m_document.setSetting(path, value));
  for (const auto& [path, text] : opened.values) {
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    apply(m_document.setValue(path,
                              isNumber ? Value(std::int64_t{number}) : Value(text.toStdString())));
  }
}

void ExperimentModel::openPreset(const Preset& preset) {
  QFile file(preset.file);
  if (!file.open(QIODevice::ReadOnly)) return;
  m_document.startFrom(QString::fromUtf8(file.readAll()));
  m_document.setPreset(preset.name);
  m_isTemplate = true;
}

void ExperimentModel::startNew() {
  m_document.startFrom(emptyExperiment());
  m_isTemplate = true;
}

bool ExperimentModel::isUntouched() const {
  return m_isTemplate && m_sweep.isEmpty() && m_document.path().isEmpty() &&
         !m_document.isModified();
}

OpenDocument ExperimentModel::state() const {
  return {m_document.path(), m_draft.file(), m_target, m_document.title(), m_document.preset()};
}

void ExperimentModel::setTarget(const QString& target) {
  m_target = target;
  updateRequests();
}

void ExperimentModel::refresh() {
  m_sweep.dropStale(experiment());
  m_form.showSeveral(m_sweep.fields());
  const bool isAnother = std::exchange(m_isNew, false);
  // While the text cannot be parsed, the form keeps what it shows.
  if (m_document.isEditable() || isAnother) m_form.show(m_document.content(), m_document.text());
  if (isAnother) m_form.showAgain();
  m_diagnostics.show(m_document.content().diagnostics);
  emit changed(isAnother);
  compareWithPreset();
  updateRequests();
  emit findingsChanged();
}

void ExperimentModel::compareWithPreset() {
  m_changes.compare(m_document.preset(), experiment(), m_sweep.fields());
  emit changesCompared();
}

bool ExperimentModel::isCheckable() const {
  return m_document.isSound() && !m_document.folder().isEmpty();
}

void ExperimentModel::updateRequests() {
  const auto state = !m_document.isSound()           ? TargetCheck::Document::wrong
                     : m_document.folder().isEmpty() ? TargetCheck::Document::unsaved
                                                     : TargetCheck::Document::checkable;
  m_paths.setContext(m_target, m_document.folder(), experiment());
  m_check.setRequest(request(), state, Estimate::gpuHours(experiment()));
  m_plan.setRequest(request(), experiment(), isCheckable());
  predict();
  emit requestChanged();
}

void ExperimentModel::predict() { m_prediction.setRun(experiment(), m_target, m_plan.plan()); }

void ExperimentModel::checkAgain() {
  m_document.clearFindings();  // what was missing may exist now
  m_check.lookAgain();
  m_paths.countAgain();
}

void ExperimentModel::setWatched(bool isWatched) {
  m_check.setWatched(isWatched);
  m_plan.setWatched(isWatched);
  m_prediction.setWatched(isWatched);
}

void ExperimentModel::apply(const Result<void>& result) {
  if (result) return;
  m_form.showAgain();
  const Error& error = result.error();
  emit failed(ContractText::message(error.code, error.arguments, error.message));
}

void ExperimentModel::change(const QString& path, const std::function<Result<void>()>& edit) {
  const bool wasSeveral = m_sweep.remove(path);
  apply(edit());
  if (wasSeveral) refresh();  // the document may be as it was
  if (path == "workload"_L1) emit workloadChosen();
}

void ExperimentModel::setSeveral(const QString& path, const SeveralValues& several) {
  const FieldInfo* field = find_field(path.toStdString());
  const auto first = field ? FieldText::parse(*field, several.values.front()) : std::nullopt;
  if (!first) return;
  m_sweep.set(path, several);
  apply(m_document.setValue(path, *first));
  refresh();  // the document may be as it was
}

void ExperimentModel::takeBack(const QString& path) {
  const auto text = m_changes.textWithout(m_document.text(), path);
  if (!text) return apply(text.error());
  const bool wasSeveral = m_sweep.remove(path);
  // A step of its own, also soon after the field was edited.
  m_document.changeText(*text, ExperimentDocument::Origin::form, u"preset "_s + path);
  if (wasSeveral) refresh();  // the document may be as it was
}

int ExperimentModel::numRuns() const {
  const auto runs = m_sweep.combinations();
  return runs ? static_cast<int>(runs->size()) : 1;
}

int ExperimentModel::numTrials() const {
  return experiment().search.space.empty() ? 0 : static_cast<int>(experiment().search.trials);
}

SubmitRequest ExperimentModel::request() const {
  SubmitRequest request;
  request.path = m_document.path();
  if (request.path.isEmpty() && !m_document.folder().isEmpty())
    request.path = m_document.folder() + u'/' + m_document.title().replace(u'/', u'-');
  request.text = m_document.text().toUtf8();
  request.target = m_target;
  return request;
}

QList<SubmissionFact> ExperimentModel::facts() const {
  return SubmissionFacts::of(experiment(),
                             {.numRuns = numRuns(),
                              .plan = m_plan.plan(),
                              .whyNoPlan = m_plan.whyNot(),
                              .target = m_targets->find(m_target),
                              .expectedStart = m_check.expectedStart(),
                              .prediction = m_prediction.prediction()},
                             unix_time());
}

bool ExperimentModel::prepare(bool isSound) {
  const auto runs = m_sweep.combinations();
  if (!isSound)
    emit failed(tr("Not submitted: fix the problems listed below first."));
  else if (!runs)
    emit failed(errorText(runs.error()));
  else if (m_document.folder().isEmpty())
    m_document.countFrom(QDir::homePath());
  return isSound && runs;
}

void ExperimentModel::addSubmissionFindings(const std::vector<Diagnostic>& findings) {
  m_document.addFindings(m_submittedText, findings);
}

void ExperimentModel::submit(StudySelection selection, int parallel) {
  m_document.clearFindings();
  markSubmitted();
  m_submittedSearch = numTrials() > 0;
  emit submissionBegan();
  SubmitRequest request = this->request();
  if (is_search_of_jobs(experiment())) {
    m_submission.startSearch(request);
  } else if (numRuns() > 1) {
    request.parallel = parallel;
    m_submission.submitStudy(request, m_sweep.grid(), selection);
  } else {
    m_submission.submit(request);
  }
}

}  // namespace trainyard
