import { describe, expect, test } from "vitest";
import {
  createTestNode,
  noRefs,
  type StoreKind,
  storeKinds,
  type TestNode,
} from "../../../test/harness.ts";
import { updateProject } from "../change-projects.ts";
import { createPageLists } from "./page-lists.ts";
import { showPage } from "./show-page.ts";

function depsOf({ db }: TestNode) {
  return { ...noRefs, db, lists: createPageLists({ db, publicUrl: "http://docent.test" }) };
}

const pages = {
  "index.md": "# Home",
  "keys.md": "# Keys",
  "guides/README.md": "# Guides",
  "guides/start.mdx": "# Start",
  "secret.md": "---\nhidden: true\n---\n# Secret",
};

describe.each(storeKinds)("on %s", (store) => {
  test("a page is found without its ending, a folder stands for its index", async () => {
    const { show } = await openPages(store);
    expect(await show("")).toBe("Home");
    expect(await show("/")).toBe("Home");
    expect(await show("keys")).toBe("Keys");
    expect(await show("keys.md")).toBe("Keys");
    expect(await show("/guides/")).toBe("Guides");
    expect(await show("guides/start")).toBe("Start");
    expect(await show("keys", "ACME.docs.example")).toBe("Keys");
  });

  test("what is not a visible page is not there, however it is asked for", async () => {
    const { show } = await openPages(store);
    const names = ["secret", "nope", "../keys", "guides/../keys", "keys\0", "\0", "%00", "KEYS"];
    for (const path of [...names, "a/".repeat(5_000), "\ud800"])
      expect(await show(path), path.slice(0, 20)).toBe("missing");
    for (const domain of ["", "other", "acme\0", "a".repeat(9_999)])
      await expect(show("keys", domain)).rejects.toMatchObject({ code: "not_found" });
  });

  test("a private project looks as if it were not there", async () => {
    const { node, show } = await openPages(store);
    const visibility = "private";
    await updateProject(node, { kind: "operator" }, { ...node.project, visibility });
    const missing = { code: "not_found", message: "There is no such project here." };
    await expect(show("keys")).rejects.toMatchObject(missing);
    await expect(show("keys", "nowhere")).rejects.toMatchObject(missing);
    const keyOf = (projectId: string) =>
      ({ kind: "assistant", projectId, keyId: "key_1" }) as const;
    const input = { project: "acme", path: "keys" };
    const shown = await showPage(depsOf(node), keyOf(node.project.id), input);
    expect(shown).toMatchObject({ kind: "page", page: { title: "Keys" } });
    await expect(showPage(depsOf(node), keyOf("prj_other"), input)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

async function openPages(store: StoreKind) {
  const node = await createTestNode({ store, pages });
  const show = async (path: string, domain = "acme") => {
    const shown = await showPage(depsOf(node), undefined, { project: domain, path });
    return shown.kind === "page" ? shown.page.title : shown.kind;
  };
  return { node, show };
}
