// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/help_text.h"

#include <QMap>
#include <QRegularExpression>
#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_explanation.h"
#include "gui/forms/field_text.h"
#include "gui/help/help_entries.h"
#include "gui/help/help_pages.h"
#include "gui/help/message_help.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int mostRelated = 3;
constexpr qsizetype fewestLetters = 4;  // of words that are looked for in headings

QString text(const std::string& of) { return QString::fromStdString(of); }

QString codeOf(const QString& words) { return u"<code>"_s + words.toHtmlEscaped() + u"</code>"_s; }

QString linkTo(const char* scheme, const QString& name, const QString& words) {
  return u"<a href='%1:%2' style='text-decoration:none'>%3</a>"_s.arg(QLatin1String(scheme), name,
                                                                      words.toHtmlEscaped());
}

QString kindWords(const FieldInfo& field) {
  switch (field.kind) {
    case Kind::boolean:
      return HelpText::tr("true or false");
    case Kind::integer:
      return HelpText::tr("a whole number");
    case Kind::auto_integer:
      return HelpText::tr("a whole number, or auto");
    case Kind::real:
      return HelpText::tr("a number");
    case Kind::choice:
      return HelpText::tr("one of the choices");
    case Kind::text:
      return field.is_path ? HelpText::tr("a path") : HelpText::tr("a text");
    case Kind::text_list:
      return field.is_path ? HelpText::tr("paths, one a line") : HelpText::tr("texts, one a line");
    case Kind::text_map:
    case Kind::value_map:
    case Kind::record:
      return HelpText::tr("names with values, one a line");
    case Kind::list:
    case Kind::any:
      break;
  }
  return HelpText::tr("any value");
}

// A table of what is known of a value: a label and a text each.
class Facts {
 public:
  explicit Facts(const look::Tokens& tokens) : m_label(tokens.text2.name()) {}

  void add(const QString& label, const QString& html) {
    if (!html.isEmpty())
      m_rows +=
          u"<tr><td style='padding:2px 14px 2px 0; color:%1'>%2</td>"
          "<td style='padding:2px 0'>%3</td></tr>"_s.arg(m_label, label, html);
  }
  QString html() const {
    return u"<table cellspacing='0' style='margin-top:8px'>"_s + m_rows + u"</table>"_s;
  }

 private:
  QString m_label, m_rows;
};

QString factsOf(const FieldInfo& field, const QString& meaning, const look::Tokens& tokens) {
  Facts facts(tokens);
  const QString unit = ContractText::unit(field);
  QStringList choices;
  for (const std::string& choice : field.choices) choices << codeOf(text(choice));
  const QString standard = FieldText::show(field, field.default_value);
  facts.add(HelpText::tr("Now"), meaning.toHtmlEscaped());
  facts.add(HelpText::tr("Kind"),
            kindWords(field) + (field.nullable ? u", "_s + HelpText::tr("or nothing") : QString()));
  facts.add(HelpText::tr("Unit"), unit.toHtmlEscaped());
  facts.add(HelpText::tr("Range"), rangeWords(field));
  facts.add(HelpText::tr("Choices"), choices.join(u", "_s));
  facts.add(HelpText::tr("Default"), standard.isEmpty()
                                         ? HelpText::tr("not set")
                                         : codeOf(standard).replace(u'\n', u"<br>"_s));
  facts.add(HelpText::tr("Effect"), affectsWords(field.affects));
  if (!field.applies_when.empty())
    facts.add(HelpText::tr("Applies with"), codeOf(text(field.applies_when)));
  return facts.html();
}

QString heading(const QString& words) {
  return u"<p style='margin-top:14px; margin-bottom:2px'><b>%1</b></p>"_s.arg(words);
}

