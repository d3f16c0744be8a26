# SPDX-License-Identifier: GPL-3.0-or-later
"""What a training takes on many GPUs, computed and not measured: memory and bytes a rank, and the time of a step on two clocks, one of the GPU's
arithmetic and one of its network, in the engine's own order of layers. resources/help/scaling.md explains it.

Usage: scaling.py               prints the tables as Markdown
       scaling.py --check PAGE  exits 1 if PAGE lacks a line of them
"""

import dataclasses
import pathlib
import sys

# Hardware, as its makers state it: H100 SXM with NVLink 4, eight to a node, one NIC of 400 Gb/s each.
GPU_FLOPS, GPU_MEMORY_BYTES_PER_SECOND, GPU_BYTES = 989e12, 3.35e12, 80e9
NVLINK, NIC, GPUS_PER_NODE = 450e9, 50e9, 8  # bytes a second and direction
# Assumed: what a program reaches of it. The first is what torchtitan reports without compilation (published_table).
UTILIZATION, SHARE_OF_WIRE, SHARE_OF_MEMORY = 0.33, 0.8, 0.8
HOP_IN_NODE, HOP_BETWEEN_NODES = 3e-6, 10e-6  # seconds

FP32, BF16 = 4, 2
MASTER_AND_MOMENTS = 3 * FP32
UPDATE_TRAFFIC = 46  # bytes that the update reads and writes of each parameter: gradient, master, moments, copy, zeros
STAGES = (0, 1, 2, 3)


@dataclasses.dataclass(frozen=True)
class Shape:
    """A decoder as Llama's, whose head is not tied."""

    name: str
    width: int
    layers: int
    inner: int
    key_value_width: int
    vocabulary: int

    def layer(self):
        return self.width * (2 * self.width + 2 * self.key_value_width + 3 * self.inner + 2)

    def head(self):
        return self.width * self.vocabulary

    def parameters(self):
        return self.layers * self.layer() + 2 * self.head() + self.width


LLAMA_2 = (
    Shape("7 B", 4096, 32, 11008, 4096, 32000),
    Shape("13 B", 5120, 40, 13824, 5120, 32000),
    Shape("70 B", 8192, 80, 28672, 1024, 32000),
)
LLAMA_3_8B = Shape("Llama 3.1 8 B", 4096, 32, 14336, 1024, 128256)


def memory(shape, stage, ranks, offloaded=False):
    """Bytes a rank keeps of parameters, gradients and the optimizer's state in bf16: on the GPU, and in main memory."""
    state = MASTER_AND_MOMENTS / ranks
    gradient = FP32 / ranks
    each = {
        0: BF16 + FP32 + MASTER_AND_MOMENTS,
        1: BF16 + FP32 + state,
        2: BF16 + gradient + state,
        3: gradient + state,
    }[stage] * shape.parameters()
    if stage >= 2:
        each += FP32 * (2 * shape.layer() + shape.head())  # whole gradients, for a while
    if stage == 3:
        each += BF16 * (2 * shape.layer() + shape.head())  # values, for a while
    if not offloaded:
        return each, 0
    in_main_memory = (gradient + state) * shape.parameters()
    if stage == 3:
        each += (
            BF16 / ranks * shape.parameters()
        )  # the part that others gather, which without offloading is made of the master
    return each - in_main_memory, in_main_memory


def kept_inputs(shape, tokens):
    """Bytes of the layers' inputs, all that parallel.recompute: full keeps of the forward pass."""
    return shape.layers * tokens * shape.width * FP32


