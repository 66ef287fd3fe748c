import { queryOf } from "../../api.ts";
import { readFailure, send } from "../../api-request.ts";
import type { WantedActs } from "./people-api.ts";

/** A session counts only with a header that a plain link cannot send, so the file is fetched first. */
export async function csvDownload(wanted: WantedActs): Promise<void> {
  const response = await send(`/v1/audit${queryOf({ ...wanted, format: "csv" })}`, {
    accept: "text/csv",
  });
  if (!response.ok) throw await readFailure(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = "activity.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
