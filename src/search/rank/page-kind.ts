/**
 * `list`: glossaries, which name every word of the docs and explain none at length. `news`: blog posts, changelogs and
 * release notes, which tell what was true once. `upgrade`: guides from an old state to a new one. All else is an article.
 */
export type PageKind = "article" | "list" | "news" | "upgrade";

/** What pages that nobody asked for are multiplied by. */
const factors: Record<PageKind, number> = { article: 1, list: 0.75, news: 0.7, upgrade: 0.8 };

const listed = named("glossary|terminology");
const newsFolder =
  /(?:^|\/)(?:_?posts|blogs?|weblog|news|announcements?|changelogs?|releases|release[-_]notes|whats[-_]new)(?:\/|\.|$)/i;
const datedFile = /(?:^|\/)\d{4}-\d{2}-\d{2}[-_.]/;
const newsTitle = named("change ?log|release notes|what['’]?s new");
const upgrade = named("migrat(?:e|ing|ion)|upgrad(?:e|ing)|breaking changes|deprecations?");

/** In the order of their numbers. */
export const kindsOfPages: PageKind[] = ["article", "list", "news", "upgrade"];

export function kindNumber(page: { path: string; title: string }): number {
  return kindsOfPages.indexOf(kindOfPage(page));
}

export function kindOfPage(page: { path: string; title: string }): PageKind {
  const { path, title } = page;
  const name = path.replace(/[-_]/g, " ");
  if (listed.test(title) || listed.test(name)) return "list";
  if (newsFolder.test(path) || datedFile.test(path) || newsTitle.test(title)) return "news";
  return upgrade.test(title) || upgrade.test(name) ? "upgrade" : "article";
}

const opensQuestion = /\bwhat (?:is|are|does|do)\b/i;
const asksForMeaning = /\b(?:mean|called|stand for)/i;
const namesMeaning =
  /\b(what('s| is| are) (a|an|the)?\s{0,20}["'“”`\w-]{1,50}\??$|(meaning|definition) of|meant by|define\b|glossary|terminology)/i;
const asksForNews =
  /\b(blogs?|posts?|announce\w{0,40}|change ?logs?|releases?|released|release notes|news|what('s| is| was) new|history|v?\d{1,9}\.(\d{1,9}|x)|v\d{1,9})\b/i;
const asksForUpgrade =
  /\b(migrat\w{0,40}|upgrad\w{0,40}|updat\w{1,40} (from|to)|(mov\w{1,40}|switch\w{0,40}|chang\w{1,40}|com\w{1,40}|convert\w{0,40}) (over )?from|breaking|deprecat\w{0,40}|remov(ed|al)|no longer|still|replac(ed|ement)|renamed|old|older|new version|v?\d{1,9}\.(\d{1,9}|x)|v\d{1,9})\b/i;

/** By how much pages of each kind step back for a question: not at all where it asks for them. */
export function kindFactors(question: string): Record<PageKind, number> {
  return {
    article: 1,
    list: asksWhatIsMeant(question) ? 1 : factors.list,
    news: asksForNews.test(question) ? 1 : factors.news,
    upgrade: asksForUpgrade.test(question) ? 1 : factors.upgrade,
  };
}

/** "What does … mean?" on one line; what stands between them may be anything. */
function asksWhatIsMeant(question: string): boolean {
  if (namesMeaning.test(question)) return true;
  return question.split(/[\n\r\u2028\u2029]/).some((line) => {
    const opening = opensQuestion.exec(line);
    return opening !== null && asksForMeaning.test(line.slice(opening.index + opening[0].length));
  });
}

function named(words: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, "i");
}
