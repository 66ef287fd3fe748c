import { expect, test } from "vitest";
import { quotable } from "./quotable.ts";

test("component content loses its indentation, code keeps its own", () => {
  const content =
    '<Tabs>\n  <Tab title="npm">\n    ```bash\n    if x\n      y\n    ```\n  </Tab>\n</Tabs>';
  expect(quotable(content).trim()).toBe("###### npm\n\n```bash\nif x\n  y\n```");
});

test("imports, exports and comments are gone", () => {
  const content = 'import X from "x";\n\n{/* note */}\n<!-- a\nb -->\nText.';
  expect(quotable(content).trim()).toBe("Text.");
});

test("tag over several lines is one tag", () => {
  const content = '<Card\n  title="Keys > all"\n  href={link}\n>\n  How keys work.\n</Card>';
  expect(quotable(content).trim()).toBe("###### Keys > all\n\nHow keys work.");
});

test("tags inside code stay", () => {
  const content = "```jsx\n<Note>hi</Note>\n```\n\nUse `<Note>`.";
  expect(quotable(content)).toBe(content);
});

test("callout marks of other dialects are gone", () => {
  expect(quotable(":::note\nText.\n:::\n").trim()).toBe("Text.");
});

test("Windows line ends are read", () => {
  expect(quotable("One.\r\nTwo.")).toBe("One.\nTwo.");
});
