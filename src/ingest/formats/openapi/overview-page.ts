import type { PageProblem } from "../../../docs/page/parsed-page.ts";
import {
  codeSpan,
  escapeLine,
  escapeMarkdown,
  linkTarget,
  oneLine,
} from "../../../text/markdown-writing.ts";
import type { PageText } from "../format.ts";
import { frontMatterText } from "../front-matter-text.ts";
import { descriptionBlock, firstSentence } from "./description.ts";
import { fitBlocks } from "./fit-blocks.ts";
import type { Operation } from "./list-operations.ts";
import type { OperationFile } from "./operation-page.ts";
import { serverBlocks, serversOf } from "./servers.ts";
import { type Fields, fieldIn, fieldsOf, isFields, listIn, textIn } from "./values.ts";

/** The page about the whole API: what it is, where it runs, and its operations by tag. */
export function overviewPage(
  file: OperationFile,
  operations: Operation[],
  problems: PageProblem[],
): PageText {
  const info = fieldsOf(fieldIn(file.root, "info"));
  const title = oneLine(textIn(info, "title")).slice(0, 200) || "API";
  const version = oneLine(textIn(info, "version")).slice(0, 50);
  const text = textIn(info, "description") || textIn(info, "summary");
  const frontMatter = frontMatterText({
    title,
    description: firstSentence(text),
    source: file.source,
  });
  const { content, isCut } = fitBlocks(frontMatter, [
    `# ${escapeLine(title)}`,
    version === "" ? "" : `Version ${escapeMarkdown(version)}.`,
    descriptionBlock(text, 1),
    ...serverBlocks(serversOf(file.root)),
    ...tagBlocks(
      file,
      operations.filter(({ isHidden }) => !isHidden),
    ),
  ]);
  const cut: PageProblem = {
    line: 1,
    message: "The list of operations is too long, so its end is left out.",
  };
  return { path: file.base, content, problems: isCut ? [...problems, cut] : problems };
}

const untagged = "Operations";

function tagBlocks(file: OperationFile, operations: Operation[]): string[] {
  const described = listIn(file.root, "tags").filter(isFields);
  const groups = new Map<string, Operation[]>(described.map((tag) => [nameOf(tag), []]));
  for (const operation of operations) {
    const tag = operation.tags[0] || untagged;
    groups.set(tag, [...(groups.get(tag) ?? []), operation]);
  }
  return [...groups].flatMap(([tag, members]) => {
    if (members.length === 0) return [];
    const text = textIn(described.find((held) => nameOf(held) === tag) ?? {}, "description");
    const list = members.map((operation) => operationLine(file.base, operation)).join("\n");
    return [`## ${escapeLine(tag)}`, descriptionBlock(text, 2), list];
  });
}

function nameOf(tag: Fields): string {
  return oneLine(textIn(tag, "name")).slice(0, 100);
}

function operationLine(base: string, { kind, method, path, slug, title }: Operation): string {
  const folder = base.slice(base.lastIndexOf("/") + 1);
  const name = kind === "webhook" ? `webhook ${path}` : `${method} ${path}`;
  const words = title === name ? "" : `: ${escapeMarkdown(title)}`;
  return `- [${codeSpan(name)}](${linkTarget(`./${folder}/${slug}`)})${words}`;
}
