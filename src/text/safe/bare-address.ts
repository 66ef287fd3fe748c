// Endings of file names that are domains of countries too: "docs.py" is no address.
const fileEndings =
  "js|ts|md|py|sh|rs|go|rb|cs|cc|pl|ps|so|db|gz|xz|hs|kt|ml|mk|vb|jl|ex|tf|ms|kb|mb|gb";
const domains = `com|net|org|edu|gov|biz|info|pro|web|xxx|aero|asia|coop|museum|name|shop|xn--[a-z0-9-]{1,59}|(?!(?:${fileEndings})(?![a-z]))[a-z]{2}`;

/** The dot before a domain that renderers of Markdown know: they make a link of the words around it. */
export const domainDot = new RegExp(
  String.raw`\.(?<=[\p{L}\p{N}]\.)(?=(?:${domains})(?![\p{L}\p{N}]))`,
  "iu",
);
