// SPDX-License-Identifier: GPL-3.0-or-later
// What can be trained on this computer as it is: programs, the engine, GPUs; and where to add
// what is larger.
#pragma once

#include <optional>
#include <stop_token>

#include "gui/look/card.h"
#include "remote/service/client/client.h"
#include "remote/service/protocol/installation_values.h"

namespace trainyard {

struct SideRow;

class InstallationCard : public look::Card {
  Q_OBJECT
 public:
  // `client` must outlive it. Hidden until the service has said what there is.
  explicit InstallationCard(ServiceClient* client);
  ~InstallationCard() override;

  void retranslate();
  // Whether it is of use now.
  void setWanted(bool isWanted);

 signals:
  void clusterWanted();
  void copied(const QString& news);

 private:
  void ask();
  void showFacts();
  SideRow programs() const;
  SideRow engine();
  SideRow gpu(const InstalledGpu& gpu) const;
  SideRow cluster();

  ServiceClient* m_client;
  std::optional<InstallationFacts> m_facts;
  bool m_isWanted = true;
  std::stop_source m_stop;
};

}  // namespace trainyard
