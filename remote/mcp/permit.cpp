// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/permit.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/process/waiter.h"

namespace trainyard {
namespace {

// Of a call; and between two words to a client, which gives up on a silent server.
constexpr std::chrono::seconds callPatience{60};
constexpr qint64 sliceSeconds = 5;

ConsentRequest requestOf(const AgentSession& session, const Permission& permission,
                         const Cost& cost) {
  ConsentRequest request;
  request.session = session.id;
  request.agent = session.agent;
  request.folder = session.folder;
  request.digest = permission.digest;
  request.kind = permission.kind;
  request.purpose = session.redaction.cleaned(permission.purpose);
  request.document = session.redaction.cleaned(permission.document);
  request.spending = permission.spending;
  request.offersSession = permission.kind != ConsentKind::cancel && session.budget.fits(cost);
  request.budgetHours = session.budget.limits().gpuHours;
  request.budgetJobs = session.budget.limits().jobs;
  request.spentHours = session.budget.spentHours();
  request.spentJobs = session.budget.spentJobs();
  return request;
}

Error refusalOf(const ConsentRecord& record) {
  if (record.state == ConsentState::expired) return make_error("consent.expired", {});
  if (record.words.isEmpty()) return make_error("consent.denied", {});
  return make_error("consent.denied_because", {{"words", record.words.toStdString()}});
}

QString waitingWords(const ConsentRecord& record) {
  return QStringLiteral("waiting for a person's consent: `yard consent %1` shows the request")
      .arg(record.id);
}

bool isWithinGrant(const AgentSession& session, const Permission& permission, const Cost& cost) {
  return permission.kind != ConsentKind::cancel && session.isAllowed && session.budget.fits(cost);
}

QCoro::Task<void> withdraw(AgentSession& session, QString digest) {
  WithdrawConsentArguments arguments{session.id, digest};
  (void)co_await session.ask(methods::consentWithdraw, {}, arguments);
}

}  // namespace

QCoro::Task<Result<Permit>> permitFor(AgentSession& session, Permission permission, ToolCall call) {
  const Cost cost = permission.kind == ConsentKind::cancel ? Cost() : costOf(permission.spending);
  const QDeadlineTimer deadline(callPatience);
  for (bool isAsked = false;; isAsked = true) {
    // Checked and taken without waiting in between, so that calls at the same time share it.
    if (isWithinGrant(session, permission, cost)) {
      session.budget.take(cost);
      if (isAsked) co_await withdraw(session, permission.digest);
      co_return Permit{{}, cost};
    }
    AskConsentArguments asked{requestOf(session, permission, cost),
                              std::clamp<qint64>(deadline.remainingTime() / 1000, 0, sliceSeconds)};
    auto record = co_await session.ask(methods::consentRequest, call.stop, asked);
    if (call.stop.stop_requested()) co_return cancelledError();
    // Another call with the same content had it; this one is another submission.
    if (!record && record.error().code == "consent.withdrawn") continue;
    if (!record) co_return record.error();
    if (record->state == ConsentState::open) {
      if (deadline.remainingTime() < 1000) co_return Permit{*record, {}};
      call.say(waitingWords(*record));
      continue;
    }
    if (record->state == ConsentState::session) {
      session.isAllowed = true;
      if (!session.budget.fits(cost)) continue;  // others have spent it meanwhile
    }
    if (record->state != ConsentState::once && record->state != ConsentState::session)
      co_return refusalOf(*record);
    session.budget.take(cost);
    co_return Permit{{}, cost};
  }
}

ToolAnswer pendingAnswer(const ConsentRecord& record) {
  return {{{QStringLiteral("status"), QStringLiteral("pending_consent")},
           {QStringLiteral("consent"), record.id},
           {QStringLiteral("expires"), record.expires}},
          QStringLiteral("pending_consent: nothing was done yet. Ask the person to run `yard "
                         "consent %1` in a terminal, then call this tool again with consent: "
                         "\"%1\".")
              .arg(record.id)};
}

bool isNothingStarted(const Error& error) {
  return error.kind != ErrorKind::cancelled && !error.code.starts_with("service.") &&
         error.code != "protocol.answer_too_long";
}

}  // namespace trainyard
