import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { passwordStrength, shortestPassword } from "../setup/password-strength.ts";
import { StrengthMeter } from "../setup/strength-meter.tsx";
import { peopleApi } from "./people-api.ts";

type PasswordCardProps = { hasPassword: boolean; onChanged: () => void };

export function PasswordCard({ hasPassword, onChanged }: PasswordCardProps) {
  const say = useToast();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useAction(async () => {
    await peopleApi.changePassword(current, next);
    setCurrent("");
    setNext("");
    onChanged();
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await change.run()) say("Your password is changed. Your other browsers are logged out.");
  };
  const isReady = [...next].length >= shortestPassword && (current !== "" || !hasPassword);
  return (
    <Card title="Password">
      <form className="account-form" onSubmit={submit}>
        {hasPassword && (
          <PasswordField
            label="Password so far"
            value={current}
            onChange={setCurrent}
            autoComplete="current-password"
            isFirst={false}
            error={change.faultOf("current")}
          />
        )}
        <PasswordField
          label="New password"
          value={next}
          onChange={setNext}
          autoComplete="new-password"
          isFirst={false}
          error={change.faultOf("password")}
          hint={<StrengthMeter strength={passwordStrength(next)} />}
        />
        {change.error && <Notice tone="bad">{change.error}</Notice>}
        <div>
          <Button type="submit" isBusy={change.isBusy} disabled={!isReady}>
            {hasPassword ? "Change password" : "Set a password"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
