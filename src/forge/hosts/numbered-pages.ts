import { AppError } from "../../lib/app-error.ts";
import type { Api, ApiCall } from "./api-request.ts";

const perPage = 50;
const mostPages = 20;

/**
 * The items of all pages, asked for by number: a forge behind a proxy names the next page at an address of its own.
 * `sizeName` is what the forge calls the size of a page; a server may send smaller ones than asked for.
 */
export async function* numberedPages<Item>(
  api: Api,
  { sizeName, ...call }: ApiCall<Item[]> & { sizeName: string },
): AsyncGenerator<Item> {
  let seen = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { ...call.query, page, [sizeName]: perPage };
    const { value, headers } = await api.call({ ...call, query });
    yield* value;
    seen += value.length;
    const next = headers.get("x-next-page");
    const total = Number(headers.get("x-total-count") ?? Number.NaN);
    if (value.length === 0 || next === "" || seen >= total) return;
    if (next === null && Number.isNaN(total) && value.length < perPage) return;
  }
}

/** The first items of a listing. */
export async function firstOf<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}

/** What is there, or undefined where the forge has no such thing or does not show it. */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}
