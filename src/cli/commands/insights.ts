import { dailyStats } from "../../analytics/daily-stats.ts";
import { listCitedPages } from "../../analytics/list-cited-pages.ts";
import { everyQuestion, listQuestions } from "../../analytics/list-questions.ts";
import { dayCsv, pageCsv, writeCsv } from "../../analytics/write-csv.ts";
import { serverAddress } from "../../config/config.ts";
import { outcomes } from "../../contract/answer-events.ts";
import { questionQuery, resolutions, statsQuery } from "../../contract/insights/analytics.ts";
import { citedPageQuery, pageSorts } from "../../contract/insights/pages.ts";
import { operator } from "../../lib/actor.ts";
import { requireProject } from "../../projects/open-project.ts";
import { cutText } from "../../text/bounded.ts";
import { choiceFlag, textFlag } from "../command.ts";
import { figuresText } from "../insights/figures-text.ts";
import { rangeFlags, rangeNames, readFlags } from "../insights/range-flags.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, plainText, table } from "../terminal-text.ts";
import { groupsCommand, splitCommand } from "./insight-groups.ts";

const figures = storeCommand({
  name: "insights",
  flags: rangeFlags,
  examples: [
    "docent insights --domain docent",
    "docent insights --domain docent --from 2030-01-01 --to 2030-01-31 --zone Europe/Berlin",
    "docent insights --domain docent --csv",
    "docent insights questions --domain docent --outcome declined",
    "docent insights pages --domain docent --sort never",
  ],
  async work({ db, flags, services: { clock }, print, write }) {
    const query = readFlags(flags, statsQuery, rangeNames);
    const project = await requireProject(db, flags.required("domain"));
    const stats = await dailyStats({ db, clock }, operator, { projectId: project.id, query });
    if (flags.has("csv")) return void write(dayCsv(stats.days));
    print(flags.has("json") ? json(stats) : figuresText(project.domain, stats));
  },
});

const questionNames = [
  ...rangeNames,
  ...["search", "outcome", "rating", "resolution", "page", "model", "key", "limit", "cursor"],
];

const questions = storeCommand({
  name: "insights questions",
  flags: {
    ...rangeFlags,
    search: textFlag("WORDS", "Words in the question or the answer, whole or as beginnings."),
    outcome: choiceFlag(outcomes, "Whether the docs answered, came near it, or lack it."),
    rating: choiceFlag(["up", "down", "none"], "What the reader said."),
    resolution: choiceFlag(resolutions, "How the answer ended."),
    page: textFlag("PATH", "Only answers that cite this page."),
    model: textFlag("NAME", "Only answers of this model."),
    key: textFlag("ID", "Only questions that came with this key."),
    limit: textFlag("N", "How many (default 50; with --csv all)."),
    cursor: textFlag("TEXT", "Go on where an earlier list ended, as it says."),
  },
  examples: [
    "docent insights questions --domain docent --outcome declined",
    'docent insights questions --domain docent --rating down --search "webhook retry"',
    "docent insights questions --domain docent --page guides/limits.mdx --json",
    "docent insights questions --domain docent --csv",
  ],
  async work({ db, flags, print, write, remark }) {
    const query = readFlags(flags, questionQuery, questionNames);
    const project = await requireProject(db, flags.required("domain"));
    const input = { projectId: project.id, query };
    if (flags.has("csv")) {
      for await (const part of writeCsv(everyQuestion({ db }, operator, input))) write(part);
      return undefined;
    }
    const list = await listQuestions({ db }, operator, input);
    if (flags.has("json")) return void print(json(list));
    const rows = list.questions.map((one) => [
      minuteText(one.askedAt),
      one.outcome ?? one.resolution,
      one.feedback?.rating ?? "-",
      one.threadId,
      oneLine(one.question, 100),
    ]);
    print(table(["ASKED (UTC)", "OUTCOME", "RATED", "THREAD", "QUESTION"], rows));
    if (list.nextCursor) remark(`There are more: --cursor ${list.nextCursor}`);
    return undefined;
  },
});

const pages = storeCommand({
  name: "insights pages",
  flags: {
    ...rangeFlags,
    sort: choiceFlag(pageSorts, "Which of them (default cited)."),
    search: textFlag("TEXT", "Text in the title or the path."),
    limit: textFlag("N", "How many (default 50; with --csv all)."),
    cursor: textFlag("TEXT", "Go on where an earlier list ended, as it says."),
  },
  examples: [
    "docent insights pages --domain docent",
    "docent insights pages --domain docent --sort never",
    "docent insights pages --domain docent --sort down --json",
  ],
  async work({ db, flags, services: { clock, config }, print, write, remark }) {
    const query = readFlags(flags, citedPageQuery, [
      ...rangeNames,
      "sort",
      "search",
      "limit",
      "cursor",
    ]);
    const project = await requireProject(db, flags.required("domain"));
    const deps = { db, clock, publicUrl: serverAddress(config) };
    const list = await listCitedPages(deps, operator, { projectId: project.id, query });
    if (flags.has("csv")) return void write(pageCsv(list.pages));
    if (flags.has("json")) return void print(json(list));
    const { total } = list;
    print(
      `${total.pages} pages: ${total.cited} cited, ${total.never} never, ${total.down} with thumbs down`,
    );
    const rows = list.pages.map((page) => [
      ...[page.cited, page.up, page.down].map(String),
      minuteText(page.lastCitedAt),
      page.isCurrent ? "" : "gone",
      `${oneLine(page.path, 100)}  ${oneLine(page.title, 60)}`,
    ]);
    print(table(["CITED", "UP", "DOWN", "LAST (UTC)", "", "PAGE"], rows));
    if (list.nextCursor) remark(`There are more: --cursor ${list.nextCursor}`);
    return undefined;
  },
});

export const insightCommands = [figures, questions, groupsCommand, splitCommand, pages];

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function oneLine(text: string, longest: number): string {
  return cutText(plainText(text).trim().replace(/\s+/g, " "), longest);
}
