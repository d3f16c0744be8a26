// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/contract_text.h"

#include "engine/contract/messages.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr const char* ofFields = "Experiment";
constexpr const char* ofMessages = "Messages";

QString translated(const char* context, const std::string& english) {
  return english.empty() ? QString() : QCoreApplication::translate(context, english.c_str());
}

// "extra_data" -> "Extra data"
QString englishTitle(const QString& section) {
  if (section == "lora"_L1) return u"LoRA"_s;
  const QString spaced = QString(section).replace(u'_', u' ');
  return spaced.left(1).toUpper() + spaced.mid(1);
}

}  // namespace

QString ContractText::sectionTitle(const QString& section) {
  return section.isEmpty() ? tr("General")
                           : translated(ofFields, englishTitle(section).toStdString());
}

QString ContractText::label(const FieldInfo& field) {
  return field.label.empty() ? QString::fromStdString(field.key)
                             : translated(ofFields, field.label);
}

QString ContractText::help(const FieldInfo& field) { return translated(ofFields, field.help); }

QString ContractText::unit(const FieldInfo& field) { return translated(ofFields, field.unit); }

QString ContractText::message(const std::string& code, const Map& arguments,
                              const std::string& english) {
  const Translator wording = [](std::string_view text) {
    return translated(ofMessages, std::string(text)).toStdString();
  };
  return QString::fromStdString(message_of(code, arguments, english, wording));
}

QString ContractText::finding(const Diagnostic& diagnostic) {
  const QString sentence =
      ContractText::message(diagnostic.code, diagnostic.arguments, diagnostic.text);
  const QString target = QString::fromStdString(get<std::string>(diagnostic.arguments, "found_on"));
  return target.isEmpty() || sentence.contains(target) ? sentence
                                                       : tr("%1: %2").arg(target, sentence);
}

std::vector<ContractText::Source> ContractText::sources() {
  std::vector<Source> out;
  const auto add = [&](const char* context, const QString& english) {
    if (!english.isEmpty()) out.push_back({context, english});
  };
  for (const FieldInfo& field : fields())
    for (const QString& text :
         {englishTitle(QString::fromStdString(field.section)), QString::fromStdString(field.label),
          QString::fromStdString(field.help), QString::fromStdString(field.unit)})
      add(ofFields, text);
  for (const MessageTemplate& message : message_templates())
    add(ofMessages,
        QString::fromUtf8(message.text.data(), static_cast<qsizetype>(message.text.size())));
  return out;
}

}  // namespace trainyard
