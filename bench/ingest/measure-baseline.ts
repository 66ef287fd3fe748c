import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { peakMb, processorMs } from "../report/memory.ts";
import { answerParent } from "../report/run-child.ts";

export type BaselineMeasure = {
  seconds: number;
  cpuMs: number;
  peakMb: number;
  bytes: number;
};

answerParent(measureBaseline);

/** The least that any reader of the docs must do: read every file and parse its Markdown, nothing kept. */
async function measureBaseline({ root }: { root: string }): Promise<BaselineMeasure> {
  const markdown = new MarkdownIt();
  const [started, cpu] = [performance.now(), processorMs()];
  let bytes = 0;
  for (const entry of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".mdx")) continue;
    const text = readFileSync(join(root, entry), "utf8");
    bytes += text.length;
    markdown.parse(text, {});
  }
  const [seconds, cpuMs] = [(performance.now() - started) / 1000, processorMs() - cpu];
  return { seconds, cpuMs, peakMb: peakMb(), bytes };
}
