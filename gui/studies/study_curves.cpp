// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_curves.h"

#include <algorithm>

#include "gui/charts/plot_grid.h"
#include "gui/forms/number_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/studies/study_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostCurves = 10;  // as many as have colours that are told apart
constexpr std::size_t mostNamedParameters = 2;
constexpr int curveNewsMilliseconds = 2000;

QString valueText(const QVariant& value) {
  return value.typeId() == QMetaType::Double
             ? shortExponent(QString::number(value.toDouble(), 'g', 4))
             : value.toString();
}

}  // namespace

StudyCurves::StudyCurves(StudyModel* study, QString storePath)
    : m_study(study), m_storePath(std::move(storePath)), m_column(look::columnIn(this)) {
  m_news.setSingleShot(true);
  m_news.setInterval(curveNewsMilliseconds);
  connect(&m_news, &QTimer::timeout, this, &StudyCurves::request);
  connect(m_study, &StudyModel::changed, this, [this] {
    if (isVisible() && !m_news.isActive()) m_news.start();
  });
}

// Before the curves that it shows.
StudyCurves::~StudyCurves() { delete m_grid; }

void StudyCurves::begin() {
  if (m_grid) return;
  m_reader = std::make_unique<StoreReader>(m_storePath);
  m_tables = std::make_unique<TableReader>(m_storePath);
  m_curves = std::make_unique<CurveSet>(m_reader.get());
  m_grid = new PlotGrid(m_curves.get());
  m_column->addWidget(m_grid);
  connect(m_tables.get(), &TableReader::tableRead, this, &StudyCurves::showTable);
  connect(m_grid, &PlotGrid::failed, this, &StudyCurves::failed);
  connect(m_grid, &PlotGrid::done, this, &StudyCurves::done);
  look::keepTranslated(this, [this] { retranslate(); });
}

void StudyCurves::retranslate() {
  m_grid->setEmptyText(
      tr("Trials that are runs of their own have their curves here. Of trials that one job trains, "
         "one after the other, the objective alone is kept; the overview shows it."));
}

void StudyCurves::request() {
  const StudyContent* content = m_study->content().get();
  if (!content || !isVisible()) return;
  RunTableQuery query;
  query.filter = u"study:"_s + content->summary.study;
  query.sort = u"best:"_s + content->summary.objective;
  query.descending = content->summary.direction == SearchDirection::maximize;
  query.archived = true;
  query.columns = {u"state"_s};
  m_titles.clear();
  for (const StudyParameter* parameter : m_study->parameters()) {
    if (static_cast<std::size_t>(m_titles.size()) == mostNamedParameters) break;
    m_titles << parameter->title;
    query.columns << u"setting:"_s + parameter->path;
  }
  m_tables->requestTable(query);
}

// The best come first, so that a colour stays with its place.
void StudyCurves::showTable(const RunTable& table) {
  QList<ShownRun> shown;
  QStringList changed;
  for (const RunTableRow& row : table.rows.mid(0, mostCurves)) {
    QStringList words;
    for (qsizetype i = 0; i < m_titles.size() && i + 1 < row.values.size(); ++i)
      words << m_titles[i] + u' ' + valueText(row.values[i + 1]);
    const bool isOpen = trainyard::isOpen(runStateFrom(row.values.value(0).toString()));
    shown << ShownRun{row.run, words.isEmpty() ? row.run.left(8) : words.join(u", "_s),
                      static_cast<int>(shown.size()), isOpen};
    changed << row.run;
  }
  m_curves->setRuns(shown);
  m_curves->refresh(changed);
  m_grid->setNote(shown.size() < table.rows.size()
                      ? tr("the best %1 of %2 trials").arg(shown.size()).arg(table.rows.size())
                      : QString());
}

void StudyCurves::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  begin();
  request();
}

}  // namespace trainyard
