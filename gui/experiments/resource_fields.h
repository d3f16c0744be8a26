// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of `resources` in the form: values that the chosen cluster is known to have as lists
// and, where the present value does not do, as links; limits and what is free below them.
#pragma once

#include <QObject>

#include "gui/experiments/checks/known_state.h"
#include "gui/experiments/checks/resource_help.h"

namespace trainyard {

class FieldEditor;
class FormView;

class ResourceFields : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  ResourceFields(ServiceClient* client, TargetList* targets, FormView* form,
                 QObject* parent = nullptr);

  // Uses what was last learned about the target: typing does not query it.
  void show(const QString& target, const Experiment& experiment);

 private:
  void refresh();
  void showField(FieldEditor* editor, const QString& field, const TargetFacts& facts);
  void showAge(const TargetFacts& facts);

  TargetList* m_targets;
  FormView* m_form;
  KnownState m_state;
  QString m_target;
  Experiment m_experiment;
};

}  // namespace trainyard
