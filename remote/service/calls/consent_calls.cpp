// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about what an agent may spend, and a person's consent to it.
#include "remote/service/calls/call_table.h"
#include "remote/service/requests/request_values.h"
#include "remote/service/calls/spending.h"

namespace trainyard {
namespace {

Answering<Spending> spendingOfSubmission(CallContext& context, SpendingArguments arguments,
                                         std::stop_token) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  CO_TRY(auto held, context.targets.hold(arguments.experiment.target));
  co_return spendingOf(held.target, context.runs.registry().store, std::move(source),
                       arguments.grid);
}

Answering<Spending> spendingOfResume(CallContext& context, ResumeArguments arguments,
                                     std::stop_token) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  co_return spendingOf(found.held.target, context.runs.registry().store, found.run,
                       arguments.changes);
}

Answering<ConsentRecord> askConsent(CallContext& context, AskConsentArguments arguments,
                                    std::stop_token stop) {
  co_return co_await context.consents.ask(
      std::move(arguments.request), std::chrono::seconds(arguments.waitSeconds), std::move(stop));
}

Answering<ConsentRecord> answerConsent(CallContext& context, AnswerConsentArguments arguments,
                                       std::stop_token) {
  co_return context.consents.answer(arguments.id, arguments.answer, arguments.words);
}

Answering<Nothing> withdrawConsent(CallContext& context, WithdrawConsentArguments arguments,
                                   std::stop_token) {
  context.consents.withdraw(arguments.session, arguments.digest);
  co_return Nothing();
}

// A list of all of them must fit into an answer, whatever agents ask.
Answering<ConsentRecords> listConsents(CallContext& context, ListConsentsArguments arguments,
                                       std::stop_token) {
  constexpr qsizetype listedRuns = 40;
  ConsentRecords records{context.consents.open()};
  if (!arguments.id.isEmpty())
    records.requests.removeIf([&](const ConsentRecord& one) { return one.id != arguments.id; });
  else
    for (ConsentRecord& one : records.requests) {
      one.request.document.clear();
      one.request.spending.runs = one.request.spending.runs.mid(0, listedRuns);
    }
  co_return records;
}

}  // namespace

void addConsentCalls(CallTable& table) {
  table.add(methods::spendingSubmit, spendingOfSubmission);
  table.add(methods::spendingResume, spendingOfResume);
  table.add(methods::consentRequest, askConsent);
  table.add(methods::consentAnswer, answerConsent);
  table.add(methods::consentWithdraw, withdrawConsent);
  table.add(methods::consentList, listConsents);
}

}  // namespace trainyard
