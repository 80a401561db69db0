/** Makes what shows a finding smaller, as long as it still does. */

/** Requests that are spent on one finding. */
const MOST_TRIES = 250;

export async function shrunk(
  value: unknown,
  shows: (smaller: unknown) => Promise<boolean>,
): Promise<unknown> {
  let best = value;
  let tries = 0;
  for (let improved = true; improved && tries < MOST_TRIES;) {
    improved = false;
    for (const smaller of smallerThan(best)) {
      if (++tries > MOST_TRIES) break;
      if (!(await shows(smaller))) continue;
      best = smaller;
      improved = true;
      break;
    }
  }
  return best;
}

/** The largest steps first. */
function* smallerThan(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield* shorterThan(value);
  else if (Array.isArray(value)) {
    yield* withoutParts(value);
    for (const [at, item] of value.entries()) {
      for (const smaller of smallerThan(item)) yield value.toSpliced(at, 1, smaller);
    }
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    for (const left of withoutParts(entries)) yield Object.fromEntries(left);
    for (const [at, [name, member]] of entries.entries()) {
      for (const smaller of smallerThan(member)) {
        yield Object.fromEntries(entries.toSpliced(at, 1, [name, smaller]));
      }
    }
  }
}

function* shorterThan(text: string): Generator<string> {
  for (const part of withoutParts([...text])) yield part.join("");
}

const SINGLY = 40;

/** Without the halves, the quarters and so on; of a short list without each. */
function* withoutParts<T>(list: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = Math.floor(size / 2)) {
    if (size === 1 && list.length > SINGLY) return;
    for (let at = 0; at < list.length; at += size) yield list.toSpliced(at, size);
  }
}
