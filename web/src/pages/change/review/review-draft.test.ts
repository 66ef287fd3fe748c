import { expect, test } from "vitest";
import {
  begin,
  isEmpty,
  keyOf,
  mostRemarks,
  readReview,
  remove,
  roomFor,
  sentRemarks,
  write,
} from "./review-draft.ts";

const empty = () => readReview("", () => "id-1");
const place = { path: "a.md", side: "new", line: 3, quote: "old words" } as const;

test("a review outlasts being stored and read", () => {
  const review = write(begin(empty(), place), keyOf(place), "Say why.");
  const stored = JSON.stringify(review);
  expect(readReview(stored, () => "id-2")).toEqual(review);
  expect(sentRemarks(review)).toEqual([{ ...place, body: "Say why." }]);
});

test("what is no review is an empty one", () => {
  for (const stored of ["", "{", "[]", '{"id":1}', '{"id":"x","remarks":[{"path":1}]}']) {
    expect(isEmpty(readReview(stored, () => "id-1")), stored).toBe(true);
  }
});

test("one line has one remark on each side", () => {
  const twice = begin(begin(empty(), place), place);
  expect(twice.remarks).toHaveLength(1);
  expect(begin(twice, { ...place, side: "old" }).remarks).toHaveLength(2);
});

test("remarks without words are not sent", () => {
  const review = begin(empty(), place);
  expect(sentRemarks(review)).toEqual([]);
  expect(sentRemarks(write(review, keyOf(place), "  "))).toEqual([]);
  expect(isEmpty(remove(review, keyOf(place)))).toBe(true);
});

test("a review never grows beyond what is stored", () => {
  let review = empty();
  for (let line = 1; line <= mostRemarks + 5; line += 1) {
    const one = { ...place, line, quote: "q".repeat(1_000) };
    review = begin(review, one);
    const room = roomFor(review, "", "remark");
    review = write(review, keyOf(one), "w".repeat(Math.min(10_000, room)));
  }
  expect(JSON.stringify(review).length).toBeLessThan(100_000);
  expect(review.remarks.length).toBeLessThanOrEqual(mostRemarks);
});
