// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/data_inspection.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QPointer>

#include "engine/contract/json.h"
#include "gui/forms/contract_text.h"
#include "gui/targets/error_sentence.h"
#include "gui/experiments/submission.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

std::vector<qint64> numbersFrom(const QJsonValue& list) {
  std::vector<qint64> numbers;
  for (const QJsonValue& value : list.toArray()) numbers.push_back(value.toInteger());
  return numbers;
}

QString labelFrom(const QJsonValue& label) {
  if (label.isString()) return label.toString();
  if (label.isDouble()) return QString::number(label.toDouble());
  QStringList names;
  for (const QJsonValue& name : label.toArray()) names << name.toString();
  return names.join(u", "_s);
}

ShownSplit splitFrom(const QJsonValue& value) {
  ShownSplit split;
  split.name = value["name"].toString();
  split.examples = value["examples"].toInteger();
  split.tokens = value["tokens"].toInteger();
  split.learnedTokens = value["learned_tokens"].toInteger();
  split.padding = value["padding"].toDouble();
  const QJsonValue lengths = value["lengths"];
  split.minimum = lengths["min"].toInteger();
  split.maximum = lengths["max"].toInteger();
  split.median = lengths["median"].toDouble();
  split.p95 = lengths["p95"].toDouble();
  split.edges = numbersFrom(lengths["edges"]);
  split.counts = numbersFrom(lengths["counts"]);
  if (split.edges.size() != split.counts.size() + 1) {
    split.edges.clear();
    split.counts.clear();
  }
  for (const QJsonValue& label : value["labels"].toArray())
    split.labels.emplace_back(label["name"].toString(), label["count"].toInteger());
  return split;
}

ShownToken tokenFrom(const QJsonValue& value) {
  ShownToken token;
  token.id = value["id"].toInteger();
  token.text = value["text"].toString();
  token.isLearned = value["learned"].toBool();
  if (const QJsonValue hidden = value["hidden"]; hidden.isObject()) {
    token.hiddenId = hidden["id"].toInteger();
    token.hiddenText = hidden["text"].toString();
  }
  token.document = value["document"].toInteger();
  token.label = value["label"].toString();
  return token;
}

}  // namespace

bool ShownData::learnsTokens() const {
  return kind == u"blocks" || kind == u"sequences" || kind == u"token_labels";
}

ShownData shownDataFrom(const QJsonObject& answer) {
  ShownData data;
  data.kind = answer["kind"].toString();
  data.tokenizer = answer["tokenizer"].toString();
  data.vocabulary = answer["vocab_size"].toInteger();
  data.sequenceLength = answer["sequence_length"].toInteger();
  if (answer["raw"].isDouble()) data.raw = answer["raw"].toInteger();
  for (const QJsonValue& split : answer["splits"].toArray())
    data.splits.push_back(splitFrom(split));
  for (const QJsonValue& value : answer["warnings"].toArray()) {
    const QJsonObject given = value["arguments"].toObject();
    const auto arguments = parse_json(QJsonDocument(given).toJson().toStdString());
    const Map* map = arguments ? arguments->get_if<Map>() : nullptr;
    data.warnings << std::pair(
        given["split"].toString(),
        ContractText::sentence(value["code"].toString().toStdString(), map ? *map : Map(),
                               value["text"].toString().toStdString()));
  }
  return data;
}

std::vector<ShownExample> shownExamplesFrom(const QJsonObject& answer) {
  std::vector<ShownExample> examples;
  for (const QJsonValue& value : answer["samples"].toArray()) {
    ShownExample example{
        value["index"].toInteger(), value["length"].toInteger(), labelFrom(value["label"]), {}};
    for (const QJsonValue& token : value["tokens"].toArray())
      example.tokens.push_back(tokenFrom(token));
    examples.push_back(std::move(example));
  }
  return examples;
}

DataInspection::DataInspection(ServiceClient* client, QObject* parent)
    : QObject(parent), m_client(client) {
  connect(client, &ServiceClient::progressArrived, this, &DataInspection::showProgress);
}

DataInspection::~DataInspection() { m_stop.request_stop(); }

void DataInspection::consider(const SubmitRequest& request) {
  if (request.text == m_request.text && request.path == m_request.path &&
      request.target == m_request.target)
    return;
  const bool isAnother = request.path != m_request.path || request.target != m_request.target;
  m_request = request;
  const bool wasOutOfDate = m_isOutOfDate;
  m_isOutOfDate = true;
  if (!isAnother && wasOutOfDate) return;
  if (!isAnother) return emit changed();
  stop();
  m_state = State::nothing;
  m_data = {};
  m_split = u"train"_s;
  m_seed.reset();
  startAgain();
  emit changed();
}

