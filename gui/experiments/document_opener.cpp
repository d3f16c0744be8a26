// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_opener.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "engine/contract/script/script_document.h"
#include "gui/experiments/experiment_document.h"
#include "gui/experiments/settings_import.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// A job script starts a new experiment that runs it unchanged, with the files next to it.
OpenedDocument documentOfScript(const ExperimentFile& file) {
  const QFileInfo script(file.path);
  const QString folder = script.absolutePath();
  const bool travels = folder != QDir::homePath() && folder != QDir::rootPath();
  return {.text = QString::fromStdString(
              script_document({file.text.toStdString(), script.fileName().toStdString(),
                               travels ? std::string(".") : std::string()})),
          .path = {},
          .folder = folder,
          .origin = file.path};
}

OpenedDocument newDocumentOf(const ExperimentFile& file) {
  const QString origin = file.isRecord ? file.madeFrom : file.path;
  return {.text = file.text,
          .path = {},
          .folder = origin.isEmpty() ? QString() : QFileInfo(origin).path(),
          .origin = origin};
}

Result<OpenedDocument> readDocument(const QString& path) {
  TRY(const ExperimentFile file, readExperimentFile(path));
  if (file.text.startsWith(u"#!"_s)) return documentOfScript(file);
  if (file.isRecord) return newDocumentOf(file);
  return OpenedDocument{.text = file.text, .path = file.path, .folder = {}, .origin = file.path};
}

Result<OpenedDocument> readCopy(const ExperimentCopy& copy) {
  TRY(const ExperimentFile file, readExperimentFile(copy.path));
  OpenedDocument out = file.text.startsWith(u"#!"_s) ? documentOfScript(file) : newDocumentOf(file);
  out.run = copy.run;
  out.values = copy.values;
  return out;
}

Result<OpenedDocument> readRecovered(const SavedDraft& draft) {
  OpenedDocument out{.text = draft.text, .path = {}, .folder = draft.folder};
  out.saved = emptyExperiment();
  out.draft = draft.file;
  out.preset = draft.preset;
  if (draft.path.isEmpty()) return out;
  if (const auto file = readExperimentFile(draft.path)) {
    out.path = out.origin = draft.path;
    out.saved = file->text;
  }
  return out;
}

Result<OpenedDocument> readSettings(const QStringList& paths) {
  TRY(const ImportedSettings settings, importSettings(paths));
  return OpenedDocument{
      .text = settings.text, .path = {}, .folder = settings.folder, .notes = settings.notes};
}

void offerFiles(QFileDialog* dialog) {
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->open();
}

}  // namespace

DocumentOpener::DocumentOpener(QWidget* parent) : QObject(parent), m_parent(parent) {}

void DocumentOpener::open(const QString& path, const Take& take) {
  inBackground<Result<OpenedDocument>>([path] { return readDocument(path); }).then(this, take);
}

void DocumentOpener::openCopy(const ExperimentCopy& copy, const Take& take) {
  inBackground<Result<OpenedDocument>>([copy] { return readCopy(copy); }).then(this, take);
}

void DocumentOpener::recover(const SavedDraft& draft, const Take& take) {
  inBackground<Result<OpenedDocument>>([draft] { return readRecovered(draft); }).then(this, take);
}

void DocumentOpener::importFiles(const QStringList& paths, const Take& take) {
  inBackground<Result<OpenedDocument>>([paths] { return readSettings(paths); }).then(this, take);
}

void DocumentOpener::askOpen(const QString& folder) {
  auto* dialog =
      new QFileDialog(m_parent, tr("Open an experiment"), folder,
                      tr("Experiments and job scripts (*.yaml *.yml *.sh *.sbatch *.slurm "
                         "*.job);;All files (*)"));
  connect(dialog, &QFileDialog::filesSelected, this, &DocumentOpener::chosen);
  offerFiles(dialog);
}

void DocumentOpener::askImport(const QString& folder) {
  auto* dialog =
      new QFileDialog(m_parent, tr("Import settings of another trainer"), folder,
                      tr("Settings and job scripts (*.json *.yaml *.yml *.sh *.slurm *.sbatch "
                         "*.txt);;All files (*)"));
  connect(dialog, &QFileDialog::filesSelected, this, &DocumentOpener::chosenToImport);
  offerFiles(dialog);
}

}  // namespace trainyard
