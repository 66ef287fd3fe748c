import {
  createStarterQuestions,
  type StarterQuestions,
} from "../assistant/answer/starter-questions.ts";
import type { Route } from "../http/route.ts";
import { firstStepRoutes } from "../http/routes/starting/first-steps.ts";
import { suggestionRoutes } from "../http/routes/starting/suggestions.ts";
import { bundledDocsPlace } from "../ingest/place-bundled-docs.ts";
import { AppError } from "../lib/app-error.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import type { PageLists } from "../projects/pages/page-lists.ts";
import { readPage } from "../projects/pages/read-page.ts";
import { loginOfSource } from "./create-hosts.ts";
import type { Shared } from "./parts.ts";

type Pages = { publicUrl: string; lists: PageLists };

/** What somebody meets first: questions to begin with, and the steps that set a project up. */
export function startingRoutes(shared: Shared, pages: Pages): Route[] {
  const { db, clock, models, config } = shared;
  const loginOf = loginOfSource(shared);
  return [
    ...suggestionRoutes(starterQuestions(shared, pages)),
    ...firstStepRoutes({
      ...{ db, clock, models },
      demoPlace: bundledDocsPlace(dataPlaces(config.dataFolder).repositories),
      hasLogin: (source) =>
        loginOf(source).then(
          (login) => login !== undefined,
          // One that this server cannot open is none.
          notOpened,
        ),
    }),
  ];
}

function notOpened(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}

/** The page that a reader is on is found as the page endpoint finds it. */
function starterQuestions(
  { db, search, revisionOfRef }: Shared,
  { publicUrl, lists }: Pages,
): StarterQuestions {
  const deps = { db, revisionOfRef, publicUrl, lists };
  return createStarterQuestions({
    ...{ db, search },
    async pageAt(actor, project, path) {
      const found = await readPage(deps, actor, { project, path }).catch((error) => {
        if (error instanceof AppError && error.code === "not_found") return undefined;
        throw error;
      });
      return found?.page.path;
    },
  });
}
