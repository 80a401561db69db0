import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import type { Machine } from "./machine.ts";

/** A function of the input and of one value of each argument. */
export type Native = (input: JsonNode, args: readonly JsonNode[], machine: Machine) => JsonNode;

export type Natives = Readonly<Record<string, Native>>;
