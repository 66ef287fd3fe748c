import { expect, test } from "vitest";
import { errorBody, errorCodes } from "../contract/error.ts";
import { AppError } from "../lib/app-error.ts";
import { createLog } from "../lib/log.ts";
import { errorResponse, statusOf } from "./error-response.ts";

const lines: string[] = [];
const log = createLog(
  { level: "info", format: "json" },
  { write: (line) => void lines.push(line) },
);

async function bodyOf(response: Response) {
  return errorBody.strict().parse(await response.json());
}

test("every code becomes its status and the one shape", async () => {
  for (const code of errorCodes) {
    const response = errorResponse(new AppError(code, "A sentence."), "req_1", log);
    expect(response.status).toBe(statusOf(code));
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-request-id")).toBe("req_1");
    expect(await bodyOf(response)).toEqual({
      error: "A sentence.",
      code,
      requestId: "req_1",
      details: [],
    });
  }
});

test("an unexpected error keeps its text for the log, under the same id", async () => {
  lines.length = 0;
  const response = errorResponse(new Error("password is hunter2"), "req_2", log);
  const body = await bodyOf(response);
  expect(response.status).toBe(500);
  expect(JSON.stringify(body)).not.toContain("hunter2");
  expect(lines.join("")).toContain("hunter2");
  expect(lines.join("")).toContain("req_2");
});

test("anything at all may be thrown", async () => {
  for (const thrown of [undefined, null, "text", 7, { code: "not_found" }, new TypeError("x")])
    expect((await bodyOf(errorResponse(thrown, "req_3", log))).code).toBe("internal");
});

test("a store out of reach is unavailable, with a time to wait", async () => {
  const faults = [
    Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("terminating connection"), { code: "57P01" }),
    new Error("database is locked"),
    new Error("timeout exceeded when trying to connect"),
  ];
  for (const fault of faults) {
    const response = errorResponse(fault, "req_4", log);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await bodyOf(response)).error).not.toContain("10.0.0.5");
  }
});

test("a missing key is told the scheme, a wrong method the right ones, a limit the wait", () => {
  const header = (error: AppError, name: string) =>
    errorResponse(error, "req_5", log).headers.get(name);
  expect(header(new AppError("unauthenticated", "x"), "www-authenticate")).toBe("Bearer");
  expect(header(new AppError("method_not_allowed", "x", { allow: ["GET"] }), "allow")).toBe("GET");
  expect(header(new AppError("rate_limited", "x", { retryAfterSeconds: 3 }), "retry-after")).toBe(
    "3",
  );
});
