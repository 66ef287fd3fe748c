import { posix } from "node:path";
import { valueOfData } from "./read-data.ts";
import { readDeclarations } from "./script-declarations.ts";
import { evaluate } from "./script-evaluate.ts";
import { type Budget, computedAt, createScope } from "./script-scope.ts";
import { readScriptTokens } from "./script-tokens.ts";
import type { StaticValue } from "./static-value.ts";

export type ScriptModule = { exported(name: string): StaticValue };
/** The files a configuration may import from, and what was read of them. */
export type Workspace = {
  files: ReadonlyMap<string, string>;
  modules: Map<string, ScriptModule>;
  budget: Budget;
};

const maxDepth = 60;
const endings = ["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

export function readModule(workspace: Workspace, path: string): ScriptModule {
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
  const parts = { path, script, budget, load, declarations, hidden, outer: undefined, evaluate };
  const scope = createScope(parts);
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
