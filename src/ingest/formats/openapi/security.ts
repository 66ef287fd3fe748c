import { codeSpan, oneLine } from "../../../text/markdown-writing.ts";
import { descriptionLine } from "./description.ts";
import {
  entriesIn,
  entriesOf,
  type Fields,
  fieldIn,
  fieldsIn,
  fieldsOf,
  isFields,
  listIn,
  resolve,
  textIn,
} from "./fields.ts";
import type { Operation } from "./list-operations.ts";

const maxSchemes = 20;

/** Who may call the operation, in words; nothing when the file does not say. */
export function authorizationBlocks(root: Fields, operation: Operation): string[] {
  const ways = waysOf(root, operation);
  if (ways === undefined) return [];
  const words = ways.filter((way) => way.length > 0).map((way) => wayWords(root, way));
  if (words.length === 0) return ["## Authorization", "No authorization is needed."];
  const isOptional = words.length < ways.length;
  const intro = isOptional ? "Authorization is optional." : "Authorization is needed.";
  const choice = words.length > 1 ? " Any one of these will do:" : "";
  return ["## Authorization", intro + choice, words.map((line) => `- ${line}`).join("\n")];
}

/** The header that an example request sends for the first way to be authorized. */
export function authorizationHeader(root: Fields, operation: Operation): string | undefined {
  const [first] = waysOf(root, operation)?.find((way) => way.length > 0) ?? [];
  if (first === undefined) return undefined;
  const scheme = schemeOf(root, first.name);
  const type = textIn(scheme, "type");
  const isBasic = textIn(scheme, "scheme").toLowerCase() === "basic";
  if (type === "http")
    return `Authorization: ${isBasic ? "Basic" : "Bearer"} YOUR_${isBasic ? "CREDENTIALS" : "TOKEN"}`;
  if (type === "oauth2" || type === "openIdConnect") return "Authorization: Bearer YOUR_TOKEN";
  if (type !== "apiKey" || textIn(scheme, "in") !== "header") return undefined;
  return `${oneLine(textIn(scheme, "name")).slice(0, 100)}: YOUR_API_KEY`;
}

type Need = { name: string; scopes: string[] };

function waysOf(root: Fields, operation: Operation): Need[][] | undefined {
  const own = fieldIn(operation.fields, "security");
  const holder = Array.isArray(own) ? operation.fields : root;
  if (!Array.isArray(fieldIn(holder, "security"))) return undefined;
  return listIn(holder, "security")
    .filter(isFields)
    .slice(0, maxSchemes)
    .map((way) =>
      entriesOf(way)
        .slice(0, maxSchemes)
        .map(([name]) => ({
          name,
          scopes: listIn(way, name)
            .filter((scope) => typeof scope === "string")
            .slice(0, 50),
        })),
    );
}

function schemeOf(root: Fields, name: string): Fields {
  const schemes = fieldsOf(fieldIn(fieldsIn(root, "components"), "securitySchemes"));
  return resolve(root, fieldIn(schemes, name)).fields;
}

function wayWords(root: Fields, way: Need[]): string {
  return way.map((need) => needWords(schemeOf(root, need.name), need)).join("; and ");
}

function needWords(scheme: Fields, { name, scopes }: Need): string {
  const list = scopes.map((scope) => codeSpan(scope.slice(0, 100))).join(", ");
  const parts = [
    schemeWords(scheme, name),
    list === "" ? "" : `with the scopes ${list}`,
    descriptionLine(textIn(scheme, "description")),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function schemeWords(scheme: Fields, name: string): string {
  const type = textIn(scheme, "type");
  if (type === "http") return httpWords(scheme);
  if (type === "apiKey") {
    const place = textIn(scheme, "in") === "query" ? "query parameter" : textIn(scheme, "in");
    return `API key in the ${codeSpan(textIn(scheme, "name").slice(0, 100))} ${oneLine(place).slice(0, 20)}`;
  }
  if (type === "oauth2") return `OAuth 2.0${flowWords(scheme)}`;
  if (type === "openIdConnect")
    return `OpenID Connect ${codeSpan(textIn(scheme, "openIdConnectUrl").slice(0, 300))}`;
  if (type === "mutualTLS") return "a client certificate (mutual TLS)";
  return codeSpan(name.slice(0, 100));
}

function httpWords(scheme: Fields): string {
  const kind = textIn(scheme, "scheme").toLowerCase();
  const format = oneLine(textIn(scheme, "bearerFormat")).slice(0, 40);
  if (kind === "bearer")
    return `bearer token${format === "" ? "" : ` (${format})`} in the \`Authorization\` header`;
  if (kind === "basic") return "user name and password (HTTP basic authentication)";
  return `HTTP authentication ${codeSpan(kind.slice(0, 40))}`;
}

function flowWords(scheme: Fields): string {
  const flows = entriesIn(scheme, "flows")
    .slice(0, 6)
    .map(([name, value]) => {
      const flow = fieldsOf(value);
      const words = oneLine(name.replace(/([a-z])(?=[A-Z])/g, "$1 "))
        .toLowerCase()
        .slice(0, 40);
      const url = textIn(flow, "tokenUrl") || textIn(flow, "authorizationUrl");
      return url === "" ? words : `${words} at ${codeSpan(url.slice(0, 300))}`;
    });
  return flows.length === 0 ? "" : ` (${flows.join("; ")})`;
}
