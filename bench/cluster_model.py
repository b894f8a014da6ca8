#!/usr/bin/env python3
"""Models an exploration that many workers share through one store: how busy they and the store are.

    bench/cluster_model.py               the table of docs/parallel.md
    bench/cluster_model.py --workers 64 --rate 40000 --crossing 0.001

It is a model, not a measurement. What a commit takes that asks for the next task as well was measured (bench/store_bench.cpp does it
again): the whole round trip of one client is taken to be the store's time, which is too much. What a worker needs to apply a record is taken to be a little more
than what one process needs to plan the same. Each worker asks the store for a task, applies the records that it does not know yet, explores for a
while, and commits. If nobody else has committed since, the answer to that has its next task; otherwise it reads what is new and asks again. The
store does one thing at a time. A record is larger the more reversals cross, that is, belong to states which others explore from, too.
"""

import argparse
import heapq
import random

# Seconds of the store for a commit with the next lease, for a lease alone, and for each item of a record; seconds of a worker to
# apply a record, and each item of it.
COMMIT = 105e-6
LEASE = 60e-6
COMMIT_ITEM = 3e-6
APPLY = 20e-6
APPLY_ITEM = 6e-6

TASKS_GIVEN_BACK = 6
TASK_SECONDS = 0.1
SECONDS_PER_WORKER = 0.003
HURRY = 0.1


def simulate(workers, rate, crossing, seconds, until, seed=1):
    """Returns the share of the workers' time that is spent exploring, and of the store's time that it is busy."""
    chance = random.Random(seed)
    store_free = store_busy = explored = 0.0
    tasks = 1
    records = []  # when each was committed, and how long it takes to apply it
    known = [0] * workers
    # Each event: when, which worker, and what it has explored: none where it is about to ask.
    events = [(0.0, worker, None) for worker in range(workers)]
    heapq.heapify(events)
    while events:
        now, worker, portion = heapq.heappop(events)
        if now >= until:
            break
        service = LEASE if portion is None else COMMIT + COMMIT_ITEM * portion[1]
        start = max(now, store_free)
        store_free = start + service
        store_busy += service
        if portion is not None:
            took, items, given_back = portion
            explored += took
            tasks += given_back
            alone = known[worker] == len(records)
            records.append(APPLY + APPLY_ITEM * items)
            if not alone:
                heapq.heappush(events, (store_free, worker, None))
                continue
        applied = sum(records[known[worker]:])
        known[worker] = len(records)
        if tasks == 0:
            heapq.heappush(events, (store_free + applied + 0.02, worker, None))
            continue
        tasks -= 1
        few = tasks < 2 * workers
        budget = max(seconds, TASK_SECONDS, SECONDS_PER_WORKER * workers) * (HURRY if few else 1)
        took = budget * chance.uniform(0.8, 1.2)
        items = rate * took * crossing + (TASKS_GIVEN_BACK if few else 1)
        # What crosses is to be explored as well, and what was not done is given back.
        given_back = (TASKS_GIVEN_BACK if few else 1) + chance.random() * rate * took * crossing * 0.1
        heapq.heappush(events, (store_free + applied + took, worker, (took, items, int(given_back))))
    return explored / (workers * until), min(1.0, store_busy / until)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workers", type=int, default=0)
    arguments.add_argument("--rate", type=float, default=40000, help="executions per second of one worker")
    arguments.add_argument("--crossing", type=float, default=0.001, help="crossing reversals per execution")
    arguments.add_argument("--seconds", type=float, default=0, help="how long a task is explored at least")
    arguments.add_argument("--until", type=float, default=300, help="how long the exploration takes")
    given = arguments.parse_args()
    if given.workers:
        share, busy = simulate(given.workers, given.rate, given.crossing, given.seconds, given.until)
        print(f"{share:.0%} of the workers' time explores, the store is busy for {busy:.0%}")
        return
    counts = (8, 64, 256, 1000)
    print("| executions/s of one worker, crossing reversals of each | "
          + " | ".join(f"{count:,} workers" for count in counts) + " |")
    print("|---" * (len(counts) + 1) + "|")
    for rate, crossing in ((40000, 0.0002), (40000, 0.001), (40000, 0.005), (40000, 0.2), (2000, 0.02)):
        cells = []
        for count in counts:
            share, busy = simulate(count, rate, crossing, given.seconds, given.until)
            cells.append(f"{share:.0%}, store {busy:.0%}")
        print(f"| {rate:,}, {crossing:g} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
