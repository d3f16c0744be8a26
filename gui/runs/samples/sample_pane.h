// SPDX-License-Identifier: GPL-3.0-or-later
// One sample of a run: its text, table, image or histogram.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "gui/runs/samples/sample_reader.h"

class QLabel;
class QToolButton;

namespace trainyard {

class ElidedLabel;
class RunRecords;
class SampleContent;

class SamplePane : public QWidget {
  Q_OBJECT
 public:
  // It must outlive this.
  explicit SamplePane(SampleReader* reader);

  // `wantedStep`: where the sample should be; the pane says so if it is elsewhere.
  void showSample(const QString& run, const QString& runName, const SampleSeries& series,
                  qsizetype position, std::optional<qint64> wantedStep);
  void showWords(const QString& runName, const QString& sentence);
  // What is shown, once it has been read.
  const ShownSample& shown() const { return m_shown; }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void stepChosen(double step);

 private:
  void buildHead(class QVBoxLayout* column);
  void retranslate();
  void request();
  void requestHistory(const QString& run, const SampleSeries& series);
  void take(const QString& run, const SampleRecord& sample, const ShownSample& shown);
  void showHead();
  void showContent();
  void showHistogram();
  void copy();
  void save();

  SampleReader* m_reader;
  ElidedLabel* m_name;
  QLabel *m_step, *m_caption, *m_notes;
  QToolButton *m_copy, *m_save;
  SampleContent* m_content;

  QString m_run;
  std::optional<SampleRecord> m_wanted, m_asked;  // the latter while it is read
  QString m_askedRun;
  std::optional<qint64> m_wantedStep;
  QString m_place;  // of several samples at the same step
  ShownSample m_shown;
  SampleRecord m_shownOf;
  QString m_historyOf;  // run and name
  qsizetype m_historyLength = 0;
  std::shared_ptr<const HistogramHistory> m_history;
};

// The same of another run; hidden while there is none.
class OtherSamplePane : public SamplePane {
  Q_OBJECT
 public:
  // Both must outlive it.
  OtherSamplePane(SampleReader* reader, const RunRecords* runs);

  const QString& run() const { return m_chosen; }
  void choose(const QString& run);
  // What there is of the run that was chosen.
  void take(const QList<SampleRecord>& samples);
  // What is nearest to this step under the name of `series`; null: nothing is shown.
  void showLike(const SampleSeries* series, std::optional<qint64> step);

 private:
  const RunRecords* m_runs;
  QString m_chosen;  // its UUID; empty: none
  QList<SampleSeries> m_series;
  bool m_isRead = false;
};

}  // namespace trainyard
