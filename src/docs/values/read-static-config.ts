import { posix } from "node:path";
import { valueOfData } from "./read-data.ts";
import {
  type Declarations,
  readDeclarations,
  skipAngles,
  skipType,
} from "./script-declarations.ts";
import { readScriptTokens, type ScriptToken, type ScriptTokens } from "./script-tokens.ts";
import {
  type Computed,
  isCall,
  isComputed,
  isText,
  type StaticValue,
  type Text,
  textOf,
} from "./static-value.ts";

const maxLength = 1_000_000;
const maxNodes = 100_000;
const maxDepth = 60;
const maxTextLength = 20_000;

/** The default export of a script, or a JSON file's value. Nothing is executed; faults become `computed`. */
export function readStaticConfig(
  text: string,
  fileName: string,
  files: ReadonlyMap<string, string> = new Map(),
): StaticValue {
  if (text.length > maxLength) return { kind: "computed", path: fileName, line: 1 };
  if (fileName.endsWith(".json")) return valueOfData(text, fileName);
  const workspace = {
    files: new Map([...files, [fileName, text]]),
    modules: new Map(),
    budget: { nodesLeft: maxNodes, depth: 0 },
  };
  return readModule(workspace, fileName).exported("default");
}

type ScriptModule = { exported(name: string): StaticValue };
/** The files a configuration may import from, and what was read of them. */
type Workspace = {
  files: ReadonlyMap<string, string>;
  modules: Map<string, ScriptModule>;
  budget: Budget;
};

