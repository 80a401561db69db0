import type { BodyPart, CurlBody, CurlRequest, FormField } from "../../curl-converter.ts";
import {
  headersWithLogin,
  indent,
  Missing,
  quote,
  removal,
  STANDARD_INPUT,
  type TargetCode,
} from "./code.ts";

/** One Go program for all requests. */
export function writeGo(requests: readonly CurlRequest[]): TargetCode[] {
  const imports = new Set(["fmt", "io", "log", "net/http"]);
  const missing = new Missing();
  const functions = requests.map((request, index) => {
    const name = requests.length === 1 ? "main" : `request${index + 1}`;
    return new GoWriter(request, name, imports, missing).write();
  });
  const calls = requests.map((_, index) => `request${index + 1}()`);
  const main =
    requests.length === 1 ? [] : [["func main() {", ...indent(calls, "\t"), "}"].join("\n")];
  const importLines = [...imports].toSorted().map((name) => `\t"${name}"`);
  const head = ["package main", "", "import (", ...importLines, ")", ""].join("\n");
  return [
    { code: [head, [...functions, ...main].join("\n\n")].join("\n"), unsupported: missing.names },
  ];
}

class GoWriter {
  readonly #request: CurlRequest;
  readonly #name: string;
  readonly #imports: Set<string>;
  readonly #missing: Missing;
  readonly #lines: string[] = [];

  constructor(request: CurlRequest, name: string, imports: Set<string>, missing: Missing) {
    this.#request = request;
    this.#name = name;
    this.#imports = imports;
    this.#missing = missing;
  }

  write(): string {
    const { method, url, body, urlParts, contentRange, removedHeaders } = this.#request;
    if (urlParts !== null) this.#query(urlParts);
    const address = urlParts === null ? quote(url) : "address.String()";
    const reader = body === null ? "nil" : this.#body(body);
    this.#put(`request, err := http.NewRequest(${quote(method)}, ${address}, ${reader})`);
    this.#check();
    if (body?.kind === "multipart") {
      this.#put('request.Header.Set("Content-Type", form.FormDataContentType())');
    }
    for (const { name, value } of headersWithLogin(this.#request)) {
      if (name.toLowerCase() === "host") this.#put(`request.Host = ${quote(value)}`);
      else this.#put(`request.Header.Add(${quote(name)}, ${quote(value)})`);
    }
    for (const name of removedHeaders) this.#remove(name);
    if (contentRange !== null) {
      this.#put(
        `request.Header.Set("Content-Range", fmt.Sprintf(${quote(`bytes ${contentRange}/%d`)}, request.ContentLength))`,
      );
    }
    this.#client();
    this.#put("response, err := client.Do(request)");
    this.#check();
    this.#put("defer response.Body.Close()", "text, err := io.ReadAll(response.Body)");
    this.#check();
    this.#put("fmt.Println(string(text))");
    return [`func ${this.#name}() {`, ...indent(this.#lines, "\t"), "}"].join("\n");
  }

  /** An empty User-Agent is not sent; what goes with the connection cannot be left out. */
  #remove(name: string): void {
    if (/^(?:host|content-length)$/i.test(name)) this.#missing.note(removal(name), true);
    else if (/^user-agent$/i.test(name)) this.#put('request.Header.Set("User-Agent", "")');
    else this.#put(`request.Header.Del(${quote(name)})`);
  }

  #query(parts: readonly BodyPart[]): void {
    this.#imports.add("bytes");
    this.#put("var address bytes.Buffer");
    for (const part of parts) this.#part(part, "address");
  }

