import { PRIVATE, UCS } from "./uri.ts";

/** What may stand outside of braces; the apostrophe by erratum 6937. */
const ALLOWED_LITERAL = new RegExp(
  `^(?:[!#$&-;=?-[\\]_a-z~${UCS}${PRIVATE}]|%[0-9a-fA-F]{2})*$`,
  "u",
);
const OPERATORS = "+#./;?&=,!@|";
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9a-fA-F]{2})+$/;
const PREFIX = /^[1-9][0-9]{0,3}$/;

/** RFC 6570: text and expressions in braces. */
export function isUriTemplate(text: string): boolean {
  let end = 0;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", end)) {
    const close = text.indexOf("}", open);
    if (close === -1) return false;
    if (!ALLOWED_LITERAL.test(text.slice(end, open))) return false;
    if (!isExpression(text.slice(open + 1, close))) return false;
    end = close + 1;
  }
  return ALLOWED_LITERAL.test(text.slice(end));
}

function isExpression(text: string): boolean {
  const list = OPERATORS.includes(text.charAt(0)) ? text.slice(1) : text;
  return text !== "" && list.split(",").every(isVariable);
}

function isVariable(text: string): boolean {
  if (text.endsWith("*")) return isName(text.slice(0, -1));
  const [name = "", prefix, more] = text.split(":");
  if (more !== undefined || (prefix !== undefined && !PREFIX.test(prefix))) return false;
  return isName(name);
}

function isName(text: string): boolean {
  return text.split(".").every((part) => VARIABLE.test(part));
}
