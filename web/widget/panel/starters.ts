import type { Api } from "../conversation/api.ts";
import { fill } from "../languages/fill.ts";
import type { PanelOptions } from "../panel-options.ts";
import { currentPathOf, pageTitle } from "./page-facts.ts";

const mostStarters = 4;

/** Questions to begin with: those of the site, else those that the docs suggest for the page, asked for once a page. */
export function createStarters(api: Api, options: () => PanelOptions) {
  let known: { path: string; questions: string[] } | undefined;
  return {
    async load(aboutPage: string): Promise<string[]> {
      const { starters } = options();
      if (starters) return starters.slice(0, mostStarters);
      const path = currentPathOf(options());
      if (known?.path === path) return known.questions;
      const questions = await api
        .suggestions(path, AbortSignal.timeout(10_000))
        .catch((): string[] => []);
      known = { path, questions: questions.length > 0 ? questions : ownQuestion(aboutPage) };
      return known.questions.slice(0, mostStarters);
    },
  };
}

function ownQuestion(aboutPage: string): string[] {
  const title = pageTitle();
  return title === "" ? [] : [fill(aboutPage, { title })];
}
