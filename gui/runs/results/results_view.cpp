// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/results/results_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/export_file.h"
#include "gui/forms/plain_label.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/results/results_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ResultsView::ResultsView(RunModel* run, RunActions* actions)
    : m_run(run),
      m_actions(actions),
      m_note(plainLabel()),
      m_empty(emptyLabel()),
      m_page(new ResultsPage) {
  buildBar();
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_page);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_pages, 1);
  connect(m_run, &RunModel::chosen, this, &ResultsView::restart);
  connect(m_run, &RunModel::recordChanged, this, &ResultsView::lookAgain);
  connect(m_actions, &RunActions::connectionChanged, this, [this] {
    if (!m_results) list();
  });
  connect(m_actions, &RunActions::resultsListed, this,
          [this](const QString& run, const QStringList& splits) {
            if (run == m_shownRun) showSplits(splits);
          });
  connect(m_actions, &RunActions::resultRead, this,
          [this](const QString& run, const QString& split, const QByteArray& content) {
            if (run == m_shownRun && split == m_wantedSplit) showContent(content);
          });
  connect(m_actions, &RunActions::resultsFailed, this,
          [this](const QString& run, const QString& sentence) {
            if (run == m_shownRun) showMessage(sentence);
          });
  look::keepTranslated(this, [this] { retranslate(); });
  restart();
}

void ResultsView::buildBar() {
  auto* outer = look::columnIn(this);
  auto* bar = look::rowIn(nullptr, 8, {10, 8, 10, 6});
  m_splits->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_labels->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_labels->setMinimumContentsLength(16);
  m_note->setForegroundRole(QPalette::PlaceholderText);
  m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_save->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_save);
  m_savePicture = menu->addAction(QString(), this, &ResultsView::exportPicture);
  m_saveDrawing = menu->addAction(QString(), this, &ResultsView::exportDrawing);
  m_saveTable = menu->addAction(QString(), this, &ResultsView::exportTable);
  m_save->setMenu(menu);
  look::addAll(bar, {m_splits, m_labels, {m_note, 1}, m_copy, m_save});
  outer->addLayout(bar);
  connect(m_splits, &QComboBox::activated, this, &ResultsView::read);
  connect(m_labels, &QComboBox::activated, this, &ResultsView::showResults);
  connect(m_copy, &QToolButton::clicked, this, &ResultsView::copy);
}

void ResultsView::retranslate() {
  m_splits->setAccessibleName(tr("Which rows"));
  m_splits->setToolTip(tr("Which rows"));
  m_labels->setAccessibleName(tr("Which label"));
  m_labels->setToolTip(tr("Which label against the rest"));
  m_copy->setText(tr("Copy"));
  m_copy->setToolTip(
      tr("Metrics, labels and confusion matrix as text, for an email or a "
         "spreadsheet"));
  m_save->setText(tr("Export"));
  m_savePicture->setText(tr("Picture (PNG)…"));
  m_saveDrawing->setText(tr("Drawing (SVG)…"));
  m_saveTable->setText(tr("All points (CSV)…"));
  for (int i = 0; i < m_splits->count(); ++i)
    m_splits->setItemText(i, splitName(m_splits->itemData(i).toString()));
  if (m_labels->count() > 0) m_labels->setItemText(0, tr("All labels"));
  showResults();
}

QString ResultsView::splitName(const QString& split) const {
  if (split == "test"_L1) return tr("Test data");
  if (split == "temporal_test"_L1) return tr("Test data of a later time");
  if (split == "validation"_L1) return tr("Validation data");
  return split;
}

QString ResultsView::emptyText() const {
  if (isOpen(m_run->record().state)) return tr("Results appear when the training has finished.");
  return tr(
      "This run has no results to draw.\n\nA training that classifies texts or words writes "
      "them at its end, for the validation data and for the test data of its experiment. "
      "\"engine evaluate … --output FOLDER\" writes the same files for a trained model.");
}

