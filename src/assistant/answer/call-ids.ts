/** Servers choose the ids of their calls, and some use one twice; readers' clients need each once. */
export type CallIds = {
  begin(id: string): string;
  /** Undefined for a call that did not begin. */
  end(id: string): string | undefined;
};

export function createCallIds(): CallIds {
  const open = new Map<string, string[]>();
  let count = 0;
  return {
    begin(id) {
      count += 1;
      const own = `call-${count}`;
      const same = open.get(id);
      if (same) same.push(own);
      else open.set(id, [own]);
      return own;
    },
    end: (id) => open.get(id)?.shift(),
  };
}
