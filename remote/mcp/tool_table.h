// SPDX-License-Identifier: GPL-3.0-or-later
// The tools that an agent may call, by name. A tool is a described struct of arguments and a
// handler; what a client is told of the arguments, and the refusal of wrong ones, follow from the
// description.
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <vector>

#include <QCoroTask>
#include <QJsonObject>
#include <QString>

#include "engine/contract/describe/record.h"
#include "engine/contract/result.h"
#include "remote/service/protocol/rpc.h"

namespace trainyard {

class AgentSession;

// `content`: for programs; `text`: the same in a few words, which a model reads first.
struct ToolAnswer {
  QJsonObject content;
  QString text;
};

// One call in progress: whether it is still wanted, and what to say meanwhile.
struct ToolCall {
  std::stop_token stop;
  std::function<void(const QString&)> say;
};

enum class Effect { reads, spends, destroys };

struct ToolWords {
  const char* name;
  const char* title;
  const char* description;
};

class ToolTable {
 public:
  template <class Arguments>
  using Handler = QCoro::Task<Result<ToolAnswer>> (*)(AgentSession&, Arguments, ToolCall);
  using Descriptions = const std::vector<FieldDescription>& (*)();

  struct Tool {
    ToolWords words;
    Effect effect;
    Descriptions arguments;
    std::function<QCoro::Task<Result<ToolAnswer>>(AgentSession&, QJsonObject, ToolCall)> answer;
  };

  static const ToolTable& all();
  const Tool* find(const QString& name) const;
  std::vector<std::string> names() const;
  // What `tools/list` answers.
  QJsonObject listed() const;

  template <class Arguments>
  void add(const ToolWords& words, Effect effect, Handler<Arguments> handler) {
    m_tools[QLatin1String(words.name)] = {
        words, effect, &descriptions_of<Arguments>,
        [handler, words](AgentSession& session, QJsonObject json, ToolCall call) {
          return answer<Arguments>(handler, words.name, session, std::move(json), std::move(call));
        }};
  }

 private:
  // An agent learns of a misspelt argument, rather than that it had no effect.
  static Result<void> checkNames(const char* tool, const std::vector<FieldDescription>& known,
                                 const QJsonObject& json);

  template <class Arguments>
  static QCoro::Task<Result<ToolAnswer>> answer(Handler<Arguments> handler, const char* tool,
                                                AgentSession& session, QJsonObject json,
                                                ToolCall call) {
    CO_TRY(checkNames(tool, descriptions_of<Arguments>(), json));
    CO_TRY(auto arguments, rpc::argumentsFrom<Arguments>(json));
    co_return co_await handler(session, std::move(arguments), std::move(call));
  }

  std::map<QString, Tool> m_tools;
};

void addRunTools(ToolTable& table);
void addComparisonTools(ToolTable& table);
void addExperimentTools(ToolTable& table);
void addTargetTools(ToolTable& table);
void addSpendingTools(ToolTable& table);

}  // namespace trainyard
