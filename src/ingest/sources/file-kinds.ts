import { isReadInSettings, isSiteFile, settingsFolders } from "../../docs/site/find-site.ts";

/**
 * A page may become part of the answers; support is read only where a page includes it or it describes the site;
 * unread is a document in a format that nothing here reads.
 */
export type FileUse = "page" | "support" | "unread";

/** What a file is to the docs, by its path alone; undefined when it is nothing to them. */
export function fileUse(path: string): FileUse | undefined {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (!folders.every((folder, index) => isReadFolder(folder, folders[index - 1]))) return undefined;
  if (isSiteFile(path)) return "support";
  if (folders.some((folder) => settingsFolders.includes(folder))) return undefined;
  if (hasPageEnding(name) || isDescription(name))
    return folders.includes(".gitbook") ? "support" : "page";
  if (isConverted(name, folders)) return "page";
  if (isIncludable(name)) return "support";
  return unreadEndings.test(name) ? "unread" : undefined;
}

export function isUsed(path: string): boolean {
  return fileUse(path) !== undefined;
}

/** `.rst` of `guide/intro.RST`. */
export function endingOfName(path: string): string {
  return path.slice(path.lastIndexOf(".")).toLowerCase();
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
  if (isDescription(name)) return largestFileBytes;
  return fileUse(path) === "page" ? 2 * 1024 * 1024 : anywayBytes;
}

/** A file of any kind may be as large. */
export const anywayBytes = 256 * 1024;
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

const unreadEndings =
  /\.(?:org|textile|docx?|odt|rtf|pdf|tex|texi|rdoc|pod|mediawiki|wiki|creole|dita|epub|pptx?|typ|qmd|rmd)$/i;

const convertedEndings = /\.(?:rst|rest|adoc|asciidoc|ipynb)$/i;
/** Folders and names of text that pages take in. */
const parts = /^(?:_.*|includes?|snippets?|partials?|fragments?)$/i;
const copies = /^\.ipynb_checkpoints$/i;

function isConverted(name: string, folders: string[]): boolean {
  if (isSecret(name) || name.startsWith(".") || folders.some((folder) => copies.test(folder)))
    return false;
  if ([...folders, name].some((part) => parts.test(part))) return false;
  return convertedEndings.test(name) || isProse(name, folders);
}

const codeFolders =
  /^(?:tests?|__tests__|testdata|fixtures?|src|lib|bin|data|datasets?|vendor|third[-_]?party|static|public|assets|images?|img|build|dist|out|target|locales?|scripts?|tools|benchmarks?|snapshots?|__snapshots__)$/i;
/** Legal texts, lists for tools, and what robots and language models are told; lists of other names hold no sentences. */
const toolTexts =
  /requirements|^(?:cmakelists$|licen[cs]e|copying|notices?$|third[-_ ]?party|patents$|robots$|llms)/i;
const topTexts = /^(?:humans|security|ads|app-ads)$/i;

/** Plain text of docs: not in folders of code, and not under names that tools read. */
function isProse(name: string, folders: string[]): boolean {
  if (!/\.(?:txt|text)$/i.test(name) || folders.some((folder) => codeFolders.test(folder)))
    return false;
  const stem = name.replace(/\.\w+$/, "");
  return !toolTexts.test(stem) && !(folders.length === 0 && topTexts.test(stem));
}

/** A file that may be an OpenAPI description; whether it is one, its content says. */
function isDescription(name: string): boolean {
  if (!/\.(?:json|ya?ml)$/i.test(name) || isSecret(name)) return false;
  return /openapi|swagger|api\.(?:json|ya?ml)$/i.test(name);
}

const textEndings =
  /\.(?:txt|rst|adoc|asciidoc|inc|html?|json|ya?ml|toml|jsx?|tsx?|[cm]js|[cm]ts|py|rb|go|rs|java|kt|kts|groovy|swift|c|h|cpp|cs|php|sh|bash|sql|css|scss|xml|graphql|proto|ini|conf|tf)$/i;

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
