import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the limit of open files that the system has set is known", () => {
  const file = JSON.stringify(new URL("./descriptor-limit.ts", import.meta.url).href);
  const program = `import(${file}).then(({ descriptorLimit }) => console.log(descriptorLimit()))`;
  const script = 'ulimit -n 123; exec "$0" --eval "$1"';
  const printed = execFileSync("sh", ["-c", script, process.execPath, program]);
  expect(printed.toString().trim()).toBe("123");
});
