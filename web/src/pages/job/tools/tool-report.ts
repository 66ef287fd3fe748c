import { count, number, shorten } from "../../../format.ts";
import type { ToolItem } from "../job-view.ts";
import { isRecord } from "./summarise-tool.ts";

export type ToolReport = {
  /** A few words beside the call. */
  note: string;
  tone: "good" | "bad" | "soft";
  lists: ReportList[];
  /** What the lists do not say of the output. */
  rest: unknown;
};
export type ReportList = { title: string; lines: string[] };

type Ended = Pick<ToolItem, "name" | "output" | "state">;
type Output = Record<string, unknown>;

/** What a call came to, where words say it better than its plain output. */
export function toolReport({ name, output, state }: Ended): ToolReport | undefined {
  if (state === "failed") return name === "finish" ? sentBackReport(output) : undefined;
  if (state !== "done" || !isRecord(output)) return undefined;
  if (name === "check") return checkReport(output);
  if (name === "move_file" || name === "delete_file") return repairReport(output);
  return name === "read_file" ? readReport(output) : undefined;
}

const mostLines = 100;
const longestLine = 500;

/** The checks answer a finish with a sentence, one "- path:line message" for each finding, and advice. */
function sentBackReport(output: unknown): ToolReport | undefined {
  if (typeof output !== "string") return undefined;
  const lines = output.split("\n");
  const findings = lines.filter(isFinding).map((line) => line.slice(2));
  if (findings.length === 0) return undefined;
  const unlisted = /^and (\d{1,9}) more; /.exec(findings.at(-1) ?? "");
  const amount = findings.length + (unlisted ? Number(unlisted[1]) - 1 : 0);
  return {
    note: `sent back, ${count(amount, "finding")}`,
    tone: "bad",
    lists: listOf("What the checks found", findings, 0),
    rest: lines.filter((line) => !isFinding(line)).join("\n"),
  };
}

function isFinding(line: string): boolean {
  return line.startsWith("- ");
}

function checkReport({ passed, broken, more, ...rest }: Output): ToolReport | undefined {
  if (passed === true) return { note: "nothing is broken", tone: "good", lists: [], rest };
  const findings = linesOf(broken);
  const unlisted = amountOf(more);
  if (findings.length === 0) return undefined;
  return {
    note: count(findings.length + unlisted, "finding"),
    tone: "bad",
    lists: listOf("Broken", findings, unlisted),
    rest,
  };
}

function repairReport(output: Output): ToolReport | undefined {
  const { repaired, moreRepaired, notRepaired, moreNotRepaired, stillNamed, ...rest } = output;
  if (!Array.isArray(repaired)) return undefined;
  const files = withoutCut(repaired);
  const unlistedFiles = files.cut + amountOf(moreRepaired);
  const left = linesOf(notRepaired);
  const unlistedLeft = amountOf(moreNotRepaired);
  const named = linesOf(stillNamed);
  const notes = [
    `${count(files.items.length + unlistedFiles, "file")} repaired`,
    ...(left.length > 0 ? [`${number(left.length + unlistedLeft)} not repaired`] : []),
    ...(named.length > 0 ? [`${named.length} still named`] : []),
  ];
  return {
    note: notes.join(", "),
    tone: "soft",
    lists: [
      ...listOf("Not repaired", left, unlistedLeft),
      ...listOf("Still named", named, 0),
      ...listOf("Repaired", files.items.map(fileLine), unlistedFiles),
    ],
    rest,
  };
}

function readReport(output: Output): ToolReport | undefined {
  const { nextLine } = output;
  if (typeof nextLine !== "number") return undefined;
  return { note: `goes on at line ${nextLine}`, tone: "soft", lists: [], rest: output };
}

/** The stream cuts long lists and ends them with how many it left out. */
function withoutCut(items: unknown[]): { items: unknown[]; cut: number } {
  const last = items.at(-1);
  const cut = typeof last === "string" ? /^… (\d{1,9}) more$/.exec(last) : null;
  return cut ? { items: items.slice(0, -1), cut: Number(cut[1]) } : { items, cut: 0 };
}

function fileLine(file: unknown): string {
  if (!isRecord(file) || typeof file.path !== "string") return "…";
  const lines = Array.isArray(file.lines) ? file.lines : [];
  return lines.length === 0 ? file.path : `${file.path}:${lines.join(", ")}`;
}

function linesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === "string") : [];
}

function amountOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function listOf(title: string, lines: string[], unlisted: number): ReportList[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, mostLines).map((line) => shorten(line, longestLine));
  const left = lines.length - shown.length + unlisted;
  return [{ title, lines: left > 0 ? [...shown, `and ${number(left)} more`] : shown }];
}
