import { tokenLabel } from "../../contract/owner/owner-tokens.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { createTokenFor } from "../../members/tokens/create-token.ts";
import { listOwnerTokens, revokeToken } from "../../members/tokens/manage-tokens.ts";
import { requiredFlag, switchFlag, textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, table } from "../terminal-text.ts";
import { expiry } from "./keys.ts";

const tokensCreate = storeCommand({
  name: "tokens create",
  flags: {
    label: requiredFlag("TEXT", "What the token is for, to recognise it later."),
    email: textFlag("EMAIL", "The owner it belongs to (default: the first one)."),
    expires: textFlag(
      "90d",
      "Time until it stops working: hours (h), days (d), weeks (w) or years (y).",
    ),
    "read-only": switchFlag("It looks, and changes nothing."),
  },
  examples: [
    "docent tokens create --label terraform --expires 90d",
    "docent tokens create --label plan --read-only --email ana@example.com",
  ],
  async work({ db, flags, services: { clock }, record, result, remark }) {
    const label = tokenLabel.safeParse(flags.required("label"));
    if (!label.success)
      throw new AppError("invalid_request", `--label: ${label.error.issues[0]?.message}`);
    const { id, token, owner } = await createTokenFor({ db, clock }, operator, {
      label: label.data,
      scope: flags.has("read-only") ? "read" : "write",
      expiresAt: expiry(flags.text("expires"), clock.now()),
      email: flags.text("email")?.trim().toLowerCase(),
    });
    await record({ action: "Create an owner's token", target: `${id} ${label.data}` });
    const whose = owner.name || owner.email || "the first owner";
    remark(`Token ${id} of ${whose}. It is shown this once:`);
    result({ id, token, label: label.data }, token);
  },
});

const head = ["ID", "TOKEN", "MAY", "STATE", "EXPIRES", "LAST USED", "KEYS", "OWNER", "LABEL"];

const tokensList = storeCommand({
  name: "tokens list",
  flags: {},
  examples: ["docent tokens list", "docent tokens list --json"],
  async work({ db, services: { clock }, display, result }) {
    const tokens = await listOwnerTokens({ db, clock }, operator);
    const rows = tokens.map((token) => [
      token.id,
      `…${token.hint}`,
      token.scope,
      token.state,
      token.expiresAt?.slice(0, 10) ?? "never",
      minuteText(token.lastUsedAt),
      String(token.keys.length),
      token.owner || "-",
      token.label,
    ]);
    result({ tokens }, table(head, rows, display.columns));
  },
});

const tokensRevoke = storeCommand({
  name: "tokens revoke",
  words: { usage: "ID", count: 1 },
  flags: { "with-keys": switchFlag("Revoke the keys too that go back to it.") },
  examples: [
    "docent tokens revoke tok_3kq1v8c0o2b7x9d4n6m5a1s0",
    "docent tokens revoke tok_3kq1v8c0o2b7x9d4n6m5a1s0 --with-keys",
  ],
  async work({ db, flags, words: [id = ""], services: { clock }, record, result, remark }) {
    await revokeToken({ db, clock }, operator, id);
    await record({ action: "Revoke an owner's token", target: id });
    remark(`Token ${id} is revoked.`);
    // Read afterwards: it makes no more of them.
    const tokens = await listOwnerTokens({ db, clock }, operator);
    const keys = tokens.find((token) => token.id === id)?.keys ?? [];
    const ends = flags.has("with-keys");
    for (const key of keys) {
      if (ends) {
        await revokeKey({ db, clock }, operator, { id: key.id });
        await record({ action: "Revoke a key", target: key.id });
      }
      const state = ends ? "is revoked" : "still works";
      remark(`Key ${key.id} (${key.kind}, ${key.label}) of ${key.domain} ${state}.`);
    }
    if (keys.length > 0 && !ends) remark("--with-keys revokes those, too.");
    result({ id, state: "revoked", keys, keysRevoked: ends }, "");
  },
});

export const tokenCommands = [tokensCreate, tokensList, tokensRevoke];
