// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_model.h"

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

constexpr std::size_t mostParameterAxes = 7;

}  // namespace

std::optional<int> StudyModel::best() const {
  return m_content && m_content->summary.best
             ? std::optional(static_cast<int>(*m_content->summary.best))
             : std::nullopt;
}

void StudyModel::show(const StudyContentPointer& content) {
  const bool isOther = content->summary.study != study();
  if (!isOther && content == m_content) return;
  m_content = content;
  if (isOther) {
    m_importance.clear();
    m_axes = {};
    m_chosen.reset();
  }
  // A further attempt of its run may have fewer trials.
  if (m_chosen && static_cast<std::size_t>(*m_chosen) >= content->numTrials()) m_chosen.reset();
  setAxes();
  emit changed();
}

void StudyModel::showImportance(const QString& study, const StudyImportance& importance) {
  if (!m_content || study != this->study() || importance == m_importance) return;
  const bool wasKnown = !m_importance.empty();
  m_importance = importance;
  // The axes keep their order while somebody looks at them.
  if (!wasKnown) {
    setAxes();
    emit changed();
  }
  emit importanceChanged();
}

void StudyModel::clear() {
  if (!m_content) return;
  m_content.reset();
  m_importance.clear();
  m_axes = {};
  m_chosen.reset();
  emit changed();
}

const StudyParameter* StudyModel::parameter(const QString& path) const {
  const auto at = std::ranges::find(m_content->parameters, path, &StudyParameter::path);
  return at == m_content->parameters.end() ? nullptr : &*at;
}

std::vector<const StudyParameter*> StudyModel::parameters() const {
  std::vector<const StudyParameter*> parameters;
  if (!m_content) return parameters;
  for (const auto& [path, share] : m_importance)
    if (const StudyParameter* known = parameter(path)) parameters.push_back(known);
  for (const StudyParameter& each : m_content->parameters)
    if (std::ranges::find(parameters, &each) == parameters.end()) parameters.push_back(&each);
  return parameters;
}

void StudyModel::setAxes() {
  const ParallelAxes before = std::exchange(m_axes, {});
  m_axes.begin(m_content->numTrials());
  const auto parameters = this->parameters();
  for (std::size_t i = 0; i < std::min(parameters.size(), mostParameterAxes); ++i)
    m_axes.add(parameters[i]->title, parameters[i]->values, parameters[i]->isLogarithmic,
               parameters[i]->names);
  // What is far worse than the others would press them together at one end.
  std::vector<double> values = m_content->values;
  const double worst =
      m_content->worstColoured + (m_content->worstColoured - m_content->bestColoured) * 0.25;
  for (double& value : values)
    if (m_content->isBetter(worst, value)) value = worst;
  m_axes.add(m_content->summary.objective, values, false);
  m_axes.brushLike(before);
}

void StudyModel::clearBrushes() {
  m_axes.clearBrushes();
  emit brushed();
}

void StudyModel::choose(int trial) {
  if (!m_content || trial < 0 || static_cast<std::size_t>(trial) >= m_content->numTrials() ||
      m_chosen == trial)
    return;
  m_chosen = trial;
  emit chosenChanged();
}

}  // namespace trainyard
