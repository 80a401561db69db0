/** Property tests draw the same inputs in every run; `LAW_SEED=n` draws others, and `LAW_SEED=random` new ones. */
import fc from "fast-check";

const given = Bun.env["LAW_SEED"] ?? "20261120";
if (given !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });
