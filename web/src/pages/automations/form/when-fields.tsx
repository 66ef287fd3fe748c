import { timeZones } from "../../../format.ts";
import { ChoiceCards } from "../../../ui/choice.tsx";
import { SelectField, TextArea, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useCodeRepositories } from "../code-repositories.tsx";
import type { DraftProps } from "./draft-props.ts";
import { type SpecDraft, withKind } from "./spec-draft.ts";

const kinds = [
  { value: "schedule", label: "On a schedule", hint: "At times of your choice" },
  { value: "code", label: "After code changes", hint: "A push, or a merged pull request" },
  { value: "group", label: "When readers ask", hint: "A group of questions reaches a number" },
] as const;

const usual = [
  ["Every Monday, 07:00", "0 7 * * mon"],
  ["Every weekday, 07:00", "0 7 * * 1-5"],
  ["First of the month", "0 7 1 * *"],
] as const;

type WhenFieldsProps = DraftProps & { domain: string; setDraft: (draft: SpecDraft) => void };

export function WhenFields({ domain, draft, change, save, setDraft }: WhenFieldsProps) {
  return (
    <>
      <ChoiceCards
        legend="What starts it"
        options={kinds}
        value={draft.kind}
        onChange={(kind) => setDraft(withKind(draft, kind))}
      />
      {draft.kind === "schedule" && <ScheduleFields {...{ draft, change, save }} />}
      {draft.kind === "code" && <CodeFields {...{ domain, draft, change, save }} />}
      {draft.kind === "group" && (
        <TextField
          label="Questions"
          type="number"
          required
          min={2}
          max={10_000}
          hint="It starts once for a group that has reached this number, and again if the group is opened again."
          error={save.faultOf("trigger.count")}
          value={draft.count}
          onChange={(event) => change({ count: event.target.value })}
        />
      )}
    </>
  );
}

function ScheduleFields({ draft, change, save }: DraftProps) {
  return (
    <div className="automation-pair">
      <TextField
        label="Schedule"
        required
        className="input mono"
        spellCheck={false}
        autoComplete="off"
        list="usual-schedules"
        hint="Minute, hour, day of the month, month, day of the week: 0 7 * * mon."
        error={save.faultOf("trigger.cron")}
        value={draft.cron}
        onChange={(event) => change({ cron: event.target.value })}
      />
      <datalist id="usual-schedules">
        {usual.map(([label, value]) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
      <ZoneField {...{ draft, change }} error={save.faultOf("trigger.timeZone")} />
    </div>
  );
}

type ZoneFieldProps = Pick<DraftProps, "draft" | "change"> & { error: string };

export function ZoneField({ draft, change, error }: ZoneFieldProps) {
  return (
    <>
      <TextField
        label="Time zone"
        required
        list="time-zones"
        autoComplete="off"
        error={error}
        value={draft.timeZone}
        onChange={(event) => change({ timeZone: event.target.value })}
      />
      <datalist id="time-zones">
        {timeZones().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function CodeFields({ domain, draft, change, save }: DraftProps & { domain: string }) {
  const { data } = useCodeRepositories(domain);
  const repositories = data?.repositories ?? [];
  if (data && repositories.length === 0)
    return (
      <Notice tone="warn" title="No code repository yet">
        <p>An owner adds the repository of your code on the page of automations first.</p>
      </Notice>
    );
  return (
    <>
      <div className="automation-pair">
        <SelectField
          label="Code repository"
          required
          error={save.faultOf("trigger.repositoryId")}
          value={draft.repositoryId}
          onChange={(event) => change({ repositoryId: event.target.value })}
        >
          <option value="">Choose one…</option>
          {repositories.map(({ id, location, branch }) => (
            <option key={id} value={id}>
              {location}
              {branch && ` (${branch})`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="After"
          value={draft.on}
          onChange={(event) => change({ on: event.target.value === "push" ? "push" : "merge" })}
        >
          <option value="merge">a merged pull request</option>
          <option value="push">a push to the branch</option>
        </SelectField>
      </div>
      <TextArea
        label="Only where these files change"
        isOptional
        rows={2}
        className="input mono"
        spellCheck={false}
        placeholder="src/api/**"
        hint="One pattern on each line, such as src/** or *.proto. Left empty: every file counts."
        error={save.faultOf("trigger.paths")}
        value={draft.paths}
        onChange={(event) => change({ paths: event.target.value })}
      />
    </>
  );
}
