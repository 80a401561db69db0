/** `purebox --help`. */
import { UsageError } from "../flags/usage-error.ts";
import { ENTRIES, findByAnyName, loadDetails } from "../registry.ts";
import { describeTool } from "./tool-help.ts";
import { print } from "./print.ts";

const HELP = `purebox: ${ENTRIES.length} deterministic tools behind an HTTP API, an MCP endpoint and this command line

  purebox [serve] [--host H] [--port N] [--public-url URL] [--isolated N] [--max-input-chars N]
                                                             serve HTTP and MCP
  purebox run TOOL [--field value]… [FILE|-]                 run one tool
  purebox search WORDS…                                      find a tool
  purebox schema TOOL                                        its fields, failures and examples
  purebox list [--category NAME] [--kind tool|kit]           all tools
  purebox batch FILE                                         independent calls (JSON or YAML)
  purebox pipeline FILE [--input FILE|-]                     linked calls (JSON or YAML)
  purebox verify FILE [INPUT|-]                              check a receipt
  purebox keys create|list|show|revoke|deactivate|activate   keys for those who use the service
  purebox mcp                                                MCP on standard input and output
  purebox completions bash|zsh|fish                          completions for a shell
  purebox help TOOL                                          help for one tool

Flags of run: --FIELD value, --FIELD-file PATH (the field is what the file holds), --json (the whole
answer), --mode compact|output (a shorter one), --now T and --seed S (fix the clock and the entropy),
--receipt (hashes that verify can check), --out DIR (a kit's files; --force writes over files that are
there), --max-input-chars N and --deadline SECONDS (how large the
input may be, 20,000,000 by default, and how long the run may take, 60).
Exit codes: 0 done, 1 the tool said no, 2 the command was not understood.`;

export default async function help([name]: readonly string[]): Promise<number> {
  if (name === undefined) {
    print(HELP);
    return 0;
  }
  const entry = findByAnyName(name);
  if (!entry) throw new UsageError(`Unknown tool ${name}`);
  await loadDetails();
  print(describeTool(entry));
  return 0;
}
