import { ASSIGNMENT_DETECTORS } from "./assignments.ts";
import { COMMAND_LINE_DETECTORS } from "./command-lines.ts";
import { CONTEXT_DETECTORS } from "./context.ts";
import type { Detector } from "./detector.ts";
import { FINANCIAL_DETECTORS } from "./financial.ts";
import { IDENTITY_DETECTORS } from "./identity.ts";
import { NETWORK_DETECTORS } from "./network.ts";
import { PLATFORM_DETECTORS } from "./platforms.ts";
import { SERVICE_DETECTORS } from "./services.ts";
import { VENDOR_DETECTORS } from "./vendors.ts";

/** In order of priority: what one has claimed, no later one takes. */
export const DETECTORS: readonly Detector[] = [
  ...PLATFORM_DETECTORS,
  ...SERVICE_DETECTORS,
  ...VENDOR_DETECTORS,
  ...CONTEXT_DETECTORS,
  ...COMMAND_LINE_DETECTORS,
  ...ASSIGNMENT_DETECTORS,
  ...FINANCIAL_DETECTORS,
  ...IDENTITY_DETECTORS,
  ...NETWORK_DETECTORS,
];
