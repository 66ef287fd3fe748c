import { terms } from "../src/text/terms.ts";

/** Files in memory and what was done to them. */
export type MemoryDocs = {
  files: Map<string, string>;
  /** What `finish` was called with. */
  end: { title: string; summary: string; messageToUser: string } | undefined;
  /** Every todo list that was handed over, as "status content" lines. */
  todos: string[][];
  /** Paths that were written or edited, in order. */
  written: string[];
};

export type MemoryLimits = { maxFiles?: number; maxMatches?: number; maxLines?: number };

type Input = Record<string, unknown>;

export function openMemoryDocs(files: Record<string, string>): MemoryDocs {
  return { files: new Map(Object.entries(files)), end: undefined, todos: [], written: [] };
}

/** The editing tools on files in memory; a failure is thrown. */
export function callMemoryTool(
  run: MemoryDocs,
  call: { name: string; input: Input },
  options: MemoryLimits = {},
): unknown {
  const { name, input } = call;
  const path = String(input.path ?? "");
  switch (name) {
    case "list_files":
      return listFiles(run.files, String(input.folder ?? ""), options.maxFiles ?? 5000);
    case "read_file":
      return readFile(
        textOf(run, path),
        path,
        Number(input.startLine ?? 1),
        options.maxLines ?? 2000,
      );
    case "search_text":
      return searchText(run.files, input, options.maxMatches ?? 500);
    case "search_docs":
      return { passages: searchDocs(run.files, String(input.query), Number(input.limit ?? 5)) };
    case "write_file":
      run.written.push(path);
      run.files.set(path, String(input.content));
      return { path, created: true };
    case "edit_file":
      run.files.set(path, edited(textOf(run, path), String(input.old), String(input.new)));
      run.written.push(path);
      return { path };
    case "set_todos":
      run.todos.push(todoLines(input.todos));
      return { count: run.todos.at(-1)?.length };
    case "finish":
      run.end = endOf(input);
      return {};
    default:
      throw new Error(`There is no tool ${name}.`);
  }
}

function endOf(input: Input): MemoryDocs["end"] {
  const text = (key: string) => String(input[key] ?? "");
  return { title: text("title"), summary: text("summary"), messageToUser: text("messageToUser") };
}

function todoLines(todos: unknown): string[] {
  if (!Array.isArray(todos)) return [];
  return todos.map((todo: Input) => `${todo.status} ${todo.content}`);
}

function textOf(run: MemoryDocs, path: string): string {
  const text = run.files.get(path);
  if (text === undefined) throw new Error(`There is no file ${path}.`);
  return text;
}

function listFiles(files: Map<string, string>, folder: string, most: number) {
  const all = [...files.keys()]
    .filter((path) => folder === "" || path.startsWith(`${folder}/`))
    .sort();
  return { files: all.slice(0, most), truncated: all.length > most };
}

function readFile(text: string, path: string, startLine: number, maxLines: number) {
  const lines = text.split("\n");
  const taken = lines.slice(startLine - 1, startLine - 1 + maxLines);
  const endLine = startLine + taken.length - 1;
  return { path, startLine, endLine, totalLines: lines.length, content: taken.join("\n") };
}

function searchText(files: Map<string, string>, input: Input, most: number) {
  const query = String(input.query);
  const fold = (text: string) => (input.caseSensitive === true ? text : text.toLowerCase());
  const { files: paths } = listFiles(files, String(input.folder ?? ""), Number.POSITIVE_INFINITY);
  const matches = paths.flatMap((path) =>
    (files.get(path) ?? "")
      .split("\n")
      .flatMap((text, index) =>
        fold(text).includes(fold(query)) ? [{ path, line: index + 1, text }] : [],
      ),
  );
  return { matches: matches.slice(0, most), truncated: matches.length > most };
}

/** Passages are what stands between two headings; those that share most words with the query come first. */
function searchDocs(files: Map<string, string>, query: string, limit: number) {
  const wanted = new Set(terms(query));
  const passages = [...files].flatMap(([path, text]) => {
    if (!/\.mdx?$/.test(path)) return [];
    const title = /^title: "?([^"\n]*)"?$/m.exec(text)?.[1] ?? path;
    return text.split(/^(?=## )/m).map((content) => {
      const heading = /^## (.*)/.exec(content)?.[1] ?? "";
      const body = content.replace(/^---\n[\s\S]*?\n---\n/, "");
      const score = terms(`${title} ${body}`).filter((term) => wanted.has(term)).length;
      return { path, title, heading, startLine: 1, endLine: 1, content: body, score };
    });
  });
  return passages
    .filter((own) => own.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

function edited(text: string, old: string, next: string): string {
  const parts = text.split(old);
  if (old === "" || parts.length !== 2) throw new Error("The old text must occur exactly once.");
  return parts.join(next);
}
