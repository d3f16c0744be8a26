// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about the document beyond its text: whether its files and programs are there and,
// of a cluster, its limits, paths there, its scheduler's own opinion. The service is asked when the
// document has rested for a while, and about a cluster by itself only where a login is open
// already: opening a file never asks a person for a key.
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
  static constexpr int restHereMilliseconds = 250;  // it costs nobody anything
  static constexpr int againHereMilliseconds =
      3000;  // while something is wrong: it may be put right

  // Both must outlive it.
  TargetCheck(ServiceClient* client, TargetList* targets, QObject* parent = nullptr);
  ~TargetCheck() override;

  // The document as it is now, its text included; the same again is no news. Checkable: it has a
  // folder, so that relative paths mean something, and holds no error of its own.
  enum class Document { checkable, unsaved, wrong };
  void consider(const SubmitRequest& request, Document state, std::optional<double> gpuHours);
  // Now, logging in if need be: a person asked for it.
  void askNow();
  // The same once the choice has rested: with the keyboard a person passes by other clusters.
  void askSoon();

  // What was answered may be out of date: a person was in another window.
  void lookAgain();

  enum class State { idle, notConnected, resting, asking, answered, failed };
  State state() const { return m_state; }
  // Why nothing more is known than the text says, in states idle, notConnected and failed.
  QString whyNotAsked() const;
  // One line on where this stands with a cluster; empty for this computer.
  QString sentence(double now) const;
  // Whether sentence() says why nothing more is known.
  bool hasLine() const {
    return !isHere() && (m_state == State::failed || m_state == State::notConnected);
  }
  bool needsLogin() const { return m_state == State::notConnected && !isHere(); }

 signals:
  void changed();
  // About the document that was considered last. Each finding names the cluster in its argument
  // `found_on`.
  void found(const std::vector<trainyard::Diagnostic>& findings);

 private:
  bool isOutOfReach() const;
  bool isHere() const { return TargetList::isHere(m_request.target); }
  bool mayAsk() const;  // without bothering anybody
  void rest();
  void follow();
  void become(State state);
  void stop();
  void ask();
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
