import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPassages } from "../growth/passages.ts";
import type { Doc } from "../retrieval/data-set.ts";

export type MadeProjects = { file: string; domains: string[]; questions: Map<string, string> };

const everyPassage = Number.POSITIVE_INFINITY;

/** Folders of real pages, no page twice, and a `docent.yml` that lists a project for each; a question of each from its own headings. */
export function makeProjects(
  folder: string,
  { texts, projects, pages }: { texts: string; projects: number; pages: number },
): MadeProjects {
  const domains: string[] = [];
  const questions = new Map<string, string>();
  let count = 0;
  for (const page of pagesOf(texts)) {
    const place = Math.floor(count / pages);
    if (place >= projects) break;
    const domain = `project-${place}`;
    const root = join(folder, domain);
    if (count % pages === 0) {
      mkdirSync(root, { recursive: true });
      domains.push(domain);
      questions.set(domain, (page[0]?.title ?? "").split(" > ").join(" "));
    }
    writeFileSync(join(root, `page-${count % pages}.md`), pageText(page));
    count += 1;
  }
  if (domains.length < projects)
    throw new Error(`there are texts for ${domains.length} projects only`);
  const lines = domains.map(
    (domain) =>
      `  ${domain}:\n    visibility: public\n    sources:\n      - location: ./${domain}\n`,
  );
  const file = join(folder, "docent.yml");
  writeFileSync(file, `projects:\n${lines.join("")}`);
  return { file, domains, questions };
}

function* pagesOf(texts: string): Generator<Doc[]> {
  let page: Doc[] = [];
  for (const doc of readPassages(texts, everyPassage)) {
    if (page.length > 0 && page[0]?.page !== doc.page) {
      yield page;
      page = [];
    }
    page.push(doc);
  }
}

function pageText(page: Doc[]): string {
  const title = page[0]?.title.split(" > ")[0] ?? "";
  const parts = page.map((doc) => `## ${doc.title.split(" > ").at(-1) ?? ""}\n\n${doc.text}`);
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${parts.join("\n\n")}\n`;
}
