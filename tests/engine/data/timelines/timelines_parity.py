# SPDX-License-Identifier: GPL-3.0-or-later
"""engine/data/timelines and engine/data/random against numpy, torch and datasets: random numbers, orders of rows, windows, rows with labels,
made-up data. Nothing may differ.

One file because its checks are chosen by name and share their program and timelines.
"""

import itertools
import json
import math
import os
import pathlib
import time

import datasets
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import torch

from timelines_reference import Refused, assert_equal, padded, random_timelines, run_check, write_timelines

datasets.disable_progress_bars()
PAD = 2


def check_numpy(engine):
    """default_rng: integers of every width of range, permutations; the half that is kept between draws of 32 bits."""
    seeds = [0, 1, 42, 2**32 - 1, 2**32, 2**40 + 7, 2**63, 2**64 - 1]
    cases, wanted = [], []
    for seed in seeds:
        bits = [32, 64, 1, 63, 33, 31, 64, 32, 62, 40]
        limits = [
            0,
            1,
            2,
            6,
            9,
            255,
            2**16,
            2**31 - 1,
            2**31,
            2**32 - 2,
            2**32 - 1,
            2**32,
            2**53 + 1,
            2**62 + 3,
            2**63 - 1,
        ] * 40
        sizes = [0, 1, 2, 3, 5, 6, 100, 1000, 1024, 70_001]
        rng = np.random.default_rng(seed)
        numbers = [int(np.int64(np.uint64(rng.integers(0, 2**b - 1, dtype=np.uint64, endpoint=True)))) for b in bits]
        numbers += [int(rng.integers(0, limit, endpoint=True)) for limit in limits]
        numbers += [int(i) for size in sizes for i in rng.permutation(size)]
        cases.append({"do": "numpy", "seed": str(seed), "bits": bits, "at_most": limits, "permutations": sizes})
        wanted.append(np.array(numbers, dtype=np.int64))
    for case, ours, reference in zip(cases, engine.answers(cases), wanted):
        assert_equal(case["seed"], ours, reference)
    return f"{sum(map(len, wanted))} numbers equal"


def check_poisson(engine):
    """torch.poisson of one rate after another, of small ones and of those that are drawn by rejection."""
    rates = [0, 1e-3, 0.5, 1, 7, 7.3, 9.999999, 9.9999999, 10, 10.5, 12, 50, 300, 5000.5, 1e6]
    cases, wanted = [], []
    for rate, seed in itertools.product(rates, [0, 42, 2**32 + 42, 2**63 - 1]):
        generator = torch.Generator().manual_seed(seed)
        count = 5000
        wanted.append([int(torch.poisson(torch.tensor(float(rate)), generator=generator)) for _ in range(count)])
        cases.append({"do": "poisson", "rate": rate, "seed": str(seed), "count": count})
    for case, ours, reference in zip(cases, engine.answers(cases), wanted):
        assert_equal(case, ours, reference)
    return f"{sum(map(len, wanted))} draws equal"


def shuffled(iterable, buffer, seed, epoch):
    iterable = iterable.shuffle(seed=seed, buffer_size=buffer)
    iterable.set_epoch(epoch)
    return iterable


def check_buffer_shuffle(engine):
    """IterableDataset.repeat and .shuffle, over Python's examples and over tables, in several epochs; Dataset.shuffle."""
    cases, wanted = [], []
    for rows, epochs in [(1, 1), (7, 3), (100, 1), (300, 2), (1100, 2)]:
        source = datasets.Dataset.from_dict({"row": list(range(rows))})
        of_generator = datasets.IterableDataset.from_generator(lambda: ({"row": i} for i in range(rows)))  # noqa: B023
        of_tables = source.with_format("torch").to_iterable_dataset()
        for buffer, (seed, epoch) in itertools.product([1, 2, 9, 64, 1024, 7000], [(42, 0), (0, 1), (2**40, 5)]):
            for is_arrow, iterable in [(False, of_generator), (True, of_tables)]:
                order = [int(example["row"]) for example in shuffled(iterable.repeat(epochs), buffer, seed, epoch)]
                assert len(order) == rows * epochs
                cases.append(
                    {
                        "do": "order",
                        "rows": rows,
                        "epochs": epochs,
                        "buffer": buffer,
                        "seed": str(seed),
                        "epoch": epoch,
                        "is_arrow": is_arrow,
                    }
                )
                wanted.append(order)
        cases.append({"do": "numpy", "seed": "42", "permutations": [rows]})
        wanted.append(source.shuffle(seed=42)["row"][:])
    for case, ours, reference in zip(cases, engine.answers(cases), wanted):
        assert_equal(case, ours, reference)
    return f"{len(cases)} orders, {sum(map(len, wanted))} rows equal"


