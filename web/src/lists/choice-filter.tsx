import { Icon } from "../ui/icon.tsx";

export type Choice = { value: string; label: string };

type ChoiceFilterProps = {
  label: string;
  /** What nothing chosen means. */
  all: string;
  choices: Choice[];
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** One value of several to filter a list by. A value of the address that is not among the choices, such as of somebody who is gone, stays chosen. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, all, choices, value, onChange, className = "" } = props;
  const isKnown = value === "" || choices.some((choice) => choice.value === value);
  return (
    <div className={`select ${className}`}>
      <select
        className="input"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{all}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </div>
  );
}
