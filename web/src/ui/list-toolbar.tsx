import { type ReactNode, useEffect, useState } from "react";
import { Segments } from "./choice.tsx";
import { Icon } from "./icon.tsx";

type Filter<T extends string> = { value: T; label: string; count?: number | undefined };

type ListToolbarProps<T extends string> = {
  /** What is searched, as the label of the field: "Search jobs". */
  label: string;
  search: string;
  onSearch: (text: string) => void;
  filters: readonly Filter<T>[];
  filter: T;
  onFilter: (value: T) => void;
  children?: ReactNode;
};

const typingMs = 250;

/** Above a list: a field to search it, and its states with how many there are of each. */
export function ListToolbar<T extends string>(props: ListToolbarProps<T>) {
  const { label, search, onSearch, filters, filter, onFilter, children } = props;
  const [typed, setTyped] = useState(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is handed on once it rests
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => onSearch(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const options = filters.map(({ value, label: word, count }) => ({
    value,
    label: (
      <>
        {word} <span className="segment-count">{count}</span>
      </>
    ),
  }));
  return (
    <div className="list-toolbar">
      <div className="search-field">
        <Icon name="search" size={14} />
        <input
          type="search"
          className="input"
          aria-label={label}
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {filters.length > 0 && (
        <Segments legend="State" options={options} value={filter} onChange={onFilter} />
      )}
      {children}
    </div>
  );
}
