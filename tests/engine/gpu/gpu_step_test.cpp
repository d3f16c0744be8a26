// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU computes, beside the processor's.
#include <cstdio>

#include <c10/core/CachingDeviceAllocator.h>
#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/activation_offload.h"
#include "engine/model/attention.h"
#include "engine/model/attention_kernels.h"
#include "engine/model/copy_stream.h"
#include "engine/model/forward.h"
#include "engine/model/random_tensor.h"
#include "engine/model/selective_scan.h"
#include "engine/parallel/gpu_module.h"
#include "engine/task/language_modeling.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    const Result<at::Device> device = use_gpu({}, false);
    if (!device) GTEST_SKIP() << device.error().message;
    device_ = *device;
  }

  at::Tensor normal(at::IntArrayRef shape, std::uint64_t seed) const {
    return at::randn(shape, at::make_generator<at::CPUGeneratorImpl>(seed));
  }

  at::Device device_ = at::kCPU;
};

double distance(const at::Tensor& found, const at::Tensor& wanted) {
  const at::Tensor here = found.detach().cpu().to(at::kDouble), there = wanted.to(at::kDouble);
  return ((here - there).norm() / there.norm()).item<double>();
}

struct Step {
  double loss = 0.0;
  std::vector<at::Tensor> gradients;
};

std::unique_ptr<Model> small_gpt2(double dropout) {
  return std::move(make_model("gpt2", {{"vocab_size", 101},
                                       {"n_positions", 256},
                                       {"n_embd", 256},
                                       {"n_layer", 3},
                                       {"n_head", 4},
                                       {"resid_pdrop", dropout},
                                       {"embd_pdrop", dropout},
                                       {"attn_pdrop", dropout}})
                       .value());
}

Step train_on(at::Device device, const ForwardMode& mode, double dropout = 0.0,
              at::ScalarType type = at::kFloat) {
  const auto model = small_gpt2(dropout);
  Parameters parameters(model->table(), device, type);
  parameters.initialize(1);
  parameters.update_copies();
  const auto task = make_causal_lm({});
  Step step;
  step.loss = task->train(*model, parameters,
                          task->batch(rows_of(random_ids(101, {4, 256})), device), 1.0 / 1020, mode)
                  .item<double>();
  for (const at::Tensor& gradient : flat_gradients(parameters))
    step.gradients.push_back(gradient.cpu());
  return step;
}

void expect_near(const Step& found, const Step& wanted, double tolerance) {
  EXPECT_NEAR(found.loss, wanted.loss, tolerance * wanted.loss);
  for (std::size_t i = 0; i < wanted.gradients.size(); ++i)
    EXPECT_LT(distance(found.gradients[i], wanted.gradients[i]), 10 * tolerance) << "layer " << i;
}

TEST_F(Gpu, HasTheProcessorsLossAndGradients) {
  // Masks are the same numbers; those of attention where its weights exist.
  for (const double dropout : {0.0, 0.1}) {
    const Step wanted = train_on(at::kCPU, {}, dropout);
    expect_near(train_on(device_, {}, dropout), wanted, 1e-4);
    for (const at::ScalarType type : {at::kBFloat16, at::kHalf})
      expect_near(train_on(device_, {}, dropout, type), wanted, 1e-2);
  }
}

TEST_F(Gpu, OwnKernelsHaveTheProcessorsLossAndGradients) {
  const Result<void> opened = use_fused_kernels(device_, true);
  if (!opened) GTEST_SKIP() << "SKIPPED: " << opened.error().message;
  for (const double dropout : {0.0, 0.1}) {
    const Step wanted = train_on(at::kCPU, {}, dropout);
    for (const Recompute recompute : {Recompute::none, Recompute::full}) {
      expect_near(train_on(device_, {.recompute = recompute}, dropout), wanted, 1e-4);
      expect_near(train_on(device_, {.recompute = recompute}, dropout, at::kBFloat16), wanted,
                  1e-2);
    }
  }
  EXPECT_TRUE(use_fused_kernels(device_, false));
}

TEST_F(Gpu, RecomputingAndOffloadingChangeNoBit) {
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    const Step kept = train_on(device_, {.fused_attention_dropout = true}, 0.1, type);
    for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
      const Step again = train_on(
          device_,
          {.recompute = recompute, .offload_activations = true, .fused_attention_dropout = true},
          0.1, type);
      EXPECT_EQ(kept.loss, again.loss);
      for (std::size_t i = 0; i < kept.gradients.size(); ++i)
        EXPECT_TRUE(kept.gradients[i].equal(again.gradients[i])) << "layer " << i;
    }
  }
  at::globalContext().setDeterministicAlgorithms(false, /*warn_only=*/false);
}

