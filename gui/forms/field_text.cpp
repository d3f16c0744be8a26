// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/field_text.h"

#include <QStringList>
#include <cmath>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/json.h"
#include "gui/forms/number_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString showScalar(const Value& value) {
  if (value.is_null()) return QStringLiteral("null");
  if (const auto* text = value.get_if<std::string>()) return QString::fromStdString(*text);
  const QString json = QString::fromStdString(to_json(value));
  // As people write it: 5e-6.
  return value.get_if<double>() ? shortExponent(json) : json;
}

// Parses a value of a map like YAML; anything that is not another scalar is text.
Value readScalar(const QString& text) {
  if (text.isEmpty() || text == u"null"_s || text == u"~"_s) return {};
  if (text == u"true"_s || text == u"false"_s) return text == u"true"_s;
  if (const auto json = parse_json(text.toStdString())) return *json;
  bool ok = false;
  const double number = text.toDouble(&ok);
  return ok && std::isfinite(number) ? Value(number) : Value(text.toStdString());
}

QStringList filledLines(const QString& text) {
  QStringList lines;
  for (const QString& line : text.split(u'\n'))
    if (!line.trimmed().isEmpty()) lines << line.trimmed();
  return lines;
}

// One "name: value" per line, with unique names.
std::optional<Value> readMap(Kind kind, const QString& text) {
  Map map;
  for (const QString& line : filledLines(text)) {
    const qsizetype colon = line.indexOf(u':');
    if (colon < 1) return std::nullopt;
    const std::string key = line.left(colon).trimmed().toStdString();
    if (find(map, key)) return std::nullopt;
    const QString item = line.mid(colon + 1).trimmed();
    if (kind == Kind::text_map)
      map.emplace_back(key, item == u"null"_s ? Value() : Value(item.toStdString()));
    else
      map.emplace_back(key, readScalar(item));
  }
  return Value(std::move(map));
}

}  // namespace

QString FieldText::show(const FieldInfo&, const Value& value) {
  QStringList lines;
  if (const auto* list = value.get_if<List>()) {
    for (const Value& item : *list) lines << showScalar(item);
    return lines.join(u'\n');
  }
  if (const auto* map = value.get_if<Map>()) {
    for (const auto& [key, item] : *map)
      lines << QString::fromStdString(key) + u": "_s + showScalar(item);
    return lines.join(u'\n');
  }
  return value.is_null() ? QString() : showScalar(value);
}

std::optional<Value> FieldText::parse(const FieldInfo& info, const QString& text) {
  const QString trimmed = text.trimmed();
  if (trimmed.isEmpty() && info.nullable) return Value();
  bool ok = false;
  switch (info.kind) {
    case Kind::boolean:
      return Value(trimmed == u"true"_s);
    case Kind::auto_integer:
      if (trimmed == u"auto"_s || trimmed.isEmpty()) return Value("auto");
      [[fallthrough]];
    case Kind::integer: {
      const qlonglong number = QString(trimmed).remove(u'_').toLongLong(&ok);
      if (!ok) return std::nullopt;
      return Value(static_cast<std::int64_t>(number));
    }
    case Kind::real: {
      const double number = trimmed.toDouble(&ok);
      if (!ok || !std::isfinite(number)) return std::nullopt;
      return Value(number);
    }
    case Kind::text:
      return Value((info.multiline ? text : trimmed).toStdString());
    case Kind::choice:
      return Value(trimmed.toStdString());
    case Kind::text_list: {
      List list;
      for (const QString& line : filledLines(text)) list.emplace_back(line.toStdString());
      return Value(std::move(list));
    }
    case Kind::text_map:
    case Kind::value_map:
      return readMap(info.kind, text);
    case Kind::record:
    case Kind::list:
    case Kind::any:
      break;  // the experiment has no such fields
  }
  return std::nullopt;
}

bool FieldText::isAllowed(const FieldInfo& info, const QString& text) {
  const std::optional<Value> value = parse(info, text);
  return value && check_field(info, *value).empty();
}

bool FieldText::isSame(const FieldInfo& info, const QString& a, const QString& b) {
  if (a == b) return true;
  const auto first = parse(info, a), second = parse(info, b);
  return first && second && to_json(*first) == to_json(*second);
}

QString FieldText::initials(const FieldInfo& info) {
  QString letters;
  for (const QString& word : QString::fromStdString(info.path).section(u'.', -1).split(u'_'))
    letters += word.left(1);
  return letters;
}

}  // namespace trainyard
