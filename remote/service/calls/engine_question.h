// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the engine about a document: writes the document to a folder of its own, runs one of the
// engine's commands that answer with a line of JSON, and reads the answer.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

struct EngineQuestion {
  QString programs;  // the folder of the engine there
  QByteArray document;
  // The command's words; the file of the document follows the first of them.
  QStringList arguments;
  // For an engine that did not answer, with the arguments code and words.
  const char* failure = "";
  std::chrono::seconds timeLimit{60};
  // Each line before the answer.
  std::function<void(const Value&)> onLine{};
};

// The document with absolute paths, as it is read from another folder.
Result<QByteArray> withAbsolutePaths(const PreparedExperiment& prepared);

// About a training, which is answered on this computer. `command`: the engine's, such as "plan".
Result<EngineQuestion> questionHere(const PreparedExperiment& prepared, const QString& command,
                                    const char* failure, std::chrono::seconds timeLimit);

// The answer, an object with a `format`. Errors: the engine's own, those of the host, `failure`.
QCoro::Task<Result<Value>> askEngine(Target target, EngineQuestion question, std::stop_token stop);

}  // namespace trainyard
