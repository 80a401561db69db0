import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseFragment } from "parse5";
import { decodeXml } from "../../../tools/_lib/formats/xml/data-text.ts";
import {
  escapeHtml,
  escapeXmlAttribute,
  escapeXmlContent,
} from "../../../tools/_lib/text/markup-escape.ts";

const text = fc.string({
  unit: fc.constantFrom(..."&<>\"'\t\n a;", "&amp;", "</p>", "]]>"),
  maxLength: 20,
});

test("HTML gives the text back, from an element and from an attribute", () => {
  fc.assert(
    fc.property(text, (given) => {
      const html = `<i title="${escapeHtml(given)}">${escapeHtml(given)}</i>`;
      expect(parseFragment(html).childNodes).toMatchObject([
        {
          attrs: [{ name: "title", value: given }],
          childNodes: given === "" ? [] : [{ nodeName: "#text", value: given }],
        },
      ]);
    }),
  );
});

test("XML gives the text back, carriage returns and the white space of attributes included", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.constant("\r"))), (parts) => {
      const given = parts.join("");
      expect(decodeXml(escapeXmlContent(given))).toBe(given);
      expect(escapeXmlContent(given)).not.toMatch(/[<>]/);
      const value = escapeXmlAttribute(given);
      expect(value).not.toMatch(/[<"]/);
      expect(decodeXml(value.replace(/[\t\n\r]/g, " "))).toBe(given);
    }),
  );
});