def windows_of(examples, window, rate, padding_seed):
    """The original's chunk_iterable, a timeline at a time."""
    generator = torch.Generator().manual_seed(padding_seed)
    rest = torch.empty(0, dtype=torch.int64)
    for example in examples:
        padding = torch.empty(0, dtype=torch.int64)
        if rate is not None:
            size = int(torch.poisson(torch.tensor(rate), generator=generator))
            padding = torch.full((size,), PAD, dtype=torch.int64)
        rest = torch.cat((rest, torch.as_tensor(example["input_ids"], dtype=torch.int64), padding))
        while rest.numel() >= window:
            yield rest[:window]
            rest = rest[window:]


def packed_reference(rows, epochs, buffer, seed, window, rate, padding_seed, is_arrow=False, epoch=0):
    if is_arrow:
        iterable = datasets.Dataset.from_dict({"input_ids": rows}).with_format("torch").to_iterable_dataset()
    else:
        iterable = datasets.IterableDataset.from_generator(lambda: ({"input_ids": row} for row in rows))
    iterable = iterable.repeat(epochs)
    if buffer:
        iterable = shuffled(iterable, buffer, seed, epoch)
    found = list(windows_of(iterable, window, rate, padding_seed))
    return torch.stack(found).numpy() if found else np.empty(0, dtype=np.int64)


KINDS = [pa.uint8(), pa.int8(), pa.uint16(), pa.int16(), pa.uint32(), pa.int32(), pa.uint64(), pa.int64()]


def check_packing(engine):
    """Windows of both columns, every width of ids, several files, sizes, seeds, rates and buffers."""
    data = []
    for i, (rows, kind, list_of) in enumerate(
        zip([1, 5, 60, 300, 700, 40, 90, 1500], KINDS, [pa.list_, pa.large_list] * 4)
    ):
        vocab = 120 if kind in (pa.uint8(), pa.int8()) else 30_000
        timelines = random_timelines(rows, vocab, 30, seed=i)
        path = engine.path(f"timelines-{i}.parquet")
        write_timelines(path, timelines, kind, list_of=list_of, row_group_size=37 + 100 * i)
        data.append((path, timelines))
    cases, wanted = [], []

    def compare(files, column, **options):
        rows = [row if column == "tokens" else padded(row, 64) for _, timelines in files for row in timelines]
        options = {"epochs": 1, "buffer": 0, "seed": 42, "window": 64, "rate": None, "padding_seed": 42} | options
        wanted.append(packed_reference(rows, **options))
        rate = options.pop("rate") or 0
        seeds = {name: str(options.pop(name)) for name in ("seed", "padding_seed")}
        cases.append(
            {"do": "pack", "files": [path for path, _ in files], "column": column, "rate": rate, "padding_id": PAD}
            | options
            | seeds
        )

    for file, column in itertools.product(data, ["tokens", "padded"]):
        compare([file], column)
        compare([file], column, rate=7.0, epochs=3, buffer=1024)
        compare([file], column, rate=0.4, epochs=2, buffer=16, window=100, seed=7, padding_seed=3)
        compare([file], column, epochs=2, buffer=256, is_arrow=True, window=33)
    for buffer, rate, window, epoch in itertools.product([1, 50, 1024], [None, 7.0, 30.0], [1, 128, 1000], [0, 2]):
        compare([data[3]], "tokens", buffer=buffer, rate=rate, window=window, epochs=2, epoch=epoch)
    compare([data[1], data[4], data[0]], "tokens", rate=7.0, epochs=2, buffer=100)
    for case, ours, reference in zip(cases, engine.answers(cases), wanted):
        assert_equal(case, ours, reference)
    assert sum(map(np.size, wanted)) > 1_000_000
    return f"{len(cases)} chains, {sum(map(np.size, wanted))} tokens equal"


