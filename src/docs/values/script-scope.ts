import type { Declarations } from "./script-declarations.ts";
import type { ScriptTokens } from "./script-tokens.ts";
import type { Computed, StaticValue } from "./static-value.ts";

/** What is left for one configuration and everything it imports. */
export type Budget = { nodesLeft: number; depth: number };

/** The names that code can see. */
export type Scope = {
  path: string;
  script: ScriptTokens;
  budget: Budget;
  /** The value of a constant, function or import; `computed` for any other name. */
  lookup(name: string, at: number): StaticValue;
  /** The default export of another of the given files. */
  load(target: string, name: string, at: number): StaticValue;
};

export function computedAt(scope: Pick<Scope, "path" | "script">, at: number): Computed {
  return { kind: "computed", path: scope.path, line: scope.script.lineAt(at) };
}

type ScopeParts = Pick<Scope, "path" | "script" | "budget" | "load"> & {
  declarations: Declarations;
  /** Parameters, whose values nobody knows. */
  hidden: ReadonlySet<string>;
  outer: Scope | undefined;
  evaluate(scope: Scope, at: number): StaticValue;
};

type Known = { value: StaticValue; nodes: number };

export function createScope(parts: ScopeParts): Scope {
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
          ? parts.evaluate(scope, binding.at)
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