TEST_F(Gpu, CopiesIntoAnArenaAndBack) {
  const auto arena = HostArena::make(3 << 20);
  EXPECT_TRUE(arena->is_registered());
  CopyStream copies(device_, arena);
  for (int round = 0; round < 3; ++round) {
    const at::Tensor here = normal({3, 1 << 18}, static_cast<std::uint64_t>(round)),
                     there = here.to(device_);
    const at::Tensor first = copies.to_host(there), beyond = copies.to_host(there);  // of torch
    copies.mark().wait();
    EXPECT_TRUE(first.equal(here));
    EXPECT_TRUE(beyond.equal(here));
    const at::Tensor back = copies.to_device(first);
    copies.mark().wait();
    EXPECT_TRUE(back.cpu().equal(here));
  }
}

TEST_F(Gpu, ActivationsInReservedMemoryChangeNoBit) {
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
  const Step kept = train_on(device_, {});
  train_on(device_, {.offload_activations = true});
  for (const std::int64_t part : {1, 2}) {  // all of them, and half
    reserve_for_activations(room_for_activations() / part);
    for (int pass = 0; pass < 2; ++pass) {
      const Step again = train_on(device_, {.offload_activations = true});
      EXPECT_EQ(kept.loss, again.loss);
      for (std::size_t i = 0; i < kept.gradients.size(); ++i)
        EXPECT_TRUE(kept.gradients[i].equal(again.gradients[i])) << "layer " << i;
    }
  }
  reserve_for_activations(0);
  at::globalContext().setDeterministicAlgorithms(false, /*warn_only=*/false);
}

TEST_F(Gpu, OffloadedActivationsAreNotOnIt) {
  const auto peak_of = [&](bool offload) {
    at::getDeviceAllocator(device_.type())->resetPeakStats(device_.index());
    train_on(device_, {.offload_activations = offload});
    return peak_bytes(device_);
  };
  train_on(device_, {});  // what libraries take for good
  EXPECT_LT(peak_of(true), peak_of(false));
}

TEST_F(Gpu, EveryKernelOfAttentionIsItsFormula) {
  const Batch batch{.input_ids = random_ids(9, {2, 96})};
  at::Tensor same_document = at::zeros({2, 1, 96, 96}, at::kBool);
  same_document.narrow(2, 0, 40).narrow(3, 0, 40).fill_(true);
  same_document.narrow(2, 40, 56).narrow(3, 40, 56).fill_(true);
  const AttentionSettings settings{.scale = 0.125};
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16, at::kHalf})
    for (const bool has_documents : {false, true}) {
      const auto run = [&](at::Device device, at::ScalarType on) {
        Context context{batch, {}, {}, {}};
        if (has_documents) context.same_document = same_document.to(device);
        const auto input = [&](std::uint64_t seed, std::int64_t heads) {
          return normal({2, heads, 96, 64}, seed).to(device, on);
        };
        return attention(input(1, 4), input(2, 2), input(3, 2), settings, context);
      };
      const at::Tensor wanted = run(at::kCPU, at::kFloat), found = run(device_, type);
      std::printf("attention in %s%s: %s\n", c10::toString(type),
                  has_documents ? " with documents" : "",
                  std::string(take_attention_backend()).c_str());
      EXPECT_LT(distance(found, wanted), type == at::kFloat ? 1e-3 : 2e-2);
    }
}

// One call for all documents, which only bf16 and fp16 have: the values and gradients of the
// processor, and of the GPU with a kernel for each document.
struct Documents {
  std::int64_t rows, length;
  std::vector<std::int32_t> ends;  // among the tokens of all rows
  AttentionSettings settings;
  std::string_view kernel = "variable-length flash";
};

std::vector<at::Tensor> attention_and_gradients(const Documents& documents, at::Device device,
                                                at::ScalarType type) {
  const auto generator = at::make_generator<at::CPUGeneratorImpl>(7);
  const auto input = [&](std::int64_t heads) {
    return at::randn({documents.rows, heads, documents.length, 64}, generator)
        .to(device, type)
        .requires_grad_(true);
  };
  std::vector<at::Tensor> tensors = {input(4), input(2), input(2)};
  Batch batch{.input_ids = at::zeros({documents.rows, documents.length}, at::kLong).to(device)};
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < documents.ends.size(); ++i)
    numbers.resize(static_cast<std::size_t>(documents.ends[i]), static_cast<std::int64_t>(i));
  if (!numbers.empty()) {
    batch.documents =
        at::tensor(numbers, at::kLong).view({documents.rows, documents.length}).to(device);
    batch.text_ends = documents.ends;
    if (documents.rows == 1) batch.document_ends = documents.ends;
  }
  Context context{batch, {}, {}, {}};
  if (batch.documents.defined() && batch.document_ends.empty())
    context.same_document = same_document(batch.documents);
  take_attention_backend();
  const at::Tensor out = attention(tensors[0], tensors[1], tensors[2], documents.settings, context);
  out.backward(at::randn(out.sizes(), generator).to(device, type));
  std::vector<at::Tensor> found = {out};
  for (const at::Tensor& tensor : tensors) found.push_back(tensor.grad());
  return found;
}

