import { resolve } from "node:path";
import { domainName } from "../../contract/domains.ts";
import { modelProviders } from "../../contract/models.ts";
import { AppError } from "../../lib/app-error.ts";
import { didYouMean } from "../../text/nearest-word.ts";
import type { Invocation } from "../command.ts";
import { requireLocation } from "../source-flags.ts";
import { domainFor, findDocs, hasPages } from "./find-docs.ts";
import type { Person } from "./person.ts";
import type { SettingValues } from "./settings-file.ts";
import { remoteUrl, type Tried, tryModelSettings, tryRepository } from "./try-settings.ts";

/** The story of a set-up: docs, domain, forge, model, address. Without a person, flags and what stands ready decide. */
export async function askSettings(
  invocation: Invocation,
  person: Person | undefined,
): Promise<SettingValues> {
  const docs = await askDocs(invocation, person);
  const domain = await askDomain(invocation, person, docs);
  const forge = await askForge(invocation, person, docs);
  const model = await askModel(invocation, person);
  const url = await askPublicUrl(invocation, person);
  return { DOCENT_DOCS: docs, DOCENT_DOMAIN: domain, ...forge, ...model, ...url };
}

/** A folder is written as a whole path: the file may be used from elsewhere. */
async function askDocs({ flags, remark }: Invocation, person: Person | undefined): Promise<string> {
  const found = flags.text("docs") ?? (await findDocs(resolve(".")));
  if (person === undefined && found === undefined)
    throw new AppError("invalid_request", "No docs were found here: name them with --docs.");
  for (;;) {
    const asked = flags.text("docs") === undefined ? person : undefined;
    const docs =
      (await asked?.ask("Where are the docs? A folder or a git address", found)) ?? found ?? "";
    try {
      const { kind, location } = await requireLocation(docs, "--docs");
      if (kind === "folder" && !(await hasPages(location)))
        remark(`No pages (.md, .mdx, .markdown) were found in ${location}.`);
      return location;
    } catch (error) {
      if (asked === undefined || !(error instanceof AppError)) throw error;
      remark(error.message);
    }
  }
}

async function askDomain(
  { flags, remark }: Invocation,
  person: Person | undefined,
  docs: string,
): Promise<string> {
  const ready = flags.text("domain") ?? domainFor(docs);
  const asked = flags.text("domain") === undefined ? person : undefined;
  for (;;) {
    const name = (await asked?.ask("Domain of the project, one word", ready)) ?? ready;
    const { success, error } = domainName.safeParse(name);
    if (success) return name;
    const reason = error.issues[0]?.message ?? "";
    if (asked === undefined) throw new AppError("invalid_request", `--domain: ${reason}`);
    remark(reason);
  }
}

/** A repository on another machine may want a token; ssh has its own keys. */
async function askForge(
  invocation: Invocation,
  person: Person | undefined,
  docs: string,
): Promise<SettingValues> {
  const url = remoteUrl(docs);
  if (url === undefined) return {};
  const { services } = invocation;
  const given = services.given("DOCENT_GIT_TOKEN");
  const values = (token: string): SettingValues =>
    token === "" ? {} : { DOCENT_GIT_TOKEN: token };
  const isAsked = person !== undefined && given === "" && url.startsWith("http");
  return settle(invocation, isAsked ? person : undefined, {
    read: async () =>
      values(isAsked ? await person.askSecret("Token of the forge; empty for none") : given),
    try: (chosen) => tryRepository(services, url, chosen),
  });
}

async function askModel(
  invocation: Invocation,
  person: Person | undefined,
): Promise<SettingValues> {
  const { flags, services, remark } = invocation;
  const provider = await askProvider(invocation, person);
  if (provider === "embedded") {
    remark("The embedded model quotes the docs; it needs no key and no network.");
    return { DOCENT_MODEL_PROVIDER: "embedded" };
  }
  const secret = async (name: string, question: string) =>
    services.given(name) || ((await person?.askSecret(question)) ?? "");
  const text = async (flag: string, name: string, question: string) =>
    flags.text(flag) ?? (services.given(name) || ((await person?.ask(question)) ?? ""));
  const readAnthropic = async () => ({
    ANTHROPIC_API_KEY: await secret("ANTHROPIC_API_KEY", "Key for Anthropic"),
  });
  const readOpenAi = async () => {
    const key = await secret("DOCENT_MODEL_KEY", "Key for it; empty for none");
    return {
      DOCENT_MODEL_URL: await text(
        "model-url",
        "DOCENT_MODEL_URL",
        "Address of the model's server",
      ),
      DOCENT_MODEL_SONNET: await text(
        "model-name",
        "DOCENT_MODEL_SONNET",
        "Name of the model there",
      ),
      ...(key !== "" && { DOCENT_MODEL_KEY: key }),
    };
  };
  return settle(invocation, person, {
    read: async () => ({
      DOCENT_MODEL_PROVIDER: provider,
      ...(provider === "anthropic" ? await readAnthropic() : await readOpenAi()),
    }),
    try: (chosen) => tryModelSettings(services, chosen),
  });
}

async function askProvider({ flags, services, remark }: Invocation, person: Person | undefined) {
  const chosen = flags.choice("model", modelProviders);
  if (chosen !== undefined) return chosen;
  const ready = services.config.models.provider;
  if (person === undefined) return ready;
  for (;;) {
    const name = await person.ask(`Who writes the answers: ${modelProviders.join(", ")}`, ready);
    const found = modelProviders.find((one) => one === name.toLowerCase());
    if (found !== undefined) return found;
    remark(`There is no "${name}"${didYouMean(name, modelProviders)}.`);
  }
}

type Step = { read(): Promise<SettingValues>; try(values: SettingValues): Promise<Tried> };

/** Tries what was chosen at once; a person may try again or keep it, and nobody else gets past a fault. */
async function settle(
  { flags, remark }: Invocation,
  person: Person | undefined,
  step: Step,
): Promise<SettingValues> {
  for (;;) {
    const values = await step.read();
    if (flags.has("untried")) return values;
    const { works, text } = await step.try(values).catch((error): Tried => {
      if (error instanceof AppError) return { works: false, text: error.message };
      throw error;
    });
    remark(text);
    if (works) return values;
    if (person === undefined)
      throw new AppError("unavailable", "Nothing was written: --untried writes it all the same.");
    const said = await person.ask("Try again, or keep it as it is? again or keep", "again");
    if (/^k/i.test(said)) return values;
  }
}

async function askPublicUrl(
  { flags, services }: Invocation,
  person: Person | undefined,
): Promise<SettingValues> {
  const given = flags.text("public-url") ?? services.given("DOCENT_PUBLIC_URL");
  const question = "Address that people will reach Docent at; empty for this machine only";
  const url = given || ((await person?.ask(question)) ?? "");
  return url === "" ? {} : { DOCENT_PUBLIC_URL: url };
}
