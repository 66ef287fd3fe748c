import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { accessTo, ownLogin } from "../../git/run/git-access.ts";
import { operator } from "../../lib/actor.ts";
import { systemClock } from "../../lib/clock.ts";
import { createKeyRing } from "../../lib/key-ring.ts";
import { addSource } from "../change-sources.ts";
import { storedAccess } from "../secrets/stored-access.ts";
import { addRepository, changeRepository } from "./change-repositories.ts";
import { requireOpenHost } from "./require-open-host.ts";

const reading = { branch: "", subfolder: "", mount: "", baseUrl: "" };
const refusal = { code: "invalid_request", message: /DOCENT_INTERNAL_GIT_HOSTS/ };

async function open(internalHosts: string[] = []) {
  const { db, project } = await createTestNode();
  const names = new Map([
    ["git.example", ["93.184.215.14"]],
    ["git.corp.example", ["93.184.215.14", "10.0.0.7"]],
  ]);
  const addressesOf = async (name: string) => names.get(name) ?? [name];
  const deps = {
    ...{ db, clock: systemClock, internalHosts, addressesOf },
    deployment: { servedBy: () => "" },
  };
  const add = (location: string) =>
    addRepository(deps, operator, {
      projectId: project.id,
      request: { ...reading, mount: location.replace(/\W+/g, "-"), location },
    });
  return { db, deps, names, add, projectId: project.id };
}

test.each([
  ...["https://127.0.0.1/a.git", "https://0x7f.1/a.git", "https://2130706433:8443/a.git"],
  ...["https://[::1]/a.git", "https://[::ffff:10.0.0.1]/a.git", "https://169.254.169.254/latest"],
  ...["https://git.corp.example/a.git", "https://a.localhost:8443/a.git", "https://LOCALHOST./a"],
])("%s is none that an owner may name in a browser", async (location) => {
  const { add, deps, projectId } = await open();
  await expect(add(location)).rejects.toMatchObject({ code: refusal.code });
  await expect(add(location)).rejects.toThrow(refusal.message);
  const sourceId = await add("https://git.example/a.git");
  const request = { ...reading, location };
  const moved = changeRepository(deps, operator, { projectId, sourceId, request });
  await expect(moved).rejects.toThrow(refusal.message);
});

test("hosts that the operator names, or goes to, are open", async () => {
  const named = await open(["*.corp.example", "[::1]"]);
  await named.add("https://git.corp.example/a.git");
  await named.add("https://[::1]/a.git");
  await expect(named.add("https://corp.example.evil/a.git")).resolves.toBeDefined();
  const gone = await open();
  await addSource(gone.deps, operator, {
    projectId: gone.projectId,
    place: {
      ...{ ...reading, kind: "git", mount: "own", credential: "ACME" },
      location: "https://10.0.0.7:8443/own.git",
    },
  });
  await gone.add("https://10.0.0.7:8443/other.git");
  await expect(gone.add("https://10.0.0.7/other.git")).rejects.toThrow(refusal.message);
});

test("a name that leads inside later is not gone to any more", async () => {
  const { deps, names } = await open();
  const url = "https://git.example/a.git";
  const access = storedAccess({
    ...{ db: deps.db, ring: createKeyRing({ given: [], file: "/nonexistent/key" }) },
    ...{ settings: { logins: new Map(), ssh: {} }, appToken: async () => Promise.reject() },
    requireOpenHost: (location) => requireOpenHost(deps, location),
  });
  await expect(accessTo(url, ownLogin, access)).resolves.toBeDefined();
  names.set("git.example", ["192.168.0.4"]);
  await expect(accessTo(url, ownLogin, access)).rejects.toThrow(refusal.message);
  await expect(accessTo(url, "", access)).resolves.toBeDefined();
});
