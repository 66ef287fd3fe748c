import type { TestProject } from "vitest/node";
import { startPostgresServer } from "./postgres-server.ts";
import { buildPrograms, type Programs } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    programs: Programs;
  }
}

/** One PostgreSQL and one build of the programs for the whole run. When either cannot be had, the run fails. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, programs] = await Promise.all([startPostgresServer(), buildPrograms()]);
  project.provide("postgresUrl", server.url);
  project.provide("programs", programs);
  return server.stop;
}
