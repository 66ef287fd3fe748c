import { codeSpan } from "../../../text/markdown-writing.ts";
import { descriptionLine } from "./description.ts";
import { entriesOf, type Fields, fieldIn, fieldsOf, isFields, listIn, textIn } from "./values.ts";

export type Server = { url: string; text: string };

const maxServers = 10;

/** The servers of the nearest holder that names any; variables in addresses have their default values. */
export function serversOf(...holders: Fields[]): Server[] {
  const holder = holders.find((held) => listIn(held, "servers").length > 0);
  if (holder === undefined) return [];
  return listIn(holder, "servers")
    .filter(isFields)
    .slice(0, maxServers)
    .map((server) => ({
      url: addressOf(server),
      text: descriptionLine(textIn(server, "description").slice(0, 300)),
    }));
}

export function serverBlocks(servers: Server[]): string[] {
  const lines = servers.map(({ url, text }) =>
    text === "" ? codeSpan(url) : `${codeSpan(url)} (${text})`,
  );
  const known = lines.filter((line) => line !== "");
  if (known.length === 0) return [];
  return [known.length === 1 ? `Server: ${known[0]}` : `Servers: ${known.join(", ")}`];
}

function addressOf(server: Fields): string {
  let url = textIn(server, "url").slice(0, 300);
  for (const [name, value] of entriesOf(fieldIn(server, "variables")).slice(0, 10)) {
    const known = textIn(fieldsOf(value), "default").slice(0, 100);
    if (known !== "") url = url.split(`{${name}}`).join(known).slice(0, 500);
  }
  return url;
}
