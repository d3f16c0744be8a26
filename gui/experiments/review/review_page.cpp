// SPDX-License-Identifier: GPL-3.0-or-later
// One file because each part of the page shows the same submission, and changes with it.
#include "gui/experiments/review/review_page.h"

#include <QFileDialog>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <algorithm>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/writer.h"
#include "engine/system/unix_time.h"
#include "gui/experiments/checks/estimate.h"
#include "gui/experiments/review/rendered_view.h"
#include "gui/experiments/review/review_section.h"
#include "gui/experiments/review/study_offer.h"
#include "gui/experiments/checks/submission_facts.h"
#include "gui/experiments/review/targets_card.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/targets/target_text.h"
#include "remote/values/grid.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double reviewMargin = 20, reviewGap = 20, reviewLeftWidth = 548, reviewBelow = 1000;
constexpr qsizetype mostChanges = 5;

QString shortName(const QString& value) {
  const qsizetype equals = value.indexOf(u'=');
  const QString path = value.left(equals);
  return path.mid(path.lastIndexOf(u'.') + 1) + u' ' + value.mid(equals + 1);
}

}  // namespace

ReviewPage::ReviewPage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_offers(client, targets),
      m_preview(client),
      m_rehearsal(client),
      m_head(new ReviewHead),
      m_study(new StudyOffer(client)),
      m_where(new TargetsCard),
      m_whereSection(new ReviewSection(m_where)),
      m_memory(new MemoryReview),
      m_checked(new ReviewRows),
      m_checkedSection(new ReviewSection(m_checked)),
      m_travel(new ReviewRows),
      m_changes(new ReviewRows),
      m_rendered(new RenderedView),
      m_left(buildLeft()) {
  auto* body = new QWidget;
  auto* sides =
      look::rowIn(body, px(reviewGap), {px(reviewMargin), px(14), px(reviewMargin), px(14)});
  sides->addWidget(m_left, 0, Qt::AlignTop);
  sides->addWidget(buildRight(), 1);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(body);
  scroll->setProperty("pane", true);
  look::addAll(look::columnIn(this), {m_head, m_study, {scroll, 1}});
  connectParts();
  // Where there is no room for two sides, they lie below each other.
  look::keepTranslated(this, [this] { retranslate(); });
}

QPushButton* ReviewPage::submitButton() const { return m_head->submit(); }

QWidget* ReviewPage::buildLeft() {
  auto* side = new QWidget;
  auto* column = look::columnIn(side, px(6));
  column->addWidget(m_whereSection);
  column->addSpacing(px(10));
  column->addWidget(m_memory);
  column->addSpacing(px(10));
  look::addAll(column, {m_checkedSection, look::gap(0)});
  return side;
}

QWidget* ReviewPage::buildRight() {
  auto* side = new QWidget;
  look::addAll(look::columnIn(side, px(14)), {{m_rendered, 1}, m_travel, m_changes});
  return side;
}

void ReviewPage::connectParts() {
  connect(m_head, &ReviewHead::backWanted, this, &ReviewPage::backWanted);
  connect(m_head, &ReviewHead::submitWanted, this, &ReviewPage::submitWanted);
  connect(m_head, &ReviewHead::saveWanted, this, &ReviewPage::saveScript);
  connect(m_where, &TargetsCard::chosen, this, &ReviewPage::targetChosen);
  connect(&m_offers, &TargetOffers::changed, this, [this] {
    showWhere();
    showChecked();
  });
  connect(m_study, &StudyOffer::changed, this, &ReviewPage::showHead);
  connect(m_rendered, &RenderedView::runChosen, this, &ReviewPage::render);
  connect(&m_preview, &Preview::ready, m_rendered, &RenderedView::showRendered);
  connect(&m_preview, &Preview::failed, m_rendered, &RenderedView::showInstead);
  connect(&m_rehearsal, &RehearsalReader::changed, this, &ReviewPage::showChecked);
  connect(&m_rehearsal, &RehearsalReader::changed, this, &ReviewPage::rehearsalChanged);
  connect(&m_rehearsal, &RehearsalReader::found, this, &ReviewPage::rehearsed);
  connect(&m_preview, &Preview::refused, this, &ReviewPage::refused);
  connect(&m_preview, &Preview::syncReady, this, [this](const SyncPreviewAnswer& answer) {
    m_travel->setHead(tr("What travels"), TravelRows::summary(answer),
                      tr("nothing is deleted there"));
    m_travel->show(TravelRows::of(answer));
  });
  connect(&m_preview, &Preview::syncFailed, this, [this](const QString& sentence) {
    m_travel->setHead(tr("What travels"), {});
    m_travel->show(
        {{u"alert-triangle"_s, look::Tone::waiting, tr("Not known"), sentence, {}, {}, 0, false}});
  });
}

