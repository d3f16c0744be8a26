// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

#include "every_method.h"
#include "remote/service/protocol/login_values.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/protocol/rpc.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

using Reader = void (*)(const QJsonObject&);

// Arguments that were taken are the same after a way over the socket.
template <Described Arguments>
void checkArguments(const QJsonObject& json) {
  const auto arguments = rpc::argumentsFrom<Arguments>(json);
  if (!arguments) {
    require(!arguments.error().code.empty() && !arguments.error().message.empty());
    return;
  }
  const QJsonObject written = toJson(*arguments);
  const auto again = rpc::argumentsFrom<Arguments>(written);
  require(again && toJson(*again) == written);
}

// Answers of other versions are read as far as they go.
template <Described Answer>
void checkAnswer(const QJsonObject& json) {
  const QJsonObject written = toJson(fromJson<Answer>(json));
  require(toJson(fromJson<Answer>(written)) == written);
}

struct Readers {
  Reader arguments, answer;
};

template <class Arguments, class Answer>
void add(QHash<QString, Readers>& all, const Method<Arguments, Answer>& method) {
  all.insert(QLatin1String(method.name), {&checkArguments<Arguments>, &checkAnswer<Answer>});
}

const QHash<QString, Readers>& readers() {
  static const QHash<QString, Readers> all = [] {
    QHash<QString, Readers> found;
#define TRAINYARD_METHOD(name) add(found, methods::name);
    TRAINYARD_EVERY_METHOD
#undef TRAINYARD_METHOD
    found.insert(QStringLiteral("hello"), {&checkArguments<Greeting>, &checkAnswer<Greeting>});
    found.insert(QStringLiteral("watch"), {&checkArguments<WatchArguments>, &checkAnswer<Nothing>});
    found.insert(QStringLiteral("progress"),
                 {&checkArguments<ProgressReport>, &checkAnswer<ProgressReport>});
    return found;
  }();
  return all;
}

void checkQuestion(const QJsonObject& json) {
  if (const auto question = loginQuestionFrom(json)) {
    require(question->prompts.size() <= loginPromptsLimit);
    const auto again = loginQuestionFrom(toJson(*question));
    require(again && toJson(*again) == toJson(*question));
  }
  static const AnswerSeal seal;
  static_cast<void>(loginAnswerFrom(json, seal));
}

void checkMessage(const QByteArray& line) {
  const QJsonObject message = QJsonDocument::fromJson(line).object();
  const QString method = message[QStringLiteral("method")].toString();
  const QJsonObject parameters = message[QStringLiteral("params")].toObject();
  const auto known = readers().constFind(method);
  if (known != readers().cend()) {
    known->arguments(parameters);
    // A recorded call has its answer in the same line.
    known->answer(message[QStringLiteral("result")].toObject());
  }
  if (method == loginMethod) checkQuestion(parameters);
  if (message.contains(QStringLiteral("error"))) {
    const Error error = rpc::errorFrom(message[QStringLiteral("error")].toObject());
    const QJsonObject written = rpc::errorObject(rpc::Code::failed, error);
    require(rpc::errorObject(rpc::Code::failed, rpc::errorFrom(written)) == written);
  }
}

QList<QByteArray> linesOf(const QList<QByteArray>& pieces) {
  rpc::LineBuffer buffer;
  QList<QByteArray> lines;
  for (const QByteArray& piece : pieces) require(buffer.feed(piece, lines));
  return lines;
}

}  // namespace

void fuzz_service(std::string_view input) {
  const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
  const QList<QByteArray> lines = linesOf({bytes, "\n"});
  require(lines == linesOf({bytes.first(bytes.size() / 2), bytes.sliced(bytes.size() / 2), "\n"}));
  for (const QByteArray& line : lines) checkMessage(line);
}

}  // namespace trainyard
