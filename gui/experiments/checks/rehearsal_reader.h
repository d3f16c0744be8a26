// SPDX-License-Identifier: GPL-3.0-or-later
// The rehearsal of the submission that is looked at, asked of the service in the background: of
// several runs one after the other, as one.
#pragma once

#include <QList>
#include <QObject>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/contract/results/rehearsal.h"
#include "remote/service/client/client.h"

namespace trainyard {

class RehearsalReader : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit RehearsalReader(ServiceClient* client);
  ~RehearsalReader() override;

  struct Run {
    SubmitRequest request;
    bool steps = true;  // false: it is only planned
  };
  // How far it is with several runs.
  struct Count {
    int done = 0, all = 1, steps = 1;  // steps: how many of all take them
  };
  // Asks for these; the earlier answer is no longer valid.
  void ask(const QList<Run>& runs);
  // Ends what runs.
  void stop();
  // What the document shows already is not found again.
  void setKnown(const std::vector<Diagnostic>& findings) { m_known = findings; }

  Count count() const { return m_count; }
  // Findings of all runs, steps of the first, the plan of the one that needs the most memory. Null:
  // it runs, or failed.
  const Rehearsal* rehearsal() const { return m_rehearsal ? &*m_rehearsal : nullptr; }
  // Whether the document `text` was rehearsed, and would fail.
  bool wouldFail(const QString& text) const {
    return m_rehearsal && text == m_text && has_errors(m_rehearsal->diagnostics);
  }
  // Why there is none, a sentence; empty: it runs.
  const QString& whyNot() const { return m_whyNot; }

 signals:
  void changed();
  // In the document `text`, in the place of what was found before. They are warnings, since what
  // runs there may have what is missing here: the user decides.
  void found(const QString& text, const std::vector<trainyard::Diagnostic>& findings);

 private:
  void report();
  QCoro::Task<void> rehearse(QList<Run> runs, std::stop_token stop);

  ServiceClient* m_client;
  QString m_text;  // of the document
  std::vector<Diagnostic> m_known;
  bool m_hasFound = false;
  Count m_count;
  std::optional<Rehearsal> m_rehearsal;
  QString m_whyNot;
  std::stop_source m_stop;
};

}  // namespace trainyard
