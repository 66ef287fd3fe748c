import type { ChangeCheck } from "../../contract/changes.ts";
import type { Overlay } from "../../git/overlay.ts";
import { checkLinks } from "./check-links.ts";
import { checkNavigation } from "./check-navigation.ts";
import { checkPages } from "./check-pages.ts";
import { type DocsTree, isPage, type PageText } from "./docs-tree.ts";

const mostFindings = 50;

/** Looks over what a job has changed before it is proposed. */
export async function checkChanges(overlay: Overlay, docsFolder: string): Promise<ChangeCheck[]> {
  const paths = overlay.list().map((file) => file.path);
  const tree: DocsTree = { paths: new Set(paths), docsFolder, read: (path) => overlay.read(path) };
  const changed = overlay
    .changes()
    .filter((change) => change.content !== null && isPage(change.path))
    .map((change) => change.path);
  const pages: PageText[] = [];
  for await (const page of overlay.readEach(changed)) pages.push(page);
  return [
    report("Changed pages can be read", checkPages(pages)),
    report("Links on changed pages lead somewhere", await checkLinks(tree, pages)),
    report("The navigation names pages that exist", await checkNavigation(tree)),
  ];
}

function report(name: string, findings: string[]): ChangeCheck {
  const left = findings.length - mostFindings;
  const shown = findings.slice(0, mostFindings);
  return {
    name,
    passed: findings.length === 0,
    findings: left > 0 ? [...shown, `and ${left} more`] : shown,
  };
}
