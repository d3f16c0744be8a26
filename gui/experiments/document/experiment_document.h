// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment being edited: its text, and the contract's findings about it. The text is the
// document, valid or not; form and editor are two ways to change it, with a shared undo history.
// Files are read and written by DocumentFiles.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <optional>

#include "engine/contract/experiment/reader.h"

namespace trainyard {

class ExperimentDocument : public QObject {
  Q_OBJECT
 public:
  enum class Origin { typing, form };

  ExperimentDocument();

  const QString& text() const { return m_text; }
  const Document& content() const { return m_content; }
  // Whether the text itself has no errors. What only a submission found does not count: it may be
  // fixed elsewhere.
  bool isSound() const { return m_isSound; }
  // Whether no known error would make a submission fail: in the text, from its last submission, or
  // from the target's check of this exact text.
  bool maySubmit() const;
  // Whether single values can be edited: the text can be parsed as YAML.
  bool isEditable() const { return m_isEditable; }
  QString path() const { return m_path; }  // empty until it is saved
  // What relative paths are relative to; empty: unknown until it is saved or countFrom() was
  // called.
  const QString& folder() const { return m_folder; }
  QString title() const;  // the file's name, or the experiment's
  bool isModified() const { return !m_history.isClean(); }
  QUndoStack& history() { return m_history; }

  // The preset that it began as; empty: none. Kept with drafts and with its file's path.
  const QString& preset() const { return m_preset; }
  void setPreset(const QString& preset);

  // Starts another document with a new undo history. One that was never saved has no path, but may
  // have a folder, that of the file it was created from.
  void startFrom(const QString& text, const QString& path = {}, const QString& folder = {});
  // The same, with unsaved changes from earlier; `saved` is the file's content.
  void goOnWith(const QString& text, const QString& path, const QString& folder,
                const QString& saved);
  // Gives the relative paths of a document that was never saved a base.
  void countFrom(const QString& folder);
  // `text`, a current or past state, was saved to the file.
  void markSaved(const QString& path, const QString& text);
  // The file's content as last known; nothing if there is no file.
  const std::optional<QString>& saved() const { return m_saved; }

  // Consecutive typing is one undo step, in the form one per field (`place`).
  void changeText(const QString& text, Origin origin, const QString& place = {});
  // Uses the contract's edit: only this value's characters change.
  Result<void> setValue(const QString& path, const Value& value);
  // The same for an entry of a mapping, which is set with the mapping around it.
  Result<void> setSetting(const std::string& path, const Value& value);
  // For text that is not a valid value of the field; the document then reports the error.
  Result<void> setEntered(const QString& path, const QString& entered);
  Result<void> resetValue(const QString& path);
  // A single undo step.
  Result<void> removeSections(const QStringList& sections);

  // Findings of a submission of `text` beyond the text (a missing file) are added to the
  // diagnostics until the next change or submission; ignored if the text has changed meanwhile.
  void addFindings(const QString& text, const std::vector<Diagnostic>& findings);
  void clearFindings();
  // Replaces the findings of a cluster's previous check. They are kept across changes, without a
  // line number, until the next check, so that the list does not jump on every key press.
  void showTargetFindings(const std::vector<Diagnostic>& findings);

 signals:
  // Another document starts; changed() follows.
  void begun();
  // Emitted once text, content and findings have been updated consistently.
  void changed();
  void pathChanged();
  void presetChanged();
  void modifiedChanged(bool modified);

 private:
  friend class TextChange;
  void apply(const QString& text);
  void joinFindings();

  QString m_text;
  QString m_path, m_folder, m_preset;
  std::optional<QString> m_saved;
  Document m_content;
  std::size_t m_ownFindings = 0;  // number of leading diagnostics that are about the text
  std::vector<Diagnostic> m_submissionFindings, m_targetFindings;
  bool m_isSound = true, m_isEditable = true;
  bool m_isOfTarget = false;  // the target's findings are about the current text
  QUndoStack m_history;
};

// The text of a new document.
QString emptyExperiment();

}  // namespace trainyard
