// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_opener.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "gui/experiments/document/experiment_document.h"
#include "gui/experiments/document/experiment_file.h"
#include "gui/experiments/document/settings_import.h"
#include "remote/values/script_document.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// A job script or a program of one's own starts a new experiment that runs it unchanged, with the
// files next to it. Nothing for other files.
std::optional<OpenedDocument> documentOfProgram(const ExperimentFile& file) {
  const QString folder = QFileInfo(file.path).absolutePath();
  const auto text = documentOfScript(file.path, folder);
  if (!text) return std::nullopt;
  return OpenedDocument{
      .text = QString::fromUtf8(*text), .path = {}, .folder = folder, .origin = file.path};
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
  if (auto program = documentOfProgram(file)) return *std::move(program);
  if (file.isRecord) return newDocumentOf(file);
  return OpenedDocument{.text = file.text, .path = file.path, .folder = {}, .origin = file.path};
}

Result<OpenedDocument> readCopy(const ExperimentCopy& copy) {
  ExperimentFile file{.path = copy.path, .text = copy.text};
  if (copy.text.isEmpty()) {
    TRY(file, readExperimentFile(copy.path));
  }
  OpenedDocument out =
      (copy.text.isEmpty() ? documentOfProgram(file) : std::nullopt).value_or(newDocumentOf(file));
  out.run = copy.run;
  out.values = copy.values;
  out.settings = copy.settings;
  out.withoutSections = copy.withoutSections;
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
    // Another program may have changed the file since: that is asked, not overwritten.
    out.saved = draft.saved.value_or(file->text);
  }
  return out;
}

Result<OpenedDocument> readSettings(const QStringList& paths) {
  TRY(const ImportedSettings settings, importSettings(paths));
  return OpenedDocument{
      .text = settings.text, .path = {}, .folder = settings.folder, .notes = settings.notes};
}

void preferFiles(QFileDialog* dialog, const QString& patterns) {
  if (!patterns.isEmpty()) dialog->setNameFilters(QStringList(patterns) + dialog->nameFilters());
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

void DocumentOpener::askOpen(const QString& folder, const QString& patterns) {
  auto* dialog =
      new QFileDialog(m_parent, tr("Open an experiment"), folder,
                      tr("Experiments, programs and job scripts (*.yaml *.yml *.py *.sh *.sbatch "
                         "*.slurm *.job);;All files (*)"));
  preferFiles(dialog, patterns);
  connect(dialog, &QFileDialog::filesSelected, this, &DocumentOpener::chosen);
  offerFiles(dialog);
}

void DocumentOpener::askImport(const QString& folder, const QString& patterns) {
  auto* dialog =
      new QFileDialog(m_parent, tr("Import settings of another trainer"), folder,
                      tr("Settings and job scripts (*.json *.yaml *.yml *.sh *.slurm *.sbatch "
                         "*.txt);;All files (*)"));
  preferFiles(dialog, patterns);
  connect(dialog, &QFileDialog::filesSelected, this, &DocumentOpener::chosenToImport);
  offerFiles(dialog);
}

}  // namespace trainyard