TEST_F(Gpu, DocumentsAtOnceAreThoseOneByOne) {
  const Documents cases[] = {
      {1, 300, {100, 101, 180, 300}, {.scale = 0.125}},
      {1, 300, {100, 101, 180, 300}, {.is_causal = false, .scale = 0.125}},
      {1, 300, {100, 101, 180, 300}, {.window = 33, .scale = 0.125}},
      {3, 80, {50, 80, 160, 200, 240}, {.scale = 0.125}},  // with padding, and a whole row
      {2, 200, {}, {.window = 50, .scale = 0.125}},
      // More than are computed one by one.
      {1, 210, ends_of_rows(70, 3), {.scale = 0.125}},
  };
  const auto expect_equal = [](const std::vector<at::Tensor>& found,
                               const std::vector<at::Tensor>& wanted, double bar) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_LT(distance(found[i], wanted[i].detach().cpu()), bar) << "tensor " << i;
  };
  for (const Documents& documents : cases) {
    SCOPED_TRACE(std::to_string(documents.rows) + " rows, " +
                 std::to_string(documents.ends.size()) + " documents, window " +
                 std::to_string(documents.settings.window));
    const auto wanted = attention_and_gradients(documents, at::kCPU, at::kFloat);
    const auto one_by_one = attention_and_gradients(documents, device_, at::kFloat);
    EXPECT_NE(take_attention_backend(), documents.kernel);
    expect_equal(one_by_one, wanted, 1e-3);
    for (const at::ScalarType type : {at::kBFloat16, at::kHalf}) {
      const auto found = attention_and_gradients(documents, device_, type);
      EXPECT_EQ(take_attention_backend(), documents.kernel);
      expect_equal(found, wanted, 2e-2);
      expect_equal(found, one_by_one, 2e-2);
    }
  }
}

TEST_F(Gpu, AsksForKernelsInTheOrderThatWasSet) {
  for (const bool has_fixed_lengths : {true, false}) {
    prefer_attention_kernels(device_, has_fixed_lengths);
    const auto wanted = attention_order(attention_gpu(), has_fixed_lengths);
    attention_and_gradients({2, 96, {}, {.scale = 0.125}}, device_, at::kBFloat16);
    const auto order = at::globalContext().sDPPriorityOrder();
    ASSERT_EQ(order.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_EQ(static_cast<std::int64_t>(order[i]), wanted[i]) << i;
    const bool is_cudnn_first = wanted.front() != attention_order({}, false).front();
    EXPECT_EQ(take_attention_backend(), is_cudnn_first ? "cuDNN" : "flash");
  }
}

TEST_F(Gpu, DrawsTheProcessorsRandomBits) {
  const std::vector<std::int64_t> keys = {1, -7, 1LL << 40};
  EXPECT_TRUE(
      random_bits_of(keys, 10'000, device_).cpu().equal(random_bits_of(keys, 10'000, at::kCPU)));
}

TEST_F(Gpu, ScansAsTheProcessor) {
  std::vector<at::Tensor> inputs = {normal({2, 150, 24}, 1), normal({2, 150, 24}, 2).abs() * 0.3,
                                    -normal({24, 8}, 3).exp(), normal({2, 150, 8}, 4),
                                    normal({2, 150, 8}, 5)};
  const auto run = [&](at::Device device) {
    std::vector<at::Tensor> there, gradients;
    for (const at::Tensor& input : inputs)
      there.push_back(input.to(device, at::kFloat, false, true).requires_grad_(true));
    const at::Tensor y = selective_scan(there[0], there[1], there[2], there[3], there[4]);
    y.backward(normal({2, 150, 24}, 6).to(device));
    gradients.push_back(y);
    for (const at::Tensor& tensor : there) gradients.push_back(tensor.grad());
    return gradients;
  };
  const auto wanted = run(at::kCPU), found = run(device_);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_LT(distance(found[i], wanted[i].detach()), 1e-4) << i;
}

// The copy holds what was there when it was asked for, though the device goes on to write.
TEST_F(Gpu, CopiesBesideItsWork) {
  CopyStream copies(device_);
  at::Tensor values = at::arange(1 << 22, at::TensorOptions(at::kFloat).device(device_));
  const at::Tensor wanted = values.cpu();
  const at::Tensor host = copies.to_host(values);
  EXPECT_TRUE(host.is_pinned());
  const CopyMark copied = copies.mark();
  copied.hold_device(device_);
  values.zero_();
  copied.wait();
  EXPECT_TRUE(host.equal(wanted));
  const at::Tensor back = copies.to_device(host);
  copies.mark().hold_device(device_);
  EXPECT_TRUE(back.cpu().equal(wanted));
}

}  // namespace
}  // namespace trainyard
