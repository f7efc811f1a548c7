/** Names that look distinct but occur in many projects. Two texts that share one of them are not related by it. */

/** Expects `name` in lower case. */
export const isCommonName = (name: string): boolean => commonNames.has(name)

/** True for a file that most projects have, and for a file named after a date. Expects the name in lower case, without folders. */
export const isCommonFile = (name: string): boolean => commonFile.test(name) || /^\d{4}-?\d{2}-?\d{2}/.test(name)

/** True for a common word with a number: "python3", "top-10", "http-404". Expects `name` in lower case. */
export const isCommonlyNumbered = (name: string): boolean => commonlyNumbered.test(name)

const commonFile =
  /^(?:index|main|mod|app|test|tests|config|settings|setup|server|client|utils|types|style|styles|readme|license|changelog|contributing|package|package-lock|pnpm-lock|tsconfig|jsconfig|docker-compose|requirements|pyproject|cargo|composer|poetry|yarn|makefile|memory|user|agents|claude|soul|tools|identity|heartbeat|bootstrap|notes|todo|output|input|data|log|logs|example|sample|response|request|file|script|__init__)(?:\.[a-z0-9]+)+$/

const commonlyNumbered =
  /^(?:top|iso|rfc|sha|md|utf|http|https|error|code|page|year|step|phase|part|chapter|section|level|version|day|week|month|round|option|item|line|row|column|python|node|java|php|ruby|go|rust|es|ecma|html|css|base|ipv|x|amd|arm|win|aes|rsa|ed|oauth|postgres|postgresql|mysql|ubuntu|debian|windows|android|ios|macos|gpt|claude|covid|mp|usb|rtx|gtx|wpa|int|uint|float|vector|q)-?\d+$/

const groups = [
  'dev/null bin/bash bin/sh usr/bin usr/bin/env usr/local/bin usr/local etc/hosts etc/passwd var/log var/lib home/user src/index.ts src/index.js src/main.ts src/main.rs src/main.py',
  'node.js vue.js next.js nuxt.js react.js three.js express.js d3.js console.log math.log socket.io',
  'github.com gitlab.com google.com example.com example.org npmjs.com stackoverflow.com',
  '127.0.0.1 0.0.0.0 8.8.8.8 1.1.1.1 255.255.255.0 192.168.0.1 192.168.1.1 10.0.0.1',
  'x86_64 api_key user_id client_id client_secret access_token node_modules created_at updated_at base_url file_path file_name user_name is_active id_rsa snake_case camelcase',
  'addeventlistener getelementbyid queryselector queryselectorall settimeout setinterval cleartimeout localstorage sessionstorage createelement appendchild',
  'usestate useeffect usecontext useref usememo usecallback innerhtml innertext textcontent classname foreach indexof tostring parseint parsefloat stringify',
  'hasownproperty readfile writefile readfilesync writefilesync lowercase tolowercase touppercase charat substring preventdefault nextrequest',
  'tool_call tool_calls memory_search memory_get memory_feedback memory_why web_search web_fetch',
]

const commonNames: ReadonlySet<string> = new Set(groups.flatMap((group) => group.split(' ')))
