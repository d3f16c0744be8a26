// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/json_values.h"

#include <cmath>

#include <QJsonArray>

#include "remote/values/numbers.h"
#include "remote/values/text.h"

namespace trainyard {

QJsonValue jsonOf(const Value& value) {
  if (const auto* truth = value.get_if<bool>()) return *truth;
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<qint64>(*integer);
  if (const auto* real = value.get_if<double>()) return jsonNumber(*real);
  if (const auto* words = value.get_if<std::string>()) return text(*words);
  if (const auto* map = value.get_if<Map>()) return jsonOf(*map);
  if (const auto* list = value.get_if<List>()) {
    QJsonArray array;
    for (const Value& item : *list) array.append(jsonOf(item));
    return array;
  }
  return {};
}

QJsonObject jsonOf(const Map& map) {
  QJsonObject object;
  for (const auto& [key, value] : map) object.insert(text(key), jsonOf(value));
  return object;
}

Value valueOf(const QJsonValue& json) {
  switch (json.type()) {
    case QJsonValue::Bool:
      return json.toBool();
    case QJsonValue::Double: {
      const double number = json.toDouble();
      // Integers beyond 2^53 keep all their digits, unlike in a double.
      const qint64 integer = json.toInteger();
      if (static_cast<double>(integer) == number) return static_cast<std::int64_t>(integer);
      return number;
    }
    case QJsonValue::String: {
      const QString words = json.toString();
      if (isNonFinite(words)) return nonFiniteNamed(words);
      return words.toStdString();
    }
    case QJsonValue::Array: {
      List list;
      for (const QJsonValue& item : json.toArray()) list.push_back(valueOf(item));
      return list;
    }
    case QJsonValue::Object:
      return mapFrom(json.toObject());
    case QJsonValue::Null:
    case QJsonValue::Undefined:
      break;
  }
  return {};
}

Map mapFrom(const QJsonObject& json) {
  Map map;
  for (auto member = json.begin(); member != json.end(); ++member)
    map.emplace_back(member.key().toStdString(), valueOf(member.value()));
  return map;
}

}  // namespace trainyard
