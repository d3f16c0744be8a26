// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_actions.h"

#include <QInputDialog>
#include <QLocale>
#include <cmath>
#include <utility>

#include "gui/charts/export_file.h"
#include "gui/studies/study_source.h"
#include "gui/targets/service_answer.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int mostTrials = 1'000'000, proposedTrials = 20;

// As it stands in a document: an integer parameter has no decimal point.
Value settingOf(const SearchParameter& searched, const StudyParameter& shown, double value) {
  const auto at = static_cast<std::size_t>(std::lround(std::max(value, 0.0)));
  if (!shown.names.isEmpty())
    return at < searched.distribution.choices.size() ? searched.distribution.choices[at] : Value();
  for (const Value& choice : searched.distribution.choices) {
    const auto* whole = choice.get_if<std::int64_t>();
    const auto* real = choice.get_if<double>();
    if ((whole && static_cast<double>(*whole) == value) || (real && *real == value)) return choice;
  }
  if (searched.distribution.kind == SearchDistribution::Kind::integer)
    return Value(static_cast<std::int64_t>(std::llround(value)));
  return Value(value);
}

}  // namespace

StudyActions::StudyActions(ServiceClient* client, QString storePath, QWidget* page)
    : QObject(page), m_client(client), m_storePath(std::move(storePath)), m_page(page) {
  connect(client, &ServiceClient::connected, this, &StudyActions::connectionChanged);
  connect(client, &ServiceClient::disconnected, this, &StudyActions::connectionChanged);
}

StudyActions::~StudyActions() { m_stop.request_stop(); }

QString StudyActions::whyNot(Act act, const StudyContent* content) const {
  if (!content) return tr("Nothing is known of the study yet.");
  const StudySummary& summary = content->summary;
  switch (act) {
    case Act::openBest:
      if (!summary.best) return tr("No trial is complete yet.");
      return summary.documentPath.isEmpty() && summary.documentText.isEmpty()
                 ? tr("The document of this study is not known on this computer.")
                 : QString();
    case Act::addTrials:
    case Act::stopRest:
      if (!m_client->isConnected()) return tr("The service cannot be reached.");
      if (summary.hasRun && !isOpen(summary.state))
        return tr("The run of this study has ended; resume it to go on with trials.");
      return act == Act::stopRest && summary.numStarted() >= summary.wanted
                 ? tr("All trials have started.")
                 : QString();
    case Act::exportJournal:
      return {};
  }
  return {};
}

void StudyActions::act(Act act, const StudyContentPointer& content) {
  if (!content || !whyNot(act, content.get()).isEmpty()) return;
  const StudySummary& summary = content->summary;
  switch (act) {
    case Act::openBest:
      return void(emit openExperimentRequested(copyOf(*content, static_cast<int>(*summary.best))));
    case Act::addTrials:
      return askTrials(summary);
    case Act::stopRest:
      return setTrials(summary.study, summary.numStarted());
    case Act::exportJournal:
      return exportJournal(summary);
  }
}

ExperimentCopy StudyActions::copyOf(const StudyContent& content, int trial) {
  ExperimentCopy copy;
  copy.path = content.summary.documentPath;
  copy.text = content.summary.documentText;
  if (content.summary.hasRun) copy.run = content.summary.study;
  copy.withoutSections = QStringList{u"search"_s};
  const auto searched = search_parameters(content.search);
  for (std::size_t i = 0; i < content.parameters.size(); ++i) {
    const StudyParameter& parameter = content.parameters[i];
    const double value = parameter.values[static_cast<std::size_t>(trial)];
    if (!std::isnan(value))
      copy.settings.emplace_back(searched[i].path, settingOf(searched[i], parameter, value));
  }
  return copy;
}

void StudyActions::askTrials(const StudySummary& summary) {
  auto* dialog = new QInputDialog(m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setIntRange(1, mostTrials);
  dialog->setIntValue(proposedTrials);
  dialog->setWindowTitle(tr("Add trials"));
  dialog->setLabelText(tr("How many trials to add to the %1 that the study shall have:")
                           .arg(QLocale().toString(summary.wanted)));
  connect(dialog, &QInputDialog::intValueSelected, this,
          [this, study = summary.study, wanted = summary.wanted](int added) {
            setTrials(study, wanted + added);
          });
  dialog->open();
}

void StudyActions::exportJournal(const StudySummary& summary) {
  exportTo(
      m_page,
      {.title = tr("Save the study for Optuna"),
       .name = summary.name + u"-optuna"_s,
       .ending = u".log"_s,
       .kind = tr("Optuna's journals (*.log)")},
      [path = m_storePath, study = summary.study]() -> std::function<QByteArray()> {
        return [path, study] { return StudySource::optunaJournal(path, study); };
      },
      [this](const QString& path, const std::optional<QString>& why) {
        if (why)
          emit failed(*why);
        else
          emit done(tr("Saved as %1. Optuna opens it with JournalStorage(JournalFileBackend(…)).")
                        .arg(path));
      });
}

void StudyActions::setTrials(const QString& study, qint64 trials) {
  onAnswer(this, m_client->call(methods::studiesSetTrials, m_stop.get_token(), study, trials),
           [this, trials] {
             emit done(tr("The study shall have %n trials.", nullptr, static_cast<int>(trials)));
           });
}

}  // namespace trainyard
