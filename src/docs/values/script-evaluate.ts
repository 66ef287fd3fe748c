import { callValue, concatenate } from "./script-calls.ts";
import { type Declarations, readDeclarations } from "./script-declarations.ts";
import { computedAt, createScope, type Scope } from "./script-scope.ts";
import type { ScriptToken } from "./script-tokens.ts";
import { skipAngles, skipType } from "./script-types.ts";
import { isComputed } from "./static-access.ts";
import type { StaticValue } from "./static-value.ts";

const maxDepth = 60;
const ends = new Set([",", ";", ")", "]", "}", ":"]);

/** The value of the expression that begins at a token. Only literals and names of them count; the rest is `computed`. */
export function evaluate(scope: Scope, at: number): StaticValue {
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
    value = concatenate([value, readOperand(cursor)]) ?? computedAt(cursor.scope, start);
  }
}

function readOperand(cursor: Cursor): StaticValue {
  while (isText(peek(cursor), "await") || startsAsync(cursor)) cursor.at += 1;
  const { scope, at: start } = cursor;
  const token = peek(cursor);
  if (token === undefined) return computedAt(scope, start);
  if (token.kind === "name") return readNamed(cursor, token.text);
  if (token.kind === "mark") return readMarked(cursor, token.text);
  if (token.kind === "keyword" && token.text === "function") return readFunction(cursor);
  cursor.at += 1;
  if (token.kind === "string") return readPostfix(cursor, token.text, "");
  if (token.kind === "number") return Number(token.text);
  if (token.text === "null") return null;
  if (token.text === "true" || token.text === "false") return token.text === "true";
  return computedAt(scope, start);
}

function startsAsync(cursor: Cursor): boolean {
  const next = cursor.scope.script.tokens[cursor.at + 1];
  const isFunction = next?.kind === "name" || isText(next, "(") || isText(next, "function");
  return isFunction && isText(peek(cursor), "async");
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
  if (name === "__dirname") return ".";
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
  if (!isText(script.tokens[after], "(")) return false;
  cursor.at = after;
  return after > 0;
}

/** The items between brackets or parentheses. */
function readList(cursor: Cursor): StaticValue[] {
  const { scope } = cursor;
  const close = closeOf(cursor);
  const items: StaticValue[] = [];
  for (cursor.at += 1; cursor.at < close; ) {
    const isSpread = isText(peek(cursor), "...");
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
    if (isText(peek(cursor), "...")) {
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
    return typeof key === "string" ? key : "...";
  }
  cursor.at += 1;
  return token?.text ?? "";
}

function readMember(cursor: Cursor, key: string, start: number): StaticValue {
  const { scope } = cursor;
  const token = peek(cursor);
  if (isText(token, ":")) {
    cursor.at += 1;
    return readExpression(cursor);
  }
  const isShorthand = isText(token, ",") || isText(token, "}");
  scope.budget.nodesLeft -= 1;
  return isShorthand ? scope.lookup(key, start) : computedAt(scope, start);
}

/** Goes on to the next item. What is left of this one means that it was not understood. */
function settle(cursor: Cursor, close: number, value: StaticValue): StaticValue {
  const start = cursor.at;
  while (cursor.at < close && !isText(peek(cursor), ",")) {
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
    if (token === undefined || isText(token, "`")) break;
    if (token.kind === "template") {
      parts.push(token.text);
      cursor.at += 1;
      continue;
    }
    const close = closeOf(cursor);
    cursor.at += 1;
    parts.push(readExpression(cursor));
    cursor.at = close + 1;
  }
  cursor.at += 1;
  return concatenate(parts) ?? computedAt(scope, start);
}

function readParenthesis(cursor: Cursor): StaticValue {
  const { script } = cursor.scope;
  const open = cursor.at;
  const close = closeOf(cursor);
  const isTyped = isText(script.tokens[close + 1], ":");
  const arrow = isTyped ? skipType(script, close + 2, "before arrow") : close + 1;
  if (isText(script.tokens[arrow], "=>")) return readArrow(cursor, open, arrow);
  cursor.at += 1;
  const value = settle(cursor, close, readExpression(cursor));
  cursor.at = close + 1;
  return readPostfix(cursor, value, "");
}

function readFunction(cursor: Cursor): StaticValue {
  const { script } = cursor.scope;
  const start = cursor.at;
  while (peek(cursor) !== undefined && !isText(peek(cursor), "(")) cursor.at += 1;
  const close = closeOf(cursor);
  const isTyped = isText(script.tokens[close + 1], ":");
  cursor.at = isTyped ? skipType(script, close + 2) : close + 1;
  return readBody(cursor, start, close);
}

function readArrow(cursor: Cursor, from: number, arrow: number): StaticValue {
  cursor.at = arrow + 1;
  if (isText(peek(cursor), "{")) return readBody(cursor, from, arrow);
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
  const parts = { path, script, budget, load, declarations, hidden, outer: scope, evaluate };
  return createScope(parts);
}

function closeOf(cursor: Cursor): number {
  const { script } = cursor.scope;
  return Math.min(script.closing.get(cursor.at) ?? cursor.at, script.tokens.length);
}

function peek(cursor: Cursor): ScriptToken | undefined {
  return cursor.scope.script.tokens[cursor.at];
}

function isText(token: ScriptToken | undefined, text: string): boolean {
  return token?.text === text && token.kind !== "string" && token.kind !== "template";
}
