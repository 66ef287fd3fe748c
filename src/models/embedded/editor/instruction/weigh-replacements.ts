import type { Place, ReplaceTask, Task } from "./task.ts";

/** A term that is to become two others in the same place; what was said of it stands in the message. */
export function contradictionIn(tasks: Task[]): { unread: string; within: string } | undefined {
  const replacements = tasks.filter((task) => task.kind === "replace");
  for (const [index, one] of replacements.entries())
    for (const other of replacements.slice(index + 1)) {
      if (!isSameTerm(one.from, other.from) || one.to === other.to || areApart(one, other))
        continue;
      const unread = `“${one.from}” as both “${one.to}” and “${other.to}”`;
      return { unread, within: unread };
    }
  return undefined;
}

/** "We now say “b” rather than “a”: replace “a” with “b” in docs": the request says how far the statement goes. */
export function withoutReasons(tasks: Task[]): Task[] {
  return tasks.filter((task, index) => {
    if (task.kind !== "replace" || !isUnbounded(task)) return true;
    return !tasks
      .slice(index + 1)
      .some((later) => later.kind === "replace" && isSameTerm(later.from, task.from));
  });
}

function isSameTerm(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isUnbounded({ only, except, onlyIn, notIn, language }: ReplaceTask): boolean {
  return (
    only.length + except.length + notIn.length === 0 &&
    onlyIn === undefined &&
    language === undefined
  );
}

/** No page can be meant by both. */
function areApart(one: ReplaceTask, other: ReplaceTask): boolean {
  const isApart = (left: Place, right: Place) => {
    const [short, long] = [bare(left), bare(right)].toSorted((a, b) => a.length - b.length);
    return !(long ?? "").startsWith(short ?? "") && left.kind !== "back" && right.kind !== "back";
  };
  const arePlaces =
    one.only.length > 0 &&
    other.only.length > 0 &&
    one.only.every((left) => other.only.every((right) => isApart(left, right)));
  const areParts =
    one.onlyIn !== undefined &&
    other.onlyIn !== undefined &&
    !one.onlyIn.some((part) => other.onlyIn?.includes(part));
  return arePlaces || areParts;
}

function bare({ name }: Place): string {
  return name
    .toLowerCase()
    .replace(/^\.?\//, "")
    .replace(/\/$/, "");
}
