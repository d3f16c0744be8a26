// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/call_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <QJsonArray>
#include <QString>

#include "engine/contract/messages.h"
#include "remote/sentence.h"

namespace trainyard {
namespace {

enum class ParameterKind { text, texts, textsByName, wholeNumber, flag };

constexpr double greatestWhole = 9007199254740992.0;  // 2^53

const std::map<QString, ParameterKind>& kinds() {
  static const std::map<QString, ParameterKind> known = [] {
    std::map<QString, ParameterKind> all;
    for (const char* name :
         {"path",  "text",  "target",     "run",  "what",   "destination", "folder", "file",
          "name",  "host",  "ssh_config", "base", "engine", "version",     "token",  "command",
          "split", "marks", "prefix",     "site", "study",  "when",        "queued", "node"})
      all[QLatin1String(name)] = ParameterKind::text;
    for (const char* name : {"overrides", "runs", "paths", "study_values"})
      all[QLatin1String(name)] = ParameterKind::texts;
    for (const char* name : {"attempt", "offset", "deletions", "protocol", "build", "samples",
                             "from", "random", "tokens", "raw", "port", "local_port", "tunnel"})
      all[QLatin1String(name)] = ParameterKind::wholeNumber;
    for (const char* name : {"job", "asks", "clicks", "counts", "ids", "share_with_group"})
      all[QLatin1String(name)] = ParameterKind::flag;
    all[QStringLiteral("environment")] = ParameterKind::textsByName;
    return all;
  }();
  return known;
}

bool isText(const QJsonValue& value) { return value.isString(); }

bool isOf(ParameterKind kind, const QJsonValue& value) {
  const QJsonArray list = value.toArray();
  const QJsonObject map = value.toObject();
  switch (kind) {
    case ParameterKind::text:
      return value.isString();
    case ParameterKind::texts:
      return value.isArray() && std::all_of(list.begin(), list.end(), isText);
    case ParameterKind::textsByName:
      return value.isObject() && std::all_of(map.begin(), map.end(), isText);
    case ParameterKind::wholeNumber:
      return value.isDouble() && value.toDouble() >= 0 && value.toDouble() <= greatestWhole &&
             std::trunc(value.toDouble()) == value.toDouble();
    case ParameterKind::flag:
      return value.isBool();
  }
  return false;
}

const char* wordsOf(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::text:
      return "kind.text";
    case ParameterKind::texts:
      return "kind.texts";
    case ParameterKind::textsByName:
      return "kind.texts_by_name";
    case ParameterKind::wholeNumber:
      return "kind.whole_number";
    case ParameterKind::flag:
      break;
  }
  return "kind.flag";
}

Error wrong(const std::string& name, const char* kind) {
  return make_error("protocol.parameters", {{"name", name}, {"kind", asArgument(sentence(kind))}});
}

}  // namespace

std::optional<Error> wrongParameter(const QJsonValue& parameters) {
  if (parameters.isUndefined()) return std::nullopt;
  if (!parameters.isObject()) return wrong("params", "kind.object");
  const QJsonObject given = parameters.toObject();
  for (auto each = given.begin(); each != given.end(); ++each) {
    const auto known = kinds().find(each.key());
    if (known != kinds().end() && !isOf(known->second, each.value()))
      return wrong(each.key().toStdString(), wordsOf(known->second));
  }
  return std::nullopt;
}

}  // namespace trainyard
