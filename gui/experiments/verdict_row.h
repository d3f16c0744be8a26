// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of the page: whether the document can be submitted.
#pragma once

#include <QWidget>

namespace trainyard {

class ElidedLabel;
class FindingsSide;

class VerdictRow : public QWidget {
  Q_OBJECT
 public:
  // The findings must outlive it.
  explicit VerdictRow(const FindingsSide* findings, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showVerdict();

  const FindingsSide* m_findings;
  ElidedLabel* m_words;
};

}  // namespace trainyard
