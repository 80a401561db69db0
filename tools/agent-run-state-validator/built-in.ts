/** The machines that are known by name. */
import { ANY_STATE, Machine, type Transition } from "./machine.ts";

/** `a > b c` stands for the moves from a to b and to c, each called like its target. */
function moves(...lines: readonly string[]): Transition[] {
  return lines.flatMap((line) => {
    const [from = "", targets = ""] = line.split(" > ");
    return targets.split(" ").map((to) => ({ from, to }));
  });
}

const RUN = new Machine({
  name: "run",
  initial: "created",
  states: ["created", "planning", "running", "waiting", "completed", "failed", "cancelled"],
  final: new Set(["completed", "failed", "cancelled"]),
  transitions: moves(
    "created > planning",
    "planning > running",
    "running > planning waiting completed",
    "waiting > running",
    `${ANY_STATE} > failed cancelled`,
  ),
});

const TOOL_RUN = new Machine({
  name: "tool-run",
  initial: "requested",
  states: ["requested", "approved", "denied", "running", "succeeded", "failed"],
  final: new Set(["denied", "succeeded", "failed"]),
  transitions: moves(
    "requested > approved denied running",
    "approved > running",
    "running > succeeded failed",
    "failed > running",
  ),
  retries: { from: "failed", to: "running", most: 3 },
});

const A2A_TASK = new Machine({
  name: "a2a-task",
  initial: "submitted",
  states: [
    "submitted",
    "working",
    "input-required",
    "auth-required",
    "completed",
    "failed",
    "canceled",
    "rejected",
  ],
  final: new Set(["completed", "failed", "canceled", "rejected"]),
  transitions: moves(
    "submitted > working rejected",
    "working > input-required auth-required completed",
    "input-required > working",
    "auth-required > working",
    `${ANY_STATE} > failed canceled`,
  ),
});

const OPENAI_RUN = new Machine({
  name: "openai-run",
  initial: "queued",
  states: [
    "queued",
    "in_progress",
    "requires_action",
    "cancelling",
    "completed",
    "failed",
    "incomplete",
    "cancelled",
    "expired",
  ],
  final: new Set(["completed", "failed", "incomplete", "cancelled", "expired"]),
  transitions: moves(
    "queued > in_progress cancelled expired",
    "in_progress > requires_action completed failed incomplete cancelling expired",
    "requires_action > in_progress expired cancelling",
    "cancelling > cancelled",
  ),
});

export const BUILT_IN: ReadonlyMap<string, Machine> = new Map(
  [RUN, TOOL_RUN, A2A_TASK, OPENAI_RUN].map((machine) => [machine.name, machine]),
);

/** Whether the machine follows single tool calls, so that it reads traces. */
export function followsCalls({ name }: Machine): boolean {
  return name === TOOL_RUN.name;
}
