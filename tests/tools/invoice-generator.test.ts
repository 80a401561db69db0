import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/invoice-generator.ts";
import tool from "../../tools/invoice-generator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const found = (input: object) =>
  [...(run(input).errors ?? []), ...(run(input).warnings ?? [])].map(
    ({ code, path }) => `${code} ${path}`,
  );

const HEADER = {
  number: "1",
  issueDate: "2026-01-31",
  seller: { name: "S", taxId: "T" },
  buyer: { name: "B" },
};
const line = (more: object = {}) => ({ description: "x", unitPrice: 10, taxRate: 20, ...more });
const of = (lines: object[], more: object = {}) => ({ ...HEADER, lines, ...more });

describe("lines", () => {
  test.each([
    [{ quantity: 3, unitPrice: 0.335 }, { net: 1.01 }],
    [{ quantity: -3, unitPrice: 0.335 }, { net: -1.01 }],
    [{ quantity: 250, unitPrice: 12, priceBaseQuantity: 100 }, { net: 30 }],
    [
      { quantity: 3, unitPrice: 9.95, discountPercent: 10 },
      { discount: 2.99, net: 26.86 },
    ],
    [
      { quantity: -3, unitPrice: 9.95, discountPercent: 10 },
      { discount: -2.99, net: -26.86 },
    ],
    [
      { discountAmount: 1.5, chargeAmount: 4 },
      { discount: 1.5, charge: 4, net: 12.5 },
    ],
    [{ quantity: 0 }, { net: 0 }],
    [{}, { number: 1, quantity: 1, unit: "", taxCategory: "S", taxRate: 20 }],
    [{ taxRate: 0 }, { taxCategory: "Z" }],
  ])("%p", (given, expected) => {
    expect(figures(of([line(given)])).lines[0]).toMatchObject(expected);
  });

  test("take the document's rate where they have none", () => {
    const { lines } = figures(of([{ description: "x", unitPrice: 1 }], { taxRate: 7 }));
    expect(lines[0]).toMatchObject({ taxRate: 7, taxCategory: "S" });
  });
});

describe("taxes", () => {
  test("are computed for each category and rate, in their order", () => {
    const lines = [
      line({ taxRate: 0 }),
      line({ taxRate: 7 }),
      line({ taxRate: 0, taxCategory: "G", exemptionReason: "Export" }),
      line({ taxRate: 19 }),
      line({ taxRate: 7, unitPrice: 0.5 }),
      line({ taxRate: 0, taxCategory: "AE", exemptionReason: "Reverse charge" }),
    ];
    expect(figures(of(lines)).taxes).toEqual([
      { category: "S", rate: 19, taxable: 10, tax: 1.9, exemptionReason: null },
      { category: "S", rate: 7, taxable: 10.5, tax: 0.74, exemptionReason: null },
      { category: "Z", rate: 0, taxable: 10, tax: 0, exemptionReason: null },
      { category: "AE", rate: 0, taxable: 10, tax: 0, exemptionReason: "Reverse charge" },
      { category: "G", rate: 0, taxable: 10, tax: 0, exemptionReason: "Export" },
    ]);
  });

  test("of three thirds are those of the whole", () => {
    const { totals } = figures(of(Array.from({ length: 3 }, () => line({ unitPrice: 0.33 }))));
    expect(totals).toMatchObject({ netTotal: 0.99, taxTotal: 0.2, payable: 1.19 });
  });

  test("of returns mirror those of sales", () => {
    const totals = (quantity: number) => figures(of([line({ quantity, unitPrice: 0.125 })])).totals;
    expect(totals(1)).toMatchObject({ netTotal: 0.13, taxTotal: 0.03, payable: 0.16 });
    expect(totals(-1)).toMatchObject({ netTotal: -0.13, taxTotal: -0.03, payable: -0.16 });
  });

  test("know the allowances and charges of the document", () => {
    const { taxes, totals, allowances, charges } = figures(
      of([line({ quantity: 10 }), line({ taxRate: 0 })], {
        allowances: [{ reason: "Loyal", percent: 10, taxRate: 20 }],
        charges: [{ amount: 5, taxRate: 0 }],
      }),
    );
    expect(allowances).toEqual([{ reason: "Loyal", amount: 11, taxCategory: "S", taxRate: 20 }]);
    expect(charges).toEqual([{ reason: null, amount: 5, taxCategory: "Z", taxRate: 0 }]);
    expect(taxes.map(({ taxable, tax }) => [taxable, tax])).toEqual([
      [89, 17.8],
      [15, 0],
    ]);
    expect(totals).toEqual({
      lineTotal: 110,
      allowanceTotal: 11,
      chargeTotal: 5,
      netTotal: 104,
      taxTotal: 17.8,
      grossTotal: 121.8,
      prepaid: 0,
      rounding: 0,
      payable: 121.8,
    });
  });
});

