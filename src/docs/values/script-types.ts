import type { ScriptTokens } from "./script-tokens.ts";

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
