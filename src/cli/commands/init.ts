import { basename, dirname, resolve } from "node:path";
import { modelProviders } from "../../contract/models.ts";
import { isInWorkTree } from "../../git/read/is-git-directory.ts";
import { runGit } from "../../git/run/git.ts";
import { AppError } from "../../lib/app-error.ts";
import {
  type Command,
  choiceFlag,
  type Invocation,
  jsonFlag,
  switchFlag,
  textFlag,
} from "../command.ts";
import { askSettings } from "../init/ask-settings.ts";
import { createPerson, type Person } from "../init/person.ts";
import { readIfThere, settingsDifference, settingsText } from "../init/settings-file.ts";
import { docsFlag } from "../source-flags.ts";
import { writePrivately } from "../write-privately.ts";

export const init: Command = {
  name: "init",
  flags: {
    docs: docsFlag,
    domain: textFlag("NAME", "Domain of the project (default: after the folder or repository)."),
    model: choiceFlag(
      modelProviders,
      "Who writes the answers; its key is asked for, or comes from the environment.",
    ),
    "model-url": textFlag("URL", "Address of an OpenAI-compatible server."),
    "model-name": textFlag("ID", "Model on that server."),
    "public-url": textFlag("URL", "Address that people will reach Docent at."),
    file: textFlag("PATH", "File to write (default .env)."),
    untried: switchFlag("Do not try the model and the token."),
    yes: switchFlag("Ask nothing: take the flags, the environment and what stands ready."),
    json: jsonFlag,
  },
  examples: [
    "docent init",
    "docent init --yes --docs ./docs --model embedded",
    "ANTHROPIC_API_KEY=… docent init --yes --docs https://git.example/acme/docs.git --model anthropic",
  ],
  run: (invocation) => runInit(invocation),
};

/** Walks through docs, model, forge and address, tries them, and writes a file of settings. */
async function runInit(invocation: Invocation): Promise<number> {
  const isSilent = invocation.flags.has("yes");
  // What is asked is no result: it goes where remarks go.
  const write = (text: string) => void process.stderr.write(text);
  const person = isSilent ? undefined : createPerson(process.stdin, write);
  try {
    return await setUp(invocation, person);
  } finally {
    person?.leave();
  }
}

async function setUp(invocation: Invocation, person: Person | undefined): Promise<number> {
  const { flags, remark, result, services } = invocation;
  const file = flags.text("file") ?? ".env";
  const before = await readIfThere(file);
  const values = await askSettings(invocation, person);
  // The same rules as at a start: what is wrong is told by its name.
  await services.withSettings(values);
  const after = settingsText(before, values);
  const changes = settingsDifference(before, after);
  if (before !== "" && changes.length > 0) await confirm(invocation, person, { file, changes });
  if (changes.length > 0) await writePrivately(file, after, "--file");
  if (await isOpenToGit(file))
    remark(`${file} is not ignored by git and may hold secrets: add it to .gitignore.`);
  const next = `docent serve --settings ${file}`;
  const names = Object.keys(values);
  const done = changes.length === 0 ? `${file} says so already` : `${file} is written`;
  result({ file, settings: names, next }, `${done}. Next: ${next}`);
  return 0;
}

type Change = { file: string; changes: string[] };

/** A file that is there is changed only when somebody says so. */
async function confirm(
  { flags, remark }: Invocation,
  person: Person | undefined,
  { file, changes }: Change,
): Promise<void> {
  remark(`${file} is there already. This would change:`);
  for (const line of changes) remark(`  ${line}`);
  const said = flags.has("yes") ? "no" : await person?.ask("Change it? yes or no", "no");
  if (/^y(?:es)?$/i.test(said ?? "")) return;
  throw new AppError("conflict", `${file} stays as it is: remove it, or name another with --file.`);
}

/** By the repository that the file is in, which need not be the one that this was started in. */
async function isOpenToGit(file: string): Promise<boolean> {
  const cwd = dirname(resolve(file));
  if (!(await isInWorkTree(cwd))) return false;
  const ignored = ["ls-files", "--others", "--ignored", "--exclude-standard"];
  const { stdout } = await runGit([...ignored, "--", basename(file)], { cwd });
  return stdout.length === 0;
}
