import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Icon } from "./icon.tsx";

type Say = (sentence: string) => void;
const ToastContext = createContext<Say | undefined>(undefined);

const shownForMs = 4_500;

/** Short news of what was just done, also read out to those who do not see it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [sentence, setSentence] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((next: string) => {
    clearTimeout(timer.current);
    setSentence(next);
    timer.current = setTimeout(() => setSentence(""), shownForMs);
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {sentence && (
          <div className="toast">
            <Icon name="check" />
            {sentence}
          </div>
        )}
      </div>
    </ToastContext>
  );
}

export function useToast(): Say {
  const say = useContext(ToastContext);
  if (say === undefined) throw new Error("useToast needs a ToastProvider above it");
  return say;
}
