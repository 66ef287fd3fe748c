import { type ComponentProps, lazy, Suspense } from "react";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { WidgetSetup } from "./widget-setup.tsx";

const Loaded = lazy(async () => ({ default: (await import("./widget-setup.tsx")).WidgetSetup }));

export function LazyWidgetSetup(props: ComponentProps<typeof WidgetSetup>) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
