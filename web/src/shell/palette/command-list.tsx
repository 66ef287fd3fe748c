import { Icon } from "../../ui/icon.tsx";
import type { Command } from "./command.ts";

type CommandListProps = {
  id: string;
  commands: Command[];
  active: string | undefined;
  optionId: (command: Command) => string | undefined;
  onChoose: (command: Command) => void;
  onRun: (command: Command) => void;
};

/** The field keeps the focus: it names the chosen option, and the mouse chooses without taking the focus away. */
export function CommandList({ id, commands, active, optionId, onChoose, onRun }: CommandListProps) {
  const groups = [...Map.groupBy(commands, ({ group }) => group)];
  return (
    <div id={id} role="listbox" aria-label="Found" className="palette-list">
      {groups.map(([name, members], index) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fieldset
        <div key={name} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div id={`${id}-group-${index}`} className="palette-group" role="presentation">
            {name}
          </div>
          {members.map((command) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={command.id}
              id={optionId(command)}
              role="option"
              aria-selected={optionId(command) === active}
              className="palette-option"
              onPointerMove={() => onChoose(command)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(command)}
            >
              <Icon name={command.icon} />
              <span className="palette-label">{command.label}</span>
              {command.note && <span className="palette-note">{command.note}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
