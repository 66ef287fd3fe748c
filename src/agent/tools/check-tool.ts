import { z } from "zod";
import { defineTool } from "./tool.ts";

const mostFindings = 50;
const longestFinding = 500;

export const checkTool = defineTool({
  name: "check",
  description:
    "Checks everything you have changed so far, as it will be checked before the change is proposed: pages and front matter, links, anchors and images, the navigation, code fences. Only what your changes broke is listed, up to 50 findings as path:line message. Use it before finish and after larger edits, repair what it lists, and check again.",
  input: z.object({}),
  async run({ check: runChecks }) {
    const { broken } = await runChecks();
    if (broken.length === 0) return { output: { passed: true, message: "Nothing is broken." } };
    const findings = broken
      .slice(0, mostFindings)
      .map(({ path, line, message }) => `${path}:${line} ${message}`.slice(0, longestFinding));
    const more = broken.length - findings.length;
    return { output: { passed: false, broken: findings, ...(more > 0 && { more }) } };
  },
});
