// SPDX-License-Identifier: GPL-3.0-or-later
// How far a submission has come, and what of it is in the store until it is settled: what a later
// service needs to continue it.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "remote/values/records.h"

namespace trainyard {

enum class SubmissionState {
  held,       // until its turn in its study comes
  requested,  // its target has not been reached: an error ends it, since somebody can ask again
  preparing,  // its target has been reached, so it is worth waiting for; there is no job
  reached,    // a job may exist
  settled,    // the job is in the store, or none will ever exist
};
template <>
struct Names<SubmissionState> {
  static constexpr std::pair<SubmissionState, std::string_view> all[] = {
      {SubmissionState::held, "held"},           {SubmissionState::requested, "requested"},
      {SubmissionState::preparing, "preparing"}, {SubmissionState::reached, "reached"},
      {SubmissionState::settled, "settled"},
  };
};

// What brings a submission further.
enum class SubmissionEvent {
  restarted,      // another service ended at an unknown point of it
  turnCame,       // in its study
  targetReached,  // it answered
  numberChosen,   // of a further job: nothing was submitted under it
  submitting,     // the submission begins
  settled,
};
SubmissionState after(SubmissionState state, SubmissionEvent event);

struct SubmissionRequest {
  SubmissionState state = SubmissionState::requested;
  // A new run: its document, and its turns in its study.
  QString path;
  QByteArray text;
  QStringList overrides;
  QString target;
  int parallel = 0;
  bool failFast = false;
  bool wasHeld = false;  // by an older version, which did not store the state
  // A further job of a run: its number, and whether those of failed submissions were skipped.
  std::optional<int> number;
  bool isNumbered = false;
};
inline void describe(Section<SubmissionRequest>& section) {
  section.field("state", &SubmissionRequest::state);
  section.field("path", &SubmissionRequest::path).omitted_when_default();
  section.field("text", &SubmissionRequest::text).omitted_when_default();
  section.field("overrides", &SubmissionRequest::overrides).omitted_when_default();
  section.field("target", &SubmissionRequest::target).omitted_when_default();
  section.field("parallel", &SubmissionRequest::parallel).omitted_when_default();
  section.field("fail_fast", &SubmissionRequest::failFast).omitted_when_default();
  section.field("held", &SubmissionRequest::wasHeld).omitted_when_default();
  section.field("submission", &SubmissionRequest::number).omitted_when_default();
  section.field("numbered", &SubmissionRequest::isNumbered).omitted_when_default();
}

QByteArray storedText(const SubmissionRequest& request);
// As a service continues it that did not begin it; what cannot be read is left out.
SubmissionRequest continuedRequest(const QByteArray& stored);

}  // namespace trainyard
