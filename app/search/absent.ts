/**
 * What such a service is asked for and has no tool for, in the words of those who ask. The search ranks it beside the
 * tools: where one of these is nearest, nothing fits. One entry is one kind of work.
 */
export const ABSENT: readonly (readonly string[])[] = [
  [
    "send an email or mail to somebody",
    "email the team, newsletter, smtp, inbox, reply to a message",
  ],
  ["send an sms, text message or push notification", "call a phone number, whatsapp, reminder"],
  ["post to slack, teams, discord or twitter", "social media post, tweet, share on linkedin"],
  [
    "create a ticket or issue in jira, github, linear or trello",
    "open a pull request, assign a task",
  ],
  [
    "book a meeting, add an event to a google calendar or outlook",
    "appointment, invite, schedule a call",
  ],
  ["book a flight, hotel, taxi or table", "travel plan, train tickets, itinerary, trip"],
  [
    "buy, order or sell something, shopping cart",
    "register a domain name, checkout, refund a customer",
  ],
  ["weather forecast, temperature outside tomorrow", "will it rain"],
  [
    "stock price, share quote, crypto, bitcoin, market data",
    "live exchange ticker, portfolio trading",
  ],
  [
    "latest news, search the web, google, browse the internet",
    "who is, capital of, wikipedia facts, look up a person",
  ],
  [
    "scrape or crawl a website, download pages, follow links",
    "monitor a competitor's shop, headless browser, log in to a site",
  ],
  [
    "translate text or a document to another language, french, german, english",
    "traducir al inglés, übersetzen, traduire en anglais, 翻译成英文, 英語に翻訳",
  ],
  [
    "check spelling and grammar, proofread a letter",
    "rewrite in a friendlier tone, paraphrase, improve my writing",
  ],
  [
    "write an essay, story, poem, song, joke or blog article",
    "cover letter, slogan, product copy, marketing text",
  ],
  [
    "write code for me, implement a function or component, react login page",
    "refactor, review my code, explain this program, generate unit tests",
  ],
  ["run a script or program, execute python, shell command", "sandbox, repl, compile and run"],
  [
    "query a postgres, mysql or mongo database, run sql, select from",
    "connect to a database, insert rows, orders of yesterday",
  ],
  [
    "deploy to aws, restart a server or instance, kubernetes cluster, docker container",
    "provision, terraform, scale up, reboot",
  ],
  [
    "ping a host, traceroute, internet speed test, dns lookup, whois, port scan",
    "is the website down, uptime monitor, certificate expiry",
  ],
  ["scan for viruses or malware", "antivirus, is this exe dangerous, phishing"],
  ["crack or recover a lost password, decrypt a hash, brute force", "hack, bypass a login, unlock"],
  [
    "encrypt or decrypt a file or message with a key, pgp, aes",
    "sign a document, e-sign, digital signature on a contract",
  ],
  [
    "text to speech, read aloud, voice",
    "speech to text, transcribe a recording, audio, podcast, mp3",
  ],
  [
    "edit, cut, convert, resize or compress a video",
    "mp4, youtube, subtitles, gif from a movie, screen recording",
  ],
  ["make music, tune, chords, noise"],
  [
    "generate or draw an image, logo, picture of something, ai art",
    "remove the background, face, upscale, colorize an old photo",
  ],
  [
    "recognize text in a scan or photo, ocr",
    "read a receipt, handwriting, license plate, describe the picture",
  ],
  ["qr code, barcode", "scan a code"],
  [
    "color palette, pick matching colours, gradient, font pairing",
    "design a page, wireframe, figma, css theme",
  ],
  [
    "train, fine-tune or run a machine learning model, classifier",
    "predict, forecast sales, cluster, sentiment, label",
  ],
  ["compute embeddings, vector store, pinecone, semantic similarity"],
  [
    "ask chatgpt, chat with a model, summarize with ai, answer my question",
    "llm completion, run this prompt",
  ],
  ["unzip, zip, extract an archive, tar, rar, gzip", "decompress files"],
  [
    "minify or bundle javascript, typescript or css, transpile, webpack",
    "lint or format code, prettier, obfuscate",
  ],
  [
    "excel workbook with formulas, pivot table, xlsx, chart, bar graph, plot",
    "powerpoint slides, word document, docx, mail merge",
  ],
  ["fill in a form of a pdf, extract text from a pdf, pdf to word", "edit the text of a pdf"],
  [
    "file my tax return, legal advice, write a contract, lawyer",
    "accounting books, payroll, bank account, transfer money, pay",
  ],
  [
    "medical advice, symptoms, diagnosis, drug dose",
    "workout plan, recipe, cook, diet plan for the week",
  ],
  [
    "map, route, directions, driving distance between cities, address to coordinates",
    "geocode, gps, where am i, nearest shop, zip code",
  ],
  [
    "solve a sudoku, chess move, crossword, play a game",
    "homework, prove a theorem, solve an equation, integral, derivative",
  ],
  [
    "remind me, alarm, timer, todo list, take a note",
    "every night at three run this job for me, watch a folder",
  ],
  ["remember this for next time, store a file, upload, share a link, cloud drive", "backup, sync"],
];
