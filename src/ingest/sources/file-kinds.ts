import { isReadInSettings, isSiteFile, settingsFolders } from "../../docs/site/find-site.ts";

/** A page may become part of the answers; support is read only where a page includes it or it describes the site. */
export type FileUse = "page" | "support";

/** What a file is to the docs, by its path alone; undefined when it is nothing to them. */
export function fileUse(path: string): FileUse | undefined {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (!folders.every((folder, index) => isReadFolder(folder, folders[index - 1]))) return undefined;
  if (isSiteFile(path)) return "support";
  if (folders.some((folder) => settingsFolders.includes(folder))) return undefined;
  if (hasPageEnding(name) || isDescription(name))
    return folders.includes(".gitbook") ? "support" : "page";
  return isIncludable(name) ? "support" : undefined;
}

/** Hidden and dependency folders hold no docs; of some tools' hidden folders a part is read. */
export function isReadFolder(name: string, parent: string | undefined): boolean {
  if (parent === ".gitbook") return name === "includes";
  if (parent !== undefined && settingsFolders.includes(parent))
    return isReadInSettings(name, parent);
  if (name === "node_modules") return false;
  return !name.startsWith(".") || ["..", ".gitbook", ...settingsFolders].includes(name);
}

/** Largest file of its kind that is read. */
export function maxBytesOf(path: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (isSiteFile(path)) return 1024 * 1024;
  if (hasPageEnding(name)) return 2 * 1024 * 1024;
  return isDescription(name) ? largestFileBytes : 256 * 1024;
}

export const largestFileBytes = 4 * 1024 * 1024;

/** Whether a link may stand for its target: both of one kind, and the target something that could be read itself. */
export function mayStandFor(link: string, target: string): boolean {
  const [linkKind, targetKind] = [endingKind(link), endingKind(target)];
  if (linkKind !== targetKind) return false;
  return linkKind !== "text" || fileUse(target) !== undefined;
}

function endingKind(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (/\.(?:mdx?|markdown)$/.test(name)) return "markdown";
  if (/\.html?$/.test(name)) return "html";
  return textEndings.test(name) ? "text" : name;
}

function hasPageEnding(name: string): boolean {
  return /\.(?:mdx?|markdown|html?)$/i.test(name);
}

/** A file that may be an OpenAPI description; whether it is one, its content says. */
function isDescription(name: string): boolean {
  if (!/\.(?:json|ya?ml)$/i.test(name) || isSecret(name)) return false;
  return /openapi|swagger|api\.(?:json|ya?ml)$/i.test(name);
}

const textEndings =
  /\.(?:txt|rst|html?|json|ya?ml|toml|jsx?|tsx?|[cm]js|[cm]ts|py|rb|go|rs|java|kt|swift|c|h|cpp|cs|php|sh|bash|sql|css|scss|xml|graphql|proto|ini|conf|tf)$/i;

function isIncludable(name: string): boolean {
  return textEndings.test(name) && !name.startsWith(".") && !isSecret(name);
}

/** Names under which people keep what nobody else may read. */
function isSecret(name: string): boolean {
  return (
    /^(?:\.env|id_(?:rsa|dsa|ecdsa|ed25519)|credentials?|secrets?)(?:[._-]|$)/i.test(name) ||
    /\.(?:pem|key|p12|pfx|jks|keystore)$/i.test(name) ||
    /service[-_]?account|kubeconfig|private[-_]?key/i.test(name)
  );
}
