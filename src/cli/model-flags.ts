import { type ProjectModel, projectModel } from "../contract/models.ts";
import { AppError } from "../lib/app-error.ts";
import { webAddress } from "../text/safe/web-address.ts";
import { type Flag, type Flags, textFlag } from "./command.ts";

const fields = {
  provider: textFlag("NAME", "Whose models it uses: anthropic, openai-compatible or embedded"),
  url: textFlag("URL", "Address of its own model server"),
  sonnet: textFlag("ID", "Its own model for sonnet"),
  opus: textFlag("ID", "Its own model for opus"),
  key: textFlag("NAME", "Its own key, kept in the setting DOCENT_MODEL_KEY_NAME"),
};

/** A project's own models. */
export const modelFlags: Record<string, Flag> = Object.fromEntries(
  Object.entries(fields).map(([name, flag]) => [
    `model-${name}`,
    { ...flag, help: `${flag.help}; "" goes back to the deployment's.` },
  ]),
);

/** What the project has after the command; undefined when no flag is about models. */
export function readModelFlags(flags: Flags, present: ProjectModel): ProjectModel | undefined {
  const given = Object.keys(fields).filter((field) => flags.text(`model-${field}`) !== undefined);
  if (given.length === 0) return undefined;
  const changed: Record<string, unknown> = { ...present };
  for (const field of given) {
    const value = flags.text(`model-${field}`);
    if (value) changed[field] = field === "url" ? address(value) : value;
    else delete changed[field];
  }
  const { data, error } = projectModel.safeParse(changed);
  if (data) return data;
  const [issue] = error.issues;
  throw new AppError("invalid_request", `--model-${String(issue?.path[0])}: ${issue?.message}.`);
}

function address(text: string): string {
  const url = webAddress(text);
  if (url !== undefined) return url;
  throw new AppError(
    "invalid_request",
    "--model-url must be an http or https address without a user, query or fragment.",
  );
}
