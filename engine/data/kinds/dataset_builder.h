// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of kinds of data, and the list of them: each is a file in kinds/ and turns the data
// that an experiment asks for into a folder of prepared data (prepared.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/data_request.h"
#include "engine/data/prepared.h"
#include "engine/data/steps/steps.h"

namespace trainyard {

class Source;
struct StreamSettings;

// Training data that is streamed while training.
struct OpenStream {
  std::unique_ptr<Source> source;
  std::string digest;  // identifies its files
};

class DatasetBuilder {
 public:
  virtual ~DatasetBuilder() = default;

  // Returns everything that is wrong with settings and sources without preparing anything, in
  // seconds whatever the size of the files.
  virtual std::vector<Error> check() const = 0;
  // Returns warnings about sources that can be read.
  virtual std::vector<Error> notes() const { return {}; }
  // The file that defines the meaning of the ids; nothing if it is learned from the data.
  virtual std::optional<std::filesystem::path> vocabulary() const = 0;

  // Whether that is a tokenizer; otherwise it lists words by id, since there is no text.
  virtual bool has_tokenizer() const { return true; }

  // Returns the steps that the document needs besides tokenization (steps.h); nothing if there are
  // none, and for an excerpt, whose steps are run by prepare().
  virtual Result<std::optional<Steps>> steps(const PrepareProgress&) const {
    return std::optional<Steps>();
  }
  // Returns what the prepared data depends on: the content of the sources, and all described fields
  // that affect results except those that this kind declares irrelevant.
  virtual Result<Map> key(const PrepareProgress& progress) const = 0;
  // Creates `folder`, which must not exist, atomically: it is written under a temporary name next
  // to it and renamed. Errors name file and location (exit code 2) or what could not be written
  // (exit code 3); "data.stopped".
  virtual Result<PreparedData> prepare(const std::filesystem::path& folder,
                                       const PrepareProgress& progress) const = 0;

  // Like prepare(), but runs the steps and also prepares data that would be streamed.
  virtual Result<PreparedData> prepare_into(const std::filesystem::path& folder,
                                            const PrepareProgress& progress) const;
  // The same through the cache, by key().
  virtual Result<PreparedData> prepare_cached(const PrepareProgress& progress) const;

  // Whether training data is streamed while training; it is then opened by open_stream(), which
  // gets batch, ranks and limits.
  virtual bool is_streamed() const { return false; }
  virtual Result<OpenStream> open_stream(const PreparedData& data,
                                         const StreamSettings& stream) const;
  // Applies what is done to training rows each time they are read.
  virtual std::unique_ptr<Source> training_source(std::unique_ptr<Source> rows,
                                                  const SpecialTokens& tokens) const;
};

std::unique_ptr<DatasetBuilder> make_dataset_builder(const DataRequest& request);

}  // namespace trainyard
