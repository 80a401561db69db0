/**
 * The families of injection, as patterns over the normal form (see `normal-form.ts`), in which a dot matches line
 * ends. `\b` is the boundary of ASCII words, so that an instruction is found right behind a Chinese or Cyrillic
 * letter, too; `\w` stands for the letters, marks and digits of all scripts.
 */
import type { FamilyCode } from "./codes.ts";

const WORD = "\\p{L}\\p{M}\\p{N}_";

const WRITTEN: Readonly<Record<FamilyCode, readonly RegExp[]>> = {
  INJECTION_OVERRIDE: [
    /\b(?:ignore|disregard|forget|neglect|override|bypass|do not follow|don ?t follow|stop following)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|former|foregoing|existing|original|system|all|any|your|the|these|those)\b[^.!?]{0,30}\b(?:instruction|instructions|prompt|prompts|directive|directives|guardrails|safety rules)\b/su,
    /\b(?:ignore|disregard|forget)\b[^.!?]{0,20}\b(?:previous|prior|above|earlier|preceding|all|any|your)\b[^.!?]{0,20}\b(?:rules|guidelines|constraints|directions|context|messages|training)\b/su,
    /\b(?:new|updated|revised|real|actual) (?:system )?(?:instructions|directives|prompt) ?(?::|follow\b|begin\b|start\b)/su,
    /\bfrom now on,? you (?:are|must|should|shall|will (?:act|behave|respond|answer|obey|ignore|follow|pretend|only|always|never))\b/su,
    /\b(?:ignorez?|oubliez?)\b.{0,30}\b(?:instructions|consignes)\b/su,
    /\b(?:ignora|olvida|ignore|ignorar|esqueca)\b.{0,30}\b(?:instrucciones|instrucoes|ordenes)\b/su,
    /\b(?:ignoriere?|ignorieren sie|vergiss|missachte)\b.{0,40}\b(?:anweisungen|instruktionen|regeln|vorgaben)\b/su,
    /игнорир(?:уй|уйте|овать).{0,40}(?:инструкци|указани|правил)/su,
    /(?:忽略|無視|无视|忘记|忘記).{0,15}(?:指令|指示|提示|规则|規則|说明)/su,
    /(?:指示|命令|指令|ルール).{0,6}(?:無視|忘れ)/su,
  ],
  INJECTION_ROLE: [
    /\byou are (?:now|no longer|actually) (?:an? |the |my )?(?:\w+ ){0,3}(?:assistant|ai|model|bot|chatbot|hacker|agent|persona|character|terminal|shell|interpreter|dan|admin|administrator|root|bound|restricted|unfiltered|uncensored|unrestricted|jailbroken|evil)\b/su,
    /\b(?:act|behave|respond|roleplay|pretend) (?:as|like) (?:if you (?:are|were) )?(?:an? |the )?(?:unrestricted|unfiltered|uncensored|evil|jailbroken|root|dan|ai without|model without)\b/su,
    /\bpretend (?:that )?you (?:are|have|can)\b/su,
    /\b(?:enter|enable|activate|switch to|you are in) (?:developer|god|dan|sudo|jailbreak|unrestricted) mode\b/su,
    /\bdo anything now\b/su,
  ],
  INJECTION_PROMPT_LEAK: [
    /\b(?:reveal|show|print|output|repeat|display|disclose|leak|dump|tell me|give me|what (?:is|are|was|were))\b.{0,40}\b(?:system|hidden|initial|developer|secret|internal|original)\b.{0,20}\b(?:prompt|prompts|instruction|instructions|directives)\b/su,
    /\b(?:repeat|print|output|copy)\b.{0,20}\b(?:everything|all the words|all the text|the text|the words)\b.{0,10}\babove\b/su,
  ],
  INJECTION_DELIMITER: [
    /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|fim_[a-z]+|channel|message|return|call)\|>/su,
    /\[\/?(?:inst|system_prompt|available_tools|tool_calls|tool_results)\]/su,
    /<<\/?sys>>/su,
    /<(?:start|end)_of_turn>/su,
    /(?:^|\n)\s{0,3}(?:#{1,6}\s?)?(?:system|assistant|developer)(?: (?:prompt|message|instructions?))?\s?:\s?\S/su,
    /<\/?(?:system|assistant|human|developer|instructions?|system-reminder|untrusted)(?:\s[^>]{0,80})?>/su,
    /\b(?:begin|end|start) (?:of )?(?:system|admin|developer|hidden) (?:prompt|message|instructions?)\b/su,
  ],
  INJECTION_TOOL_CALL: [
    /<(?:tool_call|function_calls?|invoke|tool_use|function_results|tool_result)\b/su,
    /"(?:tool_calls|function_call|tool_use)"\s?:/su,
    /\b(?:call|invoke|run|execute|trigger|use)\b.{0,20}(?:\b|(?<!\w)(?=\w))[\w.-]{1,40} (?:tool|function)\b.{0,80}\b(?:immediately|silently|right now|without (?:asking|confirmation|approval|telling))\b/su,
    /\b(?:run|execute|eval)\b.{0,20}(?:rm -rf|curl .{0,200}\| ?(?:ba)?sh\b|wget .{0,200}\| ?(?:ba)?sh\b|powershell -e|bash -c|mkfs)/su,
  ],
  INJECTION_EXFILTRATION: [
    /\b(?:send|post|upload|email|forward|transmit|exfiltrate|leak)\b.{0,60}\b(?:conversation|chat history|conversation history|context|api keys?|passwords?|credentials|secrets|environment variables|env vars|system prompt|user data|personal data|files)\b.{0,40}\b(?:to|at|via)\b.{0,40}(?:https?:\/\/|[\w.+-]{1,64}@[\w-]|webhook)/su,
  ],
  INJECTION_SECRECY: [
    /\b(?:do not|don ?t|never|without)\b.{0,15}\b(?:tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting)\b.{0,25}\b(?:the )?(?:user|human|operator|owner)\b/su,
    /\bkeep (?:this|it) (?:a )?(?:secret|hidden|confidential) from (?:the )?(?:user|human|operator|owner)\b/su,
  ],
};

export const FAMILIES = Object.entries(WRITTEN).map(([code, patterns]) => ({
  code: code as FamilyCode,
  patterns: patterns.map(ofAllScripts),
}));

function ofAllScripts({ source, flags }: RegExp): RegExp {
  const written = source.replaceAll("[\\w", `[${WORD}`).replaceAll("\\w", `[${WORD}]`);
  return new RegExp(written, `${flags}g`);
}
