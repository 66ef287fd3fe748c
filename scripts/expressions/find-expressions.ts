import { type ESTree, parseSync, Visitor } from "vite";

/** A regular expression as it is written in a file; `source` is undefined where a program makes it of unknown text. */
export type Expression = { file: string; line: number; source: string | undefined; flags: string };

/** Stands in an expression for a text that is put in when the program runs. */
const SOME_WORD = "word";

/** Every regular expression of a file: its literals, and those built by `new RegExp`. */
export function findExpressions(file: string, text: string): Expression[] {
  const { program, errors } = parseSync(file, text);
  const error = errors[0];
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const constants = constantsOf(program);
  const found: Expression[] = [];
  const add = (start: number, source: string | undefined, flags: string) => {
    found.push({ file, line: text.slice(0, start).split("\n").length, source, flags });
  };
  const build = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const [source, flags] = node.arguments;
    add(node.start, textOf(source, constants), textOf(flags, constants) ?? "");
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: build,
    CallExpression: build,
  }).visit(program);
  return found;
}

type Node =
  | ESTree.Expression
  | ESTree.PrivateIdentifier
  | ESTree.Argument
  | ESTree.ArrayExpressionElement;
type Constants = Map<string, Node>;

function constantsOf(program: ESTree.Program): Constants {
  const constants: Constants = new Map();
  new Visitor({
    VariableDeclarator(node) {
      if (node.id.type === "Identifier" && node.init) constants.set(node.id.name, node.init);
    },
  }).visit(program);
  return constants;
}

/** The text that an expression of constants stands for; undefined when it is made of something else. */
function textOf(node: Node | undefined | null, constants: Constants): string | undefined {
  if (node === undefined || node === null) return undefined;
  switch (node.type) {
    case "Literal":
      if ("regex" in node) return node.regex.pattern;
      return typeof node.value === "string" ? node.value : undefined;
    case "TemplateLiteral":
      return templateText(node, constants, "cooked");
    case "TaggedTemplateExpression":
      return templateText(node.quasi, constants, "raw");
    case "Identifier": {
      const others = new Map(constants);
      others.delete(node.name);
      return textOf(constants.get(node.name), others);
    }
    case "BinaryExpression": {
      const sides = [textOf(node.left, constants), textOf(node.right, constants)];
      return sides.includes(undefined) ? undefined : sides.join("");
    }
    case "CallExpression":
      return joinedText(node, constants);
    default:
      return undefined;
  }
}

function templateText(
  node: ESTree.TemplateLiteral,
  constants: Constants,
  kind: "cooked" | "raw",
): string {
  return node.quasis
    .map(({ value }, index) => {
      const part = node.expressions[index];
      const added = part === undefined ? "" : (textOf(part, constants) ?? SOME_WORD);
      return (value[kind] ?? "") + added;
    })
    .join("");
}

/** `[a, b].map(…).join("|")` as its parts joined; what the mapping puts around each part is put around all of them. */
function joinedText(node: ESTree.CallExpression, constants: Constants): string | undefined {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  if (callee.property.name === "map") return mappedText(node, callee.object, constants);
  if (callee.property.name !== "join") return undefined;
  const parts = callee.object;
  const between = textOf(node.arguments[0], constants) ?? ",";
  if (parts.type !== "ArrayExpression") return textOf(parts, constants)?.replaceAll("\0", between);
  return parts.elements.map((part) => textOf(part, constants) ?? SOME_WORD).join(between);
}

/** The parts of a list, each as the mapping writes it, with NUL between them. */
function mappedText(
  node: ESTree.CallExpression,
  list: ESTree.Expression,
  constants: Constants,
): string | undefined {
  const [mapping] = node.arguments;
  // Words that are escaped one by one.
  if (mapping?.type === "MemberExpression") return `${SOME_WORD}\0${SOME_WORD}`;
  if (list.type !== "ArrayExpression" || mapping?.type !== "ArrowFunctionExpression")
    return undefined;
  const [parameter] = mapping.params;
  const { body } = mapping;
  if (parameter?.type !== "Identifier" || body.type === "BlockStatement") return undefined;
  const parts = list.elements.map((part) => {
    if (part === null) return SOME_WORD;
    const own = new Map(constants).set(parameter.name, part);
    return textOf(body, own) ?? textOf(part, constants) ?? SOME_WORD;
  });
  return parts.join("\0");
}
