/** The families of injection that are known by their form, over the normal form (see `normal-form.ts`). */
import type { FamilyCode } from "./codes.ts";

interface Family {
  readonly code: FamilyCode;
  readonly patterns: readonly RegExp[];
}

export const FAMILIES: readonly Family[] = [
  {
    code: "INJECTION_OVERRIDE",
    patterns: [
      /\b(?:new|updated|revised|real|actual) (?:system )?(?:instructions?|directives?|prompt) ?(?::|follow\b|begin\b|start\b)/gu,
      /\bfrom now on,? you (?:must |should |shall |will )?(?:only |always |never |just )?(?:speak|answer|respond|reply|obey|talk|write|output|pretend|ignore|end each|end every)\b/gu,
    ],
  },
  {
    code: "INJECTION_ROLE",
    patterns: [
      /\b(?:enter|enable|activate|switch to|you are in|engage) (?:god|dan|jailbreak|unrestricted|uncensored|unfiltered|evil) mode\b/gu,
      /\bdo anything now\b/gu,
    ],
  },
  {
    code: "INJECTION_DELIMITER",
    patterns: [
      /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|fim_[a-z]+|channel|message|return|call)\|>/gu,
      /\[\/?(?:inst|system_prompt|available_tools|tool_calls|tool_results)\]/gu,
      /<<\/?sys>>/gu,
      /<(?:start|end)_of_turn>/gu,
      /<\/?(?:system|assistant|human|developer|instructions?|system-reminder|untrusted)(?:\s[^>]{0,80})?>/gu,
      /\b(?:begin|end|start) (?:of )?(?:system|admin|developer|hidden) (?:prompt|message|instructions?)\b/gu,
      /(?:^|\n)#{2,4} ?(?:instructions?|system):? ?(?:\n[^\n]+){1,8}\n\s{0,4}#{2,4} ?response\b/gu,
    ],
  },
  {
    code: "INJECTION_TOOL_CALL",
    patterns: [
      /<(?:tool_call|function_calls?|invoke|tool_use|function_results|tool_result)\b/gu,
      /"(?:tool_calls|function_call|tool_use)"\s?:\s?[[{"](?!")/gu,
    ],
  },
];
