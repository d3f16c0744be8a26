#include "remote/service/calls/call_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <QJsonArray>
#include <QString>

namespace trainyard {
namespace {

enum class Kind { text, texts, textsByName, wholeNumber, flag };

constexpr double greatestWhole = 9007199254740992.0;  // 2^53

const std::map<QString, Kind>& kinds() {
  static const std::map<QString, Kind> known = [] {
    std::map<QString, Kind> all;
    for (const char* name :
         {"path", "text", "target", "run", "what", "destination", "folder", "file", "name", "host",
          "ssh_config", "base", "engine", "version", "token", "command"})
      all[QLatin1String(name)] = Kind::text;
    for (const char* name : {"overrides", "runs"}) all[QLatin1String(name)] = Kind::texts;
    for (const char* name : {"attempt", "offset", "deletions", "protocol", "build"})
      all[QLatin1String(name)] = Kind::wholeNumber;
    for (const char* name : {"job", "asks"}) all[QLatin1String(name)] = Kind::flag;
    all[QStringLiteral("environment")] = Kind::textsByName;
    return all;
  }();
  return known;
}

bool isText(const QJsonValue& value) { return value.isString(); }

bool isOf(Kind kind, const QJsonValue& value) {
  const QJsonArray list = value.toArray();
  const QJsonObject map = value.toObject();
  switch (kind) {
    case Kind::text:
      return value.isString();
    case Kind::texts:
      return value.isArray() && std::all_of(list.begin(), list.end(), isText);
    case Kind::textsByName:
      return value.isObject() && std::all_of(map.begin(), map.end(), isText);
    case Kind::wholeNumber:
      return value.isDouble() && value.toDouble() >= 0 && value.toDouble() <= greatestWhole &&
             std::trunc(value.toDouble()) == value.toDouble();
    case Kind::flag:
      return value.isBool();
  }
  return false;
}

const char* wordsOf(Kind kind) {
  switch (kind) {
    case Kind::text:
      return "a text";
    case Kind::texts:
      return "a list of texts";
    case Kind::textsByName:
      return "an object of texts";
    case Kind::wholeNumber:
      return "a whole number, 0 or greater";
    case Kind::flag:
      break;
  }
  return "true or false";
}

Error wrong(const std::string& name, const char* words) {
  return Error{
      "protocol.parameters", {{"name", name}}, name + " must be " + words, ExitCode::invalid_input};
}

}  // namespace

std::optional<Error> wrongParameter(const QJsonValue& parameters) {
  if (parameters.isUndefined()) return std::nullopt;
  if (!parameters.isObject()) return wrong("params", "an object");
  const QJsonObject given = parameters.toObject();
  for (auto each = given.begin(); each != given.end(); ++each) {
    const auto known = kinds().find(each.key());
    if (known != kinds().end() && !isOf(known->second, each.value()))
      return wrong(each.key().toStdString(), wordsOf(known->second));
  }
  return std::nullopt;
}

}  // namespace trainyard
