import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { Draft } from "../../use-draft.ts";

type ComposerProps = {
  draft: Draft;
  isBusy: boolean;
  onAsk: (text: string) => void;
  onStop: () => void;
};

export function Composer({ draft, isBusy, onAsk, onStop }: ComposerProps) {
  const [hasKeyboard] = useState(() => window.matchMedia("(pointer: fine)").matches);
  const send = () => {
    const question = draft.text.trim();
    if (!question || isBusy) return;
    draft.clear();
    onAsk(question);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form className="composer" onSubmit={onSubmit}>
      <div className="composer-box">
        <textarea
          rows={1}
          // biome-ignore lint/a11y/noAutofocus: the page is there to be typed into
          autoFocus={hasKeyboard}
          aria-label="Question"
          placeholder="Ask the docs"
          maxLength={20_000}
          value={draft.text}
          onChange={(event) => draft.setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type={isBusy ? "button" : "submit"}
          className="send"
          aria-label={isBusy ? "Stop" : "Ask"}
          title={isBusy ? "Stop" : "Ask"}
          disabled={!isBusy && draft.text.trim() === ""}
          onClick={isBusy ? onStop : undefined}
        >
          <Icon name={isBusy ? "stop" : "send"} />
        </button>
      </div>
    </form>
  );
}
