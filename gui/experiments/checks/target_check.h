// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of the document beyond its text: whether its files and programs exist and, for a cluster,
// its limits, paths there and its scheduler's own checks. The service is queried after a pause in
// changes, and for a cluster automatically only if it is already logged in: opening a file never
// asks the user for a key.
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
  static constexpr int debounceMilliseconds = 800;
  static constexpr int restHereMilliseconds = 250;    // it is cheap
  static constexpr int againHereMilliseconds = 3000;  // while there are errors: they may be fixed

  // Both must outlive it.
  TargetCheck(ServiceClient* client, TargetList* targets);
  ~TargetCheck() override;

  // Sets the current document, including its text; no effect if unchanged. Checkable: it has a
  // folder, so that relative paths have a base, and no errors of its own.
  enum class Document { checkable, unsaved, wrong };
  void setRequest(const SubmitRequest& request, Document state, std::optional<double> gpuHours);
  // Checks now, logging in if necessary: the user requested it.
  void askNow();
  // The same after a pause in the selection: with the keyboard, the user passes other clusters on
  // the way.
  void askSoon();

  // While nobody sees it, it does not ask again by itself whether errors were fixed.
  void setWatched(bool isWatched);

  // Answers may be out of date: the user was in another window.
  void lookAgain();

  enum class State { idle, notConnected, resting, asking, answered, failed };
  State state() const { return m_state; }
  // Why only the text was checked, in the states idle, notConnected and failed.
  QString whyNotAsked() const;
  // One line about the state of a cluster's check; empty for this computer.
  QString summary(double now) const;
  // "checked against practice 4 s ago"; empty unless the last check was answered.
  QString checked(double now) const;
  // Whether summary() says why only the text was checked.
  bool hasLine() const {
    return !isHere() && (m_state == State::failed || m_state == State::notConnected);
  }
  // When the checked document would start, in Unix seconds; 0: unknown.
  double expectedStart() const { return m_answer.expectedStart.value_or(0); }
  bool needsLogin() const { return m_state == State::notConnected && !isHere(); }

 signals:
  void changed();
  // About the document that was last checked. Each finding names the cluster in its argument
  // `found_on`.
  void found(const std::vector<trainyard::Diagnostic>& findings);

 private:
  bool isOutOfReach() const;
  bool isHere() const { return TargetList::isHere(m_request.target); }
  bool mayAsk() const;  // without disturbing the user
  void debounce();
  void follow();
  void setState(State state);
  void stop();
  void ask();
  QCoro::Task<void> run(SubmitRequest request, std::stop_token stop);

  ServiceClient* m_client;
  TargetList* m_targets;
  QTimer m_debounce;
  SubmitRequest m_request;
  Document m_document = Document::unsaved;
  State m_state = State::idle;
  std::optional<double> m_gpuHours;
  CheckAnswer m_answer;
  double m_answeredAt = 0;  // Unix seconds
  QString m_failure;
  bool m_isWatched = true;
  std::stop_source m_stop;
};

}  // namespace trainyard
