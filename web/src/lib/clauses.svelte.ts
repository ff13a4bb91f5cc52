// The one dialog that explains clauses: any line opens it with its citations.
export const asked = $state<{ cites: readonly string[] }>({ cites: [] });

export function explain(cites: readonly string[]): void {
  asked.cites = [...cites];
}
