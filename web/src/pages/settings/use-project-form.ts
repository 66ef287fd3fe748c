import type {
  ProjectSettings,
  ProjectSettingsChange,
} from "../../../../src/contract/project-settings.ts";
import { api } from "../../api.ts";
import { useToast } from "../../ui/toast.tsx";
import { type Action, useAction } from "../../use-action.ts";
import { type FormDraft, useFormDraft } from "./use-form-draft.ts";

export type ProjectFormProps = {
  settings: ProjectSettings;
  mayChange: boolean;
  onSaved: (settings: ProjectSettings) => void;
  reload: () => void;
};

type Form<T extends Record<string, string>> = { draft: FormDraft<T>; save: Action<[]> };

/** One group of a project's settings: what is typed, and how it is saved. */
export function useProjectForm<T extends Record<string, string>>(
  { settings, onSaved }: ProjectFormProps,
  { name, saved }: { name: string; saved: T },
  toChange: (changes: Partial<T>, values: T) => Omit<ProjectSettingsChange, "version">,
): Form<T> {
  const say = useToast();
  const draft = useFormDraft(`${settings.domain} ${name}`, saved);
  const save = useAction(async () => {
    const change = toChange(draft.changes, draft.values);
    const next = await api.saveProjectSettings(settings.domain, {
      version: settings.version,
      ...change,
    });
    draft.clear();
    onSaved(next);
    say("Saved.");
  });
  return { draft, save };
}