describe("what is to pay", () => {
  test.each([
    [{ roundTo: 0.05 }, { grossTotal: 11.88, rounding: 0.02, payable: 11.9 }],
    [
      { roundTo: 1, prepaidAmount: 5 },
      { prepaid: 5, rounding: 0.12, payable: 7 },
    ],
    [{ prepaidAmount: 20 }, { payable: -8.12 }],
    [{ pricesIncludeTax: true }, { netTotal: 8.25, grossTotal: 9.9, rounding: 0, payable: 9.9 }],
    [
      { pricesIncludeTax: true, roundTo: 0.5 },
      { grossTotal: 9.9, rounding: 0.1, payable: 10 },
    ],
  ])("%p", (more, expected) => {
    expect(figures(of([line({ unitPrice: 9.9 })], more)).totals).toMatchObject(expected);
  });

  test("in yen", () => {
    const { totals } = figures(of([line({ unitPrice: 333.5, taxRate: 10 })], { currency: "jpy" }));
    expect(totals).toMatchObject({ netTotal: 334, taxTotal: 33, payable: 367 });
  });
});

describe("dates", () => {
  const dueDate = (more: object) => figures(of([line()], more)).dueDate;

  test("the due date is given, or follows from the terms", () => {
    expect(dueDate({ paymentTermsDays: 30 })).toBe("2026-03-02");
    expect(dueDate({ paymentTermsDays: 30, dueDate: "2026-02-10" })).toBe("2026-02-10");
    expect(dueDate({ paymentTermsDays: 30, issueDate: undefined })).toBeNull();
    expect(dueDate({})).toBeNull();
  });

  test("that do not exist are refused", () => {
    const more = { issueDate: "2026-02-29", dueDate: "soon" };
    expect(found(of([line()], more))).toEqual(["DATE_INVALID /issueDate", "DATE_INVALID /dueDate"]);
    const late = { issueDate: "9999-12-31", paymentTermsDays: 1 };
    expect(found(of([line()], late))).toEqual(["DATE_INVALID /paymentTermsDays"]);
  });
});

describe("warnings and verdict", () => {
  test("fields that an invoice needs", () => {
    expect(found({ lines: [line()] })).toEqual([
      "MISSING_FIELD /number",
      "MISSING_FIELD /issueDate",
      "MISSING_FIELD /seller/name",
      "MISSING_FIELD /buyer/name",
      "MISSING_FIELD /seller/taxId",
    ]);
    const untaxed = of([line({ taxRate: 0 })], { seller: { name: " " } });
    expect(found(untaxed)).toEqual(["MISSING_FIELD /seller/name", "MISSING_FIELD /seller/taxId"]);
    expect(run(untaxed).valid).toBe(false);
    expect(run(of([line()])).valid).toBe(true);
  });

  test("reasons for no tax", () => {
    const lines = [line(), line({ taxRate: 0, taxCategory: "K" }), line({ taxRate: 0 })];
    expect(found(of(lines))).toEqual([
      "MISSING_FIELD /buyer/taxId",
      "EXEMPTION_REASON_MISSING /lines/1",
    ]);
    expect(run(of(lines)).valid).toBe(false);
  });

  test("an early due date and a negative sum leave it valid", () => {
    const input = of([line({ quantity: -1 })], { dueDate: "2026-01-30" });
    expect(found(input)).toEqual(["DUE_BEFORE_ISSUE /dueDate", "NEGATIVE_PAYABLE /lines"]);
    expect(run(input).valid).toBe(true);
    expect(found({ ...input, documentType: "creditNote" })).toEqual(["DUE_BEFORE_ISSUE /dueDate"]);
  });
});

