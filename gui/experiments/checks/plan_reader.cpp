// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/plan_reader.h"

#include <QPointer>
#include <algorithm>
#include <array>

#include "engine/contract/json.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Sections with nothing that changes memory or length.
constexpr std::array planlessSections{"optimizer", "schedule",  "evaluation", "checkpoint",
                                      "logging",   "resources", "restart",    "environment",
                                      "code",      "command",   "script",     ""};
constexpr std::array plannedFields{"workload", "optimizer.kind", "resources.nodes",
                                   "resources.gpus_per_node"};

bool isPlanned(const FieldInfo& field) {
  return std::ranges::find(plannedFields, field.path) != plannedFields.end() ||
         std::ranges::find(planlessSections, field.section) == planlessSections.end();
}

QByteArray keyOf(const SubmitRequest& request, const Experiment& experiment) {
  if (experiment.workload != Workload::engine) return {};
  std::string key = request.path.toStdString() + '\n';
  key += request.target == u"here"_s ? "here" : "there";
  for (const FieldInfo& field : fields())
    if (isPlanned(field)) key += '\n' + to_json(field.get(experiment));
  return QByteArray::fromStdString(key);
}

}  // namespace

PlanReader::PlanReader(ServiceClient* client) : m_client(client) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(restMilliseconds);
  connect(&m_rest, &QTimer::timeout, this, &PlanReader::ask);
  connect(m_client, &ServiceClient::connected, this, &PlanReader::wait);
}

PlanReader::~PlanReader() { m_stop.request_stop(); }

void PlanReader::stop() {
  m_rest.stop();
  m_stop.request_stop();
  m_stop = std::stop_source();
}

void PlanReader::setRequest(const SubmitRequest& request, const Experiment& experiment,
                            bool isSound) {
  const QByteArray key = isSound ? keyOf(request, experiment) : QByteArray();
  m_request = request;
  if (key == m_key) return;
  stop();
  m_key = key;
  m_isDue = !key.isEmpty();
  m_whyNot.clear();
  // A plan stays while the next is computed, since it hardly depends on the last change.
  const bool isAnother = request.path != m_document;
  m_document = request.path;
  if (isAnother || (isSound && key.isEmpty())) m_plan.reset();
  wait();
  emit changed();
}

void PlanReader::setWatched(bool isWatched) {
  m_isWatched = isWatched;
  wait();
}

void PlanReader::wait() {
  if (m_isDue && m_isWatched && m_client->isConnected()) m_rest.start();
}

void PlanReader::ask() {
  m_isDue = false;
  run(m_request, m_stop.get_token());
}

QCoro::Task<void> PlanReader::run(SubmitRequest request, std::stop_token stop) {
  const QPointer<PlanReader> self(this);  // may be gone when the answer arrives
  const auto answer = co_await m_client->call(methods::plan, stop, request);
  if (!self || stop.stop_requested()) co_return;
  m_plan.reset();
  if (answer)
    m_plan = *answer;
  else
    m_whyNot = errorText(answer.error());
  emit changed();
}

}  // namespace trainyard
