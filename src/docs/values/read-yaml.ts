import {
  Composer,
  type CST,
  Document,
  Lexer,
  LineCounter,
  Parser,
  type SchemaOptions,
  YAMLParseError,
} from "yaml";

export type YamlOptions = Pick<SchemaOptions, "schema" | "merge"> & { lines?: LineCounter };

const maxDepth = 200;
const maxErrors = 20;

/**
 * The first document of a YAML text. Keys that are lists or maps, and depth that nobody writes, are faults, found before
 * any value is built: the time that they take grows far faster than the text. Never throws.
 */
export function readYaml(text: string, options: YamlOptions = {}): Document {
  const { lines = new LineCounter(), ...schema } = options;
  const document = composed(text, lines, schema);
  // Each fault is explained with a look at its place, and a hostile text has one at every place.
  document.errors.length = Math.min(document.errors.length, maxErrors);
  for (const error of document.errors) explain(error, lines);
  return document;
}

function composed(text: string, lines: LineCounter, schema: YamlOptions): Document {
  const composer = new Composer({ ...schema, logLevel: "silent", uniqueKeys: false });
  const { stackTraceLimit } = Error;
  // An error is made of every fault, and where in the parser that was takes most of the time.
  Error.stackTraceLimit = 0;
  try {
    for (const document of composer.compose(checked(text, lines), true, text.length)) {
      return document;
    }
  } catch (error) {
    return faulty(error);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return new Document(null);
}

function faulty(error: unknown): Document {
  const document = new Document(null);
  const isRefusal = error instanceof YAMLParseError;
  document.errors.push(isRefusal ? error : refusal(0, "This YAML cannot be read"));
  return document;
}

function refusal(at: number, message: string): YAMLParseError {
  return new YAMLParseError([at, at + 1], "IMPOSSIBLE", message);
}

function* checked(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let errors = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") errors += 1;
      if (errors > maxErrors) return;
      requirePlainKeys(token);
      yield token;
    }
    if (parser.stack.length > maxDepth)
      throw refusal(parser.offset, `YAML deeper than ${maxDepth} levels is not read`);
  }
  for (const token of parser.end()) {
    requirePlainKeys(token);
    yield token;
  }
}

function requirePlainKeys(top: CST.Token): void {
  const open: CST.Token[] = [top];
  for (let token = open.pop(); token !== undefined; token = open.pop()) {
    if (token.type === "document" && token.value) open.push(token.value);
    if (!("items" in token)) continue;
    for (const { key, value } of token.items) {
      if (key && !isPlainKey(key))
        throw refusal(key.offset, "A key has to be a text, not a list, a map or an alias");
      if (value) open.push(value);
    }
  }
}

/** A template that is not filled in, such as `title: {{ name }}`, is a map in a key: one that holds texts alone is let through. */
function isPlainKey(key: CST.Token): boolean {
  if (key.type === "alias") return false;
  if (!("items" in key)) return true;
  if (key.type !== "flow-collection") return false;
  return key.items.every((item) =>
    [item.key, item.value].every((held) => !held || "source" in held),
  );
}

function explain(error: YAMLParseError, lines: LineCounter): void {
  const place = lines.linePos(error.pos[0]);
  error.linePos = [place];
  error.message += ` at line ${place.line}, column ${place.col}`;
}
