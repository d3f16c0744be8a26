// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/selective_scan_chunks.h"

#include <algorithm>
#include <vector>

namespace trainyard {

namespace {

// h_t = decay_t h_(t-1) + input_t over dimension 1, starting at h = 0: (B, t, D, N). After a round
// with distance s, element t combines the last 2s tokens.
at::Tensor accumulated(at::Tensor decay, at::Tensor input) {
  const std::int64_t tokens = input.size(1);
  for (std::int64_t distance = 1; distance < tokens; distance *= 2) {
    const std::int64_t rest = tokens - distance;
    const auto head = [&](const at::Tensor& x, std::int64_t count) {
      return x.narrow(1, 0, count);
    };
    const auto tail = [&](const at::Tensor& x) { return x.narrow(1, distance, rest); };
    input = at::cat(
        {head(input, distance), at::addcmul(tail(input), tail(decay), head(input, rest))}, 1);
    if (distance * 2 < tokens)
      decay = at::cat({head(decay, distance), tail(decay) * head(decay, rest)}, 1);
  }
  return input;
}

// A chunk of the inputs, and the recurrence's states for it.
struct Chunk {
  at::Tensor x, dt, b, c;  // (B, t, D), (B, t, D), (B, t, N), (B, t, N)
  at::Tensor decay;        // exp(dt a): (B, t, D, N)
  at::Tensor h;            // (B, t, D, N)

  Chunk(const ScanInputs& inputs, std::int64_t first, std::int64_t tokens,
        const at::Tensor& state) {
    const auto part = [&](std::size_t i) { return inputs[i].narrow(1, first, tokens); };
    x = part(0);
    dt = part(1);
    b = part(3);
    c = part(4);
    decay = (dt.unsqueeze(3) * inputs[2]).exp_();
    const at::Tensor input = (dt * x).unsqueeze(3) * b.unsqueeze(2);
    input.select(1, 0).addcmul_(decay.select(1, 0), state);
    h = accumulated(decay, input);
  }
};

std::int64_t tokens_from(const at::Tensor& x, std::int64_t first) {
  return std::min(kScanTokens, x.size(1) - first);
}

}  // namespace

ScannedChunks scan_chunks(const ScanInputs& inputs) {
  const at::Tensor& x = inputs[0];
  std::vector<at::Tensor> y, states;
  at::Tensor state =
      at::zeros({x.size(0), x.size(2), inputs[2].size(1)}, x.options());  // (B, D, N)
  for (std::int64_t first = 0; first < x.size(1); first += kScanTokens) {
    states.push_back(state);
    const Chunk chunk(inputs, first, tokens_from(x, first), state);
    y.push_back(at::matmul(chunk.h, chunk.c.unsqueeze(3)).squeeze(3));
    state = chunk.h.select(1, -1).contiguous();
  }
  return {at::cat(y, 1), at::stack(states)};
}

ScanInputs scan_chunks_backward(const ScanInputs& inputs, const at::Tensor& states,
                                const at::Tensor& d_y) {
  ScanInputs gradients;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    gradients[i] = i == 2 ? at::zeros_like(inputs[i]) : at::empty_like(inputs[i]);
  auto& [d_x, d_dt, d_a, d_b, d_c] = gradients;
  const at::Tensor &x = inputs[0], &a = inputs[2];
  at::Tensor d_state;  // of the state at the end of the chunk: (B, D, N)
  for (std::int64_t i = states.size(0); i-- > 0;) {
    const std::int64_t first = i * kScanTokens, tokens = tokens_from(x, first);
    const Chunk chunk(inputs, first, tokens, states[i]);
    const at::Tensor d_out = d_y.narrow(1, first, tokens);  // (B, t, D)
    const at::Tensor of_outputs = d_out.unsqueeze(3) * chunk.c.unsqueeze(2);
    if (d_state.defined()) of_outputs.select(1, -1).add_(d_state);
    // Backward in time: d_h_t = decay_(t+1) d_h_(t+1) + the contribution of the token's output. The
    // last decay is not used.
    const at::Tensor decay_after =
        at::cat({chunk.decay.narrow(1, 1, tokens - 1), chunk.decay.narrow(1, 0, 1)}, 1);
    const at::Tensor d_h =
        accumulated(decay_after.flip(1), of_outputs.flip(1)).flip(1);  // (B, t, D, N)
    const at::Tensor before =
        at::cat({states[i].unsqueeze(1), chunk.h.narrow(1, 0, tokens - 1)}, 1);
    const at::Tensor d_exponent = d_h * before * chunk.decay;                     // of dt a
    const at::Tensor d_input = at::matmul(d_h, chunk.b.unsqueeze(3)).squeeze(3);  // of dt x
    const auto place = [&](const at::Tensor& gradient) {
      return gradient.narrow(1, first, tokens);
    };
    place(d_x).copy_(d_input * chunk.dt);
    place(d_dt).copy_(at::addcmul((d_exponent * a).sum(3), d_input, chunk.x));
    d_a += (d_exponent * chunk.dt.unsqueeze(3)).sum(c10::IntArrayRef{0, 1});
    place(d_b).copy_(at::matmul((chunk.dt * chunk.x).unsqueeze(2), d_h).squeeze(2));  // (B, t, N)
    place(d_c).copy_(at::matmul(d_out.unsqueeze(2), chunk.h).squeeze(2));
    d_state = d_h.select(1, 0) * chunk.decay.select(1, 0);
  }
  return gradients;
}

}  // namespace trainyard
