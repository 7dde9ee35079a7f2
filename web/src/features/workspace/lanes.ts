/** A state and the one that it came from. */
interface State {
  id: string;
  parent_id?: string | null;
}

/** Where one state is drawn, and the lines that pass it. */
export interface Row {
  lane: number;
  /** Lanes whose line comes from the row above. */
  above: readonly number[];
  /** Lanes whose line goes on to the row below. */
  below: readonly number[];
  /** Lanes that end here: branches that began at this state. */
  joins: readonly number[];
}

/** Draws states, newest first, as lines that branch: each lane holds the state that it waits for. */
export function lanesOf(states: readonly State[]): Row[] {
  const waiting: (string | null)[] = [];
  return states.map(({ id, parent_id }) => {
    const above = taken(waiting);
    const arriving = waiting.flatMap((wanted, lane) => (wanted === id ? [lane] : []));
    const lane = arriving[0] ?? free(waiting);
    for (const other of arriving) waiting[other] = null;
    waiting[lane] = parent_id ?? null;
    return { lane, above, below: taken(waiting), joins: arriving.slice(1) };
  });
}

function taken(waiting: readonly (string | null)[]): number[] {
  return waiting.flatMap((wanted, lane) => (wanted === null ? [] : [lane]));
}

function free(waiting: (string | null)[]): number {
  const found = waiting.indexOf(null);
  return found < 0 ? waiting.length : found;
}
