// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/submission_state.h"

#include <QJsonDocument>

namespace trainyard {

SubmissionState after(SubmissionState state, SubmissionEvent event) {
  using enum SubmissionState;
  switch (event) {
    case SubmissionEvent::restarted:
      return state == held ? held : reached;
    case SubmissionEvent::turnCame:
      // Whoever asked for it was answered while it was held: nobody is there to ask again.
      return state == held ? preparing : state;
    case SubmissionEvent::targetReached:
      return state == requested ? preparing : state;
    case SubmissionEvent::numberChosen:
      return preparing;
    case SubmissionEvent::submitting:
      return reached;
    case SubmissionEvent::settled:
      break;
  }
  return settled;
}

QByteArray storedText(const SubmissionRequest& request) {
  return QJsonDocument(toJson(request)).toJson(QJsonDocument::Compact);
}

SubmissionRequest continuedRequest(const QByteArray& stored) {
  auto request = fromJson<SubmissionRequest>(QJsonDocument::fromJson(stored).object());
  if (request.wasHeld) request.state = SubmissionState::held;
  request.wasHeld = false;
  request.state = after(request.state, SubmissionEvent::restarted);
  return request;
}

}  // namespace trainyard
