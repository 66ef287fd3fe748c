import { describe, expect, test } from "vitest";
import { type ForgeStage, forgeSuite } from "../../test/forge-suite.ts";
import { memoryHost } from "../../test/forges/memory-host.ts";
import { mirrorRemote } from "../../test/git-remote.ts";
import { openTestStore } from "../../test/harness.ts";
import { addTestProject, countRows, noon } from "../../test/store-rows.ts";
import { branchCommit } from "../git/read/resolve-commit.ts";
import { mirror } from "../git/remote/mirror.ts";
import { AppError } from "../lib/app-error.ts";
import { createLog } from "../lib/log.ts";
import { findChange, listChanges } from "../store/jobs/changes.ts";
import { hostedForge } from "./hosted-forge.ts";
import { patientLooks } from "./patient-looks.ts";
import { remoteForge } from "./remote-forge.ts";

const log = createLog({ level: "silent", format: "json" });

async function setUp({ kind = "sqlite" as "sqlite" | "postgres", patienceMs = 20_000 } = {}) {
  const db = await openTestStore(kind);
  const served = await mirrorRemote({ "a.md": "a\n" });
  const project = { id: await addTestProject(db), domain: "acme" };
  const host = memoryHost(served.origin);
  const time = { now: new Date(noon) };
  const { repository } = served;
  const parts = { db, clock: { now: () => time.now }, publicUrl: "http://docent.test/", project };
  const failures: unknown[] = [];
  const looks = patientLooks(patienceMs, (error) => failures.push(error));
  const place = { ...parts, repository, remote: served.remote(), looks };
  const forge = hostedForge({
    ...{ ...place, host, log, mergeWaitMs: 3_000, maxAgeMs: 0 },
    extras: { labels: ["docs"], reviewers: ["grace"] },
    branches: remoteForge({ ...place, maxAgeMs: 0 }),
  });
  const propose = async (more: object = {}, files = { "a.md": "edited\n" }) => {
    const headCommit = await served.origin.commit("docs/x", files, served.main);
    return forge.open({ ...text, head: "docs/x", headCommit, ...more });
  };
  const pull = () => {
    const [first] = host.pulls;
    if (!first) throw new Error("nothing was opened");
    return first;
  };
  const stored = (number: number) => findChange(db, project.id, number);
  return {
    ...served,
    parts,
    place,
    db,
    project,
    host,
    forge,
    propose,
    pull,
    stored,
    time,
    failures,
  };
}

const text = {
  title: "Edit a page",
  body: "Because.",
  draft: false,
  base: "main",
  checks: [{ name: "links", passed: true, findings: [] }],
  sessionId: "job_1",
};

describe("over pull requests, the forge", () => {
  forgeSuite(async (): Promise<ForgeStage> => {
    const { forge, origin, main } = await setUp();
    return {
      forge,
      commit: (branch, files) => origin.commit(branch, files, main),
      mergeByHand: async (branch) => {
        const commit = await branchCommit(origin.path, branch);
        await origin.git("update-ref", "refs/heads/main", commit);
      },
      deleteBranch: async (branch) => {
        await origin.git("update-ref", "-d", `refs/heads/${branch}`);
      },
      readMain: (file) => origin.git("show", `main:${file}`).catch(() => undefined),
    };
  });
});

