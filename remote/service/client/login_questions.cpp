// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/client/login_questions.h"

#include "remote/service/protocol/login_values.h"

namespace trainyard {

QCoro::Task<void> putLoginQuestion(QPointer<ServiceLink> link, Answerer answerer, QJsonValue id,
                                   QJsonObject parameters, std::stop_token withdrawn) {
  auto question = loginQuestionFrom(parameters);
  if (!question) {
    link->refuse(id);
    co_return;
  }
  const QByteArray publicKey =
      QByteArray::fromBase64(parameters[loginSealKey].toString().toLatin1());
  const auto answer = co_await answerer(std::move(*question), withdrawn);
  if (!link || withdrawn.stop_requested()) co_return;
  if (answer)
    link->answer(id, toJson(*answer, publicKey));
  else
    link->refuse(id);
}

}  // namespace trainyard