QString linksOf(const FieldInfo& field) {
  const QString path = text(field.path);
  QString out;
  const QStringList related = HelpPages::all().beside(path, mostRelated);
  if (!related.isEmpty()) out += heading(HelpText::tr("Goes with it"));
  for (const QString& each : related)
    if (const FieldInfo* other = find_field(each.toStdString()))
      out += u"<div>"_s + linkTo(fieldScheme, each, ContractText::label(*other)) + u" &nbsp;"_s +
             codeOf(each) + u"</div>"_s;
  const auto parts = HelpPages::all().naming(path, mostRelated);
  if (!parts.isEmpty()) out += heading(HelpText::tr("In the help"));
  for (const HelpHeading* part : parts) {
    const HelpHeading* page = HelpPages::all().pageOf(*part);
    out += u"<div>"_s + linkTo(helpScheme, part->address(), part->title);
    if (page && page != part) out += u" &nbsp;"_s + page->title.toHtmlEscaped();
    out += u"</div>"_s;
  }
  return out;
}

HelpText ofField(const FieldInfo& field, const QString& meaning, const look::Tokens& tokens) {
  HelpText out;
  out.above =
      (HelpText::tr("Settings") + u" › "_s + ContractText::sectionTitle(text(field.section)))
          .toHtmlEscaped();
  out.title = ContractText::label(field);
  out.name = text(field.path);
  out.html = u"<p style='white-space:pre-wrap'>"_s + ContractText::help(field).toHtmlEscaped() +
             u"</p>"_s + factsOf(field, meaning, tokens) + linksOf(field);
  return out;
}

HelpText ofPart(const HelpHeading& part, const QString& tip) {
  HelpText out;
  out.above = HelpText::tr("Help").toHtmlEscaped();
  if (const HelpHeading* page = HelpPages::all().pageOf(part); page && page != &part)
    out.above += u" › "_s + linkTo(helpScheme, page->address(), page->title);
  out.title = part.title;
  out.name = part.address();
  if (!tip.isEmpty()) out.html = u"<p>"_s + tip.toHtmlEscaped() + u"</p>"_s;
  out.markdown = part.body;
  return out;
}

// Links to the parts whose headings have most of the words.
QString nearestTo(const QString& sentence) {
  static const QRegularExpression between(u"\\W+"_s,
                                          QRegularExpression::UseUnicodePropertiesOption);
  QString address;
  const auto entries = HelpEntries::ofPages([&](const HelpTopic& topic) { address = topic.name; });
  QMap<const PaletteEntry*, int> hits;
  for (const QString& word : sentence.split(between, Qt::SkipEmptyParts))
    if (word.size() >= fewestLetters)
      for (const PaletteEntry* each : searchPalette(entries, u'?' + word, mostRelated))
        ++hits[each];
  QList<const PaletteEntry*> order = hits.keys();
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](const PaletteEntry* each) { return hits[each]; });
  QString out = order.isEmpty() ? QString() : heading(HelpText::tr("In the help"));
  for (const PaletteEntry* each : order.mid(0, mostRelated)) {
    each->act();
    out += u"<div>"_s + linkTo(helpScheme, address, each->title) + u" &nbsp;"_s +
           each->detail.toHtmlEscaped() + u"</div>"_s;
  }
  return out;
}

// What it says, and the part that says more of its kind; else the nearest parts.
HelpText ofMessage(const HelpTopic& topic) {
  const QString code = topic.name.isEmpty() ? codeOfSentence(topic.words) : topic.name;
  const HelpHeading* part = HelpPages::all().find(helpOfMessage(code));
  HelpText out = part ? ofPart(*part, topic.words) : HelpText();
  if (!part) {
    out.above = HelpText::tr("Help").toHtmlEscaped();
    out.title = HelpText::tr("A message");
    out.html = u"<p>"_s + topic.words.toHtmlEscaped() + u"</p>"_s + nearestTo(topic.words);
  }
  out.name = code;
  return out;
}

}  // namespace

HelpText HelpText::of(const HelpTopic& topic, const look::Tokens& tokens) {
  if (topic.kind == HelpTopic::Kind::field)
    if (const FieldInfo* field = find_field(topic.name.toStdString()))
      return ofField(*field, topic.words, tokens);
  if (topic.kind == HelpTopic::Kind::part)
    if (const HelpHeading* part = HelpPages::all().find(topic.name))
      return ofPart(*part, topic.words);
  if (topic.kind == HelpTopic::Kind::message) return ofMessage(topic);
  return {};
}

}  // namespace trainyard
