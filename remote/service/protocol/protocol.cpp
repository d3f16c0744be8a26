// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/protocol.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <QJsonDocument>

#include "remote/json_values.h"
#include "remote/scheduler/scheduler_kind.h"

namespace trainyard {
namespace {

constexpr std::array linkNames{"none", "connecting", "connected", "waiting", "refused"};
constexpr std::array severityNames{"error", "warning", "info"};
constexpr std::array fetchNames{"checkpoints", "results", "all", "work"};
constexpr std::array removeNames{"checkpoints", "all", "entry"};

template <std::size_t count>
QString nameIn(const std::array<const char*, count>& names, int index) {
  return QString::fromLatin1(names.at(static_cast<std::size_t>(index)));
}

template <std::size_t count>
int indexIn(const std::array<const char*, count>& names, const QString& name, int otherwise) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const char* each) { return name == QLatin1String(each); });
  return found == names.end() ? otherwise : static_cast<int>(found - names.begin());
}

}  // namespace

bool isLost(const RunRecord& run) {
  return run.state == RunState::failed && isLostJob(run.code.toStdString());
}

QString nameOf(RemoveWhat what) { return nameIn(removeNames, static_cast<int>(what)); }

std::optional<RemoveWhat> removeWhatFrom(const QString& name) {
  const int index = indexIn(removeNames, name, -1);
  return index < 0 ? std::nullopt : std::optional(static_cast<RemoveWhat>(index));
}

QString nameOf(FetchWhat what) { return nameIn(fetchNames, static_cast<int>(what)); }

std::optional<FetchWhat> fetchWhatFrom(const QString& name) {
  const int index = indexIn(fetchNames, name, -1);
  return index < 0 ? std::nullopt : std::optional(static_cast<FetchWhat>(index));
}

QJsonObject toJson(const Sentence& sentence) {
  return {{"code", QString::fromStdString(sentence.code)},
          {"arguments", jsonOf(sentence.arguments)},
          {"text", sentence.text}};
}

Sentence sentenceFrom(const QJsonObject& json) {
  return {json["code"].toString().toStdString(), mapFrom(json["arguments"].toObject()),
          json["text"].toString()};
}

QJsonArray toJson(const std::vector<Diagnostic>& diagnostics) {
  QJsonArray list;
  for (const Diagnostic& diagnostic : diagnostics)
    list.append(QJsonDocument::fromJson(QByteArray::fromStdString(to_json(diagnostic))).object());
  return list;
}

Diagnostic diagnosticFrom(const QJsonObject& json) {
  Diagnostic diagnostic;
  const auto text = [&](const char* key) {
    return json[QLatin1String(key)].toString().toStdString();
  };
  diagnostic.severity =
      static_cast<Severity>(indexIn(severityNames, json["severity"].toString(), 0));
  diagnostic.code = text("code");
  diagnostic.path = text("path");
  diagnostic.file = text("file");
  diagnostic.line = json["line"].toInt();
  diagnostic.column = json["column"].toInt();
  diagnostic.text = text("text");
  diagnostic.arguments = mapFrom(json["arguments"].toObject());
  return diagnostic;
}

std::vector<Diagnostic> diagnosticsFrom(const QJsonArray& json) {
  std::vector<Diagnostic> diagnostics;
  for (const QJsonValue& value : json) diagnostics.push_back(diagnosticFrom(value.toObject()));
  return diagnostics;
}

QJsonObject toJson(const CheckAnswer& answer) {
  const QJsonObject estimate{
      {"expected_start",
       answer.expectedStart > 0 ? QJsonValue(answer.expectedStart) : QJsonValue()},
      {"gpu_hours", jsonOrNull(answer.gpuHours)},
      {"text", answer.text}};
  return {{"diagnostics", toJson(answer.diagnostics)}, {"estimate", estimate}};
}

CheckAnswer checkAnswerFrom(const QJsonObject& json) {
  CheckAnswer answer;
  answer.diagnostics = diagnosticsFrom(json["diagnostics"].toArray());
  const QJsonObject estimate = json["estimate"].toObject();
  answer.expectedStart = estimate["expected_start"].toDouble();
  if (estimate["gpu_hours"].isDouble()) answer.gpuHours = estimate["gpu_hours"].toDouble();
  answer.text = estimate["text"].toString();
  return answer;
}

QJsonObject toJson(const SyncPreviewAnswer& answer) {
  QJsonArray data;
  for (const SyncPreviewAnswer::Data& file : answer.data)
    data.append(
        QJsonObject{{"path", file.path}, {"bytes", file.bytes}, {"is_there", file.isThere}});
  const QJsonObject code{
      {"files", answer.codeFiles},
      {"bytes", answer.codeBytes},
      {"left_by_git", answer.leftByGit},
      {"left_by_git_bytes", answer.leftByGitBytes},
      {"left_by_git_names", QJsonArray::fromStringList(answer.leftByGitNames)},
      {"idle_patterns", QJsonArray::fromStringList(answer.idlePatterns)},
      {"missing_since_last", QJsonArray::fromStringList(answer.missingSinceLast)}};
  const QJsonObject engine{{"bytes", answer.engineBytes},
                           {"seconds", answer.engineSeconds},
                           {"is_there", answer.engineIsThere}};
  return {{"code", code}, {"data", data}, {"engine", engine}, {"seconds", answer.seconds}};
}