void ReviewPage::begin(const ReviewedSubmission& submission) {
  const bool isSameDocument = submission.request.text == m_submission.request.text &&
                              submission.request.path == m_submission.request.path &&
                              submission.runs == m_submission.runs;
  const bool isSame = isSameDocument && submission.request.target == m_submission.request.target;
  m_submission = submission;
  if (!isSameDocument) {
    QStringList names;
    const qsizetype count = submission.runs.size();
    for (qsizetype run = 0; run < count; ++run) {
      QStringList values;
      for (const QString& value : submission.runs[run]) values << shortName(value);
      names << tr("Run %1 of %2, %3").arg(run + 1).arg(count).arg(values.join(u", "_s));
    }
    m_rendered->setRuns(count > 1 ? names : QStringList());
    askOffers();
  }
  if (!isSame) rehearse();
  if (!isSame) m_study->ask(submission.request, submission.grid);
  showAll();
  if (!isSame) render();
}

void ReviewPage::end() {
  m_offers.stop();
  m_rehearsal.stop();
  m_study->stop();
  m_submission.request.text.reset();  // so that what begins next is another document
}

// What would take too long for each of many runs is done for some of them.
void ReviewPage::rehearse() {
  const auto all = rehearsalsOf(m_submission.runs);
  QList<RehearsalReader::Run> runs;
  for (int run = 0; run < numRuns(); ++run)
    if (const RehearsedBy by = all.value(run, {RehearsedBy::steps, 0}).by; by != RehearsedBy::no)
      runs << RehearsalReader::Run{requestOfRun(run), by == RehearsedBy::steps};
  m_rehearsal.ask(runs);
}

SubmitRequest ReviewPage::requestOfRun(int run) const {
  SubmitRequest request = m_submission.request;
  if (run < m_submission.runs.size()) request.overrides += m_submission.runs[run];
  return request;
}

void ReviewPage::askOffers() {
  const PlannedMemory* own = m_plan ? m_plan->own() : nullptr;
  m_offers.ask(m_submission.request, m_submission.experiment,
               own ? static_cast<double>(own->total()) : 0);
}

void ReviewPage::render() {
  const SubmitRequest request = requestOfRun(m_rendered->run());
  m_rendered->showInstead(tr("Rendering…"));
  std::vector<std::string> overrides;
  for (const QString& each : request.overrides) overrides.push_back(each.toStdString());
  const Document document =
      read_experiment(request.text.value_or(QByteArray()).toStdString(), {}, overrides);
  m_rendered->showDocument(QString::fromStdString(write_resolved(document.experiment)));
  const bool isHere = TargetList::isHere(request.target);
  m_travel->setHead(tr("What travels"), {});
  ReviewRow travels;
  travels.icon = isHere ? u"device-desktop"_s : u"circle-dashed"_s;
  travels.name =
      isHere ? tr("Nothing: it runs on this computer") : tr("Comparing with the target…");
  m_travel->show({travels});
  m_preview.request(request);
}

void ReviewPage::showPlan(const TrainingPlan* plan, const QString& whyNot) {
  m_plan = plan ? std::optional(*plan) : std::nullopt;
  m_whyNoPlan = whyNot;
  showMemory();
  showChecked();
}

void ReviewPage::showPrediction(const RunPrediction& prediction) {
  m_submission.prediction = prediction;
  showChecked();
}

void ReviewPage::showFindings(const std::vector<Diagnostic>& findings) {
  m_findings = findings;
  m_rehearsal.setKnown(findings);
  showChecked();
}

void ReviewPage::showBusy(bool isBusy, bool maySubmit) {
  m_isBusy = isBusy;
  m_head->submit()->setEnabled(maySubmit && !isBusy);
  showHead();
}

void ReviewPage::showAll() {
  showHead();
  showWhere();
  showMemory();
  showChecked();
  m_changes->setVisible(!m_submission.changes.isEmpty());
  m_changes->setHead(m_submission.changesTitle, {});
  m_changes->show(m_submission.changes, mostChanges);
}

int ReviewPage::numRuns() const { return std::max(1, static_cast<int>(m_submission.runs.size())); }

