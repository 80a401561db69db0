/** What this browser keeps: the theme, pinned and recent units. Without a place to keep it, it lasts as long as the page. */
import { signal, type Signal } from "./signal.ts";

const memory = new Map<string, string>();
/** What was to be kept is not. */
export const isForgetful: Signal<boolean> = signal(false);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    memory.set(key, text);
    isForgetful.value = true;
  }
}

function readList<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  try {
    const list: unknown = JSON.parse(read(key) ?? "[]");
    return Array.isArray(list) ? list.filter(isOne) : [];
  } catch {
    return [];
  }
}

export interface Visit {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isVisit = (value: unknown): value is Visit =>
  typeof value === "object" &&
  value !== null &&
  isText((value as Visit).id) &&
  typeof (value as Visit).at === "number";

const MOST_RECENT = 8;

export const pinned: Signal<readonly string[]> = signal(readList("pinned", isText));
export const recent: Signal<readonly Visit[]> = signal(readList("recent", isVisit));

export function togglePin(id: string): void {
  const { value } = pinned;
  setPins(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
}

export function setPins(ids: readonly string[]): void {
  pinned.value = ids;
  write("pinned", JSON.stringify(ids));
}

export function noteVisit(id: string): void {
  const others = recent.value.filter((visit) => visit.id !== id);
  recent.value = [{ id, at: Date.now() }, ...others].slice(0, MOST_RECENT);
  write("recent", JSON.stringify(recent.value));
}

export function keepTheme(theme: string): void {
  write("theme", theme);
}
