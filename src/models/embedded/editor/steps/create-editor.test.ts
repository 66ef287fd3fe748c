import { expect, test } from "vitest";
import { editInMemory } from "../../../../../test/edit-in-memory.ts";
import { processorMs } from "../../../../../test/processor-ms.ts";
import { createEditor, type PastStep } from "./create-editor.ts";

const docs = { "docs/a.md": "A word. [x](/b#gone)\n", "docs/b.md": "# B\n\nword\n" };
const instruction = 'Replace "word" with "term". Fix broken links.';
const input = { task: "edit" as const, instruction };

test("an editor that goes on gives the steps of one that starts anew", async () => {
  const { steps } = await editInMemory(instruction, docs);
  const editor = createEditor();
  for (let length = 0; length <= steps.length; length += 1) {
    expect(editor(input, steps.slice(0, length))).toEqual(
      createEditor()(input, steps.slice(0, length)),
    );
  }
});

test("steps asked for out of order, twice, or of several jobs are right too", async () => {
  const { steps } = await editInMemory(instruction, docs);
  const other = (await editInMemory(instruction, { "docs/c.md": "word\n" })).steps;
  const editor = createEditor();
  for (const [own, length] of [
    [steps, 2],
    [other, 2],
    [steps, 3],
    [steps, 3],
    [other, 3],
    [steps, 1],
    [steps, 2],
  ] as const) {
    expect(editor(input, own.slice(0, length))).toEqual(
      createEditor()(input, own.slice(0, length)),
    );
  }
});

test("the same instruction sent again is carried out again, under calls of its own", async () => {
  const { steps } = await editInMemory(instruction, docs);
  const editor = createEditor();
  expect(editor(input, steps).calls).toEqual([]);
  const asked = steps.map((step, at) =>
    at === steps.length - 1 ? { ...step, endsTurn: true as const } : step,
  );
  const first = createEditor()(input, []);
  const again = editor(input, asked);
  expect(again.calls.map(({ name }) => name)).toEqual(first.calls.map(({ name }) => name));
  const ids = new Set(steps.flatMap(({ calls }) => calls.map(({ id }) => id)));
  expect(again.calls.filter(({ id }) => ids.has(id))).toEqual([]);
});

test("an instruction that is hard to read is not read anew for each step of another model", () => {
  const input = { task: "edit", instruction: "and ".repeat(900) } as const;
  const foreign = (count: number): PastStep[] =>
    Array.from({ length: count }, (_, index) => ({
      text: "",
      calls: [{ id: `${index}`, name: "edit_file", input: {}, output: {} }],
    }));
  const cost = (count: number) => {
    const taken = processorMs();
    const editor = createEditor();
    for (let times = 0; times < 5; times += 1) editor(input, foreign(count));
    return taken();
  };
  cost(1);
  expect(cost(60)).toBeLessThan(10 * cost(1) + 50);
});
