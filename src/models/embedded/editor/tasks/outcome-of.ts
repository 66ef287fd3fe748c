import { z } from "zod";
import { isPageFile } from "../../../../docs/page/page-format.ts";
import { count, listed, nothing, type Outcome, quoted, shortCode } from "../report.ts";
import { faultOf, outputOf, type ToolResult } from "../steps/edit-state.ts";
import { describeTask } from "./describe-task.ts";
import type { PlannedTask } from "./plan-task.ts";

/** What a tool said about a task, in words for the person who asked. */
export function outcomeOf({ task, call }: PlannedTask, result: ToolResult | undefined): Outcome {
  const title = describeTask(task);
  if (result?.error !== undefined || result === undefined)
    return nothing(`${title}: this was not done. ${faultOf(result)}`);
  switch (task.kind) {
    case "replace":
      return replaced({ title, isNamed: task.onlyIn?.join() === "navigation" }, result);
    case "repair":
      return repaired(result);
    case "front-matter":
      return filled(title, result);
    case "move":
    case "delete":
      return moved({ title, call, isMove: task.kind === "move" }, result);
    case "insert":
      return outputOf(z.object({ inserted: z.literal(false) }), result)
        ? nothing(`${title}: the page has it already.`)
        : added(title, String(call.input.path), `${title}: done.`);
    case "add-page": {
      const path = String(call.input.path);
      const { listedIn } = outputOf(z.object({ listedIn: z.string().optional() }), result) ?? {};
      const outcome = added(title, path, `I added the page ${quoted(task.title, 80)} at ${path}.`);
      if (listedIn !== undefined) outcome.changes.push(`- ${shortCode(listedIn)}: lists it`);
      else outcome.remarks.push("No file of the navigation that I can change lists it yet.");
      return outcome;
    }
  }
}

function added(title: string, path: string, message: string): Outcome {
  return {
    title,
    changes: [
      `- ${shortCode(path)}: ${title.toLowerCase().startsWith("add the page") ? "new page" : "text added"}`,
    ],
    message,
    remarks: [],
    left: [],
  };
}

const replaceOutput = z.object({
  replaced: z.number(),
  files: z.array(z.object({ path: z.string(), replaced: z.number() })),
  moreFiles: z.number(),
  linksFollowed: z.array(z.object({ path: z.string() })),
  left: z.object({
    places: z.record(z.string(), z.number()),
    otherForms: z.array(z.string()),
    settings: z.array(z.string()),
    outside: z.array(z.object({ path: z.string(), count: z.number() })),
  }),
  notChanged: z.array(z.string()),
});

const partWords: Record<string, string> = {
  prose: "in prose",
  headings: "in headings",
  "front-matter": "in front matter",
  code: "in code",
  navigation: "in settings that no reader sees",
  address: "in addresses",
  name: "inside longer names",
};

/** `isNamed`: the files that changed are named, as whoever asked did not. */
function replaced(
  { title, isNamed }: { title: string; isNamed: boolean },
  result: ToolResult,
): Outcome {
  const output = outputOf(replaceOutput, result);
  if (output === undefined) return nothing(`${title}: ${faultOf(undefined)}`);
  const { files, left, linksFollowed, notChanged } = output;
  const places = Object.entries(left.places).map(
    ([part, amount]) => `${amount} ${partWords[part] ?? part}`,
  );
  const remarks: string[] = [];
  const paths = files.map(({ path }) => path);
  if (isNamed && paths.length > 0) remarks.push(`Changed: ${listed(paths, 5)}.`);
  if (places.length > 0) remarks.push(`Left as they are: ${listed(places, 8)}.`);
  if ((left.places.code ?? 0) > 0) remarks.push("Say “also in code” to change code too.");
  if (left.otherForms.length > 0)
    remarks.push(
      `Left as other forms of the word: ${listed(
        left.otherForms.map((own) => quoted(own, 40)),
        5,
      )}.`,
    );
  if (left.outside.length > 0)
    remarks.push(
      `Left outside the folders of the docs: ${count(left.outside.length, "page")} (${listed(
        left.outside.map(({ path }) => path),
        3,
      )}).`,
    );
  if (notChanged.length > 0)
    remarks.push(`${count(notChanged.length, "file")} could not be changed.`);
  const total = files.length + output.moreFiles;
  return {
    title,
    changes: [
      ...files.map((file) => `- ${shortCode(file.path)}: ${count(file.replaced, "replacement")}`),
      ...linksFollowed.map(({ path }) => `- ${shortCode(path)}: links to renamed headings`),
    ],
    message: `${title}: ${count(output.replaced, "place")} in ${count(total, "file")}.`,
    remarks,
    left: [
      ...left.outside.map(
        (page) => `- ${shortCode(page.path)}: outside the docs, ${count(page.count, "place")}`,
      ),
      ...left.settings.map((path) => `- ${shortCode(path)}: where no reader sees it`),
      ...notChanged.map((line) => `- ${shortCode(line)}`),
    ],
  };
}