const endings = ["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

function readModule(workspace: Workspace, path: string): ScriptModule {
  const read = workspace.modules.get(path) ?? parseModule(workspace, path);
  workspace.modules.set(path, read);
  return read;
}

function parseModule(workspace: Workspace, path: string): ScriptModule {
  const text = workspace.files.get(path) ?? "";
  if (path.endsWith(".json")) {
    const value = valueOfData(text, path);
    return { exported: () => value };
  }
  const script = readScriptTokens(text);
  const declarations = readDeclarations(script, 0, script.tokens.length);
  const load = (target: string, name: string, at: number) => {
    const found = findFile(workspace, posix.join(posix.dirname(path), target), target);
    if (found === undefined || workspace.budget.depth > maxDepth) {
      return computedAt({ path, script }, at);
    }
    workspace.budget.depth += 1;
    const value = readModule(workspace, found).exported(name);
    workspace.budget.depth -= 1;
    return value;
  };
  const { budget } = workspace;
  const hidden = new Set<string>();
  const scope = createScope({ path, script, budget, load, declarations, hidden, outer: undefined });
  return {
    exported(name) {
      const binding = declarations.exports.get(name);
      if (binding?.kind === "value") return evaluate(scope, binding.at);
      if (binding?.kind === "import") return load(binding.from, binding.name, binding.at);
      if (name === "*") return namespaceOf(declarations.bindings.keys(), scope.lookup);
      return scope.lookup(name, 0);
    },
  };
}

function findFile(workspace: Workspace, path: string, target: string): string | undefined {
  if (!target.startsWith(".")) return undefined;
  const script = path.replace(/\.(m?)js$/, ".$1ts");
  const names = [...endings.map((ending) => path + ending), script];
  return names.find((name) => workspace.files.has(name));
}

function namespaceOf(
  names: Iterable<string>,
  lookup: (name: string, at: number) => StaticValue,
): StaticValue {
  return new Map([...names].map((name) => [name, lookup(name, 0)] as const));
}

/** What is left for one configuration and everything it imports. */
type Budget = { nodesLeft: number; depth: number };

/** The names that code can see. */
type Scope = {
  path: string;
  script: ScriptTokens;
  budget: Budget;
  /** The value of a constant, function or import; `computed` for any other name. */
  lookup(name: string, at: number): StaticValue;
  /** The default export of another of the given files. */
  load(target: string, name: string, at: number): StaticValue;
};

function computedAt(scope: Pick<Scope, "path" | "script">, at: number): Computed {
  return { kind: "computed", path: scope.path, line: scope.script.lineAt(at) };
}

function textAt({ path, script }: Scope, at: number, value: string): Text {
  return { kind: "text", value, path, line: script.lineAt(at) };
}

type ScopeParts = Pick<Scope, "path" | "script" | "budget" | "load"> & {
  declarations: Declarations;
  /** Parameters, whose values nobody knows. */
  hidden: ReadonlySet<string>;
  outer: Scope | undefined;
};

type Known = { value: StaticValue; nodes: number };

function createScope(parts: ScopeParts): Scope {
  const known = new Map<string, Known>();
  const scope: Scope = {
    path: parts.path,
    script: parts.script,
    budget: parts.budget,
    load: parts.load,
    lookup(name, at) {
      if (parts.hidden.has(name)) return computedAt(scope, at);
      const held = known.get(name);
      if (held !== undefined) return use(parts.budget, held, computedAt(scope, at));
      const binding = parts.declarations.bindings.get(name);
      if (binding === undefined) return parts.outer?.lookup(name, at) ?? computedAt(scope, at);
      known.set(name, { value: computedAt(scope, at), nodes: 1 });
      const before = parts.budget.nodesLeft;
      const read =
        binding.kind === "value"
          ? evaluate(scope, binding.at)
          : parts.load(binding.from, binding.name, at);
      const value = isEmpty(read) ? computedAt(scope, binding.at) : read;
      known.set(name, { value, nodes: before - parts.budget.nodesLeft });
      return value;
    },
  };
  return scope;
}

/** A value that is named again counts again, so that what a reader walks through stays within the budget. */
function use(budget: Budget, held: Known, refusal: Computed): StaticValue {
  budget.nodesLeft -= held.nodes;
  return budget.nodesLeft < 0 ? refusal : held.value;
}

/** `const items = []` is there to be filled by code. */
function isEmpty(value: StaticValue): boolean {
  return (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0);
}

const ends = new Set([",", ";", ")", "]", "}", ":"]);

/** The value of the expression that begins at a token. Only literals and names of them count; the rest is `computed`. */
function evaluate(scope: Scope, at: number): StaticValue {
  return readExpression({ scope, at });
}

type Cursor = { scope: Scope; at: number };

function readExpression(cursor: Cursor): StaticValue {
  const { budget } = cursor.scope;
  const start = cursor.at;
  budget.nodesLeft -= 1;
  if (budget.nodesLeft < 0 || budget.depth >= maxDepth) return computedAt(cursor.scope, start);
  budget.depth += 1;
  const value = readOperators(cursor, readOperand(cursor), start);
  budget.depth -= 1;
  return value;
}

function readOperators(cursor: Cursor, first: StaticValue, start: number): StaticValue {
  let value = first;
  for (;;) {
    const token = peek(cursor);
    const isWord = token?.kind === "name" && (token.text === "as" || token.text === "satisfies");
    if (isWord) cursor.at = skipType(cursor.scope.script, cursor.at + 1);
    if (isWord) continue;
    if (token?.kind !== "mark" || ends.has(token.text)) return value;
    cursor.at += 1;
    if (token.text === "!") continue;
    if (token.text === "||" || token.text === "??") {
      const other = readExpression(cursor);
      return isComputed(value) || value === undefined || value === null ? other : value;
    }
    if (token.text !== "+") return computedAt(cursor.scope, start);
    value = concatenated(cursor.scope, start, [value, readOperand(cursor)]);
  }
}

function readOperand(cursor: Cursor): StaticValue {
  while (isToken(peek(cursor), "await") || startsAsync(cursor)) cursor.at += 1;
  const { scope, at: start } = cursor;
  const token = peek(cursor);
  if (token === undefined) return computedAt(scope, start);
  if (token.kind === "name") return readNamed(cursor, token.text);
  if (token.kind === "mark") return readMarked(cursor, token.text);
  if (token.kind === "keyword" && token.text === "function") return readFunction(cursor);
  cursor.at += 1;
  if (token.kind === "string") return readPostfix(cursor, textAt(scope, start, token.text), "");
  if (token.kind === "number") return Number(token.text);
  if (token.text === "null") return null;
  if (token.text === "true" || token.text === "false") return token.text === "true";
  return computedAt(scope, start);
}

function startsAsync(cursor: Cursor): boolean {
  const next = cursor.scope.script.tokens[cursor.at + 1];
  const isFunction = next?.kind === "name" || isToken(next, "(") || isToken(next, "function");
  return isFunction && isToken(peek(cursor), "async");
}

function readMarked(cursor: Cursor, mark: string): StaticValue {
  if (mark === "[") return readPostfix(cursor, readList(cursor), "");
  if (mark === "{") return readPostfix(cursor, readRecord(cursor), "");
  if (mark === "`") return readPostfix(cursor, readTemplate(cursor), "");
  if (mark === "(") return readParenthesis(cursor);
  const next = cursor.scope.script.tokens[cursor.at + 1];
  if (mark !== "-" || next?.kind !== "number") return computedAt(cursor.scope, cursor.at);
  cursor.at += 2;
  return -Number(next.text);
}

function readNamed(cursor: Cursor, name: string): StaticValue {
  const { scope, at } = cursor;
  const next = scope.script.tokens[at + 1];
  if (next?.text === "=>" && next.kind === "mark") return readArrow(cursor, at, at + 1);
  cursor.at += 1;
  if (name === "undefined") return undefined;
  if (name === "__dirname") return textAt(scope, at, ".");
  return readPostfix(cursor, scope.lookup(name, at), name);
}

/** `.name`, `(…)` and `[…]` after a value. */
function readPostfix(cursor: Cursor, value: StaticValue, name: string): StaticValue {
  const chain: Chain = { value, name, start: cursor.at };
  while (readLink(cursor, chain));
  return chain.value;
}

/** `name` is what a call in the chain would be a call of, such as `path.join`. */
type Chain = { value: StaticValue; name: string; start: number };

function readLink(cursor: Cursor, chain: Chain): boolean {
  const { script } = cursor.scope;
  const unknown = computedAt(cursor.scope, chain.start);
  const token = peek(cursor);
  if (token?.kind !== "mark") return false;
  if (token.text === "." || token.text === "?.") {
    const key = script.tokens[cursor.at + 1]?.text ?? "";
    chain.value = chain.value instanceof Map ? chain.value.get(key) : unknown;
    chain.name = chain.name.length > 100 ? "" : `${chain.name}.${key}`;
    cursor.at += 2;
    return true;
  }
  if (token.text === "(") {
    const { value: callee, name, start: at } = chain;
    chain.value = callValue({ scope: cursor.scope, callee, name, values: readList(cursor), at });
    chain.name = "";
    return true;
  }
  if (token.text === "[" || token.text === "`") {
    cursor.at = (script.closing.get(cursor.at) ?? cursor.at) + 1;
    chain.value = unknown;
    return true;
  }
  const after = token.text === "<" && chain.name !== "" ? skipAngles(script, cursor.at) : 0;
  if (!isToken(script.tokens[after], "(")) return false;
  cursor.at = after;
  return after > 0;
}

/** The items between brackets or parentheses. */
function readList(cursor: Cursor): StaticValue[] {
  const { scope } = cursor;
  const close = closeOf(cursor);
  const items: StaticValue[] = [];
  for (cursor.at += 1; cursor.at < close; ) {
    const isSpread = isToken(peek(cursor), "...");
    if (isSpread) cursor.at += 1;
    const value = settle(cursor, close, readExpression(cursor));
    if (isSpread && Array.isArray(value)) for (const item of value) items.push(item);
    else items.push(isSpread ? computedAt(scope, cursor.at - 1) : value);
    if (scope.budget.nodesLeft < 0) break;
  }
  cursor.at = close + 1;
  return items;
}

function readRecord(cursor: Cursor): StaticValue {
  const { scope } = cursor;
  const close = closeOf(cursor);
  const record = new Map<string, StaticValue>();
  for (cursor.at += 1; cursor.at < close; ) {
    const start = cursor.at;
    if (isToken(peek(cursor), "...")) {
      cursor.at += 1;
      const value = settle(cursor, close, readExpression(cursor));
      if (value instanceof Map) for (const [key, held] of value) record.set(key, held);
      else record.set("...", computedAt(scope, start));
      continue;
    }
    const key = readKey(cursor);
    record.set(key, settle(cursor, close, readMember(cursor, key, start)));
    if (scope.budget.nodesLeft < 0) break;
  }
  cursor.at = close + 1;
  return record;
}

function readKey(cursor: Cursor): string {
  const token = peek(cursor);
  if (token?.text === "[" && token.kind === "mark") {
    const close = closeOf(cursor);
    cursor.at += 1;
    const key = readExpression(cursor);
    cursor.at = close + 1;
    return textOf(key) ?? "...";
  }
  cursor.at += 1;
  return token?.text ?? "";
}

function readMember(cursor: Cursor, key: string, start: number): StaticValue {
  const { scope } = cursor;
  const token = peek(cursor);
  if (isToken(token, ":")) {
    cursor.at += 1;
    return readExpression(cursor);
  }
  const isShorthand = isToken(token, ",") || isToken(token, "}");
  scope.budget.nodesLeft -= 1;
  return isShorthand ? scope.lookup(key, start) : computedAt(scope, start);
}

/** Goes on to the next item. What is left of this one means that it was not understood. */
function settle(cursor: Cursor, close: number, value: StaticValue): StaticValue {
  const start = cursor.at;
  while (cursor.at < close && !isToken(peek(cursor), ",")) {
    cursor.at = (cursor.scope.script.closing.get(cursor.at) ?? cursor.at) + 1;
  }
  const isWhole = cursor.at === start || start >= close;
  cursor.at = Math.min(cursor.at, close) + 1;
  return isWhole ? value : computedAt(cursor.scope, start);
}

function readTemplate(cursor: Cursor): StaticValue {
  const { scope, at: start } = cursor;
  const parts: StaticValue[] = [];
  for (cursor.at += 1; ; ) {
    const token = peek(cursor);
    if (token === undefined || isToken(token, "`")) break;
    if (token.kind === "template") {
      parts.push(textAt(scope, cursor.at, token.text));
      cursor.at += 1;
      continue;
    }
    const close = closeOf(cursor);
    cursor.at += 1;
    parts.push(readExpression(cursor));
    cursor.at = close + 1;
  }
  cursor.at += 1;
  return concatenated(scope, start, parts);
}

function readParenthesis(cursor: Cursor): StaticValue {
  const { script } = cursor.scope;
  const open = cursor.at;
  const close = closeOf(cursor);
  const isTyped = isToken(script.tokens[close + 1], ":");
  const arrow = isTyped ? skipType(script, close + 2, "before arrow") : close + 1;
  if (isToken(script.tokens[arrow], "=>")) return readArrow(cursor, open, arrow);
  cursor.at += 1;
  const value = settle(cursor, close, readExpression(cursor));
  cursor.at = close + 1;
  return readPostfix(cursor, value, "");
}

function readFunction(cursor: Cursor): StaticValue {
  const { script } = cursor.scope;
  const start = cursor.at;
  while (peek(cursor) !== undefined && !isToken(peek(cursor), "(")) cursor.at += 1;
  const close = closeOf(cursor);
  const isTyped = isToken(script.tokens[close + 1], ":");
  cursor.at = isTyped ? skipType(script, close + 2) : close + 1;
  return readBody(cursor, start, close);
}

function readArrow(cursor: Cursor, from: number, arrow: number): StaticValue {
  cursor.at = arrow + 1;
  if (isToken(peek(cursor), "{")) return readBody(cursor, from, arrow);
  const inner: Cursor = {
    scope: innerScope(cursor.scope, readDeclarations(cursor.scope.script, 0, 0), [from, arrow]),
    at: cursor.at,
  };
  const value = readExpression(inner);
  cursor.at = inner.at;
  return returned(cursor.scope, value, from);
}

/** `from` and `to` are where the parameters stand. */
function readBody(cursor: Cursor, from: number, to: number): StaticValue {
  const close = closeOf(cursor);
  const declarations = readDeclarations(cursor.scope.script, cursor.at + 1, close);
  cursor.at = close + 1;
  const inner = innerScope(cursor.scope, declarations, [from, to]);
  const at = declarations.returned;
  return returned(cursor.scope, at === undefined ? undefined : evaluate(inner, at), from);
}

function returned(scope: Scope, argument: StaticValue, at: number): StaticValue {
  return { ...computedAt(scope, at), kind: "call", name: "function", argument };
}

/** Sees what the body declares, then what stands around it, but nothing that has a parameter's name. */
function innerScope(scope: Scope, declarations: Declarations, span: [number, number]): Scope {
  const { path, script, budget, load } = scope;
  const parameters = script.tokens.slice(span[0], Math.min(span[1], span[0] + 100));
  const hidden = new Set(parameters.map(({ text }) => text));
  return createScope({ path, script, budget, load, declarations, hidden, outer: scope });
}

function closeOf(cursor: Cursor): number {
  const { script } = cursor.scope;
  return Math.min(script.closing.get(cursor.at) ?? cursor.at, script.tokens.length);
}

function peek(cursor: Cursor): ScriptToken | undefined {
  return cursor.scope.script.tokens[cursor.at];
}

function isToken(token: ScriptToken | undefined, text: string): boolean {
  return token?.text === text && token.kind !== "string" && token.kind !== "template";
}

const pathJoiners = new Set(["path.join", "path.resolve", "join", "resolve"]);

type CallParts = {
  scope: Scope;
  callee: StaticValue;
  name: string;
  values: StaticValue[];
  at: number;
};

/** What a call gives as far as that can be read: nothing is called. */
function callValue({ scope, callee, name, values, at }: CallParts): StaticValue {
  if (isCall(callee) && callee.name === "function") return callee.argument;
  const [first] = values;
  const unknown = computedAt(scope, at);
  if (name === "require") return isText(first) ? scope.load(first.value, "default", at) : unknown;
  if (name === "require.resolve") return isText(first) ? first : unknown;
  if (pathJoiners.has(name)) return joinPaths(scope, at, values);
  if (name === "" || name.includes(".")) return unknown;
  return { ...unknown, kind: "call", name, argument: first };
}

/** `computed` when a part is not plain text or number. */
function concatenated(scope: Scope, at: number, parts: StaticValue[]): StaticValue {
  let text = "";
  for (const part of parts) {
    if (!isText(part) && typeof part !== "number") return computedAt(scope, at);
    text += isText(part) ? part.value : String(part);
    if (text.length > maxTextLength) return computedAt(scope, at);
  }
  return textAt(scope, at, text);
}

function joinPaths(scope: Scope, at: number, values: StaticValue[]): StaticValue {
  const texts = values.flatMap((value) => textOf(value) ?? []);
  const isKnown = texts.length === values.length && texts.length > 0;
  if (!isKnown || texts.join("").length > maxTextLength) return computedAt(scope, at);
  return textAt(scope, at, posix.join(...texts));
}
