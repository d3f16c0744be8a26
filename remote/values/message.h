// SPDX-License-Identifier: GPL-3.0-or-later
// A message for the user about a run, a target or a finding: code and named arguments, which a
// window renders in its own language (messages.h), and the English text.
#pragma once

#include <string>

#include <QByteArray>
#include <QString>

#include "engine/contract/describe/field.h"
#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct Message {
  std::string code;  // empty: there is only the text, as from an older program or in foreign words
  Map arguments;
  QString text;

  Message() = default;
  explicit Message(QString foreign) : text(std::move(foreign)) {}
  Message(std::string code_, Map arguments_, QString text_)
      : code(std::move(code_)), arguments(std::move(arguments_)), text(std::move(text_)) {}
  bool isEmpty() const { return text.isEmpty(); }
};

// From the table of messages.
Message makeMessage(std::string code, Map arguments = {});
Message messageOf(const Error& error);
Message messageOf(const Diagnostic& finding);
// As part of another message: {"why", asArgument(inner)}.
Value asArgument(const Message& sentence);

void describe(Section<Message>& section);

QByteArray jsonTextOf(const Map& arguments);  // compact; empty for none
Map mapFromText(const QByteArray& json);

}  // namespace trainyard
