import { foldPath } from "../../lib/repository-path.ts";
import { nameOf } from "../site/paths.ts";

/** Data and texts that tools, hosts and agents act upon by their name alone, wherever they stand. */
const names = new Set(
  `package.json package.json5 package.yml package-lock.json npm-shrinkwrap.json pnpm-workspace.yaml pnpm-lock.yaml lerna.json nx.json
turbo.json rush.json project.json workspace.json angular.json bower.json deno.json deno.jsonc bunfig.toml jsr.json
composer.json pyproject.toml poetry.toml uv.toml pixi.toml ruff.toml cargo.toml mise.toml environment.yml
cmakelists.txt cmakepresets.json pom.xml build.xml nuget.xml devbox.json devcontainer.json mcp.json
netlify.toml vercel.json now.json wrangler.toml wrangler.json wrangler.jsonc firebase.json amplify.yml
render.yml fly.toml railway.json railway.toml app.json app.yml heroku.yml serverless.yml samconfig.toml
_config.yml _config.toml _quarto.yml _bookdown.yml _output.yml readthedocs.yml myst.yml book.json book.toml gitbook.yml
docfx.json redocly.yml jsdoc.json typedoc.json conf.py
action.yml buildspec.yml cloudbuild.yml appveyor.yml azure-pipelines.yml bitbucket-pipelines.yml lefthook.yml
renovate.json renovate.json5 crowdin.yml nodemon.json ecosystem.json skaffold.yml tilt.yml
agents.md claude.md gemini.md copilot-instructions.md`.split(/\s+/),
);

/** Families of such names. */
const patterns = [
  /^(?:ts|js)config[\w.-]*\.json$/,
  /^(?:requirements|constraints)[\w.-]*\.txt$/,
  /playbook[\w.-]{0,255}\.yml$/,
  /^(?:docker-)?compose[\w.-]*\.yml$/,
  /^taskfile[\w.-]*\.yml$/,
  /\.config\.[\w]+$/,
  /^(?:docker|container|make|gnumake|just|rake|gem|pip|proc|vagrant|jenkins|earth|cap|guard|brew)file\b/,
];

/** Whether something runs, or is set up to run, because a file has this name, in whatever letters it is written. */
export function runsByName(path: string): boolean {
  const seen = foldPath(nameOf(path).normalize("NFKC"))
    .replace(/[\p{Cf}\p{Zs}]/gu, "")
    .replace(/(?<!\.)\.+$/, "")
    .replace(/\.yaml$/, ".yml");
  return names.has(seen) || patterns.some((pattern) => pattern.test(seen));
}
