// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/installation_card.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>

#include "gui/forms/quantity_text.h"
#include "gui/home/short_path.h"
#include "gui/home/side_row.h"
#include "gui/look/layouts.h"
#include "gui/targets/service_answer.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString installTorch = u"uv tool install 'trainyard[engine]'"_s;
constexpr qsizetype mostGpuRows = 2;
const QString goodMark = u"circle-check-filled"_s, lackMark = u"alert-triangle"_s;

}  // namespace

InstallationCard::InstallationCard(ServiceClient* client) : m_client(client) {
  column()->setSpacing(0);
  hide();
  connect(client, &ServiceClient::connected, this, &InstallationCard::ask);
}

InstallationCard::~InstallationCard() { m_stop.request_stop(); }

void InstallationCard::ask() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  onAnswer(
      this, m_client->call(methods::installationShow, m_stop.get_token()),
      [this](const InstallationFacts& facts) {
        m_facts = facts;
        showFacts();
      },
      // An older service does not know; Home does without the card.
      [](const QString&) {});
}

void InstallationCard::setWanted(bool isWanted) {
  m_isWanted = isWanted;
  setVisible(m_isWanted && m_facts);
}

void InstallationCard::retranslate() {
  setTitle(tr("What this installation can train here"));
  showFacts();
}

void InstallationCard::showFacts() {
  look::clear(column());
  if (m_facts) {
    look::addAll(column(), {makeSideRow(programs()), makeSideRow(engine())});
    for (const InstalledGpu& each :
         m_facts->gpus.first(std::min(m_facts->gpus.size(), mostGpuRows)))
      column()->addWidget(makeSideRow(gpu(each)));
    column()->addWidget(makeSideRow(cluster()));
  }
  setWanted(m_isWanted);
}

SideRow InstallationCard::programs() const {
  const QString title = tr("Programs of your own");
  if (m_facts->python.isEmpty())
    return {lackMark, look::Tone::waiting,
            title,    tr("No Python in PATH; job scripts and other programs run."),
            {},       {}};
  const QString python =
      tr("Python %1 (%2)").arg(m_facts->pythonVersion, shortPath(m_facts->python));
  return {goodMark,
          look::Tone::completed,
          title,
          m_facts->torch.isEmpty() ? tr("%1, without torch").arg(python)
                                   : tr("%1, with torch %2").arg(python, m_facts->torch),
          {},
          {}};
}

SideRow InstallationCard::engine() {
  const QString cores =
      m_facts->cores == 1 ? tr("1 core") : tr("%1 cores").arg(QLocale().toString(m_facts->cores));
  const QString size = m_facts->memoryBytes
                           ? tr("%1 and %2").arg(cores, QuantityText::bytes(*m_facts->memoryBytes))
                           : cores;
  if (m_facts->canTrain)
    return {goodMark,
            look::Tone::completed,
            tr("The engine, on %1").arg(size),
            tr("Trains what the presets describe, without Python."),
            {},
            {}};
  if (!m_facts->hasEngine)
    return {lackMark,
            look::Tone::waiting,
            tr("The engine is not installed"),
            tr("Programs of your own run here; clusters need none of it."),
            {},
            {}};
  return {lackMark,
          look::Tone::waiting,
          tr("The engine needs torch"),
          installTorch,
          tr("Copy"),
          [this] {
            QGuiApplication::clipboard()->setText(installTorch);
            emit copied(tr("Copied; run it in a terminal, then start Trainyard again."));
          }};
}

SideRow InstallationCard::gpu(const InstalledGpu& gpu) const {
  const QString name = gpu.memoryMib > 0
                           ? tr("%1, %2").arg(gpu.name, QuantityText::bytes(gpu.memoryMib << 20))
                           : gpu.name;
  if (m_facts->isForGpus && m_facts->canTrain)
    return {goodMark, look::Tone::completed, name, tr("The engine trains on it."), {}, {}};
  return {lackMark,
          look::Tone::waiting,
          name,
          m_facts->canTrain
              ? tr("For programs with a torch of their own; the engine here uses processors only.")
              : tr("For programs with a torch of their own."),
          {},
          {}};
}

SideRow InstallationCard::cluster() {
  return {u"server-2"_s,
          look::Tone::quiet,
          tr("Anything larger: a cluster"),
          tr("Any host that you reach with ssh, without root"),
          tr("Add"),
          [this] { emit clusterWanted(); }};
}

}  // namespace trainyard
