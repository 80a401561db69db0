/** Language models and their prices: dated facts, one row for each model and price change. */

/** The day on which the table was true. */
export const MODEL_TABLE_DATE = "2026-11-20";

/**
 * Columns: id, family, context window, most input, most output, whether input and output share the window,
 * then USD for a million tokens: input, output, cache read, cache write (5-minute and 1-hour rate, or one rate),
 * the long tier (`>T a/b`: above T prompt tokens the input rates are times a, the output rate times b),
 * and the UTC date from which the row holds. `null` is not published, `–` is billed as input, a row without
 * a family changes the prices of the row above it.
 * It stands above the price list of many providers (`listed.ts`): for windows, families, and what is newer.
 * Sources: npm @pydantic/genai-prices 0.1.8 (MIT, 2026-09-23), models.dev, the providers' pages for later releases.
 */
export const MODEL_ROWS = `
gpt-6.2-astra | gpt-6 | 1050000 | 922000 | 128000 | yes | 8 | 40 | 0.4 | null | >272000 2/1.5 | 2026-11-17
gpt-6.2-sol | gpt-6 | 1050000 | 922000 | 128000 | yes | 2 | 10 | null | null | >272000 2/1.5 | 2026-11-17
gpt-6.1-sol | gpt-6 | 1050000 | 922000 | 128000 | yes | 2 | 10 | 0.1 | 2.5 | >272000 2/1.5 | 2026-09-29
gpt-6.1-terra | gpt-6 | 1050000 | 922000 | 128000 | yes | 1 | 5 | 0.05 | 1.25 | >272000 2/1.5 | 2026-10-26
gpt-6-astra | gpt-6 | 1050000 | 922000 | 128000 | yes | 10 | 50 | 1 | 12.5 | >272000 2/1.5 | 2026-09-03
gpt-6-sol | gpt-6 | 1050000 | 922000 | 128000 | yes | 2 | 10 | 0.2 | 2.5 | >272000 2/1.5 | 2026-09-22
gpt-6-luna | gpt-6 | 1050000 | 922000 | 128000 | yes | 0.1 | 0.5 | 0.01 | 0.125 | >272000 2/1.5 | 2026-09-22
gpt-5.6-sol | o200k | 1050000 | 922000 | 128000 | yes | 5 | 30 | 0.5 | 6.25 | >272000 2/1.5 | 2026-07-09
gpt-5.6-sol |  |  |  |  |  | 4 | 20 | 0.4 | 5 | >272000 2/1.5 | 2026-08-21
gpt-5.6-terra | o200k | 1050000 | 922000 | 128000 | yes | 2.5 | 15 | 0.25 | 3.125 | >272000 2/1.5 | 2026-07-09
gpt-5.6-terra |  |  |  |  |  | 2 | 12 | 0.2 | 2.5 | >272000 2/1.5 | 2026-07-30
gpt-5.6-luna | o200k | 1050000 | 922000 | 128000 | yes | 1 | 6 | 0.1 | 1.25 | >272000 2/1.5 | 2026-07-09
gpt-5.6-luna |  |  |  |  |  | 0.2 | 1.2 | 0.02 | 0.25 | >272000 2/1.5 | 2026-07-30
gpt-5.5 | o200k | 1050000 | 922000 | 128000 | yes | 5 | 30 | 0.5 | – | >272000 2/1.5 |
gpt-5.4 | o200k | 1050000 | 922000 | 128000 | yes | 2.5 | 15 | 0.25 | – | >272000 2/1.5 |
gpt-5.4-mini | o200k | 400000 | 272000 | 128000 | yes | 0.75 | 4.5 | 0.075 | – |  |
gpt-5.4-nano | o200k | 400000 | 272000 | 128000 | yes | 0.2 | 1.25 | 0.02 | – |  |
gpt-5 | o200k | 400000 | 272000 | 128000 | yes | 1.25 | 10 | 0.125 | – |  |
gpt-5-mini | o200k | 400000 | 272000 | 128000 | yes | 0.25 | 2 | 0.025 | – |  |
gpt-5-nano | o200k | 400000 | 272000 | 128000 | yes | 0.05 | 0.4 | 0.005 | – |  |
gpt-4.1 | o200k | 1047576 |  | 32768 | yes | 2 | 8 | 0.5 | – |  |
gpt-4.1-mini | o200k | 1047576 |  | 32768 | yes | 0.4 | 1.6 | 0.1 | – |  |
gpt-4.1-nano | o200k | 1047576 |  | 32768 | yes | 0.1 | 0.4 | 0.025 | – |  |
gpt-4o | o200k | 128000 |  | 16384 | yes | 2.5 | 10 | 1.25 | – |  |
gpt-4o-mini | o200k | 128000 |  | 16384 | yes | 0.15 | 0.6 | 0.075 | – |  |
o3 | o200k | 200000 |  | 100000 | yes | 2 | 8 | 0.5 | – |  |
o4-mini | o200k | 200000 |  | 100000 | yes | 1.1 | 4.4 | 0.275 | – |  |
text-embedding-3-small | cl100k | 8192 |  | 0 | no | 0.02 | 0 | null | – |  |
text-embedding-3-large | cl100k | 8192 |  | 0 | no | 0.13 | 0 | null | – |  |
claude-fable-5-1 | claude | 1000000 |  | 128000 | yes | 10 | 50 | 0.25 | 12.5/20 |  | 2026-09-01
claude-fable-5 | claude | 1000000 |  | 128000 | yes | 10 | 50 | 1 | 12.5/20 |  |
claude-opus-5-5 | claude | 1000000 |  | 128000 | yes | 4 | 20 | 0.2 | 5/8 |  | 2026-09-22
claude-opus-5 | claude | 1000000 |  | 128000 | yes | 5 | 25 | 0.5 | 6.25/10 |  |
claude-opus-4-8 | claude | 1000000 |  | 128000 | yes | 5 | 25 | 0.5 | 6.25/10 |  |
claude-opus-4-7 | claude | 1000000 |  | 128000 | yes | 5 | 25 | 0.5 | 6.25/10 |  |
claude-opus-4-6 | claude-classic | 1000000 |  | 128000 | yes | 5 | 25 | 0.5 | 6.25/10 |  | 2026-03-13
claude-opus-4-5 | claude-classic | 200000 |  | 64000 | yes | 5 | 25 | 0.5 | 6.25/10 |  |
claude-sonnet-5-5 | claude | 1000000 |  | 128000 | yes | 2 | 10 | 0.2 | 2.5/4 |  | 2026-09-28
claude-sonnet-5-5 |  |  |  |  |  | 2 | 10 | 0.1 | 2.5/4 |  | 2026-10-07
claude-sonnet-5 | claude | 1000000 |  | 128000 | yes | 2 | 10 | 0.2 | 2.5/4 |  |
claude-sonnet-4-6 | claude-classic | 1000000 |  | 64000 | yes | 3 | 15 | 0.3 | 3.75/6 |  | 2026-03-13
claude-sonnet-4-5 | claude-classic | 200000 |  | 64000 | yes | 3 | 15 | 0.3 | 3.75/6 |  |
claude-haiku-5-5 | claude | 1000000 |  | 128000 | yes | 0.1 | 0.5 | 0.01 | 0.125/0.2 | >100000 5/5 | 2026-10-07
claude-haiku-4-5 | claude-classic | 200000 |  | 64000 | yes | 1 | 5 | 0.1 | 1.25/2 |  |
gemini-3.8-flash | gemini | 1048576 | 1048576 | 65536 | no | 0.75 | 3.75 | 0.075 | – |  |
gemini-3.8-flash |  |  |  |  |  | 1.5 | 7.5 | 0.15 | – |  | 2027-01-01
gemini-3.7-flash | gemini | 1048576 | 1048576 | 65536 | no | 0.75 | 3.75 | 0.075 | – |  |
gemini-3.7-flash |  |  |  |  |  | 1.5 | 7.5 | 0.15 | – |  | 2027-01-01
gemini-3.6-flash | gemini | 1048576 | 1048576 | 65536 | no | 0.75 | 3.75 | 0.075 | – |  |
gemini-3.6-flash |  |  |  |  |  | 1.5 | 7.5 | 0.15 | – |  | 2027-01-01
gemini-3.5-flash | gemini | 1048576 | 1048576 | 65536 | no | 1.5 | 9 | 0.15 | – |  |
gemini-3.5-flash-lite | gemini | 1048576 | 1048576 | 65536 | no | 0.3 | 2.5 | 0.03 | – |  |
gemini-3.1-pro-preview | gemini | 1048576 | 1048576 | 65536 | no | 2 | 12 | 0.2 | – | >200000 2/1.5 |
gemini-3.1-flash-lite | gemini | 1048576 | 1048576 | 65536 | no | 0.25 | 1.5 | 0.025 | – |  |
gemini-2.5-pro | gemini | 1048576 | 1048576 | 65536 | no | 1.25 | 10 | 0.125 | – | >200000 2/1.5 |
gemini-2.5-flash | gemini | 1048576 | 1048576 | 65536 | no | 0.3 | 2.5 | 0.03 | – |  |
gemini-2.5-flash-lite | gemini | 1048576 | 1048576 | 65536 | no | 0.1 | 0.4 | 0.01 | – |  |
mistral-large-2512 | mistral | 262144 |  | 262144 | yes | 0.5 | 1.5 | 0.05 | – |  |
mistral-medium-3-5 | mistral | 262144 |  | 262144 | yes | 1.5 | 7.5 | 0.15 | – |  |
mistral-small-2603 | mistral | 262144 |  | 256000 | yes | 0.15 | 0.6 | 0.015 | – |  |
grok-4.6 | grok | 500000 |  | 30000 | yes | 2 | 6 | 0.5 | – | >200000 2/2 |
grok-4.3 | grok | 1000000 |  | 30000 | yes | 1.25 | 2.5 | 0.2 | – | >200000 2/2 |
`;
