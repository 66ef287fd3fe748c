import { createSlugger } from "../../page/slug.ts";
import { isRecord } from "../../values/plain-record.ts";
import { listOf, memberOf, recordOf, type StaticValue, textOf } from "../../values/static-value.ts";
import { below, cleanAddress, isIndexName, joined, nameOf } from "../paths.ts";

type Metadata = Record<string, unknown>;

/** A blog as the plugin of the Material theme makes it: posts are listed by itself, under addresses of its own. */
export type Blog = {
  folder: string;
  /** Whether a page, seen from the docs folder, is one of its posts. */
  isPost(inside: string): boolean;
  /** The path, without an ending, under which a post is published as if it were a page. */
  stemOf(inside: string, metadata: Metadata): string;
  isDraft(metadata: Metadata, now: number): boolean;
  /** Its own page and the lists that it makes; `*` stands for any end. */
  lists: string[];
};

const maxBlogs = 20;

export function readBlogs(config: StaticValue): Blog[] {
  const plugins = memberOf(config, "plugins");
  const items = [...listOf(plugins), ...(recordOf(plugins) === undefined ? [] : [plugins])];
  return items
    .flatMap((item) => {
      if (isBlog(textOf(item) ?? "")) return [blogOf(undefined)];
      const named = [...(recordOf(item) ?? [])].filter(([name]) => isBlog(name));
      return named.map(([, options]) => blogOf(options));
    })
    .slice(0, maxBlogs);
}

function isBlog(name: string): boolean {
  return name === "blog" || name === "material/blog";
}

function blogOf(options: StaticValue): Blog {
  const setting = (name: string, usual: string) => textOf(memberOf(options, name)) ?? usual;
  const folder = cleanAddress(setting("blog_dir", "blog"));
  const posts = cleanAddress(setting("post_dir", "{blog}/posts").replaceAll("{blog}", folder));
  const format = setting("post_url_format", "{date}/{slug}");
  const dateFormat = setting("post_url_date_format", "yyyy/MM/dd");
  const separator = setting("post_slugify_separator", "-");
  const written = memberOf(options, "post_url_max_categories");
  const mostCategories = typeof written === "number" ? written : 1;
  const lists = [
    setting("archive_url_format", "archive/{date}"),
    setting("categories_url_format", "category/{slug}"),
    setting("authors_profiles_url_format", "author/{slug}"),
    setting("pagination_url_format", "page/{page}"),
  ];
  return {
    folder,
    isPost: (inside) => below(posts, inside) !== undefined,
    stemOf(inside, metadata) {
      const name = nameOf(inside).replace(/\.\w+$/, "");
      const file = isIndexName(name) ? "index" : name;
      const { title, slug } = metadata;
      const heading = typeof title === "string" && title !== "" ? title : titleOf(file);
      const parts: Record<string, string> = {
        categories: categoriesOf(metadata).slice(0, mostCategories).map(slugOf).join("/"),
        date: dateAs(dateFormat, dateOf(metadata)),
        file,
        slug:
          typeof slug === "string" && slug !== ""
            ? slug
            : slugOf(heading).replaceAll("-", separator),
      };
      const path = format.replace(/\{(categories|date|file|slug)\}/g, (_, key) => parts[key] ?? "");
      return joined(folder, cleanAddress(path));
    },
    isDraft({ draft, ...metadata }, now) {
      if (typeof draft === "boolean") return draft;
      return (
        memberOf(options, "draft_if_future_date") === true && Date.parse(dateOf(metadata)) > now
      );
    },
    lists: [folder, ...lists.map((list) => joined(folder, list.replace(/\{[\s\S]*$/, "*")))],
  };
}

/** The same rule as for a page without a title. */
function titleOf(name: string): string {
  return name.replace(/[-_]/g, " ");
}

function slugOf(text: string): string {
  return createSlugger()(text);
}

function categoriesOf({ categories }: Metadata): string[] {
  return Array.isArray(categories) ? categories.filter((name) => typeof name === "string") : [];
}

/** A day, or several of which one is the day it was made. */
function dateOf({ date }: Metadata): string {
  const held = isRecord(date) ? date.created : date;
  return typeof held === "string" ? held.slice(0, 10) : "";
}

/** The numbers of a date in a pattern such as `yyyy/MM/dd`. */
function dateAs(pattern: string, date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const short = (text: string) => text.replace(/^0/, "");
  const parts: Record<string, string> = {
    ...{ yyyy: year, y: year, yy: year.slice(-2) },
    ...{ MM: month.padStart(2, "0"), M: short(month), dd: day.padStart(2, "0"), d: short(day) },
  };
  return pattern.slice(0, 100).replace(/y+|M+|d+/g, (token) => parts[token] ?? token);
}
