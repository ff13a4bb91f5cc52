// What clauses say. The one dialog that explains them: any line opens it with its citations.
import { read } from './asking';

export interface ClauseText { cite: string; kind: string; text: string; note: string }

export const asked = $state<{ cites: readonly string[] }>({ cites: [] });

export function explain(cites: readonly string[]): void {
  asked.cites = [...cites];
}

/** The clauses that are cited, in their order; one that no rulebook has is left out. */
export async function clausesOf(cites: readonly string[]): Promise<ClauseText[]> {
  const answers = await Promise.all(cites.map((cite) => read<ClauseText>(`/api/rule?cite=${encodeURIComponent(cite)}`)));
  return answers.map((one) => one.told).filter((one) => one !== null);
}
