import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { withoutSecrets } from "./without-secrets.ts";

const token = `svc_own_${"7".repeat(64)}`;

test("what a server sends back of the secrets it was given is not shown", async () => {
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const services = { given: (name: string) => (name === "T" ? token : "") };
  const invocation = { services, print: tell, remark: tell };
  const run = withoutSecrets(invocation, async (covered) => {
    covered.services.given("T");
    covered.services.given("NONE");
    covered.print(`project ${token}`);
    covered.remark(`done: ${token}, ${token}`);
    const details = [{ path: "name", message: `was ${token}` }];
    throw new AppError("invalid_request", `Bad: Bearer ${token}`, { details });
  });
  const error: unknown = await run.catch((reason) => reason);
  expect(error).toMatchObject({
    message: "Bad: Bearer …",
    details: [{ path: "name", message: "was …" }],
  });
  expect(told).toEqual(["project …", "done: …, …"]);
});