describe("failures", () => {
  test.each([
    [of([line({ taxRate: 0, taxCategory: "S" })]), "TAX_CATEGORY_RATE /lines/0/taxRate"],
    [of([line({ taxCategory: "E" })]), "TAX_CATEGORY_RATE /lines/0/taxRate"],
    [
      of([line()], { charges: [{ amount: 1, taxRate: 5, taxCategory: "O" }] }),
      "TAX_CATEGORY_RATE /charges/0/taxRate",
    ],
    [
      of([line({ discountPercent: 1, discountAmount: 1 })]),
      "CONFLICTING_FIELDS /lines/0/discountAmount",
    ],
    [
      of([line()], { allowances: [{ amount: 1, percent: 1, taxRate: 20 }] }),
      "CONFLICTING_FIELDS /allowances/0/percent",
    ],
    [of([line()], { allowances: [{ reason: "r" }] }), "INSUFFICIENT_INPUT /allowances/0"],
    [
      of([line()], { pricesIncludeTax: true, charges: [{ amount: 1 }] }),
      "CONFLICTING_FIELDS /charges",
    ],
    [of([line()], { currency: "?" }), "CURRENCY_UNKNOWN /currency"],
    [of([]), "RANGE /lines"],
    [{}, "REQUIRED /lines"],
    [{ lines: "[{" }, "JSON_SYNTAX /lines"],
    [of([{ description: "x" }]), "REQUIRED /lines/0/unitPrice"],
    [of([line({ description: "" })]), "RANGE /lines/0/description"],
    [of([line()], { seller: { name: 7 } }), "TYPE /seller/name"],
  ])("%p: %s", (input, expected) => {
    expect(found(input)).toEqual([expected]);
  });
});