const repairOutput = z.object({
  repaired: z.array(
    z.object({ path: z.string(), links: z.array(z.object({ old: z.string(), new: z.string() })) }),
  ),
  links: z.number(),
  left: z.array(z.string()),
  moreLeft: z.number(),
});

function repaired(result: ToolResult): Outcome {
  const output = outputOf(repairOutput, result);
  if (output === undefined) return nothing(faultOf(undefined));
  const open = output.left.length + output.moreLeft;
  const are = open === 1 ? "leads nowhere and has" : "lead nowhere and have";
  const remarks =
    open === 0
      ? []
      : [`${count(open, "link")} ${are} no one right target: ${listed(output.left, 3)}.`];
  const left = output.left.map((line) => `- ${shortCode(line)}`);
  if (output.links === 0)
    return nothing(open === 0 ? "I found no broken links." : "I changed no link.", remarks, left);
  return {
    title: output.links === 1 ? "Repair a broken link" : `Repair ${output.links} broken links`,
    changes: output.repaired.map(({ path, links }) => {
      const pairs = links.map((link) => `${shortCode(link.old)} → ${shortCode(link.new)}`);
      return `- ${shortCode(path)}: ${listed(pairs, 10)}`;
    }),
    message: `I repaired ${count(output.links, "broken link")} in ${count(output.repaired.length, "page")}.`,
    remarks,
    left,
  };
}

const filledOutput = z.object({
  changed: z.array(z.string()),
  moreChanged: z.number(),
  nothingToFill: z.array(z.string()),
  notChanged: z.array(z.string()),
});

function filled(title: string, result: ToolResult): Outcome {
  const output = outputOf(filledOutput, result);
  if (output === undefined) return nothing(`${title}: ${faultOf(undefined)}`);
  const { changed, nothingToFill, notChanged } = output;
  const remarks =
    nothingToFill.length === 0 ? [] : [`Nothing to take it from in ${listed(nothingToFill, 3)}.`];
  if (notChanged.length > 0)
    remarks.push(`${count(notChanged.length, "page")} could not be changed.`);
  const left = [...nothingToFill, ...notChanged].map((line) => `- ${shortCode(line)}`);
  if (changed.length === 0) return nothing(`${title}: every page has it already.`, remarks, left);
  const total = changed.length + output.moreChanged;
  return {
    title,
    changes: changed.map((path) => `- ${shortCode(path)}: front matter`),
    message: `${title}: done in ${total === 1 ? listed(changed, 1) : count(total, "page")}.`,
    remarks,
    left,
  };
}

const movedOutput = z.object({
  repaired: z.array(
    z.object({ path: z.string(), lines: z.array(z.union([z.number(), z.string()])).optional() }),
  ),
  moreRepaired: z.number().optional(),
  notRepaired: z.array(z.string()),
  stillNamed: z.array(z.string()).optional(),
  note: z.string().optional(),
});

function placesIn({ path, lines = [] }: { path: string; lines?: (number | string)[] | undefined }) {
  return isPageFile(path) ? lines.map((line) => `${path}:${line}`) : [];
}

type Moving = { title: string; call: PlannedTask["call"]; isMove: boolean };

function moved({ title, call, isMove }: Moving, result: ToolResult): Outcome {
  const output = outputOf(movedOutput, result);
  if (output === undefined) return nothing(`${title}: ${faultOf(undefined)}`);
  const path = String(isMove ? call.input.to : call.input.path);
  const open = [...output.notRepaired, ...(output.stillNamed ?? [])].map((line) =>
    line.replace(/(?<![\s,])[\s,]+$/, ""),
  );
  const naming = output.repaired.filter((file) => file.path !== path);
  const repairs = naming.length + (output.moreRepaired ?? 0);
  const remarks = open.length === 0 ? [] : [`To look at by hand: ${listed(open, 3)}.`];
  const unlinked = isMove || call.input.replacement !== undefined ? [] : naming.flatMap(placesIn);
  if (unlinked.length > 0)
    remarks.push(
      `Links to it are plain text now: read these sentences again at ${listed(unlinked, 5)}.`,
    );
  const address = output.note?.replace(/ Where these docs.*$/s, "");
  if (address !== undefined) remarks.unshift(address);
  return {
    title,
    changes: [
      `- ${shortCode(path)}: ${isMove ? `moved from ${shortCode(String(call.input.from))}` : "deleted"}`,
      ...naming.map(
        (file) => `- ${shortCode(file.path)}: ${isMove ? "links follow" : "links to it are gone"}`,
      ),
    ],
    message: `${title}: done, with ${count(repairs, "file")} that named it.`,
    remarks,
    left: open.map((line) => `- ${shortCode(line)}`),
  };
}
