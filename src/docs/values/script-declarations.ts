import type { ScriptTokens } from "./script-tokens.ts";

type Binding =
  | { kind: "value"; at: number }
  | { kind: "import"; from: string; name: string; at: number };

/** What the statements of a file or of a function body name, and where each value begins. */
export type Declarations = {
  bindings: Map<string, Binding>;
  /** `export default`, `module.exports =` and `export { a as b }`, by exported name. */
  exports: Map<string, Binding>;
  returned: number | undefined;
};

const maxImportTokens = 600;

export function readDeclarations(script: ScriptTokens, from: number, to: number): Declarations {
  const found: Declarations = { bindings: new Map(), exports: new Map(), returned: undefined };
  const end = Math.min(to, script.tokens.length);
  for (let at = from; at < end; at += 1) {
    readStatement(script, at, found);
    const close = script.closing.get(at);
    if (close !== undefined) at = close;
  }
  return found;
}

function readStatement(script: ScriptTokens, at: number, found: Declarations): void {
  const token = script.tokens[at];
  if (token?.kind === "name" && token.text === "module") readCommonExport(script, at, found);
  if (token?.kind !== "keyword") return;
  if (token.text === "const") readConstant(script, at, found);
  if (token.text === "function") readNamedFunction(script, at, found);
  if (token.text === "return") found.returned ??= at + 1;
  if (token.text === "import") readImport(script, at, found);
  if (token.text === "export") readExport(script, at, found);
}

function readCommonExport(script: ScriptTokens, at: number, found: Declarations): void {
  const words = script.tokens.slice(at + 1, at + 4).map(({ text }) => text);
  if (words.join(" ") !== ". exports =") return;
  found.exports.set("default", { kind: "value", at: at + 4 });
}

function readConstant(script: ScriptTokens, at: number, found: Declarations): void {
  const name = script.tokens[at + 1];
  if (name?.kind !== "name") return;
  const hasType = script.tokens[at + 2]?.text === ":";
  const equals = hasType ? skipType(script, at + 3) : at + 2;
  if (script.tokens[equals]?.text !== "=") return;
  found.bindings.set(name.text, { kind: "value", at: equals + 1 });
}

function readNamedFunction(script: ScriptTokens, at: number, found: Declarations): void {
  const name = script.tokens[at + 1];
  if (name?.kind === "name") found.bindings.set(name.text, { kind: "value", at });
}

function readImport(script: ScriptTokens, at: number, found: Declarations): void {
  const next = script.tokens[at + 1];
  if (next === undefined || next.text === "(" || next.text === "." || next.text === "type") return;
  const source = findSource(script, at + 1);
  if (source === undefined) return;
  const from = script.tokens[source]?.text ?? "";
  let index = at + 1;
  if (next.kind === "name") {
    found.bindings.set(next.text, { kind: "import", from, name: "default", at });
    index += 2;
  }
  if (script.tokens[index]?.text === "*") {
    const name = script.tokens[index + 2]?.text ?? "";
    found.bindings.set(name, { kind: "import", from, name: "*", at });
    return;
  }
  for (const { local, other } of namesInBraces(script, index)) {
    found.bindings.set(other, { kind: "import", from, name: local, at });
  }
}

function readExport(script: ScriptTokens, at: number, found: Declarations): void {
  const next = script.tokens[at + 1];
  if (next?.text === "default" || next?.text === "=") {
    found.exports.set("default", { kind: "value", at: at + 2 });
    return;
  }
  const close = script.closing.get(at + 1);
  if (next?.text !== "{" || close === undefined) return;
  const source = script.tokens[close + 1]?.text === "from" ? script.tokens[close + 2] : undefined;
  for (const { local, other, at: place } of namesInBraces(script, at + 1)) {
    const from = source?.text ?? "";
    found.exports.set(
      other,
      source === undefined
        ? { kind: "value", at: place }
        : { kind: "import", from, name: local, at: place },
    );
  }
}

function findSource(script: ScriptTokens, at: number): number | undefined {
  for (let index = at; index < at + maxImportTokens; index += 1) {
    const token = script.tokens[index];
    if (token === undefined || token.text === ";" || token.text === "=") return undefined;
    if (token.kind === "string") return index;
  }
  return undefined;
}

type NamePair = { local: string; other: string; at: number };

/** `{ a, b as c, type T }`: the names as they are here and as they are on the other side. */
function namesInBraces(script: ScriptTokens, at: number): NamePair[] {
  const close = Math.min(script.closing.get(at) ?? 0, at + maxImportTokens);
  const pairs: NamePair[] = [];
  for (let index = at + 1; index < close; index += 1) {
    const token = script.tokens[index];
    if (token === undefined || token.kind === "mark") continue;
    const isRenamed = script.tokens[index + 1]?.text === "as";
    const other = isRenamed ? (script.tokens[index + 2]?.text ?? "") : token.text;
    pairs.push({ local: token.text, other, at: index });
    if (isRenamed) index += 2;
  }
  return pairs;
}

const prefixes = new Set(["keyof", "typeof", "readonly", "unique", "infer", "asserts"]);
const joints = new Set([".", "|", "&", "=>"]);

/**
 * The index after the type that begins at `at`: enough of TypeScript's types to step over them. The type an arrow
 * function returns ends before its arrow.
 */
export function skipType(script: ScriptTokens, at: number, end?: "before arrow"): number {
  let index = at;
  let needsOperand = true;
  for (;;) {
    const token = script.tokens[index];
    if (token === undefined) return index;
    if (end !== undefined && token.kind === "mark" && token.text === "=>") return index;
    if (token.kind === "mark" && joints.has(token.text)) {
      needsOperand = true;
      index += 1;
      continue;
    }
    if (token.kind === "mark" && token.text === "<") {
      index = skipAngles(script, index);
      needsOperand = false;
      continue;
    }
    const close = script.closing.get(index);
    if (close !== undefined) {
      if (!needsOperand && token.text !== "[") return index;
      index = close + 1;
      needsOperand = token.text === "(" && script.tokens[index]?.text === "=>";
      continue;
    }
    if (token.kind === "mark" || !needsOperand) return index;
    needsOperand = prefixes.has(token.text);
    index += 1;
  }
}

/** The index after the `>` that closes the `<` at `at`. */
export function skipAngles(script: ScriptTokens, at: number): number {
  let open = 0;
  for (let index = at; index < script.tokens.length; index += 1) {
    const token = script.tokens[index];
    if (token?.kind !== "mark") continue;
    if (token.text === "<") open += 1;
    if (/^>{1,3}$/.test(token.text)) open -= token.text.length;
    if (open <= 0) return index + 1;
    if (token.text === ";" || token.text === ")") return index;
    const close = script.closing.get(index);
    if (close !== undefined) index = close;
  }
  return script.tokens.length;
}
