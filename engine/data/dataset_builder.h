// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of kinds of data, and which there are: each is a file of kinds/, and makes of what
// an experiment asks for a folder of prepared data (prepared.h).
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

// Training data that is read while training.
struct OpenStream {
  std::unique_ptr<Source> source;
  std::string digest;  // tells its files from others
};

class DatasetBuilder {
 public:
  virtual ~DatasetBuilder() = default;

  // Everything that is wrong with settings and sources, without preparing anything: in seconds,
  // whatever the size of the files.
  virtual std::vector<Error> check() const = 0;
  // What a person should know of sources that can be read, as warnings.
  virtual std::vector<Error> notes() const { return {}; }
  // What the words of the ids are read from; none: they are learned from the data.
  virtual std::optional<std::filesystem::path> vocabulary() const = 0;

  // Whether that is a tokenizer; otherwise words by their ids, for there is no text.
  virtual bool has_tokenizer() const { return true; }

  // The steps that the document asks for before and beside tokens (steps.h); nothing where there
  // are none, and for an excerpt, whose steps prepare() makes.
  virtual Result<std::optional<Steps>> steps(const PrepareProgress&) const {
    return std::optional<Steps>();
  }
  // What the prepared data depends on: the content of the sources, and of the described fields all
  // that change numbers but those that this kind names as having no use for.
  virtual Result<Map> key(const PrepareProgress& progress) const = 0;
  // Makes `folder`, which must not exist, whole or not at all: it is written under a temporary name
  // beside it and renamed. Errors name file and place (exit code 2), or what could not be written
  // (exit code 3); "data.stopped".
  virtual Result<PreparedData> prepare(const std::filesystem::path& folder,
                                       const PrepareProgress& progress) const = 0;

  // prepare() by way of the steps, and also what would be streamed.
  virtual Result<PreparedData> prepare_into(const std::filesystem::path& folder,
                                            const PrepareProgress& progress) const;
  // The same through the cache, by key().
  virtual Result<PreparedData> prepare_cached(const PrepareProgress& progress) const;

  // Whether the training data is read while training; it is then opened by open_stream, to which
  // batch, ranks and limits are given.
  virtual bool is_streamed() const { return false; }
  virtual Result<OpenStream> open_stream(const PreparedData& data,
                                         const StreamSettings& stream) const;
  // Rows of training as they are learned from.
  virtual std::unique_ptr<Source> training_source(std::unique_ptr<Source> rows,
                                                  const SpecialTokens& tokens) const;
};

std::unique_ptr<DatasetBuilder> make_dataset_builder(const DataRequest& request);

}  // namespace trainyard
