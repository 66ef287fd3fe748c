import { createModels, type Models } from "./create-models.ts";
import type { ModelSettings } from "./model-place.ts";

/** The models that the settings name at the moment of each call: other settings count from the next call on. */
export function liveModels(settings: () => ModelSettings): Models {
  let made = makeFor(settings());
  function makeFor(given: ModelSettings) {
    return { given, models: createModels(given) };
  }
  const now = () => {
    const given = settings();
    if (given !== made.given) made = makeFor(given);
    return made.models;
  };
  return {
    answers: (project) => now().answers(project),
    jobs: (project, name) => now().jobs(project, name),
    embedded: made.models.embedded,
    describe: () => now().describe(),
  };
}
