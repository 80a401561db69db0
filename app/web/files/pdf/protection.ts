/** The password that opens what is made: in memory alone, and no part of a job. */
import { type Signal, signal } from "../../signal.ts";

export const protection: Signal<string> = signal("");