void DataInspection::startAgain() {
  m_examples.clear();
  m_place = m_first = 0;
}

void DataInspection::look(Scope scope) {
  m_scope = scope;
  m_asked = m_request;
  m_isOutOfDate = false;
  startAgain();
  ask(true);
}

void DataInspection::stop() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_progress.clear();
  if (m_state != State::asking) return;
  m_state = m_data.splits.empty() ? State::nothing : State::answered;
  emit changed();
}

void DataInspection::ask(bool counts) {
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_progress.clear();
  InspectionRequest what;
  what.split = m_split;
  what.samples = examplesAtOnce;
  what.from = m_place;
  what.random = m_seed;
  what.tokens = tokensOfExample;
  what.counts = counts;
  if (m_scope == Scope::firstRecords) what.raw = firstRecords;
  m_state = State::asking;
  emit changed();
  run(m_asked, what, m_stop.get_token());
}

QCoro::Task<void> DataInspection::run(SubmitRequest request, InspectionRequest what,
                                      std::stop_token stop) {
  const QPointer<DataInspection> self(this);  // may be gone when the answer comes
  const auto connected = co_await m_client->connectToService(stop);
  if (!self || stop.stop_requested()) co_return;
  if (!connected) co_return fail(connected.error());
  auto answer = co_await m_client->call(methods::inspect, stop, request, what);
  if (!self || stop.stop_requested()) co_return;
  m_isLookedAtHere = false;
  if (!answer && answer.error().code == "inspect.lies_here") {
    // It is sent from this computer, so it can be looked at here.
    request.target = u"here"_s;
    answer = co_await m_client->call(methods::inspect, stop, request, what);
    if (!self || stop.stop_requested()) co_return;
    m_isLookedAtHere = answer.ok();
  }
  if (!answer) co_return fail(answer.error());
  m_first = what.from;
  take(*answer, what.counts);
}

void DataInspection::take(const QJsonObject& answer, bool counts) {
  if (counts) m_data = shownDataFrom(answer);
  m_examples = shownExamplesFrom(answer);
  m_progress.clear();
  m_state = State::answered;
  emit changed();
}

void DataInspection::fail(const Error& error) {
  const std::vector<Diagnostic> findings = findingsOf(error);
  m_failure = findings.empty() ? errorSentence(error) : ContractText::finding(findings.front());
  m_progress.clear();
  m_state = State::failed;
  emit changed();
}

const ShownSplit* DataInspection::split() const {
  for (const ShownSplit& split : m_data.splits)
    if (split.name == m_split) return &split;
  return nullptr;
}

const ShownExample* DataInspection::example() const {
  const qint64 at = m_place - m_first;
  return at >= 0 && at < std::ssize(m_examples) ? &m_examples[static_cast<std::size_t>(at)]
                                                : nullptr;
}

void DataInspection::showPage(qint64 place) {
  if (m_state != State::answered || place < 0 || place >= numExamples() || place == m_place) return;
  const bool isBack = place < m_place;
  m_place = place;
  if (example()) return emit changed();
  // Going back, those before it are wanted next.
  if (isBack) m_place = std::max<qint64>(0, place - examplesAtOnce + 1);
  ask(false);
  m_place = place;
}

void DataInspection::shuffle(qint64 seed) {
  if (m_state != State::answered) return;
  m_seed = seed;
  startAgain();
  ask(false);
}

void DataInspection::showInOrder() {
  if (m_state != State::answered || !m_seed) return;
  m_seed.reset();
  startAgain();
  ask(false);
}

void DataInspection::chooseSplit(const QString& name) {
  if (name == m_split || m_state != State::answered) return;
  m_split = name;
  startAgain();
  ask(false);
}

void DataInspection::showProgress(const ProgressReport& report) {
  if (m_state != State::asking || report.target != m_asked.target ||
      !report.what.startsWith(u"phase."_s))
    return;
  const std::string code = report.what.toStdString();
  m_progress = ContractText::sentence(code, {}, code);
  if (report.bytesTotal > 0)
    m_progress = tr("%1, %2 %").arg(m_progress).arg(100 * report.bytesDone / report.bytesTotal);
  emit progressed();
}

}  // namespace trainyard
