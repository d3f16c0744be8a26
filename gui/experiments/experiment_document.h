// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment being worked on: its text, and what the contract says about it. The text is the
// document, right or wrong; form and editor are two ways to change it, with one history of changes.
// Reading and writing files is DocumentFiles' business.
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

  explicit ExperimentDocument(QObject* parent = nullptr);

  const QString& text() const { return m_text; }
  const Document& content() const { return m_content; }
  // Whether the text itself holds no error. What only a submission found does not count: it may be
  // put right elsewhere.
  bool isSound() const { return m_isSound; }
  // Whether nothing that is known now would have a submission refused: an error of the text, of the
  // last submission of it, or of the target as it was asked about this very text.
  bool maySubmit() const;
  // Whether single values can be changed: the text can be read as YAML.
  bool isEditable() const { return m_isEditable; }
  QString path() const { return m_path; }  // empty until it has been saved
  // Where its relative paths count from; empty: not known before it is saved.
  const QString& folder() const { return m_folder; }
  QString title() const;  // the file's name, or the experiment's
  bool isModified() const { return !m_history.isClean(); }
  QUndoStack& history() { return m_history; }

  // Another document: the history begins again. One that was never saved has no path, but may have
  // a folder, where what it was made from lies.
  void startFrom(const QString& text, const QString& path = {}, const QString& folder = {});
  // The same, with what was typed before and not saved; `saved` is what the file holds.
  void goOnWith(const QString& text, const QString& path, const QString& folder,
                const QString& saved);
  // `text`, of the past or of now, is what the file holds.
  void becomeSaved(const QString& path, const QString& text);
  // What the file holds as far as is known here; nothing while there is no file.
  const std::optional<QString>& saved() const { return m_saved; }

  // Typing that follows typing is one step of the history, in the form for each field (`place`).
  void changeText(const QString& text, Origin origin, const QString& place = {});
  // Through the contract's edit: only this value's characters change.
  Result<void> setValue(const QString& path, const Value& value);
  // What is no value of the field's kind; the document then says that it is wrong.
  Result<void> setEntered(const QString& path, const QString& entered);
  Result<void> resetValue(const QString& path);
  // All of them are one step of the history.
  Result<void> removeSections(const QStringList& sections);

  // What a submission of `text` found beyond the text (a file that is not there) joins the
  // diagnostics until the next change or submission; nothing happens when the text is another one
  // by now.
  void addFindings(const QString& text, const std::vector<Diagnostic>& findings);
  void clearFindings();
  // What a cluster says about the text takes the place of what it said before. It stays over
  // changes, without a line, until it says something new, so that the list does not jump at every
  // keystroke.
  void showTargetFindings(const std::vector<Diagnostic>& findings);

 signals:
  // Another document begins; changed() follows.
  void begun();
  // Text, content or findings are new and belong together.
  void changed();
  void pathChanged();
  void modifiedChanged(bool modified);

 private:
  friend class TextChange;
  void apply(const QString& text);
  void joinFindings();

  QString m_text;
  QString m_path, m_folder;
  std::optional<QString> m_saved;
  Document m_content;
  std::size_t m_ownFindings = 0;  // of the diagnostics, the first so many are the text's
  std::vector<Diagnostic> m_submissionFindings, m_targetFindings;
  bool m_isSound = true, m_isEditable = true;
  bool m_isOfTarget = false;  // the target's findings are about this text
  QUndoStack m_history;
};

// A file that can be started from: shipped with the program.
struct Preset {
  QString name;
  QString summary;  // the first comment lines of the file
  QString file;
};
std::vector<Preset> presets();

// What "new" begins with.
QString emptyExperiment();

}  // namespace trainyard
