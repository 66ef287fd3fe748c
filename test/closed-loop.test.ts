import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AnswerEvent } from "../src/contract/answer-events.ts";
import type { Models } from "../src/models/providers/create-models.ts";
import { axeFaults } from "./axe-faults.ts";
import { question, readEvents, testModels } from "./harness.ts";
import { createJobNode, type JobNode } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { finishCall, scriptedEditor } from "./scripted-editor.ts";
import { scriptedModel } from "./scripted-model.ts";
import { openLoggedIn, serveDashboard } from "./serve-dashboard.ts";

const lacking = "How many topics can an account have?";
const wordings = [lacking, "How many topics may one account have?", "how many topics per account"];
const fact = "An account can have ten topics.";

/** Says the fact where the passages that it is given hold it, with their number, and nothing else. */
const writer: LanguageModelV4 = {
  ...scriptedModel({ pieces: [] }),
  doStream(call) {
    const asked = JSON.stringify(call.prompt).replaceAll("\\", "");
    const number = [...asked.matchAll(/"number":(\d+),(?:(?!"number":).)*?ten topics/g)][0]?.[1];
    const pieces = [
      number === undefined ? "The docs do not say it." : `${fact.slice(0, -1)} [${number}].`,
    ];
    return scriptedModel({ pieces }).doStream(call);
  },
};

function scripted(): Models {
  const models = testModels();
  const edit = {
    path: "keys.md",
    old: "A key lets a program call the service.",
    new: `A key lets a program call the service.\n\n## ${lacking}\n\n${fact}`,
  };
  const editor = scriptedEditor([
    { calls: [{ name: "edit_file", input: edit }] },
    { calls: [finishCall({ title: "Say how many topics an account can have" })] },
  ]);
  const named = { ...models.embedded, id: "scripted" };
  return {
    ...models,
    answers: () => ({ ...named, model: writer }),
    jobs: () => ({ ...named, model: editor }),
  };
}

test.each([
  { name: "a scripted language model", models: scripted(), fill: fillInstruction },
  { name: "the embedded model", models: undefined, fill: fillText },
])(
  "on $name, what readers lack is written, proven, asked, merged and answered, and its group closes",
  {
    timeout: 600_000,
  },
  async ({ models, fill }) => {
    const node = await createJobNode(models ? { models } : {});
    await node.jobs.startWorker();
    node.grouping.start();
    node.groupWatcher.start();
    const { url } = await serveDashboard(node);
    const page = await (await openLoggedIn(node, url)).newPage();
    for (const text of wordings) expect(await outcomeOf(node, text)).not.toBe("answered");

    await page.goto(`${url}/dashboard/acme/insights/groups`);
    const main = page.getByRole("main");
    await main
      .getByRole("link", { name: /topics/i })
      .first()
      .click();
    await main.getByText("Open", { exact: true }).waitFor();
    const groupAddress = page.url();
    await main.getByRole("button", { name: "Write this" }).click();
    const dialog = page.getByRole("dialog", { name: /^Write this/ });
    await fill(dialog);
    expect(await axeFaults(page, "dialog")).toEqual([]);
    await lookAt(page, "90-write-this");
    await dialog.getByRole("button", { name: "Start job" }).click();

    await main
      .getByText(/^\d of \d questions? now answered from keys\.md/)
      .first()
      .waitFor();
    await main.getByRole("link", { name: "Show group" }).waitFor();
    await lookAt(page, "91-job-with-proof");
    await main.getByRole("region", { name: "How it ended" }).getByRole("link").first().click();
    await readProof(page);
    await askTheChange(main);
    await merge(page);

    expect(await outcomeOf(node, lacking), "the same question, after the merge").toBe("answered");
    await page.goto(groupAddress);
    await main.getByText("Answered", { exact: true }).first().waitFor();
    const story = await main.getByRole("complementary", { name: "About this group" }).innerText();
    for (const told of ["Job started", "Change proposed", "merged", "now answered from keys.md"])
      expect(story).toContain(told);
    await lookAt(page, "93-group-answered");
  },
);

async function outcomeOf(node: JobNode, text: string): Promise<string> {
  const events: AnswerEvent[] = await readEvents(await node.ask(question(text)));
  const said = events.find((event) => event.type === "data-outcome");
  return said?.type === "data-outcome" ? said.data.outcome : "";
}

async function fillInstruction(dialog: Locator): Promise<void> {
  const instruction = dialog.getByLabel("Instruction");
  const prepared = await instruction.inputValue();
  expect(prepared).toContain(lacking);
  expect(prepared).toContain("keys.md, lines ");
  await instruction.fill(`${prepared}\n\n${fact}`);
}

async function fillText(dialog: Locator): Promise<void> {
  expect(await dialog.getByLabel("Page", { exact: true }).inputValue()).toMatch(/\.md$/);
  await dialog.getByLabel("Page", { exact: true }).fill("keys.md");
  await dialog.getByLabel("Heading").fill(lacking);
  await dialog.getByLabel("Text", { exact: true }).fill(fact);
}

async function readProof(page: Page): Promise<void> {
  const main = page.getByRole("main");
  const fold = main
    .locator("details", { has: page.getByRole("heading", { name: "Questions" }) })
    .first();
  await fold.locator("summary").first().click();
  const asked = fold.locator("details").first();
  await asked.locator("summary").click();
  const after = asked.getByRole("region", { name: "After" });
  expect(await after.innerText()).toContain("ten topics");
  expect(await asked.getByRole("region", { name: "Before" }).innerText()).not.toContain(
    "ten topics",
  );
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "92-change-with-proof");
}

async function askTheChange(main: Locator): Promise<void> {
  await main.getByText("Ask this change").first().click();
  await main.getByLabel("Question", { exact: true }).fill(lacking);
  await main.getByRole("button", { name: "Ask both" }).click();
  const after = main.getByRole("region", { name: "After merging" });
  await after
    .getByText(/ten topics/)
    .first()
    .waitFor();
}

async function merge(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Merge this change?" });
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("main").getByText("Merged", { exact: true }).first().waitFor();
}
