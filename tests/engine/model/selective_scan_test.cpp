// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/selective_scan.h"

#include <vector>

#include <gtest/gtest.h>

#include "engine/model/meta_kernels.h"
#include "engine/model/selective_scan_chunks.h"

namespace trainyard {
namespace {

at::Tensor made_up(std::initializer_list<std::int64_t> shape, std::uint64_t seed) {
  return at::randn(shape, at::make_generator<at::CPUGeneratorImpl>(seed));
}

// The formula, token by token.
at::Tensor plain(const at::Tensor& x, const at::Tensor& dt, const at::Tensor& a,
                 const at::Tensor& b, const at::Tensor& c) {
  at::Tensor h = at::zeros({x.size(0), x.size(2), a.size(1)}, x.options());
  std::vector<at::Tensor> y;
  for (std::int64_t t = 0; t < x.size(1); ++t) {
    const auto of = [t](const at::Tensor& tensor) { return tensor.select(1, t); };
    h = (of(dt).unsqueeze(2) * a).exp() * h + (of(dt) * of(x)).unsqueeze(2) * of(b).unsqueeze(1);
    y.push_back((h * of(c).unsqueeze(1)).sum(2));
  }
  return at::stack(y, 1);
}

struct Inputs {
  std::vector<at::Tensor> all;  // x, dt, a, b, c

  Inputs(std::int64_t rows, std::int64_t tokens, std::int64_t channels, std::int64_t states)
      : all{made_up({rows, tokens, channels}, 1), made_up({rows, tokens, channels}, 2).abs() * 0.3,
            -made_up({channels, states}, 3).exp(), made_up({rows, tokens, states}, 4),
            made_up({rows, tokens, states}, 5)} {}

  Inputs as(at::ScalarType type) const {
    Inputs copy = *this;
    for (at::Tensor& tensor : copy.all) tensor = tensor.clone().to(type).requires_grad_(true);
    return copy;
  }
  template <typename Scan>
  at::Tensor through(const Scan& scan) const {
    return scan(all[0], all[1], all[2], all[3], all[4]);
  }
};

void expect_near(const at::Tensor& found, const at::Tensor& wanted) {
  EXPECT_LT((found.to(at::kDouble) - wanted).norm().item<double>(),
            1e-5 * (1.0 + wanted.norm().item<double>()));
}

TEST(SelectiveScan, IsItsFormulaForwardAndBackward) {
  for (const std::int64_t channels : {1, 16, 19, 40}) {
    const Inputs inputs(3, 23, channels, 5), ours = inputs.as(at::kFloat),
                                             exact = inputs.as(at::kDouble);
    const at::Tensor y = ours.through(selective_scan), wanted = exact.through(plain);
    expect_near(y, wanted);
    const at::Tensor d_y = made_up({3, 23, channels}, 6);
    y.backward(d_y);
    wanted.backward(d_y.to(at::kDouble));
    for (std::size_t i = 0; i < ours.all.size(); ++i)
      expect_near(ours.all[i].grad(), exact.all[i].grad());
  }
}

// What other devices than a processor do, there and on the meta device.
TEST(SelectiveScan, ByChunksIsTheSame) {
  use_meta_kernels();
  for (const std::int64_t tokens :
       {std::int64_t{1}, std::int64_t{2}, kScanTokens - 1, kScanTokens, 2 * kScanTokens + 7}) {
    const Inputs inputs(2, tokens, 6, 5), exact = inputs.as(at::kDouble);
    const at::Tensor wanted = exact.through(plain), d_y = made_up({2, tokens, 6}, 6);
    wanted.backward(d_y.to(at::kDouble));
    const auto list = [](const Inputs& from) {
      return ScanInputs{from.all[0], from.all[1], from.all[2], from.all[3], from.all[4]};
    };
    const ScannedChunks found = scan_chunks(list(inputs));
    expect_near(found.y, wanted);
    const ScanInputs gradients = scan_chunks_backward(list(inputs), found.states, d_y);
    Inputs meta = inputs;
    for (at::Tensor& tensor : meta.all) tensor = tensor.to(at::kMeta);
    const ScannedChunks shapes = scan_chunks(list(meta));
    EXPECT_EQ(shapes.y.sizes(), found.y.sizes());
    const ScanInputs gradient_shapes =
        scan_chunks_backward(list(meta), shapes.states, d_y.to(at::kMeta));
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      expect_near(gradients[i], exact.all[i].grad());
      EXPECT_EQ(gradient_shapes[i].sizes(), gradients[i].sizes());
    }
  }
}

TEST(SelectiveScan, DoesNotDependOnOtherRows) {
  const Inputs inputs(4, 9, 24, 3);
  const at::Tensor all = inputs.through(selective_scan);
  Inputs one = inputs;
  for (const std::size_t i : {0, 1, 3, 4}) one.all[i] = inputs.all[i].narrow(0, 2, 1);
  EXPECT_TRUE(one.through(selective_scan)[0].equal(all[2]));
}

TEST(SelectiveScan, GivesShapesOnTheMetaDevice) {
  const Inputs inputs = Inputs(2, 6, 8, 4).as(at::kFloat);
  std::vector<at::Tensor> meta;
  for (const at::Tensor& tensor : inputs.all)
    meta.push_back(tensor.detach().to(at::kMeta).requires_grad_(true));
  const at::Tensor y = selective_scan(meta[0], meta[1], meta[2], meta[3], meta[4]);
  EXPECT_EQ(y.sizes(), meta[0].sizes());
  y.backward(at::ones_like(y));
  for (const at::Tensor& tensor : meta) EXPECT_EQ(tensor.grad().sizes(), tensor.sizes());
}

}  // namespace
}  // namespace trainyard
