/** Words that different people use for the same thing; each stands for the others in a query, worth less. */
const GROUPS = `
agent assistant bot copilot
uuid guid
image photo photograph picture pic screenshot
provider vendor supplier
tool function helper
parameter argument arg
response reply answer
repair fix mend correct rescue recover salvage
malformed broken corrupt invalid damaged
difference diff delta compare versus changed
check verify validate confirm
shrink reduce trim compress cut condense smaller
merge combine join unify
split divide share allocate
cost price charge fee spend
website site webpage
password passphrase passcode
csv spreadsheet excel sheet table
yaml yml
percentage percent
loan borrow debt
mortgage house home property
invoice bill billing
tip gratuity restaurant
tax vat gst
retirement pension retire
interest savings invest deposit
flaky intermittent unstable
policy rule
permission capability allowed grant
webhook callback hook
openapi swagger
migration upgrade migrate port move
convert translate transform turn
handoff handover
proof evidence audit record
lineage provenance origin
chunk split passage
failure error crash fail exception
retry rerun again repeat
signature signed hmac
log trace transcript history recording
dependency package library
environment env variable setting
configuration config setting
schema structure shape
duplicate repeated twice
sort order arrange alphabetical
birthday born birth
weight kilo pound
distance mile kilometer
random pick draw lottery
diagram flowchart chart
heading title headline
accessibility a11y wcag blind
quote quotation citation cite
claim statement
cron schedule crontab
subnet cidr netmask
timestamp epoch unix
hash checksum digest
redact mask anonymize hide scrub
`;

export const SYNONYMS: readonly (readonly string[])[] = GROUPS.trim()
  .split("\n")
  .map((line) => line.split(" "));