SyncPreviewAnswer syncPreviewFrom(const QJsonObject& json) {
  SyncPreviewAnswer answer;
  const QJsonObject code = json["code"].toObject(), engine = json["engine"].toObject();
  answer.codeFiles = code["files"].toInteger();
  answer.codeBytes = code["bytes"].toInteger();
  answer.leftByGit = code["left_by_git"].toInteger();
  answer.leftByGitBytes = code["left_by_git_bytes"].toInteger();
  answer.leftByGitNames = textsFrom(code["left_by_git_names"]);
  answer.idlePatterns = textsFrom(code["idle_patterns"]);
  answer.missingSinceLast = textsFrom(code["missing_since_last"]);
  for (const QJsonValue& file : json["data"].toArray())
    answer.data.append(
        {file["path"].toString(), file["bytes"].toInteger(), file["is_there"].toBool()});
  answer.engineBytes = engine["bytes"].toInteger();
  answer.engineIsThere = engine["is_there"].toBool();
  answer.engineSeconds = engine["seconds"].toDouble();
  answer.seconds = json["seconds"].toDouble();
  return answer;
}

QJsonObject toJson(const MirrorAnswer& answer) {
  return {{"folder", answer.folder},
          {"files", answer.files},
          {"bytes", answer.bytes},
          {"surplus_count", answer.surplusCount},
          {"surplus", QJsonArray::fromStringList(answer.surplus)}};
}

MirrorAnswer mirrorAnswerFrom(const QJsonObject& json) {
  return {json["folder"].toString(), json["files"].toInteger(), json["bytes"].toInteger(),
          json["surplus_count"].toInteger(), textsFrom(json["surplus"])};
}

QJsonObject toJson(const ProgressReport& report) {
  QJsonObject json{{"what", report.what},
                   {"bytes_done", report.bytesDone},
                   {"bytes_total", report.bytesTotal},
                   {"bytes_per_second", report.bytesPerSecond},
                   {"seconds_left", report.secondsLeft}};
  if (!report.run.isEmpty()) json.insert("run", report.run);
  if (!report.target.isEmpty()) json.insert("target", report.target);
  return json;
}

ProgressReport progressFrom(const QJsonObject& json) {
  return {json["run"].toString(),          json["target"].toString(),
          json["what"].toString(),         json["bytes_done"].toInteger(),
          json["bytes_total"].toInteger(), json["bytes_per_second"].toDouble(),
          json["seconds_left"].toDouble()};
}

QJsonObject toJson(const TargetSettings& settings) {
  return {{"name", settings.name},
          {"host", settings.host},
          {"ssh_config", settings.sshConfig},
          {"base", settings.base},
          {"engine", settings.engine},
          {"share_with_group", settings.sharesWithGroup},
          {"site", settings.site}};
}

TargetSettings targetSettingsFrom(const QJsonObject& json) {
  return {json["name"].toString(), json["host"].toString(),   json["ssh_config"].toString(),
          json["base"].toString(), json["engine"].toString(), json["share_with_group"].toBool(),
          json["site"].toString()};
}

QJsonObject toJson(const TargetRecord& target) {
  QJsonObject json = toJson(target.settings);
  json.insert("kind", target.kind);
  json.insert("link", QJsonObject{{"link", nameIn(linkNames, static_cast<int>(target.link))},
                                  {"reason", target.reason},
                                  {"code", target.code},
                                  {"arguments", jsonOf(target.arguments)},
                                  {"since", target.since},
                                  {"next_try", target.nextTry}});
  json.insert("facts", toJson(target.facts));
  if (!target.site.name.isEmpty()) json.insert("site_profile", toJson(target.site));
  if (!target.siteProblem.code.empty()) json.insert("site_problem", toJson(target.siteProblem));
  return json;
}

TargetRecord targetRecordFrom(const QJsonObject& json) {
  TargetRecord target;
  const QJsonObject link = json["link"].toObject();
  target.settings = targetSettingsFrom(json);
  target.kind = json["kind"].toString();
  target.link = static_cast<TargetLink>(indexIn(linkNames, link["link"].toString(), 0));
  target.reason = link["reason"].toString();
  target.code = link["code"].toString();
  target.arguments = mapFrom(link["arguments"].toObject());
  target.since = link["since"].toDouble();
  target.nextTry = link["next_try"].toDouble();
  target.facts = targetFactsFrom(json["facts"].toObject());
  target.site = siteProfileFrom(json["site_profile"].toObject());
  if (json.contains("site_problem"))
    target.siteProblem = sentenceFrom(json["site_problem"].toObject());
  return target;
}

QJsonObject toJson(const BaseFolder& folder) {
  return {{"path", folder.path},
          {"label", folder.label},
          {"free_bytes", jsonOrNull(folder.freeBytes)},
          {"quota_bytes", jsonOrNull(folder.quotaBytes)},
          {"is_writable", folder.isWritable}};
}

BaseFolder baseFolderFrom(const QJsonObject& json) {
  return {json["path"].toString(), json["label"].toString(), integerFrom(json["free_bytes"]),
          integerFrom(json["quota_bytes"]), json["is_writable"].toBool()};
}

QJsonObject toJson(const TargetCheckAnswer& answer) {
  QJsonArray findings;
  for (const TargetFinding& finding : answer.findings)
    findings.append(
        QJsonObject{{"severity", nameIn(severityNames, static_cast<int>(finding.severity))},
                    {"code", QString::fromStdString(finding.code)},
                    {"arguments", jsonOf(finding.arguments)},
                    {"text", finding.text}});
  return {{"findings", findings}, {"facts", toJson(answer.facts)}};
}

TargetCheckAnswer targetCheckFrom(const QJsonObject& json) {
  TargetCheckAnswer answer;
  for (const QJsonValue& value : json["findings"].toArray())
    answer.findings.append(
        {static_cast<Severity>(indexIn(severityNames, value["severity"].toString(), 0)),
         value["code"].toString().toStdString(), value["text"].toString(),
         mapFrom(value["arguments"].toObject())});
  answer.facts = targetFactsFrom(json["facts"].toObject());
  return answer;
}

}  // namespace trainyard
