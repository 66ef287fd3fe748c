import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { Icon } from "../../ui/icon.tsx";
import { useModal } from "../../ui/use-modal.ts";
import type { Command } from "./command.ts";
import { CommandList } from "./command-list.tsx";
import { matchCommands } from "./match-commands.ts";
import { useCommands } from "./use-commands.ts";
import { useFound } from "./use-found.ts";
import { useFoundCommands } from "./use-found-commands.ts";
import "./palette.css";

export type PaletteProps = {
  /** The one that is open, if any. */
  project: ProjectSummary | undefined;
  projects: ProjectSummary[];
  onClose: () => void;
};

/** One field for everything there is to go to and to do: arrow keys choose, Enter does it, Escape leaves. */
export function Palette({ project, projects, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const list = useId();
  const dialog = useModal((element) => element.querySelector("input"));
  const found = useFound(project?.domain, typed);
  const { pages, rest } = useCommands({ project, projects }, typed);
  const shown = [
    ...matchCommands(pages, typed),
    ...useFoundCommands(project?.domain ?? "", found),
    ...matchCommands(rest, typed),
  ];
  const at = Math.max(
    shown.findIndex(({ id }) => id === chosen),
    0,
  );
  const optionId = (command: Command | undefined) =>
    command ? `${list}-${command.id}` : undefined;
  const active = optionId(shown[at]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = shown[at];
    if (event.key === "Enter" && command && !event.nativeEvent.isComposing) run(command);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen(shown.at((at + step) % shown.length)?.id ?? "");
    if (step || event.key === "Enter") event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      <div className="palette-panel">
        <PaletteField
          list={list}
          hint={
            project
              ? "Search jobs and changes, go to a page, do something…"
              : "Go to a project or a page, do something…"
          }
          active={active}
          typed={typed}
          onType={(text) => {
            setTyped(text);
            setChosen("");
          }}
          onKeyDown={onKeyDown}
          onClose={onClose}
        />
        <CommandList
          id={list}
          commands={shown}
          active={active}
          optionId={optionId}
          onChoose={(command) => setChosen(command.id)}
          onRun={run}
        />
        <p className="palette-state" role="status">
          {stateOf(found.state, shown.length)}
        </p>
      </div>
    </dialog>
  );
}

type PaletteFieldProps = {
  list: string;
  hint: string;
  active: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

function PaletteField(props: PaletteFieldProps) {
  const { list, hint, active, typed, onType, onKeyDown, onClose } = props;
  return (
    <div className="palette-field">
      <Icon name="search" />
      <input
        role="combobox"
        aria-label="Search, go to or do"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={active}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={hint}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="palette-close" onClick={onClose}>
        Esc<span className="visually-hidden">: close</span>
      </button>
    </div>
  );
}

function stateOf(state: "searching" | "ready" | "failed", shown: number): string {
  if (state === "failed") return "Jobs and changes cannot be searched right now.";
  if (shown > 0) return "";
  return state === "searching" ? "Searching…" : "Nothing is called that.";
}
