/** Credentials among the arguments of programs: each program has its own option, or place, for them. */
import { type Candidate, type Detector, detectors } from "./detector.ts";
import { isPlaceholder } from "./placeholders.ts";
import { isNoPlaceholder } from "./secret-names.ts";

/** Arguments between a program and its option, in one command. */
const ARGUMENTS = String.raw`\b(?:\.exe)?(?:\s[^\n|;&]{0,300}?)?\s`;
const QUOTED = String.raw`"(?<s>(?:[^"\\\r\n]|\\.)+)"|'(?<s2>[^'\r\n]+)'`;
const VALUE = String.raw`(?:${QUOTED}|(?<s3>[^\s"'|;<>()\x60-][^\s"'|;<>()\x60]*))`;

interface Option {
  readonly programs: string;
  /** As the shell sees it, with what separates it from its value. */
  readonly option: string;
}

const APART = String.raw`(?:\s{1,4}|=)`;
const CLOSE = String.raw`\s{0,4}`;

const OPTIONS: readonly Option[] = [
  {
    programs:
      "mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlpump|mysqlbinlog|mysqlcheck|mysqlslap|mysqlsh|mariadb|mariadb-dump|mariadb-admin|mycli",
    option: "-p(?=\\S)",
  },
  {
    programs:
      "docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|az|oc|cf|ibmcloud|regctl|argocd|twine|conan|lpass",
    option: `(?:login|upload|user|publish)${ARGUMENTS}-p${APART}`,
  },
  { programs: "sshpass|7z|7za|7zr|rar|unrar", option: `-(?:h?p)${CLOSE}` },
  { programs: "zip|unzip|zipcloak", option: `-P${CLOSE}` },
  { programs: "redis-cli|keydb-cli|valkey-cli|redis-benchmark", option: `(?:-a|--pass)${APART}` },
  {
    programs:
      "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|mongostat|mongotop|mongofiles",
    option: `-p${APART}`,
  },
  {
    programs:
      "rabbitmqadmin|cqlsh|beeline|psexec|psexec64|evil-winrm|crackmapexec|nxc|netexec|rdesktop|ncftpput|ncftpget|snowsql|trino|influx|impala-shell|dscacheutil|usql|pgcli|hydra|kcadm\\.sh|jfrog|jf|nuget|sonar-scanner|svnadmin|bcftp|cadaver|davfs2|useradd|usermod|mailx|openvpn|pveum|rclone|vncviewer|xfreerdp",
    option: `-p${APART}`,
  },
  {
    programs:
      "mosquitto_pub|mosquitto_sub|mosquitto_rr|sqlcmd|bcp|osql|isql|tsql|ipmitool|ipmipower|ssh-keygen|signtool|curlftpfs|freetds|solr|vsql|nzsql",
    option: `-P${CLOSE}`,
  },
  { programs: "ssh-keygen", option: `-N${CLOSE}` },
  {
    programs:
      "ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd|ldapcompare|ldapmodrdn",
    option: `-[ws]${CLOSE}`,
  },
  { programs: "vsql|edb-psql|clickhouse", option: `-w${APART}` },
  {
    programs: "snmpget|snmpset|snmpwalk|snmpbulkwalk|snmptrap|snmptable",
    option: `-[AXc]${CLOSE}`,
  },
  { programs: "plink|pscp|psftp|putty|kitty", option: `-pw${APART}` },
  { programs: "openssl", option: `-(?:k|K)${APART}` },
  {
    programs: "xfreerdp|wfreerdp|signtool|sdelete|cmdkey|schtasks|sc|wmic|netdom|djoin",
    option: "[/-](?:p|pass|password|pth|rp|pwd|passwordd)[: ](?!/)",
  },
  {
    programs: "nmcli",
    option: `(?:password|wifi-sec\\.psk|802-11-wireless-security\\.psk)${APART}`,
  },
  { programs: "swaks", option: `-{1,2}(?:ap|auth-password)${APART}` },
  { programs: "wpa_passphrase", option: String.raw`(?:"[^"\r\n]+"|'[^'\r\n]+'|\S+)\s{1,4}` },
  {
    programs: "rabbitmqctl",
    option: String.raw`(?:add_user|change_password|authenticate_user)\s{1,4}\S{1,80}\s{1,4}`,
  },
  {
    programs: "htpasswd",
    option: String.raw`-\w{0,6}b\w{0,6}\s{1,4}(?:-\w{1,4}\s{1,4}(?:[0-9]{1,3}\s{1,4})?){0,3}\S{1,200}\s{1,4}(?:(?<=-\w{0,6}n\w{0,6}\s{1,4}\S{1,200}\s{1,4})|\S{1,80}\s{1,4})`,
  },
  {
    programs: "net",
    option: String.raw`use\s(?:[^\n|&]{0,120}?\s)?\\\\\S{1,120}\s{1,4}(?=[^/\s])`,
  },
  { programs: "net", option: String.raw`use\s[^\n|&]{0,200}?/u(?:ser)?:\S{1,80}\s{1,4}(?=[^/\s])` },
  { programs: "net", option: String.raw`user\s{1,4}[^\s/]\S{0,80}\s{1,4}(?=[^/\s])` },
  {
    programs: "aws",
    option: String.raw`configure\s{1,4}set\s{1,4}\S{0,60}?(?:aws_secret_access_key|aws_session_token|aws_access_key_id)${APART}(?:--\S{1,40}\s{1,4}\S{1,40}\s{1,4})?`,
  },
  {
    programs: "npm|yarn|pnpm",
    option: String.raw`config\s{1,4}set\s{1,4}\S{0,120}(?:_authtoken|_auth|_password|npmauthtoken)${APART}`,
  },
  {
    programs: "vault",
    option: String.raw`login\s{1,4}(?:-[\w-]{1,20}\s{1,4}){0,3}(?:token=)?(?=[^-\s=]{8,}(?:\s|$))`,
  },
  { programs: "bw", option: String.raw`(?:unlock|login\s{1,4}\S{1,80})\s{1,4}(?=[^-\s])` },
  {
    programs: "git",
    option: String.raw`config\s[^\n|;&]{0,80}?(?:extraheader|password|token)\s{1,4}`,
  },
];

