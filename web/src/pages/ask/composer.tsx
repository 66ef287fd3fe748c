import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Icon } from "../../ui/icon.tsx";

type ComposerProps = { isBusy: boolean; onAsk: (text: string) => void; onStop: () => void };

export function Composer({ isBusy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const [hasKeyboard] = useState(() => window.matchMedia("(pointer: fine)").matches);
  const send = () => {
    const question = text.trim();
    if (!question || isBusy) return;
    setText("");
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
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isBusy ? (
          <button type="button" className="send" aria-label="Stop" title="Stop" onClick={onStop}>
            <Icon name="stop" />
          </button>
        ) : (
          <button
            type="submit"
            className="send"
            aria-label="Ask"
            title="Ask"
            disabled={text.trim() === ""}
          >
            <Icon name="send" />
          </button>
        )}
      </div>
    </form>
  );
}
