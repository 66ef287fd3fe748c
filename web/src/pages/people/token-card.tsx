import { useState } from "react";
import type { OwnerToken } from "../../../../src/contract/owner/owner-tokens.ts";
import { useResource } from "../../resource.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { peopleApi } from "./people-api.ts";
import { TokenDialog } from "./token-dialog.tsx";

const tones: Record<OwnerToken["state"], Tone> = {
  active: "good",
  expired: "warn",
  revoked: "neutral",
};

/** Tokens by which programs act for an owner: whose they are, what they may, and when they were last used. */
export function TokenCard({ hasPassword }: { hasPassword: boolean }) {
  const [isMaking, setMaking] = useState(false);
  const { data, error, reload } = useResource("owner tokens", peopleApi.tokens);
  return (
    <Card
      title="Owners’ tokens"
      isFlush
      aside={
        <Button isSmall icon="plus" onClick={() => setMaking(true)}>
          Create a token
        </Button>
      }
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <p className="soft token-lead">
        Programs such as Terraform, CI or <code>docent apply</code> set projects up with a token, in
        the name of the owner who made it. It ends with that owner’s role.
      </p>
      {data && data.tokens.length > 0 && (
        <TokenTable tokens={data.tokens} onRevoked={() => void reload()} />
      )}
      {isMaking && (
        <TokenDialog
          hasPassword={hasPassword}
          onMade={() => void reload()}
          onClose={() => setMaking(false)}
        />
      )}
    </Card>
  );
}

type TokenTableProps = { tokens: OwnerToken[]; onRevoked: () => void };

function TokenTable({ tokens, onRevoked }: TokenTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col">Owner</th>
          <th scope="col">May</th>
          <th scope="col">State</th>
          <th scope="col">Ends</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={onRevoked} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({ token, onRevoked }: { token: OwnerToken; onRevoked: () => void }) {
  const { id, label, hint, owner, scope, state, expiresAt, lastUsedAt, keys } = token;
  const say = useToast();
  const revoke = useAction(async () => {
    await peopleApi.revokeToken(id);
    onRevoked();
  });
  const names = keys.map((key) => `${key.label} of ${key.domain}`).join(", ");
  const left = keys.length === 0 ? "" : ` Keys that it made still work: ${names}.`;
  const run = async () => {
    say(
      (await revoke.run()) ? `The token is revoked.${left}` : "Revoking did not work. Try again.",
    );
  };
  return (
    <tr className={state === "active" ? "" : "is-past"}>
      <th scope="row" className="key-cell">
        <span className="row-title">{label}</span>
        <span className="row-sub mono">svc_own_…{hint}</span>
      </th>
      <td data-label="Owner">{owner || "Owner"}</td>
      <td data-label="May">{scope === "write" ? "Change" : "Look"}</td>
      <td data-label="State">
        <Badge tone={tones[state]}>{state}</Badge>
      </td>
      <td data-label="Ends">{expiresAt ? <Time iso={expiresAt} /> : "Never"}</td>
      <td data-label="Last used">{lastUsedAt ? <Time iso={lastUsedAt} /> : "Never"}</td>
      <td className="table-action">
        {state === "active" && (
          <Button
            isSmall
            look="quiet"
            isBusy={revoke.isBusy}
            onClick={() => void run()}
            aria-label={`Revoke the token ${label}`}
          >
            Revoke
          </Button>
        )}
      </td>
    </tr>
  );
}