describe("what people do on the forge", () => {
  test("a squash merge is a merge, by whom and with which commit, also with the branch deleted", async () => {
    const { forge, propose, host, origin, pull, main } = await setUp();
    const { number, headCommit } = await propose();
    const mergeCommit = await host.squash(pull().number, "grace");
    await origin.git("update-ref", "-d", "refs/heads/docs/x");
    const merged = await forge.read(number);
    expect(merged).toMatchObject({ state: "merged", headCommit, baseCommit: main });
    expect(merged?.forge).toMatchObject({ mergedBy: "grace", mergeCommit, number: 3 });
    expect(await forge.merge(number)).toEqual(merged);
    expect(await branchCommit(origin.path, "main")).toBe(mergeCommit);
  });

  test("a squash merge of commits that were never seen here keeps where the branch began", async () => {
    const { forge, propose, host, origin, pull, main } = await setUp();
    const { number } = await propose();
    const headCommit = await origin.commit("docs/x", { "b.md": "b\n" });
    await host.squash(pull().number);
    expect(await forge.read(number)).toMatchObject({
      ...{ state: "merged", headCommit, baseCommit: main },
    });
  });

  test("closed with the branch kept is closed, and opened again is open", async () => {
    const { forge, propose, pull, stored } = await setUp();
    const { number } = await propose();
    pull().state = "closed";
    expect(await forge.read(number)).toMatchObject({ state: "closed" });
    pull().state = "open";
    await forge.markReady(number);
    expect(await stored(number)).toMatchObject({ state: "open" });
  });

  test("made ready there is no draft here", async () => {
    const { forge, propose, pull } = await setUp();
    const { number, draft } = await propose({ draft: true });
    expect(draft).toBe(true);
    pull().draft = false;
    expect(await forge.ofBranch("docs/x")).toMatchObject([{ number, draft: false }]);
  });

  test("pointed at another branch there, it goes there here, is not opened twice and not merged unseen", async () => {
    const { forge, host, propose, pull, origin, main } = await setUp();
    await origin.git("branch", "release", main);
    const { number, headCommit } = await propose();
    pull().base = "release";
    await expect(forge.merge(number, headCommit)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("release"),
    });
    expect(await forge.ofBranch("docs/x")).toMatchObject([
      { number, base: "release", state: "open" },
    ]);
    const again = await propose({}, { "a.md": "more\n" });
    expect(again).toMatchObject({ number, base: "release" });
    expect(host.pulls).toHaveLength(1);
    expect(await forge.merge(number, again.headCommit)).toMatchObject({ state: "merged" });
    expect(await origin.git("show", "release:a.md")).toBe("more\n");
    expect(await origin.git("show", "main:a.md")).toBe("a\n");
  });

  test("commits and an address that are none are not taken over from a forge", async () => {
    const { forge, propose, pull } = await setUp();
    const { number, headCommit } = await propose();
    Object.assign(pull(), { state: "closed", headCommit: "main", mergeCommit: "main" });
    Object.assign(pull(), { url: "javascript:alert(1)", mergedBy: "a\u0000b" });
    expect(await forge.ofBranch("docs/x")).toMatchObject([
      { number, state: "closed", headCommit, url: "http://forge.test/acme/docs" },
    ]);
    pull().headCommit = "";
    expect(await forge.look(number)).toMatchObject({ headCommit, forge: { mergedBy: "ab" } });
  });

  test("a title and words that people wrote survive a follow-up", async () => {
    const { propose, pull } = await setUp();
    await propose();
    expect(pull().body).toBe("<!-- docent:begin -->\nBecause.\n<!-- docent:end -->");
    pull().title = "A better title";
    pull().body = `Please look, Grace.\n\n${pull().body}\n\nThanks!`;
    const again = await propose({ title: "Two pages", body: "More." }, { "a.md": "more\n" });
    expect(pull()).toMatchObject({ title: "A better title" });
    expect(pull().body).toBe(
      "Please look, Grace.\n\n<!-- docent:begin -->\nMore.\n<!-- docent:end -->\n\nThanks!",
    );
    expect(again).toMatchObject({ title: "A better title" });
    pull().title = "Edit a page";
    await propose({ title: "Two pages" }, { "a.md": "even more\n" });
    expect(pull().title).toBe("Two pages");
  });
});

