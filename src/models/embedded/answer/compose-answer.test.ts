import { expect, test } from "vitest";
import type { EmbeddedInput, EmbeddedPassage } from "./answer-input.ts";
import { composeAnswer } from "./compose-answer.ts";

function passage(n: number, content: string, more: Partial<EmbeddedPassage> = {}): EmbeddedPassage {
  return {
    n,
    path: `page-${n}`,
    title: `Page ${n}`,
    headings: [],
    anchor: `part-${n}`,
    startLine: n * 100,
    content,
    score: 10 - n,
    ...more,
  };
}

function answer(
  question: string,
  passages: EmbeddedPassage[],
  more: Partial<EmbeddedInput> = {},
): string {
  return composeAnswer({
    question,
    earlier: [],
    evidence: "enough",
    passages,
    nearest: [],
    weights: {},
    unknown: [],
    ...more,
  });
}

const revoke = `## Revoke a key

Revoke a key by its id, which the [list](/keys#list) shows:

\`\`\`bash title="Terminal"
docent keys revoke key_123
\`\`\`

Revoking takes effect at once, without a restart.`;

test("section is quoted whole, followed by its marker", () => {
  const text =
    "A passage is a run of paragraphs below one heading.\n\nSearch finds passages, not pages.";
  expect(answer("What is a passage?", [passage(1, text)])).toBe(`${text} [1]`);
});

test("how-to keeps the command between its introduction and what follows", () => {
  const written = answer("How do I revoke a key?", [
    passage(1, revoke, { headings: ["Revoke a key"] }),
  ]);
  expect(written).toBe(
    'Revoke a key by its id, which the list shows:\n\n```bash title="Terminal"\ndocent keys revoke key_123\n```\n\nRevoking takes effect at once, without a restart. [1]',
  );
});

test("heading of the best section is not repeated", () => {
  expect(answer("How do I revoke a key?", [passage(1, revoke)])).not.toContain("Revoke a key\n");
});

test("ordered steps are kept whole", () => {
  const steps =
    "To upgrade the server, do this:\n\n1. Stop the server.\n2. Run the installer.\n\n   ```bash\n   ./install\n   ```\n\n3. Start it again.";
  expect(answer("How do I upgrade the server?", [passage(2, steps)])).toBe(`${steps}\n\n[2]`);
});

test("steps too many to quote are cut behind a whole step, with their numbers", () => {
  const steps = Array.from(
    { length: 40 },
    (_, at) => `${at + 3}. Turn the wheel number ${at} once more.`,
  );
  const written = answer("How do I turn the wheel?", [
    passage(1, `Turn it so:\n\n${steps.join("\n")}`),
  ]);
  expect(written).toContain("3. Turn the wheel number 0 once more.\n\n4. Turn the wheel number 1");
  expect(written).toContain("once more.\n\n…\n\n[1]");
  expect(written).not.toContain("number 39");
});

test("component steps become an ordered list", () => {
  const content = `## Rotate a key

<Steps>
  <Step title="Create the new key">
    Run \`keys create\`.
  </Step>
  <Step title="Revoke the old key">
    \`\`\`bash
    keys revoke
    \`\`\`
  </Step>
</Steps>`;
  expect(
    answer("How do I rotate a key?", [passage(1, content, { headings: ["Rotate a key"] })]),
  ).toBe(
    "1. **Create the new key**\n\n   Run `keys create`.\n\n2. **Revoke the old key**\n\n   ```bash\n   keys revoke\n   ```\n\n[1]",
  );
});

test("listing question gets the whole table", () => {
  const table =
    "| Status | Meaning |\n|---|---|\n| `queued` | waits |\n| `running` | works |\n| `halted` | ended |";
  const written = answer("Which statuses can a job have?", [
    passage(1, `A job has one of these statuses.\n\n${table}`),
  ]);
  expect(written).toBe(`A job has one of these statuses.\n\n${table}\n\n[1]`);
});

test("long table is cut to the header and the rows that match", () => {
  const rows = Array.from({ length: 90 }, (_, at) => `| \`OPTION_${at}\` | one of the values |`);
  const table = `| Variable | Default |\n|---|---|\n${rows.join("\n")}\n| \`PORT\` | 4040 |`;
  const written = answer("What is PORT?", [passage(1, table)]);
  expect(written).toContain("| Variable | Default |\n|---|---|\n");
  expect(written).toContain("| `PORT` | 4040 |\n| … |  |\n\n[1]");
  expect(written.split(/\s+/).length).toBeLessThan(250);
});

test("long list is cut to the items that match, with a sign in each gap", () => {
  const items = Array.from({ length: 60 }, (_, at) => `- The option number ${at} does one thing.`);
  const list = [...items.slice(0, 30), "- `windowSize`: 21 by default.", ...items.slice(30)];
  const written = answer("windowSize", [passage(1, `Options:\n\n${list.join("\n")}`)]);
  expect(written).toContain("- `windowSize`: 21 by default.\n- …");
});

test("field components are quoted by name", () => {
  const content = `<ParamField body="pageSize" type="number" default="5">
  How many results are used.
</ParamField>`;
  expect(answer("What does pageSize do?", [passage(1, content)])).toBe(
    "- `pageSize` (number, default 5):\n  How many results are used. [1]",
  );
});

test("code of the language asked for is chosen", () => {
  const content = `Send a question to the endpoint:

<CodeGroup>

\`\`\`bash cURL
curl https://example.com
\`\`\`

\`\`\`python Python
requests.post("https://example.com")
\`\`\`

</CodeGroup>`;
  const written = answer("Show a Python example that sends a question", [passage(1, content)]);
  expect(written).toContain("```python Python\nrequests.post");
  expect(written).not.toContain("curl");
  expect(written).toContain("Send a question to the endpoint:");
});