class Clocks:
    """The GPU's arithmetic and its network, each of which does one thing after the other. All ranks are alike, so one of them shows all."""

    def __init__(self, ranks):
        self.ranks, self.arithmetic, self.network, self.busy, self.sent = ranks, 0.0, 0.0, 0.0, 0.0
        nodes = -(-ranks // GPUS_PER_NODE)
        between = nodes if nodes > 1 else 0
        self.latency = between * HOP_BETWEEN_NODES + (ranks - 1 - between) * HOP_IN_NODE
        self.speed = SHARE_OF_WIRE * (min(NVLINK, GPUS_PER_NODE * NIC) if nodes > 1 else NVLINK)

    def compute(self, seconds, after=0.0):
        self.arithmetic = max(self.arithmetic, after) + seconds
        self.busy += seconds

    def collective(self, whole_bytes, after=0.0, rounds=1):
        """A gather or a scattered sum around a ring; of two rounds a sum that every rank gets. Returns when it ends."""
        each = whole_bytes * (self.ranks - 1) / self.ranks
        self.sent += rounds * each
        self.network = max(self.network, after) + rounds * (self.latency + each / self.speed)
        return self.network


def seconds_forward(shape, tokens, length):
    """Of a layer and of the head. A token sees on average half of its row."""
    rate = GPU_FLOPS * UTILIZATION
    return tokens * (2 * shape.layer() + 2 * length * shape.width) / rate, tokens * 2 * shape.head() / rate


def step(shape, stage, ranks, tokens, length, passes=1, recomputes=True):
    """The clocks after an optimizer step of `passes` micro-batches."""
    clocks = Clocks(ranks)
    layer, head = seconds_forward(shape, tokens, length)
    backward = (3 if recomputes else 2) * layer
    whole, whole_head = shape.layer(), shape.head()
    for number in range(passes):
        is_last = number == passes - 1
        one_pass = pass_at_stage_3 if stage == 3 else pass_below_stage_3
        one_pass(clocks, shape, stage, is_last, layer, backward, head)
    clocks.compute(0, clocks.network)
    clocks.compute(0, clocks.collective(FP32, clocks.arithmetic, rounds=2))  # the norm
    owned = shape.parameters() / (ranks if stage else 1)
    clocks.compute(UPDATE_TRAFFIC * owned / (GPU_MEMORY_BYTES_PER_SECOND * SHARE_OF_MEMORY))
    if stage in (1, 2):  # the engine waits for the new values
        for parameters in (whole_head, *[whole] * shape.layers, whole_head):
            clocks.collective(BF16 * parameters, clocks.arithmetic)
        clocks.compute(0, clocks.network)
    return clocks


def pass_below_stage_3(clocks, shape, stage, is_last, layer, backward, head):
    clocks.compute(shape.layers * layer)
    sums, rounds = is_last or stage == 2, 2 if stage == 0 else 1
    before = 0.0  # when the sum that began last is done
    for seconds, parameters in (
        (3 * head, shape.head()),
        *[(backward, shape.layer())] * shape.layers,
        (0, shape.head()),
    ):
        # The loss gives its gradient at once. At stage 2 one layer's sum is in progress at a time, and the next one waits for it.
        clocks.compute(seconds)
        if stage == 2:
            clocks.compute(0, before)
        if sums:
            before = clocks.collective(FP32 * parameters, clocks.arithmetic, rounds)


def pass_at_stage_3(clocks, shape, stage, is_last, layer, backward, head):
    """A layer is gathered while the one before it is computed, and again on the way back but for the last one and the head. Where the way back
    reaches a layer, it waits for all that has begun; then the gradients of the layer that it has left are summed."""
    sizes = [shape.head(), *[shape.layer()] * shape.layers, shape.head()]
    final = len(sizes) - 1
    present = clocks.collective(BF16 * sizes[0], clocks.arithmetic)
    for index, seconds in enumerate((0, *[layer] * shape.layers, head)):
        begin = max(clocks.arithmetic, present)
        if index < final:
            present = clocks.collective(BF16 * sizes[index + 1], begin)
        clocks.compute(seconds, begin)
    begun = present
    for index, seconds in reversed(list(enumerate((0, *[backward] * shape.layers, 2 * head)))):
        begin = max(clocks.arithmetic, begun)
        if index < final:
            begun = clocks.collective(FP32 * sizes[index + 1], begin)
        if 0 < index < final:
            begun = clocks.collective(BF16 * sizes[index - 1], begin)
        clocks.compute(seconds, begin)
    clocks.collective(FP32 * sizes[0], clocks.arithmetic)


def table(titles, rows):
    return [f"| {' | '.join(titles)} |", "|" + "---|" * len(titles), *(f"| {' | '.join(row)} |" for row in rows), ""]


def gigabytes(number):
    return f"{number / 1e9:.1f}" if number < 99.5e9 else f"{number / 1e9:,.0f}"


def memory_table():
    counts = (8, 64, 1024)
    rows = []
    for shape in LLAMA_2:
        for stage in STAGES:
            cells = [gigabytes(memory(shape, stage, ranks)[0]) for ranks in counts]
            offloaded = "; ".join(
                " + ".join(gigabytes(number) for number in memory(shape, stage, ranks, True)) for ranks in counts
            )
            rows.append([shape.name, str(stage), *cells, offloaded if stage > 1 else ""])
    rows += [[shape.name, "inputs", *[gigabytes(kept_inputs(shape, 4096))] * 3, ""] for shape in LLAMA_2]
    return table(
        [
            "model",
            "stage",
            *(f"{ranks:,} GPUs" for ranks in counts),
            "with the optimizer in main memory: GPU + main memory",
        ],
        rows,
    )


def time_table(ranks, tokens, length):
    rows = []
    for shape in LLAMA_2:
        for stage in STAGES:
            clocks = step(shape, stage, ranks, tokens, length)
            fits = memory(shape, stage, ranks)[0] + kept_inputs(shape, tokens) < GPU_BYTES
            rows.append(
                [
                    shape.name,
                    str(stage),
                    gigabytes(clocks.sent),
                    f"{clocks.arithmetic:.2f}",
                    f"{100 * (1 - clocks.busy / clocks.arithmetic):.0f} %",
                    f"{tokens / clocks.arithmetic:,.0f}",
                    "yes" if fits else "no",
                ]
            )
    return table(
        ["model", "stage", "sent a step and GPU, GB", "step, s", "waits", "tokens/s a GPU", "fits 80 GB"], rows
    )


def short_rows_table(ranks, lengths):
    rows = []
    for shape in LLAMA_2:
        steps = [step(shape, 3, ranks, length, length) for length in lengths]
        rows.append([shape.name, *(f"{100 * (1 - clocks.busy / clocks.arithmetic):.0f} %" for clocks in steps)])
    return table(["waits at stage 3 with", *(f"{length:,} tokens" for length in lengths)], rows)


def published_table():
    """Of torchtitan (its report of December 2024, tables 1 and 3): Llama 3.1 8 B under FSDP2, two rows of 8,192 tokens a GPU, no compilation."""
    rows = []
    for ranks, theirs in ((8, 5762), (128, 5605)):
        tokens = 2 * 8192
        computed = tokens / step(LLAMA_3_8B, 3, ranks, tokens, 8192, recomputes=False).arithmetic
        rows.append([f"{ranks}", f"{theirs:,}", f"{computed:,.0f}", f"{computed / theirs:.2f}"])
    return table(["GPUs", "torchtitan, tokens/s a GPU", "computed", "ratio"], rows)


def main():
    lines = [
        *memory_table(),
        *time_table(1024, 4096, 4096),
        *time_table(8, 4096, 4096),
        *short_rows_table(1024, (4096, 2048, 1024, 512)),
        *published_table(),
    ]
    if sys.argv[1:2] != ["--check"]:
        print("\n".join(lines))
        return 0
    page = set(pathlib.Path(sys.argv[2]).read_text().splitlines())
    missing = [line for line in lines if line and line not in page]
    print("\n".join(missing) or "the page has all tables")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