describe("opening", () => {
  test.each(["sqlite", "postgres"] as const)(
    "many at once, where the forge takes them all, leave one pull request on %s",
    async (kind) => {
      const { forge, host, origin, main, db } = await setUp({ kind });
      const headCommit = await origin.commit("docs/x", { "a.md": "edited\n" }, main);
      const open = () => forge.open({ ...text, head: "docs/x", headCommit });
      const all = await Promise.all([1, 2, 3, 4, 5, 6].map(open));
      expect(new Set(all.map(({ number }) => number)).size).toBe(1);
      expect(host.pulls).toHaveLength(1);
      expect(await countRows(db, "changeLocks")).toBe(0);
    },
  );

  test.each(["find", "create", "status", "comment", "labels", "reviewers"])(
    "cut off at %s and done again leaves one pull request, one comment and one status",
    async (boundary) => {
      const { host, propose, db, project } = await setUp();
      const failing = (when: "before" | "after") => {
        let hits = 0;
        host.mood.before = (action) => {
          const isIt = action === boundary;
          if (isIt) hits += 1;
          const isNext = when === "after" && hits === 1 && !isIt;
          if ((isIt && when === "before") || isNext) throw new AppError("unavailable", "cut");
        };
      };
      for (const when of ["before", "after"] as const) {
        failing(when);
        await propose().catch((error) => expect(error).toMatchObject({ code: "unavailable" }));
      }
      host.mood.before = () => undefined;
      const change = await propose();
      expect(host.pulls).toHaveLength(1);
      expect(host.notes).toHaveLength(1);
      expect(host.statuses.get(change.headCommit)).toMatchObject({ state: "success" });
      expect(await listChanges(db, project.id)).toHaveLength(1);
      expect(new Set(host.labels)).toEqual(new Set(["docs"]));
    },
  );

  test("a conflict at creation that nothing explains is told in the forge's words", async () => {
    const { host, propose, db } = await setUp();
    host.mood.before = (action) => {
      if (action === "create") throw new AppError("conflict", "Validation failed, said the forge.");
    };
    await expect(propose()).rejects.toMatchObject({
      ...{ code: "conflict", message: "Validation failed, said the forge." },
    });
    expect(await countRows(db, "changes")).toBe(0);
    expect(await countRows(db, "changeLocks")).toBe(0);
  });

  test("where no drafts are offered it is a regular one that says so, until it is marked ready", async () => {
    const { host, forge, propose, pull } = await setUp();
    host.drafts = false;
    const change = await propose({ draft: true });
    expect(change).toMatchObject({ draft: true });
    expect(pull()).toMatchObject({ draft: false, body: expect.stringContaining("is a draft") });
    await expect(forge.merge(change.number)).rejects.toMatchObject({ code: "conflict" });
    await propose({ draft: true }, { "a.md": "more\n" });
    expect(pull().body.split("is a draft")).toHaveLength(2);
    expect(await forge.markReady(change.number)).toMatchObject({ draft: false, body: "Because." });
    expect(pull().body).not.toContain("draft");
    expect(await propose({ draft: true }, { "a.md": "broken\n" })).toMatchObject({ draft: true });
  });

  test("a body that is too long is cut with a note and a link to the session", async () => {
    const { propose, pull } = await setUp();
    await propose({ body: "ä".repeat(70_000) });
    expect(Buffer.byteLength(pull().body)).toBeLessThan(58_000);
    expect(pull().body).toContain("http://docent.test/dashboard/acme/jobs/job_1");
    expect(pull().body).not.toContain("\ufffd");
  });

  test("a pull request that somebody opened for a change of before is taken over", async () => {
    const { place, forge, host, origin, main, stored } = await setUp();
    const headCommit = await origin.commit("docs/x", { "a.md": "edited\n" }, main);
    const before = remoteForge({ ...place, maxAgeMs: 0 });
    const { number } = await before.open({ ...text, head: "docs/x", headCommit });
    expect(await forge.read(number)).toMatchObject({ state: "open" });
    expect(await stored(number)).toMatchObject({ pull: null });
    await host.create({ title: "By Ada", body: "", draft: false, head: "docs/x", base: "main" });
    expect(await forge.read(number)).toMatchObject({ title: "By Ada", forge: { number: 3 } });
    // Without a token nothing can be asked, and nothing is guessed or pushed.
    await host.squash(3);
    expect(await before.read(number)).toMatchObject({ state: "open" });
    await expect(before.merge(number)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("proof", () => {
  test("the checks stand at the commit and in one comment, with a link to the session", async () => {
    const { propose, host } = await setUp();
    const first = await propose();
    const url = "http://docent.test/dashboard/acme/jobs/job_1";
    expect(host.statuses.get(first.headCommit)).toMatchObject({
      ...{ state: "success", description: "All checks passed", url },
    });
    const checks = [{ name: "links", passed: false, findings: ["a.md:1 `x` for @ada"] }];
    const next = await propose({ checks }, { "a.md": "more\n" });
    expect(host.statuses.get(next.headCommit)).toMatchObject({
      ...{ state: "failure", description: "1 of 1 checks failed" },
    });
    expect(host.notes).toHaveLength(1);
    expect(host.notes[0]?.body).toContain("  - ``a.md:1 `x` for @ada``");
    expect(host.notes[0]?.body).toContain(url);
    expect([host.labels, host.reviewers]).toEqual([["docs"], ["grace"]]);
  });

  test("a forge that takes no status takes the pull request all the same", async () => {
    const { propose, host } = await setUp();
    host.mood.before = (action) => {
      if (action === "status") throw new AppError("forbidden", "Grant statuses.");
    };
    expect(await propose()).toMatchObject({ state: "open" });
    expect(host.notes).toHaveLength(1);
  });
});

describe("merging", () => {
  test("what blocks it is told in the forge's words, and nothing is merged", async () => {
    const { forge, propose, pull, tip, main } = await setUp();
    const { number } = await propose();
    Object.assign(pull(), { mergeability: "blocked", blockedBy: ["One review is missing."] });
    await expect(forge.merge(number)).rejects.toMatchObject({
      ...{ code: "conflict", message: "One review is missing." },
    });
    expect(await tip("main")).toBe(main);
    expect(await forge.read(number)).toMatchObject({
      forge: { mergeability: "blocked", blockedBy: ["One review is missing."] },
    });
  });

  test("it waits while the forge works out whether it can be made, and refuses in its words", async () => {
    const { forge, host, propose, pull, tip, main } = await setUp();
    const { number } = await propose();
    pull().mergeability = "unknown";
    let reads = 0;
    host.mood.before = (action) => {
      if (action === "read") reads += 1;
      if (reads === 3) pull().mergeability = "clean";
      if (action === "merge") throw new AppError("conflict", "Required status check is failing.");
    };
    await expect(forge.merge(number)).rejects.toMatchObject({
      message: "Required status check is failing.",
    });
    expect(reads).toBeGreaterThanOrEqual(3);
    expect(await tip("main")).toBe(main);
    host.mood.before = () => undefined;
    expect(await forge.merge(number)).toMatchObject({ forge: { mergedBy: "docent-bot" } });
  });
});

describe("a host that cannot be asked", () => {
  test("hangs nobody: changes are told as they were last seen, with their age", async () => {
    const { forge, host, propose, pull, time, failures } = await setUp({ patienceMs: 50 });
    const change = await propose();
    const { promise: hang, resolve } = Promise.withResolvers<void>();
    host.mood.before = () => hang;
    time.now = new Date("2030-01-01T12:05:00.000Z");
    expect(await forge.ofBranch("docs/x")).toEqual([change]);
    expect(await forge.read(change.number)).toEqual(change);
    expect(change.forge?.seenAt).toBe(noon);
    pull().state = "closed";
    resolve();
    host.mood.before = () => undefined;
    await expect
      .poll(() => forge.ofBranch("docs/x"))
      .toMatchObject([{ state: "closed", forge: { seenAt: "2030-01-01T12:05:00.000Z" } }]);
    expect(failures).toEqual([]);
  });

  test("says why when something is to be done, and loses nothing", async () => {
    const { forge, host, propose, stored, failures } = await setUp();
    const change = await propose();
    const before = await stored(change.number);
    host.mood.before = () => {
      throw new AppError("unavailable", "The forge answered with an HTML page.");
    };
    expect(await forge.read(change.number)).toEqual(change);
    expect(failures).toHaveLength(1);
    for (const act of [forge.merge, forge.close, forge.markReady])
      await expect(act(change.number)).rejects.toMatchObject({ code: "unavailable" });
    expect(await stored(change.number)).toEqual(before);
  });

  test("a repository that is no longer shown closes nothing; a deleted pull request is closed", async () => {
    const { forge, host, propose } = await setUp();
    const { number } = await propose();
    host.pulls.length = 0;
    host.mood.before = (action) => {
      if (action === "inspect") throw new AppError("not_found", "No such repository.");
    };
    expect(await forge.read(number)).toMatchObject({ state: "open" });
    host.mood.before = () => undefined;
    expect(await forge.read(number)).toMatchObject({ state: "closed" });
  });
});

test("a mirror that was made anew after a squash merge shows the same diff", async () => {
  const { forge, propose, host, pull, url, repository, remote, main } = await setUp();
  const { number } = await propose();
  await host.squash(pull().number);
  await mirror(url, repository, await remote().access());
  expect(await forge.read(number)).toMatchObject({ state: "merged", baseCommit: main });
});
