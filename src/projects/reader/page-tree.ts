/** A page as the navigation shows it. */
export type TreePage = {
  path: string;
  title: string;
  /** Titles of the groups above it. */
  section: string[];
};

/** Pages and groups of them, in the order they are read. */
export type PageGroup = { title: string; items: TreeItem[]; pages: number };
export type TreeItem = TreePage | PageGroup;

const deepest = 6;

export function isGroup(item: TreeItem): item is PageGroup {
  return "items" in item;
}

/** Groups of the same title within a group are one, wherever its pages stand; a page of that title just before it begins it. */
export function makePageTree(pages: Iterable<TreePage>): PageGroup {
  const root: PageGroup = { title: "", items: [], pages: 0 };
  const known = new Map<PageGroup, Map<string, PageGroup>>();
  const below = (group: PageGroup, title: string): PageGroup => {
    const groups = known.get(group) ?? new Map<string, PageGroup>();
    known.set(group, groups);
    const found = groups.get(title);
    if (found) return found;
    const fresh: PageGroup = { title, items: [], pages: 0 };
    const last = group.items.at(-1);
    if (last && !isGroup(last) && last.title === title) {
      group.items.pop();
      fresh.items.push(last);
      fresh.pages += 1;
    }
    groups.set(title, fresh);
    group.items.push(fresh);
    return fresh;
  };
  for (const page of pages) {
    let group = root;
    root.pages += 1;
    for (const title of page.section.slice(0, deepest)) {
      group = below(group, title);
      group.pages += 1;
    }
    group.items.push(page);
  }
  return root;
}

/** Every page of a group and of those below it, in order. */
export function* pagesOf(group: PageGroup): Generator<TreePage> {
  for (const item of group.items) {
    if (isGroup(item)) yield* pagesOf(item);
    else yield item;
  }
}

/** The group at a place such as `0.3.1`; undefined where there is none. */
export function groupAt(tree: PageGroup, place: string): PageGroup | undefined {
  let group = tree;
  for (const step of place === "" ? [] : place.split(".")) {
    const item = /^\d{1,6}$/.test(step) ? group.items[Number(step)] : undefined;
    if (item === undefined || !isGroup(item)) return undefined;
    group = item;
  }
  return group;
}
