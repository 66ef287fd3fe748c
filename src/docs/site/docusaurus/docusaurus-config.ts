import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
  textsOf,
  unwrapCalls,
} from "../../values/static-value.ts";

/** One use of a content plugin, with its defaults. Paths are written as in the configuration. */
export type ContentPlugin = {
  kind: "docs" | "blog" | "pages";
  id: string;
  path: string;
  routeBasePath: string;
  sidebarPath: StaticValue;
  include: string[];
  exclude: string[];
  hasPrefixes: boolean;
  options: StaticValue;
};

const defaults = {
  docs: { path: "docs", routeBasePath: "docs" },
  blog: { path: "blog", routeBasePath: "blog" },
  pages: { path: "src/pages", routeBasePath: "" },
} as const;
const excludedByDefault = [
  "**/_*.{js,jsx,ts,tsx,md,mdx}",
  "**/_*/**",
  "**/*.test.{js,jsx,ts,tsx}",
  "**/__tests__/**",
];

/** The content that presets and plugins publish. Without a readable preset: docs, blog and pages as by default. */
export function contentPlugins(config: StaticValue): ContentPlugin[] {
  const presets = namesAndOptions(memberOf(config, "presets")).filter(({ name }) =>
    /(?:^|\/)(?:preset-)?classic$/.test(name),
  );
  const plugins = namesAndOptions(memberOf(config, "plugins")).flatMap(({ name, options }) => {
    const kind = /plugin-content-(docs|blog|pages)$|^content-(docs|blog|pages)$/.exec(name);
    const found = kindOf(kind?.[1] ?? kind?.[2]);
    return found === undefined ? [] : [contentPlugin(found, options)];
  });
  const isPlain = presets.length === 0 && plugins.length === 0;
  const options = isPlain ? [undefined] : presets.map((preset) => preset.options);
  const fromPresets = options.flatMap((held) =>
    (["docs", "blog", "pages"] as const).flatMap((kind) => {
      const own = memberOf(held, kind);
      return own === false ? [] : [contentPlugin(kind, own)];
    }),
  );
  return [...fromPresets, ...plugins].slice(0, 50);
}

function kindOf(name: string | undefined): ContentPlugin["kind"] | undefined {
  return name === "docs" || name === "blog" || name === "pages" ? name : undefined;
}

function contentPlugin(kind: ContentPlugin["kind"], written: StaticValue): ContentPlugin {
  const options = unwrapCalls(written);
  const exclude = memberOf(options, "exclude");
  const include = memberOf(options, "include");
  return {
    kind,
    id: textOf(memberOf(options, "id")) ?? "default",
    path: textOf(memberOf(options, "path")) ?? defaults[kind].path,
    routeBasePath: textOf(memberOf(options, "routeBasePath")) ?? defaults[kind].routeBasePath,
    sidebarPath: memberOf(options, "sidebarPath"),
    include: Array.isArray(include) ? textsOf(include) : ["**/*.{md,mdx}"],
    exclude: Array.isArray(exclude) ? textsOf(exclude) : excludedByDefault,
    hasPrefixes: memberOf(options, "numberPrefixParser") !== false,
    options,
  };
}

/** `"name"`, `["name", options]`, or a list of them with gaps. */
function namesAndOptions(value: StaticValue): { name: string; options: StaticValue }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    if (isText(item)) return [{ name: item.value, options: undefined }];
    const [name, options] = listOf(item);
    return isText(name) ? [{ name: name.value, options: recordOf(unwrapCalls(options)) }] : [];
  });
}
