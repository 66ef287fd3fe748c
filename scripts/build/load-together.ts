import { join } from "node:path";
import type { Plugin, PluginContext } from "rolldown";

type Together = {
  root: string;
  /** What a start of the server loads, below the root. */
  sources: string[];
  /** What a program loads whatever it is asked to do. */
  always: string[];
};

/**
 * Puts what a start of the server loads into one file: to find, read and link a hundred small ones takes a tenth of a start.
 * What threads load, and every command, stays apart from it.
 */
export function loadTogether({ root, sources, always }: Together) {
  const together = new Set<string>();
  const plugin: Plugin = {
    name: "load-together",
    renderStart() {
      const own = new Set(always.map((source) => join(root, source)));
      const threads = [...this.getModuleIds()].filter(
        (id) => this.getModuleInfo(id)?.isEntry && !own.has(id),
      );
      const inThreads = closure(this, threads, { andLater: true });
      const inAll = closure(this, [...own], { andLater: false });
      const started = sources.map((source) => join(root, source));
      for (const id of closure(this, started, { andLater: false }))
        if (!inThreads.has(id) && !inAll.has(id)) together.add(id);
    },
  };
  const group = {
    name: "server",
    test: (id: string) => together.has(id),
    includeDependenciesRecursively: false,
  };
  return { plugin, group };
}

/** The modules with all that they import, also what they import later on. */
function closure(
  context: PluginContext,
  from: string[],
  { andLater }: { andLater: boolean },
): Set<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = seen.has(id) ? null : context.getModuleInfo(id);
    if (info === null) continue;
    seen.add(id);
    waiting.push(...info.importedIds, ...(andLater ? info.dynamicallyImportedIds : []));
  }
  return seen;
}