const BY_OPTION = OPTIONS.map(
  ({ programs, option }) => `(?:${programs})${ARGUMENTS}${option}`,
).join("|");

/** One for each program, as anchors of their own would overlap. */
const PROGRAMS = [
  ...new Set(OPTIONS.flatMap(({ programs }) => programs.replaceAll("\\", "").split("|"))),
].filter((program, _, all) => !all.some((other) => other !== program && program.startsWith(other)));

export const COMMAND_LINE_DETECTORS: readonly Detector[] = detectors("credential", [
  {
    id: "cli-password",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(`(?<![\\w-])(?:${BY_OPTION})${VALUE}`),
    anchors: PROGRAMS,
    check: isPasswordArgument,
  },
  {
    id: "cli-login",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:(?:curl|wget|https?|xh|xhs|curlie|ab|siege|lwp-request|aria2c|hey|httpie|wscat|nuclei|dig|ffuf|gobuster)${ARGUMENTS}(?:-[uUaA]|--auth|--user|--proxy-user|--proxy-auth|--basic-auth)(?:\s{0,4}|=)["']?[^\s:"'|]{0,80}:|(?:smbclient|rpcclient|smbmap|smbget|winexe|wmic|net|smbtree|samba-tool|pth-\w{1,20}|nmblookup|adcli)${ARGUMENTS}(?:-U|--user)(?:\s{0,4}|=)["']?[^\s%"'|]{1,80}%|lftp${ARGUMENTS}-u\s{0,4}["']?[^\s,"']{1,80},|(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sql)\s{1,4}(?:-\w{1,10}\s{1,4}){0,3}["']?(?:userid=)?[\w.$#]{1,40}/|jdbc:oracle:(?:thin|oci):[\w.$#]{1,40}/)(?<s>[^\s"'@]{2,128})`,
    ),
    anchors: [
      "curl",
      "wget",
      "http",
      "xh",
      "ab",
      "siege",
      "lwp-request",
      "aria2c",
      "hey",
      "wscat",
      "nuclei",
      "dig",
      "ffuf",
      "gobuster",
      "smb",
      "rpcclient",
      "winexe",
      "wmic",
      "net",
      "samba-tool",
      "pth-",
      "nmblookup",
      "adcli",
      "lftp",
      "sql",
      "exp",
      "imp",
      "rman",
      "jdbc:oracle:",
    ],
    check: isLoginPassword,
  },
  {
    id: "cli-flag",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(
      String.raw`(?<!\S)(?:-{1,2}(?:proxy-user|user)(?:\s{1,4}|=)["']?[^\s:"'|]{1,80}:(?<s>[^\s"'@]{2,128})|-{1,2}(?:passin|passout|pass|password|srcpass|destpass|passwd)(?:\s{1,4}|=)["']?pass:(?<s2>[^\s"']{1,128})|-{1,2}oauth2-bearer(?:\s{1,4}|=)["']?(?<s3>[^\s"']{4,}))`,
    ),
    anchors: ["-"],
    check: isNoPlaceholder,
  },
  {
    id: "cli-secure-string",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(
      String.raw`\b(?:convertto-securestring\s{1,4}(?:-(?:string|asplaintext|force)\s{1,4}){0,3}|pscredential\s?\(\s?[^,\r\n]{1,80},\s?|networkcredential\s?\(\s?[^,\r\n]{1,80},\s?|-accountpassword\s{1,4})(?:"(?<s>[^"\r\n]{3,})"|'(?<s2>[^'\r\n]{3,})')`,
      "i",
    ),
    anchors: ["convertto-securestring", "pscredential", "networkcredential", "-accountpassword"],
    check: isNoPlaceholder,
  },
  {
    id: "cli-piped",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(
      String.raw`\b(?:echo|printf)\s{1,4}(?:-n\s{1,4}|'%s(?:\\n)?'\s{1,4}|"%s(?:\\n)?"\s{1,4})?(?:"(?:[\w.-]{1,40}:(?=[^"\n]{0,200}"\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?chpasswd))?(?<s>[^"\r\n]{3,200})"|'(?:[\w.-]{1,40}:(?=[^'\n]{0,200}'\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?chpasswd))?(?<s2>[^'\r\n]{3,200})'|(?:[\w.-]{1,40}:(?=\S{1,200}\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?chpasswd))?(?<s3>[^\s"'|;&]{3,200}))\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4}){0,3}-S|[^\n|]{1,120}?--(?:password|passphrase|token)-(?:stdin|fd)|passwd\b|chpasswd\b|cryptsetup\b|kinit\b|gh\s{1,4}auth|glab\s{1,4}auth|-S\b)`,
    ),
    anchors: ["echo", "printf"],
    check: isNoPlaceholder,
  },
  {
    id: "cli-here-string",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(
      String.raw`\b(?:login|luksopen|luksformat|passwd|chpasswd|kinit|sudo|unlock)\b[^\n|;&<]{0,200}<<<\s{0,3}${VALUE}`,
      "i",
    ),
    anchors: ["login", "luks", "passwd", "chpasswd", "kinit", "sudo", "unlock"],
    check: isPasswordArgument,
  },
  {
    id: "url-token",
    label: "URL_TOKEN",
    severity: "critical",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<s>[A-Za-z0-9_-]{20,256})@/i,
    anchors: ["://"],
    reach: 21,
    check: isTokenName,
  },
]);

/** A port, a file or the next option is no password. */
function isPasswordArgument({ value, group }: Candidate): boolean {
  if (isPlaceholder(value)) return false;
  return (
    group !== "s3" ||
    (value.length >= 3 && !/^(?:[0-9]{2,5}:[0-9]{2,5}|stdin|env:\S*|file:\S*|\*)$/.test(value))
  );
}

function isLoginPassword({ value, before }: Candidate): boolean {
  if (isPlaceholder(value) || value.startsWith("//")) return false;
  return !/[<{$]$|\$\{?\w*:$/.test(before);
}

function isTokenName({ value }: Candidate): boolean {
  return !isPlaceholder(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}
