// SPDX-License-Identifier: GPL-3.0-or-later
// The Model Context Protocol over lines: JSON-RPC 2.0 with an agent's client, which calls tools
// (https://modelcontextprotocol.io/specification, versions 2024-11-05, 2025-03-26, 2025-06-18).
// What leaves is cleaned (redaction.h). One thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QObject>

#include "remote/mcp/session.h"
#include "remote/mcp/tool_table.h"
#include "remote/process/task_group.h"

namespace trainyard {

class McpServer {
 public:
  static constexpr int callLimit = 64;
  using Send = std::function<void(const QByteArray& line)>;

  // `session` must outlive it.
  McpServer(const ToolTable& tools, AgentSession& session, Send send);

  void take(const QByteArray& line);
  void refuseLongLine();  // which was skipped
  // Ends all calls; awaited before it is destroyed.
  QCoro::Task<void> finish();

 private:
  // Where the answer of a message goes: out, or into the list of a batch.
  struct Batch;
  using Answers = std::shared_ptr<Batch>;

  void takeBatch(const QJsonArray& messages);
  void takeMessage(const QJsonObject& message, const Answers& answers);
  void takeNotification(const QString& method, const QJsonObject& parameters);
  QJsonObject initialize(const QJsonObject& parameters);
  void callTool(const QJsonValue& id, const QJsonObject& parameters, const Answers& answers);
  QCoro::Task<void> answerCall(QJsonValue id, const ToolTable::Tool& tool, QJsonObject arguments,
                               ToolCall call, Answers answers);
  QJsonObject resultOf(const Result<ToolAnswer>& answer) const;
  ToolCall begin(const QJsonValue& id, const QJsonObject& parameters);
  void reply(const QJsonValue& id, const Result<QJsonObject>& result, rpc::Code code,
             const Answers& answers);

  const ToolTable& m_tools;
  AgentSession& m_session;
  Send m_send;
  QString m_version;                               // negotiated; empty: not yet
  std::map<QByteArray, std::stop_source> m_calls;  // by id
  TaskGroup m_tasks;
};

}  // namespace trainyard
