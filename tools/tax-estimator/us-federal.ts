/**
 * US federal income tax by year. Sources: Rev. Proc. 2023-34 (2023-11-09), Rev. Proc. 2024-40 (2024-10-22),
 * Public Law 119-21 (2025-07-04), Rev. Proc. 2025-32 (2025-10-09), and the notices of the Social Security
 * Administration on the contribution and benefit base.
 */
export const FILING_STATUSES = [
  "single",
  "marriedJointly",
  "marriedSeparately",
  "headOfHousehold",
  "survivingSpouse",
] as const;

export type FilingStatus = (typeof FILING_STATUSES)[number];

/** Percent, of the brackets from the lowest to the open one. */
export const BRACKET_RATES = [10, 12, 22, 24, 32, 35, 37] as const;

/** Dollars. */
export interface StatusTable {
  /** Upper ends of the brackets but the last. */
  readonly brackets: readonly number[];
  /** Upper ends of the gains taxed at 0 and at 15 %. */
  readonly gains: readonly [zero: number, fifteen: number];
  readonly standardDeduction: number;
}

/** Dollars. */
export interface YearTable {
  readonly year: number;
  readonly source: string;
  readonly statuses: Readonly<Record<Exclude<FilingStatus, "survivingSpouse">, StatusTable>>;
  /** Added to the standard deduction for each aged or blind taxpayer: unmarried ones, and others. */
  readonly agedOrBlind: { readonly unmarried: number; readonly others: number };
  readonly socialSecurityBase: number;
  readonly childCredit: number;
  /** Of the child credit, for each child. */
  readonly mostRefundable: number;
  /** For each taxpayer of 65 or more, before the phase-out. */
  readonly seniorDeduction: number;
}

const TABLES: readonly YearTable[] = [
  {
    year: 2024,
    source: "Rev. Proc. 2023-34 of 2023-11-09",
    statuses: {
      single: {
        brackets: [11_600, 47_150, 100_525, 191_950, 243_725, 609_350],
        gains: [47_025, 518_900],
        standardDeduction: 14_600,
      },
      marriedJointly: {
        brackets: [23_200, 94_300, 201_050, 383_900, 487_450, 731_200],
        gains: [94_050, 583_750],
        standardDeduction: 29_200,
      },
      marriedSeparately: {
        brackets: [11_600, 47_150, 100_525, 191_950, 243_725, 365_600],
        gains: [47_025, 291_850],
        standardDeduction: 14_600,
      },
      headOfHousehold: {
        brackets: [16_550, 63_100, 100_500, 191_950, 243_700, 609_350],
        gains: [63_000, 551_350],
        standardDeduction: 21_900,
      },
    },
    agedOrBlind: { unmarried: 1950, others: 1550 },
    socialSecurityBase: 168_600,
    childCredit: 2000,
    mostRefundable: 1700,
    seniorDeduction: 0,
  },
  {
    year: 2025,
    source: "Rev. Proc. 2024-40 of 2024-10-22, Public Law 119-21 of 2025-07-04",
    statuses: {
      single: {
        brackets: [11_925, 48_475, 103_350, 197_300, 250_525, 626_350],
        gains: [48_350, 533_400],
        standardDeduction: 15_750,
      },
      marriedJointly: {
        brackets: [23_850, 96_950, 206_700, 394_600, 501_050, 751_600],
        gains: [96_700, 600_050],
        standardDeduction: 31_500,
      },
      marriedSeparately: {
        brackets: [11_925, 48_475, 103_350, 197_300, 250_525, 375_800],
        gains: [48_350, 300_000],
        standardDeduction: 15_750,
      },
      headOfHousehold: {
        brackets: [17_000, 64_850, 103_350, 197_300, 250_500, 626_350],
        gains: [64_750, 566_700],
        standardDeduction: 23_625,
      },
    },
    agedOrBlind: { unmarried: 2000, others: 1600 },
    socialSecurityBase: 176_100,
    childCredit: 2200,
    mostRefundable: 1700,
    seniorDeduction: 6000,
  },
  {
    year: 2026,
    source: "Rev. Proc. 2025-32 of 2025-10-09, Public Law 119-21 of 2025-07-04",
    statuses: {
      single: {
        brackets: [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
        gains: [49_450, 545_500],
        standardDeduction: 16_100,
      },
      marriedJointly: {
        brackets: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
        gains: [98_900, 613_700],
        standardDeduction: 32_200,
      },
      marriedSeparately: {
        brackets: [12_400, 50_400, 105_700, 201_775, 256_225, 384_350],
        gains: [49_450, 306_850],
        standardDeduction: 16_100,
      },
      headOfHousehold: {
        brackets: [17_700, 67_450, 105_700, 201_750, 256_200, 640_600],
        gains: [66_200, 579_600],
        standardDeduction: 24_150,
      },
    },
    agedOrBlind: { unmarried: 2050, others: 1650 },
    socialSecurityBase: 184_500,
    childCredit: 2200,
    mostRefundable: 1700,
    seniorDeduction: 6000,
  },
];

export const TAX_YEARS: ReadonlyMap<number, YearTable> = new Map(
  TABLES.map((table) => [table.year, table]),
);

/** A surviving spouse has the rows of a couple that files jointly. */
export function rowsOf({ statuses }: YearTable, status: FilingStatus): StatusTable {
  return statuses[status === "survivingSpouse" ? "marriedJointly" : status];
}

/** What the estimate leaves out. */
export const NOT_INCLUDED: readonly string[] = [
  "alternative minimum tax",
  "Social Security benefits of spouses who file separately and lived apart all year",
  "earned income credit",
  "education and other credits",
  "qualified business income deduction",
  "state and local tax",
  "limits on itemized deductions",
  "the $50 steps of the printed tax table",
];
