import { modelNames } from "../../contract/models.ts";
import type { ModelChoice } from "../../models/providers/create-models.ts";
import { tryEmbedder, tryModel } from "../../projects/settings/test-model.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { Services } from "../services.ts";
import { bad, checked, type Finding, note, ok } from "./health-finding.ts";

/** Asks each model of the settings one word. */
export async function checkModels(services: Services): Promise<Finding[]> {
  const findings = await askEach(services, {}, "model");
  const isEmbedded = services.models.answers({}).provider === "embedded";
  return isEmbedded ? [note("model", services.model.description)] : findings;
}

/** Those that a project has of its own. */
export async function checkProjectModels(services: Services, project: Project): Promise<Finding[]> {
  const own = Object.keys(project.model ?? {}).length > 0;
  return own ? askEach(services, project, `model of ${project.domain}`) : [];
}

async function askEach(
  { models }: Services,
  project: Partial<Project>,
  subject: string,
): Promise<Finding[]> {
  const choices = new Map<string, ModelChoice>();
  const asked = project.model === undefined ? {} : { model: project.model };
  for (const choice of [
    models.answers(asked),
    ...modelNames.map((name) => models.jobs(asked, name)),
  ])
    choices.set(choice.description, choice);
  const findings = [...choices.values()].map((choice) =>
    checked(subject, async () => {
      const { ok: works, model, message, milliseconds } = await tryModel(choice, unrecorded);
      if (works) return [ok(subject, `${model}: answers after ${milliseconds} ms`)];
      return [bad(subject, `${model}: ${message} ${adviceOn(choice)}`)];
    }),
  );
  return (await Promise.all(findings)).flat();
}

function adviceOn({ provider }: ModelChoice): string {
  if (provider === "anthropic") return "Check ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL.";
  return "Check the address, the key and the name of the model: DOCENT_MODEL_URL, _KEY and _SONNET.";
}

/** A few tokens of whoever runs this machine are on no project's account. */
async function unrecorded(): Promise<void> {
  return undefined;
}

export async function checkEmbedder(services: Services): Promise<Finding[]> {
  const embedding = services.embedding();
  if (embedding === undefined) return [ok("embedder", "bundled: part of Docent")];
  const { url, model } = services.config.embedding ?? { url: "", model: "" };
  const tested = await tryEmbedder(embedding);
  const { ok: works, message, milliseconds } = tested;
  if (works) return [ok("embedder", `${model} at ${url}: ${message} ${milliseconds} ms`)];
  return [
    bad(
      "embedder",
      `${model} at ${url}: ${message} Meanwhile the bundled one is used; check DOCENT_EMBEDDER_URL, _MODEL and _KEY`,
    ),
  ];
}
