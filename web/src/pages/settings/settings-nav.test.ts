import { expect, test } from "vitest";
import { settingsPart } from "./settings-nav.tsx";

test("the address names a part, and the server's are for owners alone", () => {
  expect(settingsPart("?part=sources", false)).toBe("sources");
  expect(settingsPart("?part=server-limits", true)).toBe("server-limits");
  expect(settingsPart("?part=server-limits", false)).toBe("project");
  expect(settingsPart("?part=__proto__", true)).toBe("project");
  expect(settingsPart("", true)).toBe("project");
});
