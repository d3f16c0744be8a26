// SPDX-License-Identifier: GPL-3.0-or-later
// A service with requests of agents, as a test wants them.
#pragma once

#include "engine/system/unix_time.h"
#include "remote/service/protocol/consent_values.h"
#include "tests/gui/scripted_service.h"

namespace trainyard {

struct ConsentScene {
  ConsentScene() {
    service.answers["consent.list"] = [this](const QJsonObject& asked) {
      ConsentRecords answer{requests};
      const QString id = asked["id"].toString();
      if (!id.isEmpty())
        answer.requests.removeIf([&](const ConsentRecord& one) { return one.id != id; });
      return toJson(answer);
    };
    service.answers["consent.answer"] = [this](const QJsonObject& asked) {
      const QString id = asked["id"].toString();
      for (qsizetype i = 0; i < requests.size(); ++i)
        if (requests[i].id == id) {
          ConsentRecord record = requests.takeAt(i);
          record.state = fromJson<AnswerConsentArguments>(asked).answer;
          return toJson(record);
        }
      return ScriptedService::error("consent.unknown", "there is no open request");
    };
  }

  // Five runs of 16 GPU-hours, of 100 of which 12 are spent.
  static ConsentRecord five() {
    ConsentRecord record;
    record.id = "3f2a9c";
    ConsentRequest& asked = record.request;
    asked.session = "s";
    asked.digest = "d";
    asked.agent = "lab-agent";
    asked.folder = "/home/me/papers/tutor";
    asked.purpose = "Five learning rates for the LoRA run, then compare eval/loss.";
    asked.document = "format: 1\nname: tutor\n# --set seed=7";
    asked.offersSession = true;
    asked.budgetHours = 100;
    asked.spentHours = 12;
    asked.spending.target = "leonardo";
    asked.spending.since = "57e085a4-0000-4000-8000-000000000000";
    asked.spending.changes = {{"training.max_steps", "1000", "2000"}};
    for (const char* rate : {"2e-6", "5e-6", "1e-5", "2e-5", "5e-5"})
      asked.spending.runs << SpentRun{
          "tutor", {QString("optimizer.learning_rate=") + rate}, 1, 1, 4, 4 * 3600, 16.0};
    return counted(record);
  }
  static ConsentRecord counted(ConsentRecord record) {
    const Spending& spending = record.request.spending;
    record.runs = spending.runs.size();
    record.jobs = spending.jobs();
    record.gpuHours = spending.gpuHours();
    record.asked = unix_time();
    record.expires = record.asked + 600;
    return record;
  }
  // As the service tells it.
  void set(const QList<ConsentRecord>& now) {
    requests = now;
    service.notify("consents.changed", {});
  }

  ScriptedService service;
  QList<ConsentRecord> requests;
};

}  // namespace trainyard
