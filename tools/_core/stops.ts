/** What a run that was stopped in its midst may have left half done, and how it is put right. */

const repairs: (() => void)[] = [];

/** For modules that change what later runs use while they work: `repair` is called after every run that did not end. */
export function afterStop(repair: () => void): void {
  repairs.push(repair);
}

export function putRight(): void {
  for (const repair of repairs) repair();
}
