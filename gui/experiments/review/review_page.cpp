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
#include "gui/experiments/review/memory_review.h"
#include "gui/experiments/review/rendered_view.h"
#include "gui/experiments/review/study_offer.h"
#include "gui/experiments/checks/submission_facts.h"
#include "gui/experiments/review/targets_card.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/targets/target_text.h"
#include "remote/values/grid.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double reviewMargin = 20, reviewGap = 20, reviewLeftWidth = 548, reviewBelow = 1000;
constexpr qsizetype mostChanges = 5;

QLabel* noteLabel() {
  QLabel* label = plainLabel(look::Role::help);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

QHBoxLayout* titled(QLabel* title, QLabel* note) {
  auto* line = new QHBoxLayout;
  line->addWidget(title);
  line->addStretch();
  line->addWidget(note);
  return line;
}

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
      m_study(new StudyOffer(client)),
      m_save(new QPushButton),
      m_submit(new QPushButton),
      m_whereTitle(plainLabel(look::Role::card)),
      m_whereNote(noteLabel()),
      m_memoryTitle(plainLabel(look::Role::card)),
      m_memoryNote(noteLabel()),
      m_checkedTitle(plainLabel(look::Role::card)),
      m_checkedNote(noteLabel()),
      m_where(new TargetsCard),
      m_memoryCard(nullptr),
      m_memoryWords(noteLabel()),
      m_checked(new ReviewRows),
      m_travel(new ReviewRows),
      m_changes(new ReviewRows),
      m_rendered(new RenderedView),
      m_left(buildLeft()),
      m_right(buildRight()) {
  auto* body = new QWidget;
  auto* sides =
      look::rowIn(body, px(reviewGap), {px(reviewMargin), px(14), px(reviewMargin), px(14)});
  sides->addWidget(m_left, 0, Qt::AlignTop);
  sides->addWidget(m_right, 1);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(body);
  scroll->setProperty("pane", true);
  auto* column = look::columnIn(this);
  column->addWidget(buildHead());
  column->addWidget(m_study);
  column->addWidget(scroll, 1);
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* ReviewPage::buildHead() {
  auto* head = new QWidget;
  auto* row = look::rowIn(head, px(8), {px(10), px(8), px(10), px(8)});
  m_back->setIcon(look::icon(u"chevron-left"_s));
  m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_back->setAutoRaise(true);
  m_subtitle->setFont(look::font(look::Role::help));
  m_subtitle->setForegroundRole(QPalette::PlaceholderText);
  m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  look::setKind(m_submit, look::primaryKind);
  row->addWidget(m_back);
  row->addWidget(m_title);
  row->addWidget(m_subtitle, 1);
  row->addWidget(m_save);
  row->addWidget(m_submit);
  return head;
}

QWidget* ReviewPage::buildLeft() {
  auto* side = new QWidget;
  auto* column = look::columnIn(side, px(6));
  column->addLayout(titled(m_whereTitle, m_whereNote));
  column->addWidget(m_where);
  column->addSpacing(px(10));
  auto* card = new look::Card;
  m_memoryWords->setWordWrap(true);
  card->column()->addWidget(m_memory);
  card->column()->addWidget(m_memoryWords);
  m_memoryCard = card;
  column->addLayout(titled(m_memoryTitle, m_memoryNote));
  column->addWidget(card);
  column->addSpacing(px(10));
  column->addLayout(titled(m_checkedTitle, m_checkedNote));
  column->addWidget(m_checked);
  column->addStretch();
  return side;
}

QWidget* ReviewPage::buildRight() {
  auto* side = new QWidget;
  auto* column = look::columnIn(side, px(14));
  column->addWidget(m_rendered, 1);
  column->addWidget(m_travel);
  column->addWidget(m_changes);
  return side;
}

void ReviewPage::connectParts() {
  connect(m_back, &QToolButton::clicked, this, &ReviewPage::backWanted);
  connect(m_submit, &QPushButton::clicked, this, &ReviewPage::submitWanted);
  connect(m_save, &QPushButton::clicked, this, &ReviewPage::saveScript);
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

void ReviewPage::showFindings(const std::vector<Diagnostic>& findings) {
  m_findings = findings;
  m_rehearsal.setKnown(findings);
  showChecked();
}

void ReviewPage::showBusy(bool isBusy, bool maySubmit) {
  m_isBusy = isBusy;
  m_submit->setEnabled(maySubmit && !isBusy);
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
  m_submit->setText(m_isBusy ? tr("Submitting…") : words);
  QStringList varied;
  if (count > 1)
    for (const QString& value : m_submission.runs.front())
      varied << value.left(value.indexOf(u'='));
  m_subtitle->setText(count > 1 ? tr("%1 runs of %2 that differ in %3")
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
  m_whereNote->setText(
      m_offers.answered() > 0
          ? tr("asked %1").arg(QuantityText::moment(m_offers.answered(), unix_time()))
          : QString());
}

void ReviewPage::showMemory() {
  const PlannedMemory* own = m_plan ? m_plan->own() : nullptr;
  for (QWidget* part :
       {static_cast<QWidget*>(m_memoryTitle), static_cast<QWidget*>(m_memoryNote), m_memoryCard})
    part->setVisible(own != nullptr);
  if (!own) return;
  const bool hasGpus = m_submission.experiment.resources.gpus_per_node > 0;
  const TargetRecord* target = m_targets->find(m_submission.request.target);
  const MemoryReview review = MemoryReview::of(*m_plan, hasGpus, SubmissionFacts::gpuBytes(target));
  m_memoryTitle->setText(review.title);
  m_memoryNote->setText(review.note);
  m_memory->show(review.parts, review.most);
  m_memoryWords->setText(review.others);
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
                                                 .pathsFrom = m_submission.pathsFrom},
                                                m_findings);
  int passed = 0, findings = 0;
  for (const ReviewRow& row : rows) {
    passed += row.tone == look::Tone::completed;
    findings += row.tone != look::Tone::completed && row.tone != look::Tone::quiet;
  }
  m_checked->show(rows);
  m_checkedNote->setText(findings > 0 ? tr("%1 passed, %2 to look at").arg(passed).arg(findings)
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
  m_back->setText(tr("Back to the form"));
  m_back->setToolTip(tr("Back to the form (Esc)"));
  m_title->setText(tr("Before you submit"));
  m_save->setText(tr("Save script"));
  m_submit->setToolTip(tr("Start it (Ctrl+Return)"));
  look::setKeys(m_submit, tr("Ctrl ⏎"));
  m_whereTitle->setText(tr("Where it runs"));
  m_checkedTitle->setText(tr("Checked"));
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