def check_packing_of_repository(engine):
    """The chain as the repository has it now: load_dataset, tables, generator=default_rng(42), bytes for ids, Dataset.from_generator."""
    timelines = random_timelines(900, 200, 40, seed=1)
    path = engine.path("timelines.parquet")
    write_timelines(path, timelines, padded_length=96)
    loaded = datasets.load_dataset("parquet", data_files={"train": path}, cache_dir=engine.path("cache"))["train"]
    features = datasets.Features({"input_ids": datasets.Sequence(datasets.Value("uint8"))})
    loaded = loaded.map(
        lambda batch: {"input_ids": batch["padded"]},
        batched=True,
        remove_columns=loaded.column_names,
        features=features,
    )
    loaded = loaded.with_format("torch")

    def chunks(examples):
        rest = torch.empty(0, dtype=torch.uint8)
        for example in examples:
            rest = torch.cat((rest, example["input_ids"]))
            while rest.numel() >= 128:
                yield {"input_ids": rest[:128]}
                rest = rest[128:]

    def shuffled_chunks():
        return chunks(
            loaded.to_iterable_dataset().repeat(3).shuffle(generator=np.random.default_rng(42), buffer_size=256)
        )

    made = datasets.Dataset.from_generator(shuffled_chunks, features=features, cache_dir=engine.path("made"))
    case = {
        "do": "pack",
        "files": [path],
        "column": "padded",
        "epochs": 3,
        "buffer": 256,
        "seed": "42",
        "is_arrow": True,
        "window": 128,
        "vocab_size": 200,
    }
    assert_equal(case, engine.answer(**case), np.array(made["input_ids"][:]))
    return f"{len(made)} windows equal"


def check_resuming(engine):
    """Stopped after any number of windows and taken up by another reader: the same windows."""
    path = engine.path("timelines.parquet")
    write_timelines(path, random_timelines(400, 200, 30, seed=5))
    whole = {"do": "pack", "files": [path], "epochs": 2, "buffer": 64, "rate": 7.0, "window": 128, "padding_id": PAD}
    reference = engine.answer(**whole)
    count = len(reference) // 128
    assert count > 150
    cases = [whole | {"again_at": at} for at in [0, 1, 2, 17, 99, count - 1, count]]
    for case, ours in zip(cases, engine.answers(cases)):
        assert_equal(case, ours, reference)
    assert "token" in engine.refusal("timelines.token", **whole | {"vocab_size": 150})
    for name, value in [("window", 0), ("epochs", 0), ("rate", -1), ("rate", 1e300), ("buffer", -1)]:
        engine.refusal("timelines.settings", **whole | {name: value})
    engine.refusal("timelines.not_tokens", **whole | {"column": "seq_len"})
    engine.refusal("timelines.not_tokens", **whole | {"column": "hospitalization_id"})
    engine.refusal("parquet.no_column", **whole | {"column": "token"})
    write_timelines(path, [])
    engine.refusal("timelines.no_rows", **whole)
    return f"{len(cases)} positions equal"


