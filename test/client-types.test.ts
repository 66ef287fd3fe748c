import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type OpenApiDocument, printTypes } from "../packages/client/print-types.ts";
import { operations } from "../packages/client/src/operations.ts";
import { createTestNode } from "./harness.ts";

const file = join(import.meta.dirname, "../packages/client/src/api-types.ts");

/** The server's own document, which other tests hold against what it answers. */
async function readDocument(): Promise<OpenApiDocument> {
  const node = await createTestNode();
  return JSON.parse(await (await node.request("/openapi.json")).text());
}

test("the client's types are those of the OpenAPI document; DOCENT_WRITE_TYPES=1 writes them", async () => {
  const types = printTypes(await readDocument());
  if (process.env.DOCENT_WRITE_TYPES === "1") writeFileSync(file, types);
  expect(readFileSync(file, "utf8")).toBe(types);
});

test("every operation of the client is in the OpenAPI document", async () => {
  const { paths } = await readDocument();
  const missing = Object.values(operations).filter(({ method, path }) => {
    const known = paths[path];
    return known?.[method.toLowerCase()] === undefined;
  });
  expect(missing).toEqual([]);
});
