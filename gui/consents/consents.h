// SPDX-License-Identifier: GPL-3.0-or-later
// What agents ask for and nobody has answered yet, as the service knows it: it is read when the
// service says that it changed, and when a request lapses.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class Consents : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit Consents(ServiceClient* client, QObject* parent = nullptr);
  ~Consents() override;

  // The oldest first; without documents, and with the first of their runs only.
  const QList<ConsentRecord>& open() const { return m_open; }
  bool isOpen(const QString& id) const;
  // The whole request. `take` is not called if there is none any more, which `failed` says.
  void read(const QString& id, std::function<void(const ConsentRecord&)> take);
  // `words` are told to the agent with a refusal.
  void answer(const QString& id, ConsentState answer, const QString& words);

 signals:
  void changed();
  // A request that was not there before.
  void asked(const trainyard::ConsentRecord& request);
  void answered(const trainyard::ConsentRecord& request);
  void answerFailed(const QString& id, const QString& sentence);
  void failed(const QString& sentence);

 private:
  void refresh();
  void take(const QList<ConsentRecord>& requests);
  void forget();

  ServiceClient* m_client;
  QList<ConsentRecord> m_open;
  QTimer m_expiry;
  std::stop_source m_stop, m_reading;
};

}  // namespace trainyard