  #put(...lines: string[]): void {
    for (const line of lines) this.#lines.push(line);
  }

  #check(): void {
    this.#put("if err != nil {", "\tlog.Fatal(err)", "}");
  }

  #client(): void {
    const { options, auth } = this.#request;
    const transport: string[] = [];
    if (options.insecure) {
      this.#imports.add("crypto/tls");
      transport.push("TLSClientConfig: &tls.Config{InsecureSkipVerify: true},");
    }
    if (options.proxy !== null) {
      this.#imports.add("net/url");
      const proxy = options.proxy.includes("://") ? options.proxy : `http://${options.proxy}`;
      this.#put(`proxy, err := url.Parse(${quote(proxy)})`);
      this.#check();
      transport.push("Proxy: http.ProxyURL(proxy),");
    }
    if (!options.compressed) transport.push("DisableCompression: true,");
    this.#put("client := &http.Client{");
    if (transport.length > 0) {
      this.#put("\tTransport: &http.Transport{", ...indent(transport, "\t\t"), "\t},");
    }
    if (options.timeoutSeconds !== null) {
      this.#imports.add("time");
      this.#put(`\tTimeout: ${Math.round(options.timeoutSeconds * 1000)} * time.Millisecond,`);
    }
    if (!options.followRedirects) {
      this.#put(
        "\tCheckRedirect: func(*http.Request, []*http.Request) error {",
        "\t\treturn http.ErrUseLastResponse",
        "\t},",
      );
    }
    this.#put("}");
    this.#missing.note("--max-redirs", options.maxRedirects);
    this.#missing.note("--connect-timeout", options.connectTimeoutSeconds);
    this.#missing.note("--http…", options.httpVersion);
    this.#missing.note("--cert", options.cert);
    this.#missing.note("--key", options.key);
    this.#missing.note("--cacert", options.cacert);
    this.#missing.note("--retry", options.retry);
    this.#missing.note("--output", options.output);
    this.#missing.note("--fail", options.fail);
    this.#missing.note(`--${auth?.type}`, auth !== null && auth.type !== "basic");
  }

  /** Writes what has to come before, and gives the reader of the body. */
  #body(body: CurlBody): string {
    if (body.kind === "raw") {
      this.#imports.add("strings");
      return `strings.NewReader(${quote(body.text)})`;
    }
    if (body.kind === "file") {
      this.#imports.add("os");
      if (this.#request.contentRange !== null) {
        this.#imports.add("bytes");
        const read =
          body.file === STANDARD_INPUT
            ? "io.ReadAll(os.Stdin)"
            : `os.ReadFile(${quote(body.file)})`;
        this.#put(`file, err := ${read}`);
        this.#check();
        return "bytes.NewReader(file)";
      }
      if (body.file === STANDARD_INPUT) return "os.Stdin";
      this.#put(`file, err := os.Open(${quote(body.file)})`);
      this.#check();
      return "file";
    }
    this.#imports.add("bytes");
    if (body.kind === "multipart") {
      this.#form(body.fields);
      return "&body";
    }
    this.#put("var body bytes.Buffer");
    for (const part of body.parts) this.#part(part, "body");
    return "&body";
  }

  #part(part: BodyPart, buffer: string): void {
    if ("text" in part) {
      this.#put(`${buffer}.WriteString(${quote(part.text)})`);
      return;
    }
    this.#readFile(part.file);
    if ("urlencode" in part) {
      this.#imports.add("net/url");
      const prefix = part.name === "" ? "" : `${quote(`${part.name}=`)} + `;
      this.#put(`\t${buffer}.WriteString(${prefix}url.QueryEscape(string(content)))`, "}");
    } else if (part.stripNewlines) {
      this.#imports.add("strings");
      this.#put(
        `\t${buffer}.WriteString(strings.NewReplacer("\\r", "", "\\n", "", "\\x00", "").Replace(string(content)))`,
        "}",
      );
    } else this.#put(`\t${buffer}.Write(content)`, "}");
  }

  /** Opens a block in which `content` is the file. */
  #readFile(file: string): void {
    this.#imports.add("os");
    const read = file === STANDARD_INPUT ? "io.ReadAll(os.Stdin)" : `os.ReadFile(${quote(file)})`;
    this.#put(`if content, err := ${read}; err != nil {`, "\tlog.Fatal(err)", "} else {");
  }

  #form(fields: readonly FormField[]): void {
    this.#imports.add("mime/multipart");
    this.#put("var body bytes.Buffer", "form := multipart.NewWriter(&body)");
    for (const field of fields) {
      if ("file" in field) this.#appendFile(field);
      else this.#appendText(field);
    }
    this.#put("form.Close()");
  }

  #appendFile({ name, file, fileName, contentType }: Extract<FormField, { file: string }>): void {
    this.#readFile(file);
    if (fileName === null && contentType === null) {
      this.#put(`\tform.WriteField(${quote(name)}, string(content))`, "}");
      return;
    }
    if (contentType === null)
      this.#put(`\tpart, _ := form.CreateFormFile(${quote(name)}, ${quote(fileName ?? "")})`);
    else {
      this.#imports.add("net/textproto");
      this.#put(...indent(this.#typedPart(name, fileName, contentType), "\t"));
    }
    this.#put("\tpart.Write(content)", "}");
  }

  #appendText({ name, value, fileName, contentType }: Exclude<FormField, { file: string }>): void {
    if (fileName === undefined && contentType === undefined) {
      this.#put(`form.WriteField(${quote(name)}, ${quote(value)})`);
      return;
    }
    const lines = this.#typedPart(name, fileName ?? null, contentType ?? "text/plain");
    this.#put("{", ...indent(lines, "\t"), `\tio.WriteString(part, ${quote(value)})`, "}");
  }

  #typedPart(name: string, fileName: string | null, contentType: string): string[] {
    this.#imports.add("net/textproto");
    const file = fileName === null ? "" : `; filename=${JSON.stringify(fileName)}`;
    return [
      "part, _ := form.CreatePart(textproto.MIMEHeader{",
      `\t"Content-Disposition": {${quote(`form-data; name=${JSON.stringify(name)}${file}`)}},`,
      `\t"Content-Type": {${quote(contentType)}},`,
      "})",
    ];
  }
}
