// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/run_configuration.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/runs/compare/settings_table.h"
#include "gui/runs/records/other_run_box.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

}  // namespace

RunConfiguration::RunConfiguration(RunModel* run, RunRecords* runs, StoreReader* reader)
    : m_run(run),
      m_runs(runs),
      m_reader(reader),
      m_table(new SettingsTable(this)),
      m_otherName(new QLabel),
      m_others(new OtherRunBox(runs)),
      m_count(new QLabel),
      m_view(plainTable(m_table)) {
  auto* column = look::columnIn(this, px(10), {px(20), px(14), px(20), px(16)});
  auto* bar = look::rowIn(nullptr, px(8));
  m_find->setClearButtonEnabled(true);
  m_find->setMaximumWidth(px(360));
  m_otherName->setTextFormat(Qt::PlainText);
  m_otherName->setBuddy(m_others);
  m_others->setMinimumWidth(px(220));
  m_others->setMaximumWidth(px(360));
  m_count->setTextFormat(Qt::PlainText);
  look::setInk(m_count, [](const look::Tokens& t) { return t.text3; });
  look::addAll(bar, {{m_find, 1}, m_otherName, m_others, look::gap(), m_count});
  column->addLayout(bar);
  auto* around = new look::Card;
  around->column()->setContentsMargins(1, 1, 1, 1);
  around->column()->addWidget(m_view);
  column->addWidget(around, 1);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->horizontalHeader()->setStretchLastSection(true);
  connect(m_find, &QLineEdit::textChanged, m_table, &SettingsTable::setWords);
  connect(m_others, &OtherRunBox::chosen, this, &RunConfiguration::compareWith);
  connect(m_run, &RunModel::chosen, this, &RunConfiguration::showRun);
  // A table that is filled again loses its selection.
  connect(m_run, &RunModel::detailChanged, this, [this] {
    if (m_run->settings() != m_shownSettings) showSettings();
  });
  connect(m_reader, &StoreReader::settingsRead, this,
          [this](const QString& other, const QMap<QString, QVariant>& settings) {
            if (other != m_other || m_other.isEmpty()) return;
            m_otherSettings = settings;
            showSettings();
          });
  look::keepTranslated(this, [this] { retranslate(); });
}

void RunConfiguration::retranslate() {
  m_find->setPlaceholderText(tr("Search settings"));
  m_find->setAccessibleName(tr("Search settings"));
  m_otherName->setText(tr("Compare with"));
  m_others->setAccessibleName(tr("Compare with"));
  m_view->setAccessibleName(tr("Settings of the run"));
  m_others->list(m_shown, m_other);
  showSettings();
}

void RunConfiguration::showRun() {
  if (m_run->record().run == m_shown) return;
  m_shown = m_run->record().run;
  m_other.clear();
  m_otherSettings.clear();
  m_find->clear();
  m_others->list(m_shown, m_other);
  showSettings();
}

void RunConfiguration::compareWith(const QString& run) {
  m_other = run;
  m_otherSettings.clear();
  m_others->list(m_shown, m_other);
  showSettings();
  if (!m_other.isEmpty()) m_reader->requestSettings(m_other);
}

void RunConfiguration::showSettings() {
  if (!isVisible()) return;
  m_shownSettings = m_run->settings();
  QList<ComparedRun> runs;
  if (!m_run->isEmpty()) runs << ComparedRun{m_run->record(), m_run->settings(), {}, 0};
  if (const RunRecord* other = m_runs->find(m_other); other && !m_otherSettings.isEmpty())
    runs << ComparedRun{*other, m_otherSettings, {}, 1};
  const Comparison comparison(runs);
  m_table->show(comparison);
  m_view->resizeColumnToContents(0);
  if (runs.size() > 1) m_view->setColumnWidth(1, std::max(px(160), m_view->width() / 3));
  const int numSettings = m_table->numSettings();
  m_count->setText(
      m_run->settings().isEmpty() ? tr("The settings of this run are not known to this computer.")
      : runs.size() > 1 ? tr("%1 of %2 differ").arg(m_table->numVarying()).arg(numSettings)
                        : tr("%n settings", nullptr, numSettings));
}

void RunConfiguration::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_others->list(m_shown, m_other);
  showSettings();
}

}  // namespace trainyard
