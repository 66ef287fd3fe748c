import { queryOf } from "../api.ts";
import { readFailure, send } from "../api-request.ts";

type WantedFile = { path: string; query: Record<string, string>; name: string };

/** A session counts only with a header that a plain link cannot send, so the file is fetched first. */
export async function csvDownload({ path, query, name }: WantedFile): Promise<void> {
  const response = await send(`${path}${queryOf({ ...query, format: "csv" })}`, {
    accept: "text/csv",
  });
  if (!response.ok) throw await readFailure(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
