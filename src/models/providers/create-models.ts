import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelName, ModelProvider, ProjectModel } from "../../contract/models.ts";
import { systemTimers, type Timers } from "../calls/limits.ts";
import { ModelFault } from "../calls/model-fault.ts";
import { type Price, priceOf } from "../calls/prices.ts";
import { resilientModel } from "../calls/resilient-model.ts";
import { embeddedModel } from "../embedded/embedded-model.ts";
import { embeddedModelId } from "../embedded/embedded-model-id.ts";
import { laterModel } from "./later-model.ts";
import { type ModelPlace, type ModelSettings, modelPlace } from "./model-place.ts";

export type ModelChoice = {
  /** As it is recorded, and as prices know it. */
  id: string;
  description: string;
  provider: ModelProvider;
  model: LanguageModelV4;
  /** What it says of the docs is taken from them word for word. */
  quotes?: true;
  /** Absent where nobody knows it. */
  price?: Price;
  /** What it cannot be used without; absent where nothing is missing. */
  missing?: string;
};

/** Every model a deployment uses. None of these functions throws: what is missing is the fault of the first call. */
export type Models = {
  /** The one that answers readers of a project. */
  answers(project: { model?: ProjectModel }): ModelChoice;
  /** The one that a job of a project names. */
  jobs(project: { model?: ProjectModel }, name: ModelName): ModelChoice;
  embedded: ModelChoice;
  /** For the start: which model answers, or what to set for another one. */
  describe(): string;
};

export function createModels(settings: ModelSettings, timers: Timers = systemTimers): Models {
  const embedded = chooseModel();
  const choose = (own: ProjectModel | undefined, name: ModelName): ModelChoice => {
    const place = modelPlace(settings, own ?? {}, name);
    if (place.provider === "embedded") return embedded;
    const price = priceOf(settings.prices, place.id);
    return {
      id: place.id,
      description: describePlace(place),
      provider: place.provider,
      model: openPlace(place, settings, timers),
      ...(price && { price }),
      ...("missing" in place && { missing: place.missing }),
    };
  };
  return {
    answers: (project) => choose(project.model, settings.answers),
    jobs: (project, name) => choose(project.model, name),
    embedded,
    describe: () => describeModels(settings, choose),
  };
}

/** The model that comes with Docent. */
export function chooseModel(): ModelChoice {
  return {
    id: embeddedModelId,
    description: "embedded: quotes the docs, needs no key and no network",
    provider: "embedded",
    model: embeddedModel(),
    quotes: true,
    price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
}

type RemotePlace = Exclude<ModelPlace, { provider: "embedded" }>;

function openPlace(place: RemotePlace, { limits }: ModelSettings, timers: Timers): LanguageModelV4 {
  if ("missing" in place) return missingModel(place);
  const model = laterModel(place, async () =>
    place.provider === "anthropic"
      ? (await import("./anthropic.ts")).anthropicModel(place, place.id)
      : (await import("./openai-compatible.ts")).openaiCompatibleModel(place, place.id),
  );
  return resilientModel(model, limits, {
    timers,
    secrets: place.key === undefined ? [] : [place.key],
  });
}

/** Says with every call what its settings lack. */
function missingModel({
  provider,
  id,
  missing,
}: RemotePlace & { missing: string }): LanguageModelV4 {
  const fail = async () => {
    const message = `The model cannot be used: ${missing}.`;
    throw new ModelFault("unauthorised", message, { beforeFirstToken: true });
  };
  const base = { specificationVersion: "v4", provider, modelId: id, supportedUrls: {} } as const;
  return { ...base, doGenerate: fail, doStream: fail };
}

function describePlace(place: RemotePlace): string {
  if ("missing" in place) return `${place.provider}: cannot be used, ${place.missing}`;
  if (place.provider === "anthropic") return `anthropic: ${place.id}`;
  return `openai-compatible: ${place.id} at ${new URL(place.url).host}`;
}

const howToChange = "set ANTHROPIC_API_KEY or DOCENT_MODEL_URL for a model that writes";

function describeModels(
  settings: ModelSettings,
  choose: (own: undefined, name: ModelName) => ModelChoice,
): string {
  const answers = choose(undefined, settings.answers);
  if (answers.provider === "embedded") return `${answers.description}; ${howToChange}`;
  const [sonnet, opus] = [choose(undefined, "sonnet").id, choose(undefined, "opus").id];
  const jobs = sonnet === opus ? "answers and jobs" : `answers; jobs ${sonnet} or ${opus}`;
  return `${answers.description} (${jobs})`;
}
