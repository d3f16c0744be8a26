// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

#include "gui/forms/contract_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxRecent = 10;

}  // namespace

DocumentFiles::DocumentFiles(ExperimentDocument* document, QWidget* parent)
    : QObject(parent), m_document(document), m_parent(parent) {
  connect(m_document, &ExperimentDocument::begun, this, [this] {
    ++m_generation;
    m_wantsSave.reset();
    m_reported.reset();
  });
}

QStringList DocumentFiles::recent() { return QSettings().value(u"recent"_s).toStringList(); }

void DocumentFiles::rememberRecent(const QString& path) {
  QSettings settings;
  QStringList paths = settings.value(u"recent"_s).toStringList();
  paths.removeAll(path);
  paths.prepend(path);
  settings.setValue(u"recent"_s, paths.mid(0, maxRecent));
}

void DocumentFiles::fail(const Error& error) {
  emit failed(ContractText::message(error.code, error.arguments, error.message));
}

void DocumentFiles::save(const Then& then) {
  if (m_document->path().isEmpty()) return saveAs(then);
  write(m_document->path(), m_document->saved(), then);
}

QString DocumentFiles::suggestedPath() const {
  const QString folder = m_document->folder().isEmpty() ? QDir::homePath() : m_document->folder();
  return QDir(folder).filePath(m_document->title().replace(u'/', u'-'));
}

void DocumentFiles::saveAs(const Then& then) {
  auto* dialog = new QFileDialog(m_parent, tr("Save the experiment"), suggestedPath(),
                                 tr("Experiments (*.yaml)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(u"yaml"_s);
  dialog->selectFile(suggestedPath());
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, then](const QString& path) { write(path, std::nullopt, then); });
  dialog->open();
}

void DocumentFiles::write(const QString& path, const std::optional<QString>& known,
                          const Then& then) {
  const QString text = m_document->text();
  inBackground<Result<QString>>([=] {
    return writeExperimentFile(path, text, known);
  }).then(this, [this, path, text, then, generation = m_generation](const Result<QString>& result) {
    if (generation == m_generation) written(path, text, result, then);
  });
}

void DocumentFiles::written(const QString& path, const QString& text, const Result<QString>& result,
                            const Then& then) {
  if (!result && result.error().code == "experiment_file.changed_outside") {
    m_wantsSave = then;
    return emit changedOutside(path);
  }
  if (!result) return fail(result.error());
  m_wantsSave.reset();
  m_document->markSaved(*result, text);
  rememberRecent(*result);
  emit saved();
  if (then) then();
}

void DocumentFiles::readAgain(const std::function<void(const Result<ExperimentFile>&)>& then) {
  inBackground<Result<ExperimentFile>>([path = m_document->path()] {
    return readExperimentFile(path);
  }).then(this, [this, then, generation = m_generation](const Result<ExperimentFile>& file) {
    if (generation == m_generation) then(file);
  });
}

void DocumentFiles::lookOutside() {
  if (m_document->path().isEmpty()) return;
  readAgain([this, known = m_document->saved()](const Result<ExperimentFile>& file) {
    // A deleted file is written again by the next save; one that was saved meanwhile is ours.
    if (!file || known != m_document->saved() || file->text == known || file->text == m_reported)
      return;
    m_reported = file->text;
    emit changedOutside(file->path);
  });
}

void DocumentFiles::keepMine() {
  if (m_wantsSave) return write(m_document->path(), std::nullopt, *m_wantsSave);
  readAgain([this](const Result<ExperimentFile>& file) {
    if (file) m_document->markSaved(file->path, file->text);
  });
}

void DocumentFiles::reload() {
  m_wantsSave.reset();
  readAgain([this](const Result<ExperimentFile>& file) {
    if (!file) return fail(file.error());
    m_document->changeText(file->text, ExperimentDocument::Origin::typing, u"reload"_s);
    m_document->markSaved(file->path, file->text);
  });
}

}  // namespace trainyard
