// SPDX-License-Identifier: GPL-3.0-or-later
// Above what is looked at before several values are submitted: which of their runs are there
// already, whether all are submitted anew, and how many may run at once.
#pragma once

#include <QCheckBox>
#include <QLineEdit>
#include <QWidget>
#include <optional>
#include <stop_token>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "remote/service/client/client.h"

namespace trainyard {

class StudyOffer : public QWidget {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit StudyOffer(ServiceClient* client);
  ~StudyOffer() override;

  // Asks what is there of these runs; empty: it is one run, and this is hidden.
  void ask(const SubmitRequest& request, const QStringList& grid);
  // Nothing more is asked.
  void stop();

  StudySelection selection() const;
  int parallel() const;  // 0: any number
  // How many would be submitted; nothing: not known.
  std::optional<qsizetype> numSelected() const;
  QString words() const;

 signals:
  void changed();

 private:
  void renew();
  void showPlan();
  void retranslate();
  QCoro::Task<void> run(StudyPlanArguments arguments, std::stop_token stop);

  ServiceClient* m_client;
  SubmitRequest m_request;
  QStringList m_grid;
  std::optional<StudyPlan> m_plan;
  QString m_whyNot;
  std::stop_source m_stop;
  ElidedLabel* m_words = new ElidedLabel;
  QCheckBox* m_all = new QCheckBox;
  QLabel* m_parallelLabel = plainLabel(look::Role::help);
  QLineEdit* m_parallel = new QLineEdit;
};

}  // namespace trainyard