describe("output", () => {
  const input = of([line({ description: "a|b\nc <i>", quantity: 2, chargeAmount: 1 })], {
    number: "<7>",
    reference: "PO 1",
    seller: { name: "S & Co", address: "Road 1\r\nTown", taxId: "T", email: "a@b.c" },
    allowances: [{ reason: "Loyal", amount: 2, taxRate: 20 }],
    prepaidAmount: 3,
    notes: "Thanks\n'you'",
    paymentInstructions: "IBAN",
    paymentTermsDays: 14,
  });

  test("as Markdown", () => {
    expect(run(input).output).toBe(
      [
        "# Invoice &lt;7>",
        "",
        "- Issue date: 2026-01-31",
        "- Due date: 2026-02-14",
        "- Reference: PO 1",
        "",
        "**From**  ",
        "S & Co  ",
        "Road 1  ",
        "Town  ",
        "Tax ID: T  ",
        "a@b.c",
        "",
        "**To**  ",
        "B",
        "",
        "| # | Description | Qty | Unit | Unit price | Discount | Tax | Net |",
        "| ---: | --- | ---: | --- | ---: | ---: | ---: | ---: |",
        "| 1 | a\\|b<br>c &lt;i> | 2 |  | USD 10.00 | +USD 1.00 | 20% | USD 21.00 |",
        "",
        "| Category | Rate | Taxable | Tax |",
        "| --- | ---: | ---: | ---: |",
        "| S | 20% | USD 19.00 | USD 3.80 |",
        "",
        "| Totals |  |",
        "| --- | ---: |",
        "| Lines | USD 21.00 |",
        "| Allowance: Loyal | USD -2.00 |",
        "| Net total | USD 19.00 |",
        "| Tax | USD 3.80 |",
        "| Total | USD 22.80 |",
        "| Prepaid | USD -3.00 |",
        "| Payable | USD 19.80 |",
        "",
        "**Payment**  ",
        "IBAN",
        "",
        "**Notes**  ",
        "Thanks  ",
        "'you'",
      ].join("\n"),
    );
  });

  test("as JSON is the value", () => {
    const { output = "", value } = run({ ...input, format: "json" });
    expect(JSON.parse(output)).toEqual(value);
    expect(output).toStartWith('{\n  "documentType"');
  });

  test("of a credit note without a number", () => {
    const { number: _, ...rest } = of([line()], { documentType: "creditNote" }) as {
      number: string;
    };
    expect(run(rest).output).toStartWith("# Credit note\n");
    expect(run({ ...rest, format: "html" }).output).toContain("<title>Credit note</title>");
  });

  test("a price of less than a cent is shown in full", () => {
    expect(run(of([line({ unitPrice: 0.0035, quantity: 1000 })])).output).toContain(
      "| 1000 |  | USD 0.0035 |  | 20% | USD 3.50 |",
    );
  });

  test("as HTML is whole, and of the input there is only text", () => {
    const html = run({ ...input, format: "html" }).output ?? "";
    expect(html).toStartWith("<!DOCTYPE html>");
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).toContain("@media print");
    expect(html).toContain("S &amp; Co<br>Road 1<br>Town");
    expect(html).not.toMatch(/<script|<i>|https?:|on\w+=|src=|href=/);
  });

  test("no text of the input stands in HTML as it is", () => {
    const text = fc.constantFrom("<b>", "\"q'", "&lt;", "</td>", "<script>");
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const hostile = of([line({ description: `~d${a}`, unit: b })], {
          number: `~n${b}`,
          reference: `~r${c}`,
          notes: `~o${a}`,
          paymentInstructions: `~p${b}`,
          buyer: { name: `~b${c}`, address: a },
          charges: [{ reason: `~e${c}`, amount: 1, taxRate: 20 }],
        });
        const html = run({ ...hostile, format: "html" }).output ?? "";
        for (const [mark, given] of [
          ["~d", a],
          ["~n", b],
          ["~r", c],
          ["~o", a],
          ["~p", b],
          ["~e", c],
        ]) {
          expect(html).not.toContain(`${mark}${given}`);
        }
      }),
    );
  });
});

test("negating all quantities negates the sum of the lines", () => {
  const quantities = fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(quantities, fc.integer({ min: 0, max: 99_999 }), (list, cents) => {
      const total = (sign: number) =>
        figures(
          of(list.map((quantity) => line({ quantity: sign * quantity, unitPrice: cents / 1000 }))),
        ).totals.lineTotal;
      expect(total(-1) + 0).toBe(-total(1) + 0);
    }),
  );
});

test("a member that has no effect is told", () => {
  const lines = [line({ qty: 3 })];
  const allowances = [{ amount: 1, why: "x" }];
  expect(found(of(lines, { allowances, buyer: { name: "B", vat: "1" } }))).toEqual([
    "UNKNOWN_FIELD /allowances/0/why",
    "UNKNOWN_FIELD /buyer/vat",
    "UNKNOWN_FIELD /lines/0/qty",
  ]);
  expect(run(of(lines)).valid).toBe(true);
});

test("a thousand lines are an invoice", () => {
  const lines = Array.from({ length: 1000 }, (_, index) => line({ quantity: index }));
  expect(figures(of(lines)).totals.netTotal).toBe(4_995_000);
  expect(found(of([...lines, line()]))).toEqual(["RANGE /lines"]);
});

