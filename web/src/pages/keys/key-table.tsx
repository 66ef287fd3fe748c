import { type KeySummary, keyPrefixes } from "../../../../src/contract/keys.ts";
import { fullTime } from "../../format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Day, Time } from "../../ui/time.tsx";
import { useMay } from "../../use-may.ts";

type KeyTableProps = {
  keys: KeySummary[];
  onInstall: (key: KeySummary) => void;
  onRevoke: (key: KeySummary) => void;
};

export function KeyTable({ keys, onInstall, onRevoke }: KeyTableProps) {
  const mayRevoke = { admin: useMay("owner"), assistant: useMay("editor") };
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Kind</th>
          <th scope="col">State</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onInstall={isForPages(key) ? () => onInstall(key) : undefined}
            onRevoke={mayRevoke[key.kind] ? () => onRevoke(key) : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

const tones: Record<KeySummary["state"], Tone> = {
  active: "good",
  expired: "warn",
  revoked: "neutral",
};

/** A secret has no place in a web page. */
function isForPages({ kind, state, branches }: KeySummary): boolean {
  return kind === "assistant" && state === "active" && !branches;
}

type KeyRowProps = {
  apiKey: KeySummary;
  onInstall: (() => void) | undefined;
  onRevoke: (() => void) | undefined;
};

function KeyRow({ apiKey, onInstall, onRevoke }: KeyRowProps) {
  const { kind, label, hint, state, lastUsedAt, expiresAt, createdAt, origins, branches } = apiKey;
  return (
    <tr className={state === "active" ? "" : "is-past"}>
      <th scope="row" className="key-cell">
        <span className="row-title" title={`Created ${fullTime(createdAt)}`}>
          {label || "No label"}
        </span>
        <span className="row-sub mono">
          {keyPrefixes[kind]}…{hint}
        </span>
        {origins.length > 0 && <Origins origins={origins} />}
      </th>
      <td data-label="Kind">
        <Badge
          tone={kind === "admin" ? "warn" : "accent"}
          icon={kind === "admin" ? "lock" : "globe"}
        >
          {kind}
        </Badge>
        {branches && (
          <Badge tone="warn" icon="branch">
            branches
          </Badge>
        )}
      </td>
      <td data-label="State">
        <Badge tone={tones[state]}>{state}</Badge>
      </td>
      <td data-label="Last used">{lastUsedAt ? <Time iso={lastUsedAt} /> : "Never"}</td>
      <td data-label="Expires">{expiresAt ? <Day iso={expiresAt} /> : "Never"}</td>
      <td className="table-action">
        {onInstall && (
          <Button
            isSmall
            look="quiet"
            onClick={onInstall}
            aria-label={`Add chat with ${label || hint}`}
          >
            Add chat
          </Button>
        )}
        {state === "active" && onRevoke && (
          <Button isSmall look="quiet" onClick={onRevoke} aria-label={`Revoke ${label || hint}`}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  );
}

function Origins({ origins }: { origins: string[] }) {
  return (
    <span className="origins">
      {origins.map((origin) => (
        <span key={origin} className="origin">
          {origin}
        </span>
      ))}
    </span>
  );
}
