// What a target can do as a machine. Paths are absolute, on the target. Every call ends with "cancelled" when stopped; errors
// name the file.
#pragma once

#include <optional>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/run_program.h"

namespace trainyard {

struct FolderEntry {
  QString name;
  qint64 bytes = 0;
  bool isFolder = false;
};

class Host {
 public:
  virtual ~Host() = default;

  virtual QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options, std::stop_token stop, QDeadlineTimer deadline) = 0;

  // At most `limitBytes` from `offset`, empty at the end. A file that does not exist is "file.missing".
  virtual QCoro::Task<Result<QByteArray>> readFile(QString path, qint64 offset, qint64 limitBytes, std::stop_token stop) = 0;
  // Whole or not at all; readable by its owner only.
  virtual QCoro::Task<Result<void>> writeFile(QString path, QByteArray content, std::stop_token stop) = 0;
  // Sorted by name. A folder that does not exist is empty.
  virtual QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token stop) = 0;
  // With missing parents; "folder.exists" when it is there already.
  virtual QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token stop) = 0;
  // The folder with all in it, following no link. One that is not there is no error.
  virtual QCoro::Task<Result<void>> removeTree(QString path, std::stop_token stop) = 0;
};

}  // namespace trainyard
