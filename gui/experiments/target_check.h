// What the chosen cluster says about the document: its limits, paths there, its scheduler's own
// opinion. Asked for when the document has rested for a while, and by itself only where a login is
// open already: opening a file never asks a person for a key.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <stop_token>

#include "gui/targets/target_list.h"

namespace trainyard {

class TargetCheck : public QObject {
  Q_OBJECT
 public:
  static constexpr int restMilliseconds = 800;

  // Both must outlive it.
  TargetCheck(ServiceClient* client, TargetList* targets, QObject* parent = nullptr);
  ~TargetCheck() override;

  // The document as it is now, its text included; the same again is no news. Checkable: it is saved
  // somewhere, so that relative paths mean something, and holds no error of its own.
  enum class Document { checkable, unsaved, wrong };
  void consider(const SubmitRequest& request, Document state, std::optional<double> gpuHours);
  // Now, logging in if need be: a person asked for it.
  void askNow();
  // The same once the choice has rested: with the keyboard a person passes by other clusters.
  void askSoon();

  // One line on where this stands; empty for this computer.
  QString sentence(double now) const;
  bool needsLogin() const { return m_state == State::notConnected; }

 signals:
  void changed();
  // About the document that was considered last. Each finding names the cluster in its argument
  // `found_on`.
  void found(const std::vector<trainyard::Diagnostic>& findings);

 private:
  enum class State { idle, notConnected, resting, asking, answered, failed };
  void follow();
  void become(State state);
  void stop();
  QCoro::Task<void> run(SubmitRequest request, std::stop_token stop);

  ServiceClient* m_client;
  TargetList* m_targets;
  QTimer m_rest;
  SubmitRequest m_request;
  Document m_document = Document::unsaved;
  State m_state = State::idle;
  std::optional<double> m_gpuHours;
  CheckAnswer m_answer;
  QString m_failure;
  std::stop_source m_stop;
};

}  // namespace trainyard
