/** Parts of meaning that are known by their form and not by a word: links, secret places, commands, labels. */

export const MARKS = {
  /** Where something can be sent to. */
  link: /h(?:tt|xx)ps?:\/\/|(?<![\w@.])www\.|(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}_-]|(?<![\w@.-])(?:[\w-]{1,63}\.){1,4}(?:example|com|net|org|io|ru|cn|xyz|top|site|online|info)\b/gu,
  /** Files of secrets. */
  path: /(?:~|\$home|%userprofile%|\/home\/[\w.-]{1,32}|\/users\/[\w.-]{1,32}|\/root)[\\/]\.?[\w-]|\/etc\/(?:passwd|shadow|sudoers)|\.ssh[\\/]|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|(?<![\w.])\.env\b|\.aws[\\/]|\.(?:netrc|npmrc|pypirc|pgpass|git-credentials)\b|\.kube[\\/]|mcp\.json\b|\b(?:credentials|secrets)\.(?:json|ya?ml|env|txt|csv)\b|\bwallet\.dat\b|\/proc\/self\/environ|169\.254\.169\.254|\.docker[\\/]config/gu,
  /** Code that is fetched, or hidden, and run. */
  remote:
    /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{0,300}\|\s?(?:sudo )?(?:(?:ba|z|k|da)?sh|python3?|perl|ruby|node|iex|php|source)\b|\b(?:ba|z)?sh <\s?\(\s?(?:curl|wget)|\b(?:sh|bash|eval|iex|source)\b[^\n]{0,12}\$?[(`]\s?(?:curl|wget|irm|iwr|new-object)|\b(?:curl|wget)\b[^\n]{0,300}(?:&&|;)\s?(?:sudo )?(?:(?:ba)?sh |chmod |\.\/|python3? )|\b(?:exec|eval)\s?\([^\n]{0,120}(?:urlopen|requests\.get|fetch|urllib|http)|\bpowershell(?:\.exe)?\b[^\n]{0,80}-e(?:nc|ncodedcommand|c|p bypass)?\b|base64 (?:-d|--decode|-D)\s?\|\s?(?:ba)?sh|\b(?:pip3?|npm|npx|uvx?|gem|go|cargo) (?:(?:install|add|run|get|i|x|-{1,2}[\w-]{1,30}) ){0,4}(?:git\+)?https?:\/\/|\bmshta\b|\bcertutil\b[^\n]{0,60}-urlcache|\/dev\/tcp\/|\bnc (?:-\w+ )*-e\b|\bregsvr32\b[^\n]{0,60}http/gu,
  destroy:
    /\brm -[rf]{1,2}\b|\bdrop (?:table|database|schema)\b|\btruncate table\b|\bmkfs\b|\bdd if=|\bformat c:|\bdel \/[sqf]|\bgit push (?:-f|--force)\b|\bdelete from \w|\bkubectl delete\b|\bterraform destroy\b|\bshutdown (?:-h|\/s)/gu,
  /** A speaker of a conversation with a model at the start of a line. */
  label:
    /(?:^|\n)[\s>*#_`[(<"'-]{0,8}(?:system|assistant|developer|admin|administrator|ai|operator|llm|model)(?: (?:prompt|message|instructions?|override|notice|command|note|update|alert))?(?:[\])*_`"'>]{0,3} ?[:\uff1a]|\])/gu,
  /** The end of what was quoted, said by what was quoted. */
  fence:
    /(?:(?<!-)-{2,60}|(?<!=)={2,60}|\[|(?<!<)<{1,3}|(?<!#)#{2,6}|(?<!\*)\*{2,60}|(?<!\/)\/{2,60}) ?\/?(?:end|begin|start|close)(?:ing)?(?: of)?(?: the)? (?:document|page|e-?mail|message|input|user (?:input|message|prompt|query)|context|data|file|article|text|conversation|untrusted \w{1,12}|tool (?:output|result)|search results?|quoted? \w{0,8}|transcript|web ?page|content)\b/gu,
  comma: /[,\u3001\uff0c\u060c](?=\s)/gu,
  colon: /[:\uff1a](?=\s|$|["'\u201c*_]|[^\x00-\x7f])/gu, // oxlint-disable-line no-control-regex -- letters that follow without a space
} as const satisfies Readonly<Record<string, RegExp>>;

export type Mark = keyof typeof MARKS;
