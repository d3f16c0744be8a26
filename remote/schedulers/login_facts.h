// SPDX-License-Identifier: GPL-3.0-or-later
// What a login node is: resources/target/learn.sh asks it with one command, also for what its queue
// says, which the kinds of scheduler read.
#pragma once

#include <stop_token>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QCoroTask>
#include <QList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

// What a command printed there; both streams if it failed.
struct PrintedAnswer {
  int code = 127;
  QByteArray text;
};

// In the order of the script; of unknown names it is as if there were no such command.
class LoginAnswers {
 public:
  // `base` may not exist yet; empty: it is not checked. Errors: those of the host;
  // "host.no_answer", "host.other_answer", "host.flood".
  static QCoro::Task<Result<LoginAnswers>> ask(Host& host, QString base, std::stop_token stop);

  // Of what the script printed; other lines are passed over.
  static LoginAnswers read(const QByteArray& printed);

  PrintedAnswer of(const char* name) const;
  // Its first line; empty if the command failed.
  QString line(const char* name) const;
  const QList<std::pair<QByteArray, PrintedAnswer>>& all() const { return m_answers; }

 private:
  QList<std::pair<QByteArray, PrintedAnswer>> m_answers;
};

// Learns about machine and queue. Errors: those of LoginAnswers::ask, of the two functions below,
// and of the kind of scheduler that is there; "host.no_scheduler".
QCoro::Task<Result<TargetFacts>> learnTarget(Host& host, QString base, std::stop_token stop);

// The user, the machine and its programs. Error: "host.no_rsync".
Result<TargetFacts> factsOfLogin(const LoginAnswers& answers);
// The space at `base`. Errors: it is not writable, or others can replace what is there.
Result<void> addBaseFacts(const LoginAnswers& answers, const QString& base, TargetFacts& facts);

// Candidate folders of the user for the base: scratch, work, project, home, as far as they exist.
// Best first.
struct BaseOffer {
  QString path, label;               // "scratch", "work", "project", "home"
  std::optional<qint64> freeBytes;   // free space: of the disk or of the quota, whichever is less
  std::optional<qint64> quotaBytes;  // the limit
  bool isWritable = false;
};
QCoro::Task<Result<QList<BaseOffer>>> offerBases(Host& host, std::stop_token stop);

// Findings about the target for somebody who wants to use it: good and bad, each with a sentence.
// Pure.
std::vector<Diagnostic> findingsOf(const TargetFacts& facts);

}  // namespace trainyard