test("code that is too long to quote is left out, never cut", () => {
  const long = `Example of the plugin:\n\n\`\`\`js\n${"plugin();\n".repeat(300)}\`\`\`\n\nThe plugin is loaded once.`;
  const written = answer("Show an example of the plugin", [passage(1, long, { title: "Plugins" })]);
  expect(written).toBe("Example of the plugin:\n\n…\n\nThe plugin is loaded once. [1]");
  const alone = answer("Show an example of the plugin", [
    passage(1, `\`\`\`js\n${"plugin();\n".repeat(300)}\`\`\``, { title: "Plugins" }),
  ]);
  expect(alone).toContain("“Plugins” [1]");
});

test("best of a second section is added under its heading where it comes close", () => {
  const written = answer("What is the default port and where is the data folder?", [
    passage(1, "The default port is 4040."),
    passage(2, "The data folder is .docent in the working folder.", { headings: ["Data folder"] }),
  ]);
  expect(written).toBe(
    "The default port is 4040. [1]\n\n**Data folder**\n\nThe data folder is .docent in the working folder. [2]",
  );
});

test("second section that says the same is left out", () => {
  const written = answer("What is the default port?", [
    passage(1, "The default port is 4040."),
    passage(2, "The default port is 4040."),
  ]);
  expect(written).toBe("The default port is 4040. [1]");
});

test("bracketed numbers in the docs never become markers", () => {
  const text = "The cache is kept on disk [3], see items[7] and [[2]2] or [^4] in `rows[5]`.";
  const written = answer("Where is the cache kept?", [passage(1, text)]);
  const outsideCode = written.replace(/`[^`]*`/g, "");
  expect(outsideCode.match(/\[\d+\]/g)).toEqual(["[1]"]);
  expect(written).toContain("`rows[5]`");
});

test("bracketed numbers in a quoted list are no markers, in its code they stay", () => {
  const steps =
    "To deploy, do this:\n\n1. Build it [9].\n2. Run it.\n\n   ```js\n   run(list[4])\n   x = [5]\n   ```";
  const written = answer("How do I deploy?", [passage(1, steps)]);
  expect(written).toContain("1. Build it.\n");
  expect(written).toContain("x = [5]");
});

test("unclosed fence does not swallow the answer", () => {
  const written = answer("Show the command to deploy", [
    passage(1, "Deploy with this command:\n\n```bash\ndeploy now"),
  ]);
  expect(written).toBe("Deploy with this command:\n\n```bash\ndeploy now\n```\n\n[1]");
});

test("links are reduced to their text and tags removed", () => {
  const text = "<Note>The [default port](https://evil.example) is **4040**.</Note>";
  expect(answer("What is the default port?", [passage(1, text)])).toBe(
    "The default port is **4040**. [1]",
  );
});

test("words of the answer stay within bounds", () => {
  const long = Array.from(
    { length: 20 },
    (_, at) => `The port setting ${at} ${"and more words ".repeat(10)}ends here.`,
  );
  const passages = [1, 2, 3, 4].map((n) => passage(n, long.join("\n\n")));
  expect(answer("Which port setting?", passages).split(/\s+/).length).toBeLessThan(330);
  const near = answer("Which port setting?", passages, { evidence: "partly" });
  expect(near.split(/\s+/).length).toBeLessThan(330);
});

test("answer with reserve says so and quotes the nearest sections under their headings", () => {
  const written = answer(
    "Which port do I open?",
    [
      passage(1, "The default port is 4040.", { headings: ["Port"] }),
      passage(2, "A firewall may close a port.", { headings: ["Firewall"] }),
    ],
    { evidence: "partly" },
  );
  expect(written).toBe(
    "I did not find a direct answer to this in the documentation. The closest it comes:\n\n**Port**\n\nThe default port is 4040. [1]\n\n**Firewall**\n\nA firewall may close a port. [2]",
  );
});

test("question in another language works by its terms", () => {
  expect(
    answer("Qué hace retrievalPageSize?", [
      passage(1, "`retrievalPageSize` is the number of results used."),
    ]),
  ).toBe("`retrievalPageSize` is the number of results used. [1]");
});

test("Chinese sentence is quoted", () => {
  expect(answer("默认端口是什么", [passage(1, "缓存在磁盘上。默认端口是四千。")])).toContain(
    "默认端口是四千。",
  );
});

test("passage of code alone is quoted with a closing marker", () => {
  expect(answer("start", [passage(1, "```bash\nnpm start\n```")])).toBe(
    "```bash\nnpm start\n```\n\n[1]",
  );
});

test("follow-up borrows the subject of the question it leans on", () => {
  const earlier = ["How do I install the widget?"];
  const written = answer(
    `${earlier[0]}\nand on Windows?`,
    [
      passage(
        1,
        "The server runs on Windows. The widget is installed on Windows with the setup program.",
      ),
    ],
    { earlier },
  );
  expect(written).toContain("setup program");
});

test("same input gives the same answer", () => {
  const ask = () => answer("How do I revoke a key?", [passage(1, revoke), passage(2, revoke)]);
  expect(ask()).toBe(ask());
});

test("hostile passages are read in bounded time", () => {
  const nasty = [
    "<A ",
    "[[[[",
    "```\n",
    "| - ",
    "- - ",
    "**",
    "`` ` ",
    "{/* <!-- ",
    "1. a\n\n",
    "> > ",
  ];
  for (const piece of nasty) {
    answer("What is the port?", [passage(1, `The port is open.\n\n${piece.repeat(20_000)}`)]);
    answer("How do I list the ports?", [
      passage(1, `${`${piece}\n`.repeat(10_000)}\nThe port is open.`),
    ]);
  }
});
