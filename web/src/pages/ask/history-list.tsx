import { type FormEvent, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { type AskedChat, matchingChats } from "./ask-history.ts";
import type { AskHistory } from "./use-ask-history.ts";

type HistoryListProps = {
  history: AskHistory;
  current: string;
  onOpen: (id: string) => void;
  onRemove: (id: string) => void;
};

/** What was asked in this browser, to be found, opened, renamed and removed. */
export function HistoryList({ history, current, onOpen, onRemove }: HistoryListProps) {
  const [search, setSearch] = useState("");
  const [renamed, setRenamed] = useState("");
  const found = matchingChats(history.chats, search);
  return (
    <div className="history">
      <div className="search-field">
        <Icon name="search" size={14} />
        <input
          type="search"
          className="input"
          aria-label="Search the history"
          placeholder="Search the history"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {found.length === 0 && <p className="soft">Nothing like that was asked here.</p>}
      <ul className="history-chats">
        {found.map((chat) => (
          <li key={chat.id} className="history-chat">
            {renamed === chat.id ? (
              <RenameForm
                chat={chat}
                onSave={(title) => {
                  history.save({ ...chat, title: title || chat.title });
                  setRenamed("");
                }}
              />
            ) : (
              <>
                <button
                  type="button"
                  className="history-open"
                  aria-current={chat.id === current || undefined}
                  onClick={() => onOpen(chat.id)}
                >
                  <span className="history-title">{chat.title}</span>
                  <Time iso={chat.at} />
                </button>
                <IconButton
                  icon="edit"
                  label={`Rename “${chat.title}”`}
                  onClick={() => setRenamed(chat.id)}
                />
                <IconButton
                  icon="trash"
                  label={`Remove “${chat.title}” from the history`}
                  onClick={() => onRemove(chat.id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RenameForm({ chat, onSave }: { chat: AskedChat; onSave: (title: string) => void }) {
  const [title, setTitle] = useState(chat.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(title.trim());
  };
  return (
    <form className="history-rename" onSubmit={submit}>
      <input
        className="input"
        aria-label="Name of the conversation"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has gone for it
        autoFocus
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onSave(chat.title)}
      />
      <IconButton type="submit" icon="check" label="Save the name" />
    </form>
  );
}
