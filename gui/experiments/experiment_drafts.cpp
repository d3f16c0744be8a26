// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of the experiment does about text that a window took with it.
#include "engine/system/unix_time.h"
#include "gui/experiments/experiment_file.h"
#include "gui/experiments/experiment_page.h"
#include "gui/forms/message_bar.h"
#include "gui/forms/quantity_text.h"

namespace trainyard {

void ExperimentPage::offerDraft() {
  const auto draft = m_draft.left();
  if (!draft) return;
  m_notices->ask(tr("A window ended before \"%1\" was saved, as it was typed %2. Go on with it?")
                     .arg(draft->path.isEmpty() ? tr("a new experiment") : draft->path,
                          QuantityText::moment(draft->time, unix_time())),
                 {{tr("Go on with it"), [this, draft = *draft] { goOnWith(draft); }},
                  {tr("Throw it away"), [draft = *draft] { DraftStore::remove(draft); }}});
}

// The file as it is now is what counts as saved.
void ExperimentPage::goOnWith(const SavedDraft& draft) {
  m_files.whenMayLeave([this, draft] {
    const auto file = draft.path.isEmpty() ? Result<ExperimentFile>(ExperimentFile())
                                           : readExperimentFile(draft.path);
    m_document.goOnWith(draft.text, file ? draft.path : QString(), draft.folder,
                        file && !draft.path.isEmpty() ? file->text : emptyExperiment());
    DraftStore::remove(draft);
  });
}

}  // namespace trainyard
