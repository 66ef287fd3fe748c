import { type ESTree, parseSync, Visitor } from "vite";

export type Import = { specifier: string; line: number };
export type Imports = { imports: Import[]; isBarrel: boolean };

/** Everything a TypeScript file imports, types included; throws when the file does not parse. */
export function readImports(file: string, source: string): Imports {
  const parsed = parseSync(file, source);
  const error = parsed.errors[0];
  if (error !== undefined) throw new Error(error.message);
  if (!saysMore.test(source)) {
    const requests = parsed.module.staticImports.map(({ moduleRequest }) => moduleRequest);
    const found = requests.map(({ value, start }) => ({ specifier: value, offset: start }));
    return { imports: found.map((item) => withLine(item, source)), isBarrel: false };
  }
  const { program } = parsed;
  const found: { specifier: string; offset: number }[] = [];
  const add = (node: { source: unknown }) => {
    const literal = node.source;
    if (isTextLiteral(literal)) found.push({ specifier: literal.value, offset: literal.start });
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return { imports: found.map((item) => withLine(item, source)), isBarrel: isBarrel(program) };
}

/** Import expressions, import types and exports of others: only then the tree is built, which takes far longer than to parse. */
const saysMore = /\bimport\s*\(|\bexport\s*(?:type\s*)?[{*]/;

function isTextLiteral(node: unknown): node is { value: string; start: number } {
  if (typeof node !== "object" || node === null) return false;
  return "value" in node && typeof node.value === "string" && "start" in node;
}

function withLine(found: { specifier: string; offset: number }, source: string): Import {
  const line = source.slice(0, found.offset).split("\n").length;
  return { specifier: found.specifier, line };
}

/** True when a file holds nothing of its own and only passes on what others export. */
function isBarrel(program: ESTree.Program): boolean {
  const exports = program.body.filter((statement) => isReExport(statement));
  const others = program.body.filter((statement) => !isReExport(statement));
  return exports.length > 0 && others.every((other) => other.type === "ImportDeclaration");
}

function isReExport(statement: ESTree.Program["body"][number]): boolean {
  if (statement.type === "ExportAllDeclaration") return true;
  return statement.type === "ExportNamedDeclaration" && statement.declaration === null;
}
