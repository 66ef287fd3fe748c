import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Action } from "../../use-action.ts";

type SettingFormProps = {
  /** Whoever may not save sees the values, and no button. */
  mayChange: boolean;
  isChanged: boolean;
  save: Action<[]>;
  onDiscard: () => void;
  /** Loads what somebody else has saved meanwhile; what was typed stays. */
  onReload: () => void;
  children: ReactNode;
};

/** Fields that are saved together. */
export function SettingForm(props: SettingFormProps) {
  const { mayChange, isChanged, save, onDiscard, onReload, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) void save.run();
  };
  return (
    <form className="setting-form" onSubmit={submit}>
      <fieldset className="setting-fields" disabled={!mayChange || save.isBusy}>
        {children}
      </fieldset>
      {save.error && (
        <Notice tone="bad">
          <p>{save.error}</p>
          {save.error.includes("Load them again") && (
            <Button
              isSmall
              icon="retry"
              onClick={() => {
                save.reset();
                onReload();
              }}
            >
              Load again
            </Button>
          )}
        </Notice>
      )}
      {mayChange && (
        <footer className="setting-foot">
          <Button type="submit" look="primary" isBusy={save.isBusy} disabled={!isChanged}>
            Save
          </Button>
          {isChanged && (
            <>
              <Button look="quiet" onClick={onDiscard}>
                Discard
              </Button>
              <span className="soft">Not saved yet</span>
            </>
          )}
        </footer>
      )}
    </form>
  );
}
