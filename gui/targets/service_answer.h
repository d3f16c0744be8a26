// SPDX-License-Identifier: GPL-3.0-or-later
// What the service answers to an object of the window that asked.
#pragma once

#include <QCoroTask>
#include <QPointer>
#include <type_traits>
#include <utility>

#include "gui/targets/error_text.h"

namespace trainyard {

// Passes the answer to `done` (which may ignore it), or the sentence of an error to `failed`.
// Neither is called once `owner` is gone.
template <typename Answer, typename Done, typename Failed>
QCoro::Task<void> onAnswer(QPointer<QObject> owner, QCoro::Task<Result<Answer>> call, Done done,
                           Failed failed) {
  const auto answer = co_await std::move(call);
  if (!owner) co_return;
  if (!answer)
    failed(errorText(answer.error()));
  else if constexpr (std::is_invocable_v<Done>)
    done();
  else
    done(*answer);
}

// Errors are told by the signal `failed` of the owner.
template <typename Owner, typename Answer, typename Done>
void onAnswer(Owner* owner, QCoro::Task<Result<Answer>> call, Done done) {
  onAnswer(owner, std::move(call), std::move(done),
           [owner](const QString& sentence) { emit owner->failed(sentence); });
}

}  // namespace trainyard
