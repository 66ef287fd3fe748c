import type { CodeKind, CodeToken } from "./code-token.ts";
import { addToken, firstMode, type Grammar, scanLine } from "./grammar.ts";
import { inlineMarkdown, json, script, yaml } from "./grammars.ts";
import { languageOfName } from "./language.ts";

type State =
  | { block: "text" }
  | { block: "front-matter" }
  | { block: "fence"; marker: string; grammar: Grammar | undefined; mode: string };

/** Fences and front matter span lines, so they are followed from line to line. */
export function highlightMarkdown(lines: string[], isFileStart: boolean): CodeToken[][] {
  let state: State = { block: "text" };
  return lines.map((line, index) => {
    if (index === 0 && isFileStart && line.trimEnd() === "---") {
      state = { block: "front-matter" };
      return whole(line, "punctuation");
    }
    const next = highlightLine(line, state);
    state = next.state;
    return next.tokens;
  });
}

type Highlighted = { tokens: CodeToken[]; state: State };

function highlightLine(line: string, state: State): Highlighted {
  if (state.block === "front-matter") {
    if (line.trimEnd() !== "---") return { tokens: scanLine(yaml, line, firstMode).tokens, state };
    return { tokens: whole(line, "punctuation"), state: { block: "text" } };
  }
  const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)/.exec(line);
  if (state.block === "fence") return insideFence(line, state, fence?.[1]);
  if (!fence) return { tokens: textLine(line), state };
  const grammar = grammarOf(fence[2] ?? "");
  const opened: State = { block: "fence", marker: fence[1] ?? "", grammar, mode: firstMode };
  return { tokens: whole(line, "punctuation"), state: opened };
}

function insideFence(
  line: string,
  state: State & { block: "fence" },
  marker: string | undefined,
): Highlighted {
  if (marker?.startsWith(state.marker) && line.trim() === marker) {
    return { tokens: whole(line, "punctuation"), state: { block: "text" } };
  }
  if (!state.grammar) return { tokens: whole(line, "string"), state };
  const { tokens, mode } = scanLine(state.grammar, line, state.mode);
  return { tokens, state: { ...state, mode } };
}

function textLine(line: string): CodeToken[] {
  if (/^ {0,3}#{1,6}\s/.test(line)) return whole(line, "heading");
  if (/^(?:import|export)\s/.test(line)) return scanLine(script, line, firstMode).tokens;
  const marker = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s)/.exec(line)?.[0] ?? "";
  const tokens = marker ? whole(marker, "punctuation") : [];
  for (const token of scanLine(inlineMarkdown, line.slice(marker.length), firstMode).tokens) {
    addToken(tokens, { ...token, at: token.at + marker.length });
  }
  return tokens;
}

function grammarOf(name: string): Grammar | undefined {
  const language = languageOfName(name);
  if (language === "script") return script;
  if (language === "json") return json;
  return language === "yaml" ? yaml : undefined;
}

function whole(text: string, kind: CodeKind): CodeToken[] {
  return text === "" ? [] : [{ text, kind, at: 0 }];
}
