// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/run_files.h"

#include "gui/files/files_page.h"
#include "gui/look/layouts.h"
#include "gui/runs/records/run_model.h"

namespace trainyard {

RunFiles::RunFiles(RunModel* run, ServiceClient* client, TargetList* targets)
    : m_run(run), m_client(client), m_targets(targets), m_column(look::columnIn(this)) {
  connect(m_run, &RunModel::chosen, this, &RunFiles::showRun);
  connect(m_run, &RunModel::recordChanged, this, &RunFiles::showRun);
}

// Each run has a page of its own: one that was out of reach would keep the files of the run before.
void RunFiles::showRun() {
  const RunRecord& run = m_run->record();
  if (!isVisible() || m_run->isEmpty() || run.folder.isEmpty() || run.run == m_shown) return;
  m_shown = run.run;
  delete m_files;
  m_files = new FilesPage(m_client, m_targets);
  m_files->showOnly(run.target, run.folder);
  connect(m_files, &FilesPage::failed, this, &RunFiles::failed);
  connect(m_files, &FilesPage::done, this, &RunFiles::done);
  m_column->addWidget(m_files);
}

void RunFiles::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showRun();
}

}  // namespace trainyard
