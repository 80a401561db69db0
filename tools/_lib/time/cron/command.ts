/** What a line of a crontab runs, and as whom. */

export interface CrontabCommand {
  /** As it is written, with `%` for the lines of its input. */
  readonly command: string;
  /** The account of a line of /etc/crontab or /etc/cron.d. */
  readonly user?: string;
}

/** Accounts that run jobs on common systems, and are no programs. */
const ACCOUNTS: ReadonlySet<string> = new Set(
  "root www-data www nobody daemon postgres mysql mariadb mongodb redis nginx apache apache2 httpd tomcat jenkins gitlab gitlab-runner backup ubuntu debian centos ec2-user admin deploy deployer vagrant pi munin nagios zabbix prometheus grafana elasticsearch rabbitmq list mail news uucp syslog logcheck amavis clamav smmsp statd user app runner operator oracle airflow ansible splunk".split(
    " ",
  ),
);

/** Programs that take another one as their first argument. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "sudo doas nice ionice env exec time timeout nohup setsid chronic command eval flock chrt taskset xargs bash sh dash zsh ksh source test which echo ls cat rm cp mv find".split(
    " ",
  ),
);

const USER = /^([a-z_][\w.-]{0,31}\$?)\s+(\S.*)$/is;
/** How commands begin that could not be the argument of an unknown program. */
const COMMAND = /^(?:\[|\(|(?:cd|test|command|if)\s|(?:\/usr(?:\/local)?)?\/s?bin\/)/;

/** The account counts as one where its name is known, or a command that stands alone follows. */
export function readCommand(text: string): CrontabCommand {
  const [, user = "", command = ""] = USER.exec(text) ?? [];
  const isUser = ACCOUNTS.has(user) || (COMMAND.test(command) && !WRAPPERS.has(user));
  return user !== "" && isUser && !command.startsWith("-") ? { user, command } : { command: text };
}
