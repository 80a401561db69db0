/** What holds for every call and every tool. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "../_lib/agents/call-check/contract.ts";

export const CHECK_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "valid calls are returned unchanged",
    holds(run, input) {
      const calls = run(input).value?.calls ?? [];
      return calls.every(
        (call) =>
          !call.valid ||
          (canonicalJson(call.repaired) === canonicalJson(call.arguments) &&
            call.repairs.length === 0),
      );
    },
  },
  {
    name: "a repaired call is valid and repairs to itself",
    holds(run, { calls, ...rest }) {
      const { value, warnings = [] } = run({ calls, ...rest });
      // A number that is not exact stands in the value as text, which is another call.
      if (warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT")) return true;
      return (value?.calls ?? []).every((call) => {
        if (call.repaired === null) return true;
        const corrected = call.repairs.find(({ code }) => code === "NAME_CORRECTED");
        const name = (corrected?.after as string | undefined) ?? call.name;
        const again = run({ ...rest, calls: [{ name, arguments: call.repaired as object }] });
        const [only] = again.value?.calls ?? [];
        return (
          only?.valid === true && canonicalJson(only.repaired) === canonicalJson(call.repaired)
        );
      });
    },
  },
  {
    name: "the order of the tools changes nothing",
    holds(run, input) {
      const { tools } = input;
      if (!Array.isArray(tools)) return true;
      const { ok, value, errors = [] } = run(input);
      const turned = run({ ...input, tools: tools.toReversed() as unknown });
      if (!ok || !turned.ok) return ok === turned.ok;
      const isSame = canonicalJson(value) === canonicalJson(turned.value);
      return isSame && canonicalJson(errors) === canonicalJson(turned.errors ?? []);
    },
  },
];
