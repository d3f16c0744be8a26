# SPDX-License-Identifier: GPL-3.0-or-later
"""torch's kernels of attention, forward and backward, by length; and a row of documents in one call, one by one, and with a mask.

attention_speed.py cpu|cuda FILE    appends a line of JSON for each: keyword arguments of timed_parts.Part.add. cpu: tiny lengths
"""

import json
import sys
import time

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

HEADS, WIDTH = 16, 64
BACKENDS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "cuDNN": SDPBackend.CUDNN_ATTENTION,
    "memory-efficient": SDPBackend.EFFICIENT_ATTENTION,
}


class Measurement:
    def __init__(self, device, file):
        self.device, self.file = device, file
        self.is_gpu = device == "cuda"
        self.lengths = (512, 1024, 2048, 4096, 8192) if self.is_gpu else (64, 128)
        self.tokens = 2 * self.lengths[-1]
        self.type = torch.bfloat16 if self.is_gpu else torch.float32

    def wait(self):
        if self.is_gpu:
            torch.cuda.synchronize()

    def inputs(self, rows, length):
        return [
            torch.randn(rows, HEADS, length, WIDTH, device=self.device, dtype=self.type, requires_grad=True)
            for _ in range(3)
        ]

    def add(self, what, subject, tokens_seen, function, inputs):
        """tokens_seen: by all tokens together; function of the inputs."""
        try:
            gradient = None

            def step():
                nonlocal gradient
                out = function(*inputs)
                gradient = torch.ones_like(out) if gradient is None else gradient
                torch.autograd.grad(out, inputs, gradient)

            self.wait()
            start = time.perf_counter()
            step()
            self.wait()
            first = time.perf_counter() - start
            start, times = time.perf_counter(), 0
            while times < 5 or (times < 50 and time.perf_counter() - start < 0.1):
                step()
                times += 1
            self.wait()
            seconds = (time.perf_counter() - start) / times
            # Two products forward and five backward, of 2 operations each.
            rate = 7 * 2 * tokens_seen * HEADS * WIDTH / seconds / 1e12
            values = {"ms": 1000 * seconds, "TFLOP/s": rate, "ms the first time": 1000 * first}
            line = dict(what=what, state="measured", subject=subject, **values)
        except (RuntimeError, NotImplementedError) as problem:
            # Not every backend takes every input, or this device.
            line = dict(what=what, state="skipped", subject=subject, note=str(problem).splitlines()[0][:200])
        print(json.dumps(line), file=self.file, flush=True)

    def lengths_of_rows(self):
        for length in self.lengths:
            rows = self.tokens // length
            inputs = self.inputs(rows, length)
            for name, backend in BACKENDS.items():

                def causal(q, k, v, backend=backend):
                    with sdpa_kernel(backend):
                        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)

                self.add(f"{rows} x {length}", name, rows * length * length / 2, causal, inputs)

    def documents(self):
        """One row of documents of unequal lengths."""
        lengths = [length for length in self.lengths for _ in range(self.lengths[-1] // length // 2 or 1)]
        total, what = sum(lengths), f"{len(lengths)} documents in {sum(lengths)}"
        seen = sum(length * length for length in lengths) / 2
        ends = torch.tensor([0, *lengths], dtype=torch.int32).cumsum(0, dtype=torch.int32).to(self.device)
        inputs = self.inputs(1, total)

        def in_one_call(q, k, v):
            flat = [x.transpose(1, 2).view(total, HEADS, WIDTH) for x in (q, k, v)]
            out = torch.ops.aten._flash_attention_forward(
                *flat, ends, ends, max(lengths), max(lengths), 0.0, True, False
            )[0]
            return out.view(1, total, HEADS, WIDTH).transpose(1, 2)

        def one_by_one(q, k, v):
            parts = zip(*(x.split(lengths, dim=2) for x in (q, k, v)))
            return torch.cat(
                [torch.nn.functional.scaled_dot_product_attention(*part, is_causal=True) for part in parts], dim=2
            )

        number = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths)).to(self.device)
        mask = (number[:, None] == number).tril()

        def with_a_mask(q, k, v):
            return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)

        self.add(what, "in one call", seen, in_one_call, inputs)
        self.add(what, "one by one", seen, one_by_one, inputs)
        self.add(what, "with a mask", seen, with_a_mask, inputs)


def main():
    with open(sys.argv[2], "a") as file:
        measurement = Measurement(sys.argv[1], file)
        measurement.lengths_of_rows()
        measurement.documents()


if __name__ == "__main__":
    main()
