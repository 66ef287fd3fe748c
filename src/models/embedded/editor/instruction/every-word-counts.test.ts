import { expect, test } from "vitest";
import { readInstruction } from "./read-instruction.ts";

const understood = [
  "Replace “a1” with “b1” in docs/guides",
  "We renamed “a1” to “b1”, please update the docs",
  "Move docs/a.md to docs/b.md",
  "Could you get rid of docs/a.md",
  "Set the title of docs/a.md to “T”",
  "Fix the broken links in docs/a.md",
  "Add a section “New” to docs/a.md with the text “Text.”",
];

const unknown = [
  "and make it sparkle",
  "and also polish the intro",
  "but only sometimes",
  "except where it hurts",
  "unless somebody objects",
  "if the team agrees",
  "in most places",
  "and translate it into Welsh",
  ", wherever that seems wise",
  ". Streamline the rest",
  ". Then reorder the sections",
  ". The tone needs work",
  ". Not in the old parts though",
];

test.each(understood.flatMap((own) => unknown.map((more) => [own, more] as const)))(
  "%s %s is declined for the clause that nothing takes",
  (own, more) => {
    expect(readInstruction(`${own}.`)).toHaveProperty("tasks");
    expect(readInstruction(`${own}${/^[,.]/.test(more) ? "" : " "}${more}.`)).not.toHaveProperty(
      "tasks",
    );
  },
);

const exceptions = [
  "but leave the changelog alone",
  "but not in headings",
  "except in docs/old.md",
  "code stays as it is",
  "the translations stay as they are",
];

test.each(exceptions)("%s never widens what is replaced", (exception) => {
  const [plain] = tasksOf("Replace “a1” with “b1” in docs/guides.");
  const [narrow] = tasksOf(`Replace “a1” with “b1” in docs/guides, ${exception}.`);
  expect(narrow).toMatchObject({ only: plain?.only, onlyIn: plain?.onlyIn, alsoIn: plain?.alsoIn });
  expect(narrow).not.toEqual(plain);
});

test.each(exceptions)("%s may stand before the request or behind it", (exception) => {
  const behind = tasksOf(`In docs/guides, replace “a1” with “b1”, ${exception}.`);
  expect(tasksOf(`Replace “a1” with “b1”, ${exception}, in docs/guides.`)).toEqual(behind);
  expect(
    tasksOf(
      `Replace “a1” with “b1” in docs/guides. ${exception[0]?.toUpperCase()}${exception.slice(1)}.`,
    ),
  ).toEqual(behind);
});

function tasksOf(instruction: string) {
  const read = readInstruction(instruction);
  const tasks = "tasks" in read ? read.tasks : [];
  return tasks.flatMap((task) => (task.kind === "replace" ? [task] : []));
}
