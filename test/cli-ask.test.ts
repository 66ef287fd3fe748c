import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";

test("the only project is asked without its name, and one of several by it", async () => {
  const { root } = await makeTree({
    "docs/doors.md": "# Doors\n\nThe hangar doors open at noon.\n",
  });
  const docent = (...argv: string[]) => runHere(argv, { DOCENT_DATA: join(root, "data") });
  const add = (domain: string) =>
    docent("projects", "add", "--domain", domain, "--docs", join(root, "docs"));
  const question = "When do the hangar doors open?";

  expect(await add("acme")).toMatchObject({ code: 0 });
  const asked = await docent("ask", question);
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("noon") });

  expect(await add("zebra")).toMatchObject({ code: 0 });
  const unnamed = await docent("ask", question);
  expect(unnamed).toMatchObject({ code: 2, stdout: "" });
  expect(unnamed.stderr).toContain("--domain: acme, zebra.");

  for (const domain of ["acme", "zebra"])
    await docent("projects", "remove", "--domain", domain, "--yes");
  expect((await docent("ask", question)).stderr).toContain("docent projects add");
});
