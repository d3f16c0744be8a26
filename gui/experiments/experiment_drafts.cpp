// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment page's handling of recovered text.
#include "engine/system/unix_time.h"
#include "gui/experiments/experiment_file.h"
#include "gui/experiments/experiment_page.h"
#include "gui/forms/message_bar.h"
#include "gui/forms/quantity_text.h"

namespace trainyard {

void ExperimentPage::offerDraft() {
  const auto draft = m_draft.left();
  if (!draft) return;
  m_notices->ask(tr("A window closed before \"%1\" was saved; its text is from %2. Continue "
                    "with it?")
                     .arg(draft->path.isEmpty() ? tr("a new experiment") : draft->path,
                          QuantityText::moment(draft->time, unix_time())),
                 {{tr("Continue with it"), [this, draft = *draft] { goOnWith(draft); }},
                  {tr("Throw it away"), [draft = *draft] { DraftStore::remove(draft); }}});
}

// The file's current content counts as saved.
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
