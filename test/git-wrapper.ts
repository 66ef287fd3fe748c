import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeTree } from "./make-tree.ts";

export type GitWrapper = {
  /** A PATH whose first `git` is the wrapper. */
  path: string;
  /** The arguments of every git that was started, and the names of the variables it was given. */
  calls(): { args: string[]; variables: string[] }[];
  /** Stops the next push before or after it happens, until it is released. A stopped one never happens. */
  hold(when: "before" | "after"): Promise<void>;
  /** Until a push stands where it is held. */
  held(): Promise<void>;
  release(): Promise<void>;
};

/** A `git` that writes down how it is called and can be held at a push, in front of the real one. */
export async function wrapGit(): Promise<GitWrapper> {
  const { root } = await makeTree({});
  const real = execFileSync("sh", ["-c", "command -v git"]).toString().trim();
  const place = (name: string) => join(root, name);
  await writeFile(place("git"), script(root, real));
  await chmod(place("git"), 0o755);
  return {
    path: `${root}:${process.env.PATH ?? ""}`,
    calls: () => readCalls(place("calls")),
    hold: (when) => writeFile(place(`hold-${when}`), ""),
    async held() {
      while (!existsSync(place("held"))) await sleep(10);
    },
    async release() {
      for (const name of ["hold-before", "hold-after", "held"])
        await rm(place(name), { force: true });
    },
  };
}

function script(root: string, real: string): string {
  const wait = (when: string) =>
    `if [ -e '${root}/hold-${when}' ]; then touch '${root}/held'; while [ -e '${root}/hold-${when}' ]; do sleep 0.05; done`;
  return `#!/bin/sh
call="$(for arg in "$@"; do printf '%s\\037' "$arg"; done; printf '\\036'; env | sed 's/=.*//' | tr '\\n' '\\037')"
printf '%s\\035' "$call" >> '${root}/calls'
if [ "$1" != push ]; then exec '${real}' "$@"; fi
${wait("before")}; exit 1; fi
'${real}' "$@"
code=$?
${wait("after")}; fi
exit $code
`;
}

function readCalls(file: string): { args: string[]; variables: string[] }[] {
  const calls = existsSync(file) ? readFileSync(file, "utf8").split("\x1d").slice(0, -1) : [];
  return calls.map((call) => {
    const [args = "", variables = ""] = call.split("\x1e");
    return { args: args.split("\x1f").slice(0, -1), variables: variables.split("\x1f") };
  });
}
