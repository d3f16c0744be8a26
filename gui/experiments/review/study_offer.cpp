// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/study_offer.h"

#include <QIntValidator>
#include <QPointer>

#include "gui/forms/contract_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int mostParallel = 1000;
constexpr double offerMargin = 20, offerAbove = 8, offerGap = 12, parallelWidth = 90;

}  // namespace

StudyOffer::StudyOffer(ServiceClient* client) : m_client(client) {
  auto* row =
      look::rowIn(this, px(offerGap), {px(offerMargin), px(offerAbove), px(offerMargin), 0});
  m_words->setFont(look::font(look::Role::help));
  m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_parallel->setValidator(new QIntValidator(1, mostParallel, m_parallel));
  m_parallel->setFixedWidth(px(parallelWidth));
  m_parallelLabel->setBuddy(m_parallel);
  row->addWidget(m_words, 1);
  row->addWidget(m_all);
  row->addWidget(m_parallelLabel);
  row->addWidget(m_parallel);
  connect(m_all, &QCheckBox::toggled, this, &StudyOffer::renew);
  hide();
  look::keepTranslated(this, [this] { retranslate(); });
}

StudyOffer::~StudyOffer() { m_stop.request_stop(); }

void StudyOffer::stop() {
  m_stop.request_stop();
  m_stop = std::stop_source();
}

void StudyOffer::ask(const SubmitRequest& request, const QStringList& grid) {
  m_request = request;
  m_grid = grid;
  setVisible(!grid.isEmpty());
  renew();
}

void StudyOffer::renew() {
  stop();
  m_plan.reset();
  m_whyNot.clear();
  showPlan();
  if (!m_grid.isEmpty()) run({m_request, m_grid, selection(), false}, m_stop.get_token());
}

QCoro::Task<void> StudyOffer::run(StudyPlanArguments arguments, std::stop_token stop) {
  const QPointer<StudyOffer> self(this);  // may be gone when the answer arrives
  const auto plan = co_await m_client->call(methods::studiesPlan, stop, arguments);
  if (!self || stop.stop_requested()) co_return;
  if (plan)
    m_plan = *plan;
  else
    m_whyNot = errorText(plan.error());
  if (m_plan)
    if (const auto refusal = refusalIn(*m_plan); !refusal) m_whyNot = errorText(refusal.error());
  showPlan();
}

StudySelection StudyOffer::selection() const {
  return m_all->isChecked() ? StudySelection::all : StudySelection::missing;
}

int StudyOffer::parallel() const {
  return m_parallel->hasAcceptableInput() ? m_parallel->text().toInt() : 0;
}

std::optional<qsizetype> StudyOffer::numSelected() const {
  return m_plan ? std::optional(selectedIn(*m_plan)) : std::nullopt;
}

QString StudyOffer::words() const { return m_words->wholeText(); }

void StudyOffer::showPlan() {
  const qsizetype all = m_plan ? m_plan->runs.size() : 0, selected = numSelected().value_or(0);
  if (!m_whyNot.isEmpty())
    m_words->setText(m_whyNot);
  else if (!m_plan)
    m_words->setText(tr("Looking for runs of this study that are there already…"));
  else if (selected == all)
    m_words->setText(tr("All %1 runs will be submitted.").arg(all));
  else
    m_words->setText(tr("%1 of %2 runs are there (study %3); %4 will be submitted.")
                         .arg(all - selected)
                         .arg(all)
                         .arg(m_plan->study.left(8))
                         .arg(selected));
  const bool isKnown = m_plan.has_value();
  // The choice is there where it changes something.
  m_all->setVisible(m_all->isChecked() || (isKnown && selected < all));
  emit changed();
}

void StudyOffer::retranslate() {
  m_all->setText(tr("All of them anew"));
  m_all->setToolTip(tr("Submit all of these runs again, as a new study"));
  m_parallelLabel->setText(tr("At once, at most"));
  m_parallel->setPlaceholderText(tr("all"));
  m_parallel->setToolTip(
      tr("How many runs of the study may wait in the queue or run at once; the others wait for "
         "their turn here"));
  m_parallel->setAccessibleName(m_parallelLabel->text());
  showPlan();
}

}  // namespace trainyard
