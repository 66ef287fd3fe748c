import { createHash } from "node:crypto";
import { createPace } from "../../lib/pace.ts";
import { createOrder, createTurns } from "../../lib/turns.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import { pageUrl } from "../../search/page-url.ts";
import { mainEditions } from "../../search/rank/choose-editions.ts";
import type { Database } from "../../store/database.ts";
import { type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import { listSources } from "../../store/docs/sources.ts";
import type { ProjectDocs } from "../open-docs.ts";
import { createReadings, type Readings } from "../reader/readings.ts";
import { type LlmsPage, toLlmsPage } from "./llms-page.ts";
import { type ComparedPath, comparedPath } from "./nearest-paths.ts";
import { type AddressBook, createAddressBook } from "./page-address.ts";

/** What is asked again and again of all pages of a revision. */
export type PageList = {
  /** Changes with anything that the files for language models are written from. */
  version: string;
  /** Every page in one version and language, in the order of the navigation, the others behind them. */
  pages: LlmsPage[];
  addresses: AddressBook;
  /** What surrounds each page. */
  readings: Readings;
  /** To find pages whose names are like another. */
  names: ComparedPath[];
  /** What was written from it and kept. */
  texts: ReadonlyMap<TextName, string>;
  /** Keeps a text with the list, unless it is long. */
  keepText(name: TextName, text: string): void;
};

type TextName = "list" | "full";

export type PageLists = {
  /** The list of the docs that are meant, made once for however many ask. */
  of(project: ProjectDocs): Promise<PageList>;
  /** To be awaited before each piece of a long text, so that what others ask is answered in between. */
  turn(): Promise<void>;
  /** Reads of long texts, one after the other: however many ask for all pages, others find the store free. */
  inOrder<Result>(read: () => Promise<Result>): Promise<Result>;
};

type Deps = { db: Database; publicUrl: string };

/** Of all lists together: a page in one takes about as much as a thousand characters. */
const keptPages = 100_000;
const charactersPerPage = 1_000;
const longestText = 4_000_000;

export function createPageLists(deps: Deps): PageLists {
  const lists = createWeightedCache<Promise<PageList>>(keptPages);
  const order = createOrder();
  return {
    turn: createTurns(),
    inOrder: (read) => order("lists", read),
    async of(project) {
      const { id, currentRevisionId, name, domain, baseUrl, ref } = project;
      const sources = await listSources(deps.db, id);
      const urls = sources.map((source) => [source.id, source.baseUrl]);
      const key = JSON.stringify([id, currentRevisionId, name, domain, baseUrl, urls, ref]);
      const known = lists.get(key);
      if (known !== undefined) return known;
      const weigh = (pages: number) => lists.set(key, made, pages);
      // Later, as a list without pages is weighed at once, and it has to be there by then.
      const made = Promise.resolve().then(() => makeList(deps, project, weigh));
      weigh(1);
      made.catch(() => lists.delete(key));
      return made;
    },
  };
}

async function makeList(
  { db, publicUrl }: Deps,
  project: ProjectDocs,
  weigh: (pages: number) => void,
): Promise<PageList> {
  const revision = project.currentRevisionId;
  const all = revision === null ? [] : await visiblePages(db, revision);
  const pace = createPace();
  const addresses = createAddressBook();
  const names: ComparedPath[] = [];
  for (const page of all) {
    addresses.add(page, pageUrl(publicUrl, project, page));
    names.push(comparedPath(page.path));
    await pace();
  }
  const pages: LlmsPage[] = [];
  const hash = createHash("sha256").update(JSON.stringify(project.name));
  for (const page of mainEditions(all).toSorted(byPlace)) {
    const listed = toLlmsPage(publicUrl, project, page);
    pages.push(listed);
    hash.update(JSON.stringify(listed));
    await pace();
  }
  let weight = names.length + 1;
  weigh(weight);
  const texts = new Map<TextName, string>();
  const keepText = (name: TextName, text: string) => {
    if (text.length > longestText || texts.has(name)) return;
    texts.set(name, text);
    weight += text.length / charactersPerPage;
    weigh(weight);
  };
  const readings = createReadings(all);
  return { version: hash.digest("hex"), pages, addresses, readings, names, texts, keepText };
}

function byPlace(left: VisiblePage, right: VisiblePage): number {
  if (left.position === undefined || right.position === undefined)
    return Number(left.position === undefined) - Number(right.position === undefined);
  if (left.sourceId !== right.sourceId) return left.sourceId < right.sourceId ? -1 : 1;
  return left.position - right.position;
}
