// SPDX-License-Identifier: GPL-3.0-or-later
// What a person is told about a run, a target or a finding: code and named arguments, which a
// window renders in its own language (messages.h), and the English text.
#pragma once

#include <string>

#include <QJsonObject>
#include <QString>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct Sentence {
  std::string code;  // empty: the text is all there is, as of an older program or in foreign words
  Map arguments;
  QString text;

  Sentence() = default;
  explicit Sentence(QString foreign) : text(std::move(foreign)) {}
  Sentence(std::string code_, Map arguments_, QString text_)
      : code(std::move(code_)), arguments(std::move(arguments_)), text(std::move(text_)) {}
  bool isEmpty() const { return text.isEmpty(); }
};

// From the table of messages.
Sentence sentence(std::string code, Map arguments = {});
Sentence sentenceOf(const Error& error);
Sentence sentenceOf(const Diagnostic& finding);
// Inside another sentence: {"why", asArgument(inner)}.
Value asArgument(const Sentence& sentence);

// Arguments as JSON and back; numbers that are not finite are texts.
QJsonObject jsonOf(const Map& arguments);
Map mapFrom(const QJsonObject& json);
QByteArray jsonTextOf(const Map& arguments);  // compact; empty for none
Map mapFromText(const QByteArray& json);

}  // namespace trainyard
