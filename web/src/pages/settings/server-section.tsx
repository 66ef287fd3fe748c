import { useState } from "react";
import type {
  ServerSetting,
  ServerSettings,
  SettingGroup,
} from "../../../../src/contract/server-settings.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { serverChange } from "./server-change.ts";
import { ServerField } from "./server-field.tsx";
import { SettingForm } from "./setting-form.tsx";
import { useFormDraft } from "./use-form-draft.ts";

const titles: Record<SettingGroup, string> = {
  models: "Models",
  embedder: "Embedder",
  ceilings: "Daily ceilings",
  jobs: "Limits of jobs",
  answers: "Limits of answers",
  pulls: "Pull requests",
  retention: "Retention",
};

type ServerSectionProps = { groups: SettingGroup[]; onSaved: () => void };

/** What holds for every project of the deployment. Only owners get here. */
export function ServerSection({ groups, onSaved }: ServerSectionProps) {
  const { data, error, reload, replace } = useResource("server settings", api.serverSettings);
  if (!data) return error ? <LoadFailed error={error} retry={reload} /> : <Skeleton lines={6} />;
  return (
    <>
      {data.waiting.length > 0 && (
        <Notice tone="warn" title="Start Docent again to finish">
          <p>These are stored and count from the next start on: {data.waiting.join(", ")}.</p>
        </Notice>
      )}
      {groups.map((group) => (
        <Group
          key={group}
          {...{ group, data }}
          reload={() => void reload()}
          onSaved={(next) => {
            replace(next);
            onSaved();
          }}
        />
      ))}
    </>
  );
}

type GroupProps = {
  group: SettingGroup;
  data: ServerSettings;
  reload: () => void;
  onSaved: (next: ServerSettings) => void;
};

function Group({ group, data, reload, onSaved }: GroupProps) {
  const settings = data.settings.filter((setting) => setting.group === group);
  // Keys are in no storage of the browser: they are gone with the page.
  const [secrets, setSecrets] = useState<Record<string, string | null>>({});
  const draft = useFormDraft(`server ${group}`, savedOf(settings));
  const say = useToast();
  const save = useAction(async () => {
    const values = serverChange(draft.changes, secrets);
    const next = await api.saveServerSettings({ version: data.version, values });
    draft.clear();
    setSecrets({});
    onSaved(next);
    const waits = settings.some(({ name, needsRestart }) => needsRestart && name in values);
    say(waits ? "Saved. It counts from the next start on." : "Saved. It counts from now on.");
  });
  const discard = () => {
    draft.clear();
    setSecrets({});
  };
  return (
    <Card title={titles[group]}>
      <SettingForm
        {...{ mayChange: true, save, onReload: reload, onDiscard: discard }}
        isChanged={draft.isChanged || Object.keys(secrets).length > 0}
      >
        <div className="setting-grid">
          {settings.map((setting) => (
            <ServerField
              key={setting.name}
              setting={setting}
              value={draft.values[setting.name] ?? ""}
              secret={secrets[setting.name]}
              error={save.faultOf(`values.${setting.name}`) || setting.fault}
              onChange={(value) => draft.set({ [setting.name]: value })}
              onSecret={(value) => setSecrets(withSecret(secrets, setting.name, value))}
            />
          ))}
        </div>
      </SettingForm>
    </Card>
  );
}

function savedOf(settings: ServerSetting[]): Record<string, string> {
  const open = settings.filter(({ kind, locked }) => kind !== "secret" && locked === "");
  return Object.fromEntries(open.map(({ name, value }) => [name, value]));
}

/** Nothing typed and nothing taken away: the stored one stays. */
function withSecret(secrets: Record<string, string | null>, name: string, value: string | null) {
  const { [name]: _, ...others } = secrets;
  return value === "" ? others : { ...others, [name]: value };
}
