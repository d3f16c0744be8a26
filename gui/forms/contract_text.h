// SPDX-License-Identifier: GPL-3.0-or-later
// The contract's own texts (labels, help, units, section titles, messages) in the language of the
// window. The build exports their English originals to the translations.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"

namespace trainyard {

class ContractText {
  Q_DECLARE_TR_FUNCTIONS(ContractText)
 public:
  static QString sectionTitle(const QString& section);
  static QString label(const FieldInfo& field);
  static QString help(const FieldInfo& field);
  static QString unit(const FieldInfo& field);
  // A message of engine, agent, service or command line by its code; `english` if the code is
  // unknown.
  static QString message(const std::string& code, const Map& arguments, const std::string& english);
  // The finding rendered from its code and arguments; its own English text if the code is not in
  // the table. An argument `found_on` names the cluster that reported it, which is prepended unless
  // the sentence already contains it.
  static QString finding(const Diagnostic& diagnostic);

  // All translatable texts, in the form that lupdate expects.
  struct Source {
    const char* context;
    QString english;
  };
  static std::vector<Source> sources();
};

}  // namespace trainyard
