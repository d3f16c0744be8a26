// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of ssh share: a host on a server of their own, somebody who answers questions, and the
// count of what is left behind.
#pragma once

#include <QDir>
#include <QFile>
#include <QTest>

#include "engine/contract/messages.h"
#include "remote/host/ssh_host.h"
#include "remote/ssh/login/key_ring.h"
#include "tests/remote/result_of.h"
#include "tests/remote/ssh/ssh_server.h"

namespace trainyard {

class NoListener : public StreamListener {
 public:
  Ticket expect(Arrived) override { return {}; }
  void forget(const QString&) override {}
};

// Gives the prepared answers in turn and keeps the questions.
struct Person {
  QList<LoginAnswer> answers;
  QList<LoginQuestion> questions;
  bool isThinking = false;  // until nobody wants to know any more

  AskPerson ask() {
    return
        [this](LoginQuestion question, std::stop_token stop) -> QCoro::Task<Result<LoginAnswer>> {
          questions << question;
          Waiter waiter;
          while (isThinking)
            if (const Waited waited = co_await waiter.wait(stop); waited == Waited::stopped)
              co_return cancelledError();
          if (answers.isEmpty())
            co_return foreign_error("ask.nobody", {}, "nobody is there", ExitCode::unreachable);
          co_return answers.takeFirst();
        };
  }
};

// A host that is finished before it goes.
struct TestHost {
  NoListener door;
  Person person;
  SshHost host;

  explicit TestHost(const QString& config, const QString& alias = QStringLiteral("host"),
                    std::shared_ptr<KeyRing> keys = {})
      : host({QStringLiteral("target"), alias, config, std::move(keys)}, person.ask(), door) {}
  ~TestHost() { QCoro::waitFor(host.finish()); }
  SshHost* operator->() { return &host; }

  Result<ProgramOutput> shell(const QString& script, std::stop_token stop = {},
                              std::chrono::milliseconds time = std::chrono::seconds(60),
                              QByteArray input = {}) {
    return resultOf(host.run({QStringLiteral("sh"), {QStringLiteral("-c"), script}},
                             with(std::move(input)), std::move(stop), QDeadlineTimer(time)));
  }
  static ProgramOptions with(QByteArray input) {
    ProgramOptions options;
    options.input = std::move(input);
    return options;
  }
};

inline int countOf(const char* folder) {
  return static_cast<int>(QDir(QString::fromLatin1(folder))
                              .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                              .size());
}

// The threads of this program but those that Qt's pool keeps for half a minute after a name was
// looked up: how many there are depends on how quickly lookups follow each other.
inline int ownThreads() {
  const QDir tasks(QStringLiteral("/proc/self/task"));
  int count = 0;
  for (const QString& id : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    QFile name(tasks.filePath(id + QStringLiteral("/comm")));
    if (name.open(QFile::ReadOnly) && !name.readAll().startsWith("Thread (pooled)")) ++count;
  }
  return count;
}

}  // namespace trainyard
