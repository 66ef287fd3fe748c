import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandList } from "../src/cli/command-list.ts";
import { commonFlags } from "../src/cli/parse-arguments.ts";
import { type Fault, reportFaults } from "./fault.ts";
import { listFiles } from "./list-files.ts";
import { readOwnPackages } from "./release/own-packages.ts";

const MARKDOWN = /^(?:README|CONTRIBUTING|SECURITY)\.md$|^(?:docs|packages)\/.*\.mdx?$/;
const OTHERS = /^(?:ci|deploy|\.github)\/.*|^web\/.*snippet[^/]*\.tsx?$|^Dockerfile$/;
const SHELL = /^(?:bash|sh|shell|console|yaml|dockerfile)\b/;

/** `docent` where a shell would run it, and all that follows. */
const COMMAND =
  /(?:^|\$ |npx (?:--?[\w-]+ )*|npm run |\.bin\/|\/bin\/|[A-Z_]+=\S* )docent(?:\.js)?"?((?: +(?:-- )?\S+)+)/;
const BETWEEN = /&&|\||;|\s[>#]\s/;
const QUOTED = /"[^"]* [^"]*"|'[^']* [^']*'/g;
/** A name with a scope like ours, and what npm is told to fetch. */
const SCOPED = /@docent[\w-]*\/[\w-]+/g;
const FETCHED =
  /\b(?:npx|npm (?:i|install|exec))(?: +-{1,2}[\w-]+(?:=\S+)?)* +(@?[\w-]+(?:\/[\w-]+)?)(?=[\s@`"]|$)/g;
const SCRIPT = /\bnpm run ([\w:-]+)/g;

/** Commands, flags, scripts and packages that texts teach and that are not there. */
export async function checkSnippets(root: string): Promise<Fault[]> {
  const known = await readKnown(root);
  const files = listFiles(root).filter((file) => MARKDOWN.test(file) || OTHERS.test(file));
  return files.flatMap((file) =>
    shownLines(file, readFileSync(join(root, file), "utf8")).flatMap(({ text, line, isShell }) =>
      [...nameFaults(text, known), ...(isShell ? commandFaults(text, known) : [])].map(
        (reason) => ({ file, line, reason }),
      ),
    ),
  );
}

type Known = { commands: Map<string, Set<string>>; packages: Set<string>; scripts: Set<string> };

async function readKnown(root: string): Promise<Known> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commands = new Map<string, Set<string>>();
  for (const { name, load } of commandList) {
    const { flags } = await load();
    commands.set(name, new Set(Object.keys({ ...flags, ...commonFlags })));
  }
  const packages = readOwnPackages(root).map(({ manifest }) => manifest.name);
  return { commands, packages: new Set(packages), scripts: new Set(Object.keys(scripts)) };
}

type Shown = { text: string; line: number; isShell: boolean };

/** The lines of a text. In Markdown the shell's are those of its blocks, and code in a line. */
function shownLines(file: string, source: string): Shown[] {
  const whole = source.replaceAll(/\\\n/g, " \u0000");
  let line = 0;
  let block: string | undefined;
  return whole.split("\n").flatMap((text) => {
    line += 1;
    const at = line;
    line += text.split("\u0000").length - 1;
    const shown = text.replaceAll("\u0000", "").trim();
    if (!MARKDOWN.test(file)) return [{ text: shown, line: at, isShell: true }];
    const fence = /^`{3,}(.*)/.exec(shown);
    if (fence) block = block === undefined ? fence[1] : undefined;
    if (block !== undefined) return [{ text: shown, line: at, isShell: SHELL.test(block) }];
    const spans = [...shown.matchAll(/`((?:npx )?docent [^`]+)`/g)];
    return [
      { text: shown, line: at, isShell: false },
      ...spans.map(([, span = ""]) => ({ text: span, line: at, isShell: true })),
    ];
  });
}

function nameFaults(text: string, { packages, scripts }: Known): string[] {
  const fetched = [...text.matchAll(FETCHED)].map(([, name = ""]) => name);
  const named = [
    ...fetched.filter((name) => name.includes("docent")),
    ...(text.match(SCOPED) ?? []),
  ];
  const strangers = [...new Set(named)].filter((name) => name !== "docent" && !packages.has(name));
  const missing = [...text.matchAll(SCRIPT)].filter(([, name = ""]) => !scripts.has(name));
  return [
    ...strangers.map((name) => `${name} is none of our packages`),
    ...missing.map(([, name]) => `there is no npm script ${name}`),
  ];
}

function commandFaults(text: string, { commands }: Known): string[] {
  const pieces = text.replaceAll(QUOTED, "…").split(BETWEEN);
  return pieces.flatMap((piece) => {
    const rest = COMMAND.exec(piece.trim())?.[1]?.trim().replace(/^-- /, "");
    const words = (rest ?? "help").split(/ +/).map(bare);
    const [first = "", second = ""] = words;
    // `docent listening on …` is what a server says, and a path follows where the file is copied or linked.
    if (/^[-/A-Z…$]|^(?:help|version|listening)$/.test(first)) return [];
    const name = [`${first} ${second}`, first].find((one) => commands.has(one));
    if (name === undefined) {
      const isGroup = [...commands.keys()].some((one) => one.startsWith(`${first} `));
      const isWhole = isGroup && (second === "" || second === "--help");
      return isWhole ? [] : [`there is no command "docent ${`${first} ${second}`.trim()}"`];
    }
    const flags = words.flatMap((word) => /^--([a-z][a-z-]*)/.exec(word)?.[1] ?? []);
    return flags
      .filter((flag) => !commands.get(name)?.has(flag))
      .map((flag) => `"docent ${name}" has no --${flag}`);
  });
}

function bare(word: string): string {
  return word.replaceAll(/[[\]"'`,).]+$|^["'`[(]+/g, "");
}

if (import.meta.main) reportFaults(await checkSnippets(join(import.meta.dirname, "..")));
