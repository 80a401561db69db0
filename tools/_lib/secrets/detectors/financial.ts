/** Cards, accounts and wallets. */
import { compact } from "./canonical.ts";
import { type Detector, detectors } from "./detector.ts";
import {
  isBic,
  isBitcoinAddress,
  isCard,
  isIban,
  ibanEnd,
  isRoutingNumber,
} from "./financial-checks.ts";

export const FINANCIAL_DETECTORS: readonly Detector[] = detectors("financial", [
  {
    id: "credit-card",
    label: "CARD",
    severity: "critical",
    pattern:
      /[2-6][0-9]{3}(?:[ -]?[0-9]{4}){2}[ -]?[0-9]{1,7}|3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5}/,
    standsAlone: true,
    check: isCard,
    canonical: compact,
  },
  {
    id: "iban",
    label: "IBAN",
    severity: "critical",
    pattern: /[A-Z]{2}[0-9]{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?/,
    standsAlone: true,
    cut: ibanEnd,
    check: isIban,
    canonical: compact,
  },
  {
    id: "us-routing-number",
    label: "ROUTING_NUMBER",
    severity: "medium",
    pattern:
      /\b(?:routing|aba|rtn)(?:[ _-]?(?:number|no\.?|num))?["']?\s{0,4}[:=#]?\s{0,4}["']?(?<s>[0-9]{9})(?![0-9])/i,
    anchors: ["routing", "aba", "rtn"],
    check: isRoutingNumber,
  },
  {
    id: "bank-account",
    label: "BANK_ACCOUNT",
    severity: "high",
    pattern:
      /\b(?:bank|acct|account)[ _-]?(?:number|no\.?|num)["']?\s{0,4}[:=#]?\s{0,4}["']?(?<s>[0-9]{6,17})(?![0-9])/i,
    anchors: ["bank", "acct", "account"],
  },
  {
    id: "swift-bic",
    label: "BIC",
    severity: "low",
    pattern:
      /\b(?:bic|swift)(?:[ _-]?code)?["']?\s{0,4}[:=]\s{0,4}["']?(?<s>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/,
    anchors: ["bic", "swift"],
    check: isBic,
  },
  {
    id: "btc-address",
    label: "BTC_ADDRESS",
    severity: "medium",
    pattern: /bc1[02-9ac-hj-np-z]{25,62}|[13][1-9A-HJ-NP-Za-km-z]{25,34}/,
    standsAlone: true,
    check: isBitcoinAddress,
  },
  {
    id: "eth-address",
    label: "ETH_ADDRESS",
    severity: "medium",
    pattern: /0x[0-9a-fA-F]{40}/,
    standsAlone: true,
    anchors: ["0x"],
  },
]);
