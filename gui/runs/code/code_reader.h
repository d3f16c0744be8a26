// SPDX-License-Identifier: GPL-3.0-or-later
// The code of two runs on their targets, through the service. An answer that arrives after another
// pair or file was asked for is dropped.
#pragma once

#include <QObject>
#include <optional>
#include <stop_token>

#include "remote/service/client/client.h"
#include "remote/store/records.h"
#include "remote/target/code_files.h"

namespace trainyard {

class CodeReader : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit CodeReader(ServiceClient* client, QObject* parent = nullptr);
  ~CodeReader() override;

  bool isConnected() const { return m_client->isConnected(); }
  // A target that is not connected is logged in to.
  void list(const RunRecord& before, const RunRecord& after);
  // The text of a file of both; nothing where one of them does not have it.
  struct Texts {
    std::optional<QString> before, after;
    bool isReadable = true;  // false: it is no text, or too long to be compared
  };
  void read(const RunRecord& before, const RunRecord& after, const QString& path, bool hasBefore,
            bool hasAfter);

 signals:
  void listed(const trainyard::CodeListing& before, const trainyard::CodeListing& after);
  void notListed(const QString& sentence);
  void textsRead(const QString& path, const trainyard::CodeReader::Texts& texts);
  void notRead(const QString& path, const QString& sentence);

 private:
  QCoro::Task<void> runList(QString before, QString after, std::stop_token stop);
  QCoro::Task<void> runRead(RunRecord before, RunRecord after, QString path, bool hasBefore,
                            bool hasAfter, std::stop_token stop);
  // Nothing: it is no text.
  QCoro::Task<Result<std::optional<QString>>> textOf(RunRecord run, QString path,
                                                     std::stop_token stop);

  ServiceClient* m_client;
  std::stop_source m_listStop, m_readStop;
};

}  // namespace trainyard
