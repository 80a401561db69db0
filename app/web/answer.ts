/** What a unit says in this browser: the same code as in the service, so that the same bytes come out. */
import type { Service } from "../../kits/_core/kit.ts";
import { findEntry, loadDetails, loadUnit, nearestIds, SERVICE_VERSION } from "../registry.ts";
import { type Call, conclude, look, prepare, receivedOf, toFields } from "../run/call.ts";
import { CRASHED, failure, RequestError, unknownTool } from "../run/errors.ts";
import { execute } from "../run/inline.ts";
import type { Failure, RunRequest, Success } from "../run/types.ts";

export interface Asked {
  readonly request: RunRequest;
  /** Where this page came from: kits that write about the service name it. */
  readonly publicUrl: string;
}

/** `begin` is called once the unit's code is there. */
export async function answer(
  { request, publicUrl }: Asked,
  begin: () => void,
): Promise<Success | Failure> {
  const started = performance.now();
  try {
    return await run(request, publicUrl, started, begin);
  } catch (error) {
    if (error instanceof RequestError) return error.answer(started).body;
    console.error(error);
    return failure(CRASHED, started);
  }
}

async function run(request: RunRequest, publicUrl: string, started: number, begin: () => void) {
  const entry = findEntry(request.tool_id);
  if (!entry) throw unknownTool(request.tool_id, "http");
  const unit = await loadUnit(entry);
  const given = toFields(receivedOf(request), entry.primary);
  const measured = look(given, request.options);
  const isKit = entry.kind === "kit";
  const service = isKit ? await serviceAt(publicUrl) : NO_SERVICE;
  const chosen = entry.chooses ? await import("../run/chosen.ts") : undefined;
  if (chosen && !measured.problem) {
    await Promise.all((await chosen.chosenBy(entry, given)).map(loadUnit));
  }
  begin();
  const call = prepare(request, { entry, unit, given, measured });
  const { input, texts, clock, refusal } = call;
  const { characters } = measured;
  const calls = chosen?.callsOf;
  const outcome = execute({ unit, input, texts, refusal, characters, clock, service, calls });
  const receipt = await receiptOf(call, () => ({ unit, outcome }));
  return conclude(call, { unit, outcome, receipt, mode: "full" }, started).body;
}

type Ran = Parameters<typeof conclude>[1];

async function receiptOf(call: Call, ran: () => Pick<Ran, "unit" | "outcome">) {
  if (!call.wantsReceipt) return undefined;
  const { writeReceipt } = await import("../run/receipt.ts");
  const { unit, outcome } = ran();
  return writeReceipt(unit, call.received, outcome, call.clock);
}

const NO_SERVICE: Service = {
  publicUrl: "",
  version: SERVICE_VERSION,
  tool: () => null,
  nearest: () => [],
};

/** Kits may ask of other units what the service publishes of them. */
async function serviceAt(publicUrl: string): Promise<Service> {
  const { toolFacts } = await import("../run/tool-facts.ts");
  await loadDetails();
  return { publicUrl, version: SERVICE_VERSION, tool: toolFacts, nearest: nearestIds };
}
