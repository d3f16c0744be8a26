// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/streams/text_stream.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "engine/contract/messages.h"
#include "engine/data/texts/group_cutter.h"

namespace trainyard {

namespace {

// Where a row begins: in the text with this number, after so many of its tokens.
struct TextPlace {
  std::int64_t text = 0, token = 0;
};

// The rows of one epoch from a place on.
class TextPass {
 public:
  TextPass(const StreamedTexts& texts, const std::optional<ShuffleSettings>& shuffle,
           const TextPlace& start)
      : texts_per_group_(texts.data.texts_per_group.value_or(0)),
        cutter_({texts_per_group_, texts.data.sequence_length,
                 texts_per_group_ > 0 && texts.data.keep_short_groups},
                [this](auto row) { return take(row); }),
        next_text_(start.text),
        skipped_tokens_(start.token),
        place_(start),
        ahead_(texts, start.text) {
    if (shuffle) shuffle_.emplace(*shuffle, [this](TokenRow& ids) { return ahead_.next(ids); });
    if (texts_per_group_ == 0) return;
    const std::int64_t before = start.text % texts_per_group_;
    // Only a new group has had no row, since places are those after a row.
    cutter_.resume_group(before, before > 0 || start.token > 0);
  }

  Result<bool> next(TokenRow& row) {
    while (rows_.empty() && !is_over_) {
      TRY(read_text());
    }
    if (rows_.empty()) return false;
    row = std::move(rows_.front().ids);
    place_ = rows_.front().after;
    rows_.pop_front();
    return true;
  }

  // Where the next row begins.
  const TextPlace& place() const { return place_; }
  double share_read() const { return ahead_.share_read(); }
  std::int64_t num_tokens() const { return num_added_; }

 private:
  struct Row {
    TokenRow ids;
    TextPlace after;
  };
  // A text by the number of tokens before it.
  struct Begun {
    std::int64_t text, first_token;
  };

  Result<void> read_text() {
    TokenRow ids;
    TRY(const bool is_there, shuffle_ ? shuffle_->next(ids) : ahead_.next(ids));
    is_over_ = !is_there;
    if (is_over_) return cutter_.end_group();
    const std::int64_t skipped = std::min(std::exchange(skipped_tokens_, 0), std::ssize(ids));
    begun_.push_back({next_text_++, num_added_ - skipped});
    num_added_ += std::ssize(ids) - skipped;
    TRY(cutter_.add(std::span(ids).subspan(static_cast<std::size_t>(skipped))));
    place_of_rest();  // forgets texts of which no row came
    return {};
  }

  Result<void> take(std::span<const std::uint32_t> row) {
    rows_.push_back({{row.begin(), row.end()}, place_of_rest()});
    return {};
  }

  TextPlace place_of_rest() {
    const std::int64_t num_cut = num_added_ - cutter_.num_left();
    if (num_cut == num_added_) {
      begun_.clear();
      return {next_text_, 0};
    }
    while (begun_.size() > 1 && begun_[1].first_token <= num_cut) begun_.pop_front();
    return {begun_.front().text, num_cut - begun_.front().first_token};
  }

  const std::int64_t texts_per_group_;
  GroupCutter cutter_;
  std::int64_t next_text_, skipped_tokens_;
  TextPlace place_;
  std::deque<Begun> begun_;  // those that the next row may begin in
  std::int64_t num_added_ = 0;
  std::deque<Row> rows_;
  bool is_over_ = false;
  TextsAhead ahead_;
  std::optional<BufferShuffle> shuffle_;
};

class StreamedRows final : public RowReader {
 public:
  StreamedRows(StreamedTexts texts, std::uint64_t seed) : texts_(std::move(texts)), seed_(seed) {}

  Result<bool> next(TokenRow& row) override {
    if (!pass_) pass_ = std::make_unique<TextPass>(texts_, shuffle(), start_);
    bool is_there = true;
    for (; is_there && num_skipped_ > 0; --num_skipped_) {
      TRY(is_there, pass_->next(row));
    }
    if (is_there) {
      TRY(is_there, pass_->next(row));
    }
    if (is_there) ++window_;
    return is_there;
  }
  void begin(std::uint64_t epoch) override { start(epoch, 0, {}); }

  Map position() const override {
    Map position{{"window", window_}};
    if (is_shuffled()) return position;
    const TextPlace& place = pass_ ? pass_->place() : start_;
    position.emplace_back("text", place.text);
    position.emplace_back("token", place.token);
    return position;
  }
  bool seek(std::uint64_t epoch, const Map& position) override {
    const auto window = get<std::int64_t>(position, "window", -1);
    const TextPlace place{get<std::int64_t>(position, "text"),
                          get<std::int64_t>(position, "token")};
    if (window < 0 || place.text < 0 || place.token < 0) return false;
    const bool has_place = !is_shuffled() && find(position, "text");
    start(epoch, window, has_place ? place : TextPlace());
    num_skipped_ = has_place ? 0 : window;
    return true;
  }

  double share_read() const override { return pass_ ? pass_->share_read() : 0.5; }
  std::int64_t num_examples() const override { return 0; }
  Error no_rows() const override {
    return make_error("data.too_short", {{"tokens", pass_ ? pass_->num_tokens() : 0},
                                         {"sequence_length", texts_.data.sequence_length}});
  }

 private:
  bool is_shuffled() const { return texts_.data.shuffle_buffer > 0; }
  std::optional<ShuffleSettings> shuffle() const {
    if (!is_shuffled()) return {};
    return ShuffleSettings{
        .buffer_size = texts_.data.shuffle_buffer, .seed = seed_, .epoch = epoch_};
  }
  void start(std::uint64_t epoch, std::int64_t window, const TextPlace& place) {
    pass_.reset();
    epoch_ = epoch;
    window_ = window;
    start_ = place;
    num_skipped_ = 0;
  }

  const StreamedTexts texts_;
  const std::uint64_t seed_;
  std::uint64_t epoch_ = 0;
  std::int64_t window_ = 0;  // number of rows before the next one
  TextPlace start_;
  std::int64_t num_skipped_ = 0;    // rows that are to be read again before the next one
  std::unique_ptr<TextPass> pass_;  // absent before the first row
};

}  // namespace

std::unique_ptr<RowStream> make_text_stream(const StreamSettings& stream, StreamedTexts texts) {
  return std::make_unique<RowStream>(stream,
                                     std::make_unique<StreamedRows>(std::move(texts), stream.seed));
}

}  // namespace trainyard