void ResultsView::showMessage(const QString& sentence) {
  m_text = sentence;
  m_results.reset();
  showResults();
}

void ResultsView::restart() {
  m_shownRun = m_run->record().run;
  m_wasOpen = isOpen(m_run->record().state);
  m_wantedSplit.clear();
  m_splits->clear();
  m_labels->clear();
  showMessage({});
  if (isVisible()) list();
}

// A run that has just ended has results now.
void ResultsView::lookAgain() {
  const bool wasOpen = std::exchange(m_wasOpen, isOpen(m_run->record().state));
  if (wasOpen && !m_wasOpen && isVisible()) return list();
  if (!m_results) showResults();
}

void ResultsView::list() {
  if (!m_shownRun.isEmpty() && isVisible() && m_actions->isConnected())
    m_actions->listResults(m_shownRun);
}

void ResultsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  list();
}

void ResultsView::showSplits(const QStringList& splits) {
  const QSignalBlocker quiet(m_splits);
  m_splits->clear();
  for (const QString& split : splits) m_splits->addItem(splitName(split), split);
  if (splits.isEmpty()) {
    m_wantedSplit.clear();
    return showMessage({});
  }
  m_splits->setCurrentIndex(std::max(0, m_splits->findData(m_wantedSplit)));
  read();
}

void ResultsView::read() {
  m_wantedSplit = m_splits->currentData().toString();
  if (!m_wantedSplit.isEmpty()) m_actions->readResult(m_shownRun, m_wantedSplit);
}

void ResultsView::showContent(const QByteArray& content) {
  const auto results = ResultCurves::parse(content);
  if (!results)
    return showMessage(
        tr("The results file cannot be read: it is damaged, larger than any that Trainyard "
           "writes, or from a newer version."));
  const QString label = m_labels->currentData().toString();
  m_results = results;
  m_text.clear();
  m_labels->clear();
  m_labels->addItem(tr("All labels"), QString());
  for (const ResultCurve& curve : m_results->roc) m_labels->addItem(curve.label, curve.label);
  m_labels->setCurrentIndex(std::max(0, m_labels->findData(label)));
  showResults();
}

void ResultsView::showResults() {
  const bool isShown = m_results.has_value();
  m_pages->setCurrentIndex(isShown ? 1 : 0);
  m_splits->setVisible(m_splits->count() > 0);
  m_labels->setVisible(isShown && m_results->roc.size() > 1);
  m_copy->setVisible(isShown);
  m_save->setVisible(isShown);
  m_empty->setText(m_text.isEmpty() ? emptyText() : m_text);
  m_note->setText(isShown ? tr("rows: %1").arg(readOut(static_cast<double>(m_results->rows)))
                          : QString());
  if (!isShown) return;
  m_page->showResults(*m_results, m_labels->currentData().toString());
}

void ResultsView::copy() {
  if (!m_results) return;
  QApplication::clipboard()->setText(resultText(*m_results));
  emit done(tr("Results copied as text."));
}

void ResultsView::exportPicture() {
  exportTo(
      this, {tr("Save the results as a picture"), m_exportName, u".png"_s, tr("Pictures (*.png)")},
      [this] {
        return [pictures = m_page->pictures(), font = font()] {
          return pngOf(ResultPictures::image(pictures, font));
        };
      },
      this);
}

void ResultsView::exportDrawing() {
  exportTo(
      this, {tr("Save the results as a drawing"), m_exportName, u".svg"_s, tr("Drawings (*.svg)")},
      [this] {
        return [pictures = m_page->pictures(), font = font()] {
          return ResultPictures::svg(pictures, font);
        };
      },
      this);
}

void ResultsView::exportTable() {
  exportTo(
      this, {tr("Save all points as a table"), m_exportName, u".csv"_s, tr("Tables (*.csv)")},
      [this] { return [results = *m_results] { return resultTable(results); }; }, this);
}

}  // namespace trainyard
