import { isRecord } from "../../values/plain-record.ts";
import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textsOf,
} from "../../values/static-value.ts";
import { globMatcher } from "../glob.ts";
import { nameOf } from "../paths.ts";
import { type DatedPage, type DateReader, timeOf } from "./hugo-dates.ts";

/** Whether a page is published at this moment: no draft, not before its day or after it, and made into a page at all. */
export function publicationOf(config: StaticValue, dates: DateReader) {
  const builds = (kind: string) => memberOf(config, `build${kind}`) === true;
  const [showsDrafts, showsFuture, showsExpired] = ["Drafts", "Future", "Expired"].map(builds);
  const cascaded = cascadesOf(config);
  return (page: DatedPage, now: number): boolean => {
    const { matter } = page;
    const given = cascaded(page.inside);
    const isDraft = matter.get("draft") ?? given.isDraft;
    if (isDraft === true && showsDrafts !== true) return false;
    const start = timeOf(dates.read("publishdate", page) ?? "");
    if (start > now && showsFuture !== true) return false;
    const end = timeOf(dates.read("expirydate", page) ?? "");
    if (end <= now && showsExpired !== true) return false;
    if (matter.get("headless") === true) return false;
    const build = matter.get("build") ?? matter.get("_build");
    const render = isRecord(build) ? build.render : given.render;
    return render !== "never" && render !== "link" && render !== false;
  };
}

type Given = { isDraft: boolean; render: unknown };

const maxCascades = 100;

/** What the settings say of the pages below a path; the front matter of a section is not asked. */
function cascadesOf(config: StaticValue): (inside: string) => Given {
  const written = memberOf(config, "cascade");
  const all = (Array.isArray(written) ? listOf(written) : [written]).slice(0, maxCascades);
  const rules = all.flatMap((one) => {
    if (recordOf(one) === undefined) return [];
    const target = memberOf(one, "target") ?? memberOf(one, "_target");
    const paths = textsOf(memberOf(target, "path"));
    const kinds = textsOf(memberOf(target, "kind"));
    const render = memberOf(one, "build", "render") ?? memberOf(one, "_build", "render");
    return {
      isPath: paths.length === 0 ? () => true : globMatcher(paths.flatMap(alternatives)),
      isKind: (kind: string) => kinds.length === 0 || kinds.some((text) => text.includes(kind)),
      isDraft: memberOf(one, "draft") === true,
      render: isText(render) ? render.value : render,
    };
  });
  return (inside) => {
    const isFolder = nameOf(inside) === "_index";
    const path = inside.toLowerCase().replace(/(?:^|\/)_?index$/, "");
    const kind = isFolder ? (path === "" ? "home" : "section") : "page";
    const own = rules.filter((rule) => rule.isKind(kind) && rule.isPath(path));
    return {
      isDraft: own.some(({ isDraft }) => isDraft),
      render: own.find(({ render }) => render !== undefined)?.render,
    };
  };
}

/** `{/a/**,/b/**}` holds several paths, each with a slash of its own at its start. The folder itself is not inside. */
function alternatives(pattern: string): string[] {
  const inner = /^\{([^{}]*)\}$/.exec(pattern)?.[1];
  const paths = inner === undefined ? [pattern] : inner.split(",");
  return paths.map((path) => path.replace(/\/\*\*$/, "/**/*"));
}
