// SPDX-License-Identifier: GPL-3.0-or-later
// The contract's own texts (labels, helps, units, titles of sections, messages) in the language of
// the window. The build exports their English into the translations.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"

namespace trainyard {

class ContractText {
  Q_DECLARE_TR_FUNCTIONS(ContractText)
 public:
  static QString sectionTitle(const QString& section);
  static QString label(const FieldInfo& field);
  static QString help(const FieldInfo& field);
  static QString unit(const FieldInfo& field);
  // A message of engine, agent, service or command line by its code; `english` where the code is
  // unknown.
  static QString sentence(const std::string& code, const Map& arguments,
                          const std::string& english);
  // The finding from its code and arguments; its own English text where the code is not in the
  // table. An argument `found_on` names the cluster that found it; it comes first unless the
  // sentence names it anyway.
  static QString finding(const Diagnostic& diagnostic);

  // Everything that is translated, as lupdate is told it.
  struct Source {
    const char* context;
    QString english;
  };
  static std::vector<Source> sources();
};

}  // namespace trainyard
