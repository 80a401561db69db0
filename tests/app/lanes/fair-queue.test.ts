/** Nobody waits behind all that another has sent. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { FairQueue } from "../../../app/lanes/fair-queue.ts";

const all = () => true;
const item = (subject: string, id: number) => ({ subject, id });

test("subjects have their turns, each in its own order", () => {
  const queue = new FairQueue<{ subject: string; id: number }>();
  for (const [at, subject] of ["a", "a", "a", "b", "c", "b"].entries())
    queue.push(item(subject, at));
  const order = Array.from({ length: 6 }, () => queue.take(all)?.id);
  expect(order).toEqual([0, 3, 4, 1, 5, 2]);
  expect(queue.take(all)).toBeUndefined();
});

test("whoever may not run loses no turn to those behind", () => {
  const queue = new FairQueue<{ subject: string; id: number }>();
  queue.push(item("a", 0));
  queue.push(item("b", 1));
  expect(queue.take(({ subject }) => subject !== "a")?.id).toBe(1);
  queue.push(item("b", 2));
  expect(queue.take(all)?.id).toBe(0);
});

test("one that is tried again is the first of its subject", () => {
  const queue = new FairQueue<{ subject: string; id: number }>();
  queue.push(item("a", 1));
  queue.unshift(item("a", 0));
  expect(queue.take(all)?.id).toBe(0);
});

test("between two turns of a subject every other that waits has one; nothing is lost or given twice", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 }), (subjects) => {
      const queue = new FairQueue<{ subject: string; id: number }>();
      const items = subjects.map((subject, id) => item(subject, id));
      for (const one of items) queue.push(one);
      const taken = items.map(() => queue.take(all) as (typeof items)[number]);
      expect(taken.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        items.map(({ id }) => id),
      );
      for (const [at, { subject }] of taken.entries()) {
        const next = taken.findIndex((other, place) => place > at && other.subject === subject);
        if (next < 0) continue;
        const between = taken.slice(at + 1, next).map((other) => other.subject);
        const waiting = new Set(taken.slice(next).map((other) => other.subject));
        waiting.delete(subject);
        for (const other of waiting) expect(between).toContain(other);
      }
      expect(queue.size).toBe(0);
    }),
  );
});

test("what left the queue by another way is not given", () => {
  const queue = new FairQueue<{ subject: string; id: number }>();
  const first = item("a", 0);
  queue.push(first);
  queue.push(item("a", 1));
  expect([queue.sizeOf("a"), queue.remove(first), queue.remove(first)]).toEqual([2, true, false]);
  expect(queue.drain().map(({ id }) => id)).toEqual([1]);
  expect(queue.size).toBe(0);
});
