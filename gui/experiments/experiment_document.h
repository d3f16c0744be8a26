// The experiment being worked on: its text, and what the contract says about it. The text is the
// document; form and editor are two ways to change it, with one history of changes.
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
  QString path() const { return m_path; }  // empty until it has been saved
  QString title() const;                   // the file's name, or the experiment's
  bool isModified() const { return !m_history.isClean(); }
  QUndoStack& history() { return m_history; }

  // Empty, as "new" leaves it: the history begins anew.
  void startFrom(const QString& text, const QString& path = {});
  Result<void> open(const QString& path);
  // Whole or not at all; the path becomes the document's.
  Result<void> save(const QString& path);

  // Typing that follows typing is one step of the history.
  void changeText(const QString& text, Origin origin);
  // Through the contract's edit: only this value's characters change.
  Result<void> setValue(const QString& path, const Value& value);
  Result<void> resetValue(const QString& path);

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
  // Text and content are new and belong together.
  void changed();
  void pathChanged();
  void modifiedChanged(bool modified);

 private:
  friend class TextChange;
  void apply(const QString& text);
  void joinFindings();

  QString m_text;
  QString m_path;
  Document m_content;
  std::size_t m_ownFindings = 0;  // of the diagnostics, the first so many are the text's
  std::vector<Diagnostic> m_submissionFindings, m_targetFindings;
  bool m_isSound = true;
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
