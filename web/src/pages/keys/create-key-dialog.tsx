import { type FormEvent, useState } from "react";
import type { KeyKind } from "../../../../src/contract/keys.ts";
import { api, type NewKey } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Action, useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import type { MadeKey } from "./key-snippets.ts";

type Draft = {
  kind: KeyKind;
  label: string;
  expiry: string;
  days: string;
  origins: string;
  branches: boolean;
};

const kinds = [
  { value: "assistant", label: "Assistant", hint: "Public. Asks questions, safe in a web page" },
  { value: "admin", label: "Admin", hint: "Secret. Runs jobs, for servers and scripts only" },
] as const;

const expiries = [
  { value: "none", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 365 days" },
  { value: "custom", label: "In a number of days…" },
];

const empty: Draft = {
  kind: "assistant",
  label: "",
  expiry: "none",
  days: "180",
  origins: "",
  branches: false,
};

type CreateKeyDialogProps = {
  domain: string;
  onMade: (made: MadeKey) => void;
  onClose: () => void;
};

export function CreateKeyDialog({ domain, onMade, onClose }: CreateKeyDialogProps) {
  const [draft, setDraft] = useState(empty);
  const create = useAction(async () => {
    const request = requestOf(draft);
    const { key } = await api.createKey(domain, request);
    onMade({
      key,
      kind: draft.kind,
      label: draft.label,
      origins: request.origins,
      isSecret: isSecret(draft),
    });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run();
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <KeyFields
            draft={draft}
            change={(part) => setDraft({ ...draft, ...part })}
            create={create}
          />
          {create.error && <Notice tone="bad">{create.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={create.isBusy}>
            Create key
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

type KeyFieldsProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  create: Action<[]>;
};

function KeyFields({ draft, change, create }: KeyFieldsProps) {
  const isOwner = useMay("owner");
  return (
    <>
      <ChoiceCards
        legend="Kind"
        options={isOwner ? kinds : kinds.filter(({ value }) => value !== "admin")}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      <TextField
        label="Label"
        isOptional
        maxLength={200}
        placeholder={draft.kind === "assistant" ? "Docs site" : "CI pipeline"}
        hint="Where the key is used, so that you know it again."
        error={create.faultOf("label")}
        value={draft.label}
        onChange={(event) => change({ label: event.target.value })}
      />
      <Expiry draft={draft} change={change} error={create.faultOf("expiresInDays")} />
      {draft.kind === "assistant" && (
        <TextArea
          label="Allowed origins"
          isOptional
          className="input mono"
          rows={2}
          spellCheck={false}
          placeholder="https://docs.acme.com"
          hint="One per line: scheme, host and port. Left empty, every site may use the key."
          error={create.faultOf("origins")}
          value={draft.origins}
          onChange={(event) => change({ origins: event.target.value })}
        />
      )}
      {draft.kind === "assistant" && isOwner && (
        <CheckField
          label="May ask branches"
          hint="The key also sees text that is not merged yet, so it is a secret. For servers and reviewers, never for a web page."
          checked={draft.branches}
          onChange={(event) => change({ branches: event.target.checked })}
        />
      )}
    </>
  );
}

type ExpiryProps = { draft: Draft; change: (part: Partial<Draft>) => void; error: string };

function Expiry({ draft, change, error }: ExpiryProps) {
  const isCustom = draft.expiry === "custom";
  return (
    <div className={isCustom ? "field-pair" : ""}>
      <SelectField
        label="Expires"
        error={isCustom ? "" : error}
        value={draft.expiry}
        onChange={(event) => change({ expiry: event.target.value })}
      >
        {expiries.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {isCustom && (
        <TextField
          label="Days"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={36_500}
          error={error}
          value={draft.days}
          onChange={(event) => change({ days: event.target.value })}
        />
      )}
    </div>
  );
}

function isSecret({ kind, branches }: Draft): boolean {
  return kind === "admin" || branches;
}

function requestOf({
  kind,
  label,
  expiry,
  days,
  origins,
  branches,
}: Draft): NewKey & { origins: string[] } {
  const length = expiry === "custom" ? Number(days) : Number(expiry);
  const lines = origins.split(/[\s,]+/).filter((line) => line !== "");
  return {
    kind,
    label: label.trim(),
    expiresInDays: expiry === "none" ? null : length,
    origins: kind === "assistant" ? lines : [],
    branches: kind === "assistant" && branches,
  };
}
