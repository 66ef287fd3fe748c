import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type MenuItem = {
  label: string;
  icon?: IconName;
  note?: string;
  isChecked?: boolean;
  isDanger?: boolean;
} & ({ onSelect: () => void } | { href: string });

type MenuProps = {
  /** What the button does, added to what is written on it for those who hear it. */
  label: string;
  button: ReactNode;
  buttonClass: string;
  groups: MenuItem[][];
  side?: "above" | "below";
};

/** A button with a list of actions; arrow keys move, Escape closes and goes back to the button. */
export function Menu({ label, button, buttonClass, groups, side = "below" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useClickOutside(box, isOpen, () => setOpen(false));
  useEffect(() => {
    if (isOpen) itemsIn(box.current)[0]?.focus({ preventScroll: true });
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else if (moveFocus(box.current, event.key)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside arrive here
    <div className="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={opener}
        className={buttonClass}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
        <span className="visually-hidden">{label}</span>
      </button>
      {isOpen && (
        <div id={id} role="menu" aria-label={label} className={`menu-list menu-${side}`}>
          {groups.map((group) => (
            <MenuGroup key={group[0]?.label} items={group} close={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuGroup({ items, close }: { items: MenuItem[]; close: () => void }) {
  return (
    <div className="menu-group">
      {items.map((item) => (
        <MenuRow key={item.label} item={item} close={close} />
      ))}
    </div>
  );
}

function MenuRow({ item, close }: { item: MenuItem; close: () => void }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      <span className="menu-label">
        {item.label}
        {item.note && <small>{item.note}</small>}
      </span>
      {item.isChecked && <Icon name="check" />}
      {"href" in item && <Icon name="external" size={14} />}
    </>
  );
  const className = item.isDanger ? "menu-item menu-danger" : "menu-item";
  if ("href" in item) {
    return (
      <a
        role="menuitem"
        className={className}
        href={item.href}
        target="_blank"
        rel="noreferrer"
        onClick={close}
      >
        {content}
      </a>
    );
  }
  const select = () => {
    close();
    item.onSelect();
  };
  if (item.isChecked === undefined) {
    return (
      <button type="button" role="menuitem" className={className} onClick={select}>
        {content}
      </button>
    );
  }
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={item.isChecked}
      className={className}
      onClick={select}
    >
      {content}
    </button>
  );
}

function useClickOutside(
  box: { current: HTMLElement | null },
  isActive: boolean,
  onOutside: () => void,
) {
  useEffect(() => {
    if (!isActive) return;
    const check = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target);
      if (!isInside) onOutside();
    };
    document.addEventListener("pointerdown", check);
    return () => document.removeEventListener("pointerdown", check);
  });
}

function itemsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function moveFocus(box: HTMLElement | null, key: string): boolean {
  const items = itemsIn(box);
  const now = items.findIndex((item) => item.matches(":focus"));
  const targets: Record<string, number> = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[key];
  if (target === undefined) return false;
  items[target]?.focus();
  return true;
}
