// SPDX-License-Identifier: GPL-3.0-or-later
// The service's methods by their names. A call is its description in protocol/methods.h and a
// handler in one of the files NAME_calls.cpp, which adds it here.
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
#include "remote/service/calls/cluster_probes.h"
#include "remote/service/calls/consent_book.h"
#include "remote/service/calls/path_probes.h"
#include "remote/service/requests/run_logs.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/protocol/rpc.h"
#include "remote/service/runs/runs.h"
#include "remote/service/studies/studies.h"
#include "remote/service/targets/target_registry.h"
#include "remote/service/tunnels/tunnels.h"

namespace trainyard {

template <class Answer>
using Answering = QCoro::Task<Result<Answer>>;

// What handlers work with.
struct CallContext {
  Runs& runs;
  Studies& studies;
  TargetRegistry& targets;
  Tunnels& tunnels;
  LogListings logs{};
  PathProbes paths{};
  ClusterProbes probes{targets};
  ConsentBook consents{};
};

// One thread.
class CallTable {
 public:
  template <class Arguments, class Answer>
  using Handler = Answering<Answer> (*)(CallContext&, Arguments, std::stop_token);

  using Descriptions = const std::vector<FieldDescription>& (*)();

  struct Entry {
    OnLeave onLeave;
    Reaches reaches;
    Descriptions argumentKeys, answerKeys;
    // Errors besides the method's own: "protocol.parameters".
    std::function<Answering<QJsonObject>(CallContext&, QJsonObject, std::stop_token)> answer;
  };

  static const CallTable& all();
  const std::map<QString, Entry>& entries() const { return m_entries; }
  // Null for a name that is no method's.
  const Entry* find(const QString& method) const {
    const auto found = m_entries.find(method);
    return found == m_entries.end() ? nullptr : &found->second;
  }

  template <class Arguments, class Answer>
  void add(const Method<Arguments, Answer>& method,
           std::type_identity_t<Handler<Arguments, Answer>> handler) {
    m_entries[QLatin1String(method.name)] = {
        method.onLeave, method.reaches, &descriptions_of<Arguments>, &descriptions_of<Answer>,
        [handler](CallContext& context, QJsonObject parameters, std::stop_token stop) {
          return answer<Arguments, Answer>(handler, context, std::move(parameters),
                                           std::move(stop));
        }};
  }

 private:
  template <class Arguments, class Answer>
  static Answering<QJsonObject> answer(Handler<Arguments, Answer> handler, CallContext& context,
                                       QJsonObject parameters, std::stop_token stop) {
    CO_TRY(auto arguments, rpc::argumentsFrom<Arguments>(parameters));
    CO_TRY(auto answer, co_await handler(context, std::move(arguments), std::move(stop)));
    co_return toJson(answer);
  }

  std::map<QString, Entry> m_entries;
};

void addClusterCalls(CallTable& table);
void addEngineCalls(CallTable& table);
void addConsentCalls(CallTable& table);
void addExperimentCalls(CallTable& table);
void addRunCalls(CallTable& table);
void addStudyCalls(CallTable& table);
void addTargetCalls(CallTable& table);
void addTerminalCalls(CallTable& table);
void addFileCalls(CallTable& table);

// The answer of a call that only says that it is done.
inline Result<Nothing> done(Result<void> result) {
  if (!result) return std::move(result).error();
  return Nothing();
}

// Before a call that a person has just typed (Reaches). Whether it helped is what the call finds.
QCoro::Task<void> logInAgain(CallContext& context, QJsonObject parameters, std::stop_token stop);

}  // namespace trainyard