void ReviewPage::showHead() {
  const int count = numRuns();
  const int submitted = static_cast<int>(m_study->numSelected().value_or(count));
  const QString where = TargetText::name(m_submission.request.target);
  QString words = count > 1 ? tr("Submit %1 runs to %2").arg(submitted).arg(where)
                            : tr("Submit to %1").arg(where);
  if (TargetList::isHere(m_submission.request.target))
    words = count > 1 ? tr("Run %1 on this computer").arg(submitted) : tr("Run on this computer");
  if (m_submission.numTrials > 0)
    words = tr("Start search of %n trials", nullptr, m_submission.numTrials);
  m_head->submit()->setText(m_isBusy ? tr("Submitting…") : words);
  QStringList varied;
  if (count > 1)
    for (const QString& value : m_submission.runs.front())
      varied << value.left(value.indexOf(u'='));
  m_head->setSubtitle(count > 1 ? tr("%1 runs of %2 that differ in %3")
                                      .arg(count)
                                      .arg(m_submission.title, varied.join(u", "_s))
                                : m_submission.title);
}

void ReviewPage::showWhere() {
  const auto hours = Estimate::gpuHours(m_submission.experiment);
  // Several runs may start one after another.
  const bool isOne = numRuns() == 1 && m_submission.numTrials == 0;
  m_where->show(m_offers.offers(), m_submission.request.target,
                {.gpuHours = hours.value_or(0) * numRuns(),
                 .seconds = isOne ? Estimate::longestSeconds(m_submission.experiment) : 0},
                unix_time());
  m_whereSection->setNote(
      m_offers.answered() > 0
          ? tr("asked %1").arg(QuantityText::moment(m_offers.answered(), unix_time()))
          : QString());
}

void ReviewPage::showMemory() {
  const bool isKnown = m_plan && m_plan->own();
  m_memory->setVisible(isKnown);
  if (isKnown)
    m_memory->show(*m_plan, m_submission.experiment.resources.gpus_per_node > 0,
                   SubmissionFacts::gpuBytes(m_targets->find(m_submission.request.target)));
}

void ReviewPage::showChecked() {
  const QString& where = m_submission.request.target;
  const QList<ReviewRow> rows = CheckedRows::of(m_submission.experiment,
                                                {.plan = m_plan ? &*m_plan : nullptr,
                                                 .whyNoPlan = m_whyNoPlan,
                                                 .offer = m_offers.find(where),
                                                 .target = m_targets->find(where),
                                                 .rehearsal = m_rehearsal.rehearsal(),
                                                 .whyNotRehearsed = m_rehearsal.whyNot(),
                                                 .rehearsed = m_rehearsal.count(),
                                                 .numRuns = numRuns(),
                                                 .pathsFrom = m_submission.pathsFrom,
                                                 .prediction = m_submission.prediction},
                                                m_findings);
  int passed = 0, findings = 0;
  for (const ReviewRow& row : rows) {
    passed += row.tone == look::Tone::completed;
    findings += row.tone != look::Tone::completed && row.tone != look::Tone::quiet;
  }
  m_checked->show(rows);
  m_checkedSection->setNote(findings > 0 ? tr("%1 passed, %2 to look at").arg(passed).arg(findings)
                                         : tr("%1 passed").arg(passed));
}

void ReviewPage::saveScript() {
  auto* dialog = new QFileDialog(this, tr("Save script"), {}, tr("Scripts (*.sh)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(u"job.sh"_s);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    QSaveFile file(path);
    const QByteArray script = m_rendered->script().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(script) != script.size() || !file.commit())
      emit failed(tr("%1 could not be written: %2").arg(path, file.errorString()));
  });
  dialog->open();
}

void ReviewPage::retranslate() {
  m_whereSection->setTitle(tr("Where it runs"));
  m_checkedSection->setTitle(tr("Checked"));
  // What was answered has words of the language before.
  if (m_submission.request.text) {
    askOffers();
    render();
  }
  showAll();
}

// Where there is no room for two sides, they lie below each other.
void ReviewPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  auto* sides = static_cast<QBoxLayout*>(m_left->parentWidget()->layout());
  const bool isNarrow = width() < px(reviewBelow);
  sides->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  if (isNarrow) {
    m_left->setMinimumWidth(0);
    m_left->setMaximumWidth(QWIDGETSIZE_MAX);
  } else {
    m_left->setFixedWidth(std::min(px(reviewLeftWidth), width() / 2));
  }
}

}  // namespace trainyard