def check_streaming(engine):
    """Streams of several passes and epochs, for any ranks: the windows of the chain, as accelerate deals a stream's batches out; taken up again."""
    path = engine.path("timelines.parquet")
    timelines = random_timelines(300, 200, 30, seed=6)
    write_timelines(path, timelines)
    whole = {"do": "stream", "files": [path], "epochs": 2, "buffer": 64, "rate": 7.0, "window": 128, "padding_id": PAD}
    of_epochs = [packed_reference(timelines, 2, 64, 42, 128, 7.0, 42, epoch=epoch) for epoch in range(3)]
    assert len(of_epochs[0]) > 100 and (of_epochs[0] != of_epochs[1]).any()
    compared = 0
    for batch, most in itertools.product([1, 8, 24, len(of_epochs[0])], [None, 40]):
        steps_an_epoch = -(-min(len(of_epochs[0]), most or 10**9) // batch)
        steps = min(2 * steps_an_epoch + 1, 200)
        shapes = [(1, batch, 1), (2, batch // 2, 1), (4, batch // 8, 2), (1, batch // 4, 4)]
        cases = [
            whole
            | {
                "world": world,
                "per_device": rows,
                "accumulation": times,
                "steps": steps,
                "most": most or 0,
                "again_at": again_at,
            }
            for world, rows, times in shapes
            if world * rows * times == batch
            for again_at in (-1, 1, steps_an_epoch, steps - 1)
        ]
        answers = engine.answers(cases)
        for case, ours in zip(cases, answers):
            assert_equal(case, ours, answers[0])
        place = 0
        for step in range(steps):
            epoch, first = step // steps_an_epoch, step % steps_an_epoch * batch
            wanted = of_epochs[epoch][:most][first : first + batch]
            rows = np.array([[128, *window] for window in wanted]).reshape(-1)
            assert_equal((cases[0], step), answers[0][place : place + 1 + len(rows)], [len(wanted), *rows])
            place += 2 + len(rows)
            epochs = answers[0][place - 1] / 1e6
            is_end = (step + 1) % steps_an_epoch == 0
            assert epochs == epoch + 1 if is_end else epoch < epochs < epoch + 1, (step, epochs)
            compared += len(wanted)
    engine.refusal("timelines.too_short", **whole | {"window": 10**6, "steps": 1})
    return f"{compared} windows equal"


def check_padded_rows(engine):
    """Rows by themselves: repeated and shuffled as datasets shuffles them; streamed they are the same."""
    path = engine.path("timelines.parquet")
    timelines = [row for row in random_timelines(500, 200, 30, seed=7) if row]
    write_timelines(path, timelines)
    compared = 0
    for column, buffer, epochs in itertools.product(["padded", "tokens"], [0, 1, 50, 1024], [1, 3]):
        rows = [padded(row, 64) if column == "padded" else row for row in timelines]
        iterable = datasets.IterableDataset.from_generator(lambda: ({"input_ids": row} for row in rows)).repeat(epochs)  # noqa: B023
        wanted = [example["input_ids"] for example in (shuffled(iterable, buffer, 42, 0) if buffer else iterable)]
        case = {
            "do": "pack",
            "files": [path],
            "column": column,
            "epochs": epochs,
            "buffer": buffer,
            "window": 1000,
            "padding_id": PAD,
            "rate": 7.0,
            "is_packed": False,
        }
        streamed = {"do": "stream", "per_device": 5, "world": 2, "steps": -(-len(wanted) // 10)}
        ours, of_stream = engine.answers([case | {"do": "rows"}, case | streamed])
        lengths = [[len(row), *row] for row in wanted]
        assert_equal(case, ours, list(itertools.chain.from_iterable(lengths)))
        steps = [
            [len(lengths[i : i + 10]), *itertools.chain.from_iterable(lengths[i : i + 10])]
            for i in range(0, len(lengths), 10)
        ]
        place = 0
        for step in steps:
            assert_equal((case, "streamed"), of_stream[place : place + len(step)], step)
            place += len(step) + 1
        compared += 2 * len(wanted)
    case = {"do": "rows", "files": [path], "column": "padded", "window": 63, "is_packed": False}
    assert "row 0 " in engine.refusal("timelines.row_too_long", **case)
    pq.write_table(pa.table({"padded": [[5], [], [6]]}), path)
    assert "row 1 " in engine.refusal("timelines.no_tokens", **case)
    return f"{compared} rows equal"


def check_packing_speed(engine):
    """At least three times as fast as the chain of datasets and torch, on one core each."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    torch.set_num_threads(1)
    timelines = random_timelines(20_000, 200, 250, seed=8)
    path = engine.path("timelines.parquet")
    write_timelines(path, timelines)
    loaded = datasets.load_dataset("parquet", data_files={"train": path}, cache_dir=engine.path("cache"))["train"]
    loaded = loaded.select_columns(["tokens"]).rename_column("tokens", "input_ids").with_format("torch")
    case = {"do": "time", "files": [path], "window": 1024, "buffer": 1024, "rate": 7.0, "padding_id": PAD, "epochs": 2}
    ours = json.loads(engine.answer(**case))
    begin = time.perf_counter()
    repeated = datasets.IterableDataset.from_generator(
        lambda: itertools.chain.from_iterable(iter(loaded) for _ in range(2))
    )
    theirs = sum(1 for _ in windows_of(repeated.shuffle(seed=42, buffer_size=1024), 1024, 7.0, 42))
    seconds = time.perf_counter() - begin
    assert theirs == ours["windows"], (theirs, ours)
    assert seconds >= 3 * ours["seconds"], (seconds, ours)
    tokens = theirs * 1024
    return f"{tokens / ours['seconds'] / 1e6:.1f} million tokens/s for {tokens / seconds / 1e6:.2f} ({seconds / ours['seconds']:.0f} times)"


def padding_to_left(row, pad):
    """The original's rt_padding_to_left."""
    first = int(torch.argmax((row == pad).int()))
    return torch.cat([torch.full((row.shape[0] - first,), pad), row[:first]]) if first > 0 else row


def check_classification(engine):
    """Rows, their order, labels and padding, with and without the rows of the first 24 hours, whole and in part."""
    cases, wanted, empty = [], [], []
    for i, (rows, kind) in enumerate(itertools.product([1, 10, 400], [pa.bool_(), pa.int8(), pa.int64()])):
        rng = np.random.default_rng(i)
        timelines = random_timelines(rows, 200, 40, seed=i)
        classes = 2 if kind == pa.bool_() else 4
        outcome = rng.integers(0, classes, size=rows)
        early = (rng.random(rows) < 0.3) & (outcome > 0)
        early[0] = False
        as_kind = outcome.astype(bool) if kind == pa.bool_() else outcome
        path = engine.path(f"outcomes-{i}.parquet")
        write_timelines(
            path,
            timelines,
            more={"death": pa.array(as_kind, type=kind), "death_24h": pa.array(early)},
            row_group_size=111,
        )
        for column, drop, seed, fraction in itertools.product(
            ["padded", "tokens"], [False, True], [None, 42], [1.0, 0.5, 0.1]
        ):
            case = {
                "do": "classify",
                "files": [path],
                "column": column,
                "outcome": "death",
                "drop": drop,
                "fraction": fraction,
                "padding_id": PAD,
            }
            if seed is not None:
                case["seed"] = str(seed)
            dataset = datasets.Dataset.from_dict({"row": list(range(rows)), "label": outcome, "early": early})
            if drop:
                dataset = dataset.select(np.flatnonzero(~early))
            if seed is not None:
                dataset = dataset.shuffle(seed=seed)
            dataset = dataset.select(range(int(len(dataset) * fraction)))
            if len(dataset) == 0:
                empty.append(case)
                continue
            numbers = []
            for place, row, label in sorted(
                zip(range(rows), dataset["row"], dataset["label"]), key=lambda found: found[1]
            ):
                tokens = torch.tensor(
                    timelines[row] if column == "tokens" else padded(timelines[row], 64), dtype=torch.int64
                )
                numbers.append([place, row, label] + (padding_to_left(tokens, PAD).tolist() if len(tokens) else []))
            cases.append(case)
            wanted.append(np.array([len(dataset)] + [number for row in numbers for number in row]))
    for case, ours, reference in zip(cases, engine.answers(cases), wanted):
        assert_equal(case, ours, reference)
    assert len(empty) > 5
    for case, found in zip(empty, engine.answers(empty)):
        assert isinstance(found, Refused) and found.code == "timelines.no_rows", case
    # A row that begins with PAD has, for the original, no padding.
    path = engine.path("first.parquet")
    pq.write_table(
        pa.table(
            {
                "padded": [[PAD, 5, PAD], [5, PAD, PAD], [5, 6, 7]],
                "death": [1, 0, 2],
                "word": ["a", "b", "c"],
                "low": [0, -1, 0],
            }
        ),
        path,
    )
    case = {"do": "classify", "files": [path], "column": "padded", "outcome": "death", "padding_id": PAD}
    assert_equal(case, engine.answer(**case), [3, 0, 0, 1, PAD, 5, PAD, 1, 1, 0, PAD, PAD, 5, 2, 2, 2, 5, 6, 7])
    engine.refusal("timelines.not_outcome", **case | {"outcome": "word"})
    engine.refusal("timelines.not_outcome", **case | {"outcome": "padded"})
    engine.refusal("parquet.no_column", **case | {"drop": True})
    assert "row 1 " in engine.refusal("timelines.label", **case | {"outcome": "low"})
    for fraction in [0, -1, 1.5, "NaN"]:
        engine.refusal("timelines.fraction", **case | {"fraction": fraction})
    return f"{len(cases)} settings, {sum(map(np.size, wanted))} numbers equal"


def check_truncation(engine):
    """1 to length - 1, all about equally often, other ones in another epoch and of another seed, the same ones again."""
    case = {"do": "truncate", "seed": "3", "epoch": 0, "rows": 90_000, "length": 10, "width": 64}
    found, again, later, other, short, whole = engine.answers(
        [case, case, case | {"epoch": 1}, case | {"seed": "4"}, case | {"length": 1}, case | {"width": 10}]
    )
    counts = np.bincount(found, minlength=11)
    assert counts[0] == counts[10] == 0
    expected = 90_000 / 9
    assert ((counts[1:10] - expected) ** 2 / expected).sum() < 40, counts  # chi-squared of 8: above it once in 300,000
    assert np.array_equal(found, again)
    for changed in (later, other):
        assert abs((found == changed).mean() - 1 / 9) < 0.01
    assert (short == 1).all() and (whole == 10).all()
    return "even"


def check_synthetic(engine):
    """What the generator says of itself, estimated from what it wrote; the same bytes for the same seed."""
    from sklearn.metrics import roc_auc_score

    case = {
        "do": "synthetic",
        "rows": 20_000,
        "words": 16,
        "mean_length": 30,
        "padded_length": 48,
        "path": engine.path("train.parquet"),
    }
    truth, _, _, _ = map(
        json.loads,
        engine.answers(
            [
                case,
                case | {"path": engine.path("again.parquet")},
                case | {"path": engine.path("val.parquet"), "part": 1},
                case | {"path": engine.path("other.parquet"), "seed": "43"},
            ]
        ),
    )
    content = {
        name: pathlib.Path(engine.path(name + ".parquet")).read_bytes() for name in ("train", "again", "val", "other")
    }
    assert content["train"] == content["again"] and len(set(content.values())) == 3
    table = pq.read_table(engine.path("train.parquet")).to_pydict()
    tokens, seen = table["tokens"], {}
    for row, expected, length in zip(tokens, table["padded"], table["seq_len"]):
        assert row[0] == 0 and row[-1] == 1 and min(row[1:-1]) >= 6 and len(row) == length
        assert padded(row, 48) == expected
    pairs = np.zeros((22, 22))
    for row in tokens:
        np.add.at(pairs, (row[:-1], row[1:]), 1)
    # An entropy that is estimated from counts is too low by (cells - rows) / (2 n ln 2) (Miller and Madow, 1955).
    sums = pairs.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_pairs = -np.nansum(pairs * np.log2(pairs / sums))
    of_pairs += ((pairs > 0).sum() - (sums > 0).sum()) / (2 * math.log(2))
    estimated = of_pairs / sum(map(len, tokens))
    assert abs(estimated - truth["bits"]) < 0.02, (estimated, truth)
    score = np.array([row[1] < 6 + 8 for row in tokens])
    death, icu, early = (
        np.array(table[name]) for name in ("same_admission_death", "icu_admission", "icu_admission_24h")
    )
    assert abs(roc_auc_score(death, score) - truth["auc"]) < 0.01
    assert (icu[early == 1] == 1).all() and abs(early.sum() / icu.sum() - 0.2) < 0.02
    kept = roc_auc_score(icu[early == 0], score[early == 0])
    assert abs(kept - truth["auc_without_24h"]) < 0.01, (kept, truth)
    val = pq.read_table(engine.path("val.parquet")).to_pydict()["tokens"]
    for row in val[:2000]:
        for pair in itertools.pairwise(row):
            seen[pair] = seen.get(pair, 0) + 1
    assert all(pairs[pair] > 0 for pair in seen), "the parts are of other chains"
    for wrong in [{"rows": 0}, {"words": 7}, {"words": 6}, {"mean_length": 0.5}, {"padded_length": 1}]:
        engine.refusal("timelines.synthetic", **case | wrong)
    return f"{truth['bits']:.4f} bits a token ({estimated:.4f} estimated), AUC {truth['auc']:.4f}"


if __name__ == "__main__":
    run_check(globals())
