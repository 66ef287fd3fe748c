import type { Strength } from "./password-strength.ts";

const steps = [1, 2, 3, 4];

export function StrengthMeter({ strength }: { strength: Strength }) {
  const { score, label, hints } = strength;
  return (
    <span className={`strength strength-${score}`}>
      <span className="strength-bars" aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={step <= score ? "is-on" : ""} />
        ))}
      </span>
      <span aria-live="polite">
        {label && <strong>{label}. </strong>}
        {hints.join(" ")}
      </span>
    </span>
  );
}
