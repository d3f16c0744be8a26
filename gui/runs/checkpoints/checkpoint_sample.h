// SPDX-License-Identifier: GPL-3.0-or-later
// What the model wrote at the step of the chosen checkpoint, or at the nearest one, where the run
// logs texts; hidden where it logs none.
#pragma once

#include "gui/look/card.h"
#include "gui/runs/samples/sample_reader.h"

class QLabel;
class QPushButton;

namespace trainyard {

class CheckpointSample : public look::Card {
  Q_OBJECT
 public:
  explicit CheckpointSample(const QString& storePath);

  // Asks for it again where the run or the step is another; empty: of none.
  void show(const QString& run, std::optional<qint64> step);
  // There may be more samples than before.
  void readAgain();

 signals:
  void samplesRequested();

 private:
  void takeList(const QString& run, const QList<SampleRecord>& samples);
  void takeSample(const QString& run, const SampleRecord& sample, const ShownSample& shown);
  void choose();
  void retranslate();
  void showText();

  SampleReader m_reader;
  QLabel *m_name, *m_text;
  QPushButton* m_link;
  QString m_run;
  std::optional<qint64> m_step;
  std::optional<SampleSeries> m_series;  // the texts of the run; nothing: it has none
  std::optional<SampleRecord> m_wanted;
  QString m_shown;
};

}  // namespace trainyard