describe("tax numbers", () => {
  test.each([
    ["S", { taxRate: 19 }, true, false],
    ["Z", {}, true, false],
    ["E", {}, true, false],
    ["G", {}, true, false],
    ["AE", {}, true, true],
    ["K", {}, true, true],
    ["O", {}, false, false],
  ])("of category %s", (taxCategory, rate, ofSeller, ofBuyer) => {
    const lines = [
      { description: "x", unitPrice: 1, taxCategory, exemptionReason: "why", ...rate },
    ];
    const { warnings = [] } = run({
      lines,
      number: "1",
      issueDate: "2026-01-31",
      seller: { name: "S" },
      buyer: { name: "B" },
    });
    const missing = warnings.filter(({ code }) => code === "MISSING_FIELD").map(({ path }) => path);
    expect(missing).toEqual([
      ...(ofSeller ? ["/seller/taxId"] : []),
      ...(ofBuyer ? ["/buyer/taxId"] : []),
    ]);
  });
});

describe("when was delivered", () => {
  const invoice = (more: object) => run({ lines: [{ description: "x", unitPrice: 1 }], ...more });

  test("is a day or a period, and stands in the text", () => {
    const day = invoice({ serviceDate: "2026-01-15" });
    expect(day.value).toMatchObject({ serviceDate: "2026-01-15", servicePeriod: null });
    expect(day.output).toContain("- Service date: 2026-01-15");
    const period = invoice({ servicePeriod: { start: "2026-01-01", end: "2026-01-31" } });
    expect(period.value).toMatchObject({ serviceDate: null, servicePeriod: { end: "2026-01-31" } });
    expect(period.output).toContain("- Service period: 2026-01-01 – 2026-01-31");
  });

  test.each([
    [{ serviceDate: "2026-02-30" }, "DATE_INVALID /serviceDate"],
    [
      { servicePeriod: { start: "2026-02-01", end: "2026-01-01" } },
      "DATE_INVALID /servicePeriod/end",
    ],
    [
      { serviceDate: "2026-01-01", servicePeriod: { start: "2026-01-01", end: "2026-01-01" } },
      "CONFLICTING_FIELDS /servicePeriod",
    ],
    [{ servicePeriod: { start: "2026-02-01" } }, "REQUIRED /servicePeriod/end"],
  ])("%j: %s", (more, problem) => {
    expect(invoice(more).errors?.map(({ code, path }) => `${code} ${path}`)).toEqual([problem]);
  });
});

describe("languages", () => {
  const input = {
    number: "7",
    issueDate: "2026-01-31",
    dueDate: "2026-02-28",
    serviceDate: "2026-01-15",
    reference: "r",
    seller: { name: "S", taxId: "T" },
    buyer: { name: "B" },
    prepaidAmount: 1,
    roundTo: 0.05,
    notes: "n",
    paymentInstructions: "p",
    lines: [{ description: "x", unitPrice: 10.01, taxRate: 19 }],
    allowances: [{ percent: 1, taxRate: 19 }],
    charges: [{ amount: 1, taxRate: 19 }],
  };
  const written = (language: string, format: string) => run({ ...input, language, format });

  test.each(["markdown", "html"])("change the words of %s and nothing else", (format) => {
    const [en, de, fr] = ["en", "de", "fr"].map((language) => written(language, format));
    expect(de?.value).toEqual(en?.value);
    expect(fr?.value).toEqual(en?.value);
    const amounts = (text = "") => text.match(/USD -?[\d,.]+/g);
    expect(amounts(de?.output)).toEqual(amounts(en?.output));
    expect(amounts(fr?.output)).toEqual(amounts(en?.output));
    for (const word of [
      "Invoice",
      "Issue",
      "Due",
      "Service",
      "From",
      "Taxable",
      "Payable",
      "Notes",
      "Payment",
      "Prepaid",
      "Rounding",
      "Allowance",
      "Charge",
      "Qty",
    ]) {
      expect(en?.output).toContain(word);
      expect(de?.output).not.toContain(word);
      expect(fr?.output).not.toContain(word);
    }
  });

  test("name the document as its readers do", () => {
    expect(written("de", "markdown").output).toStartWith("# Rechnung 7");
    expect(written("fr", "markdown").output).toStartWith("# Facture 7");
    expect(run({ ...input, documentType: "creditNote", language: "fr" }).output).toStartWith(
      "# Avoir 7",
    );
    expect(written("de", "html").output).toContain('<html lang="de">');
  });
});
