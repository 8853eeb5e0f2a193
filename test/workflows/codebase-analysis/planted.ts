/** Two small code bases with planted problems, and where each of them stands. */
export type Planted = {
  readonly files: { readonly [path: string]: string };
  /** file:line rule */
  readonly problems: readonly string[];
};

/** A shop in JavaScript and TypeScript. */
export const SHOP: Planted = {
  files: {
    'package.json': `{
  "name": "shop",
  "engines": { "node": ">=20" },
  "dependencies": {
    "express": "4.21.0",
    "pg": "^8.13.0"
  },
  "devDependencies": { "vitest": "4.1.12" }
}
`,
    'README.md': '# Shop\n\nNothing here is a finding: eval("1"), password = "hunter2-hunter2".\n',
    'src/config.ts': `export const config = {
  host: process.env.DB_HOST ?? 'localhost',
  password: 'hunter2-hunter2',
  apiKey: process.env.API_KEY,
  tokenName: 'x-session-token',
};
const awsKey: string = 'AKIAIOSFODNN7EXAMPLE';
export const tls = { rejectUnauthorized: false };
`,
    'src/orders.ts': `import { exec } from 'node:child_process';
import type { Pool } from 'pg';

export async function ordersOf(pool: Pool, customer: string) {
  return pool.query(\`SELECT * FROM orders WHERE customer = '\${customer}'\`);
}

export const orderById = (pool: Pool, id: number) => pool.query('SELECT * FROM orders WHERE id = $1', [id]);

export async function totals(pool: Pool, customers: string[]) {
  const sums = [];
  for (const customer of customers) {
    sums.push(await pool.query('SELECT sum(total) FROM orders WHERE customer = $1', [customer]));
  }
  return sums;
}

export function archive(name: string) {
  exec(\`tar czf \${name}.tgz orders\`);
}

export class Basket {
  constructor(private readonly items: string[]) {}
  pairs(): string[] {
    const found: string[] = [];
    for (const a of this.items) {
      for (const b of this.items) {
        for (const c of this.items) {
          if (a && b && c) found.push(a + b + c);
        }
      }
    }
    return found;
  }
}
`,
    'src/page.jsx': `const fs = require('fs');

module.exports = function Page({ html, formula, names }) {
  document.getElementById('out').innerHTML = html;
  const value = eval(formula);
  for (const name of names) {
    const settings = JSON.parse(fs.readFileSync('settings.json', 'utf8'));
    if (names.includes(settings.name)) return null;
  }
  return <div dangerouslySetInnerHTML={{ __html: value }} />;
};
`,
    'src/tax.js': `export function rate(country, kind, year, amount) {
  if (country === 'A' && kind === 1) return 0.1;
  if (country === 'B' || kind === 2) return 0.2;
  if (country === 'C' && year > 2000 && amount > 10) return 0.3;
  switch (kind) {
    case 1:
      return 0.4;
    case 2:
      return 0.5;
    case 3:
      return year > 1990 ? 0.6 : 0.7;
  }
  for (let n = 0; n < amount; n++) {
    while (n < 3) n++;
  }
  try {
    return amount ?? 0;
  } catch {
    return 0;
  }
}
export default rate;
`,
    'node_modules/pg/index.js': 'eval("generated code is not looked at")\n',
  },
  problems: [
    'src/config.ts:3 hard-coded-secret',
    'src/config.ts:7 hard-coded-secret',
    'src/config.ts:8 tls-not-verified',
    'src/orders.ts:1 child-process',
    'src/orders.ts:5 string-built-sql',
    'src/orders.ts:13 query-in-loop',
    'src/orders.ts:19 shell-command',
    'src/orders.ts:28 nested-loops',
    'src/page.jsx:4 html-injection',
    'src/page.jsx:5 eval',
    'src/page.jsx:7 work-in-loop',
    'src/page.jsx:8 search-in-loop',
    'src/page.jsx:10 html-injection',
    'src/tax.js:1 complex-function',
  ],
};

/** A ledger in Python. */
export const LEDGER: Planted = {
  files: {
    'pyproject.toml': `[project]
name = "ledger"
requires-python = ">=3.11"
dependencies = [
  "requests>=2.32",
  "PyYAML==6.0.2",
]

[project.optional-dependencies]
test = ["pytest>=8"]
`,
    'requirements.txt': '# pinned\nrequests==2.32.3\nPyYAML==6.0.2 ; python_version > "3.8"\n\n-r more.txt\n',
    'ledger/__init__.py': '',
    'ledger/accounts.py': `import os
import pickle
import subprocess
import yaml
from decimal import Decimal as D, getcontext

API_KEY = "k9-54f1c0de77"
PASSWORD = os.environ["PASSWORD"]


def find(cursor, owner):
    cursor.execute(f"SELECT * FROM accounts WHERE owner = '{owner}'")
    cursor.execute("SELECT * FROM accounts WHERE owner = %s", (owner,))
    cursor.execute("DELETE FROM accounts WHERE owner = '%s'" % owner)
    return cursor.fetchall()


def balances(cursor, owners):
    found = []
    for owner in owners:
        cursor.execute("SELECT sum(amount) FROM entries WHERE owner = %s", (owner,))
        found.append(cursor.fetchone())
    return found


def backup(name):
    subprocess.run("tar czf " + name, shell=True)
    os.system("rm -rf " + name)


def load(text, data):
    return yaml.load(text), yaml.load(text, Loader=yaml.SafeLoader), pickle.loads(data)


class Formula:
    def value(self, text):
        return eval(text)
`,
    'ledger/rates.py': `import re
import requests


async def _private():
    return None


def rates(urls, names):
    out = {}
    for url in urls:
        out[url] = requests.get(url, verify=False)
    while names:
        name = names.pop()
        pattern = re.compile(name)
        out[name] = pattern
    return out


def grade(a, b, c, d):
    if a and b or c and not d:
        return 1
    elif a or b:
        return 2
    elif c if a else d:
        return 3
    for x in range(a):
        while x:
            x -= 1
    try:
        return [y for y in range(b) if y and c]
    except ValueError:
        return 4
    except (KeyError, TypeError):
        return 5 if a else 6
    match a:
        case 1:
            return 7
        case 2:
            return 8
`,
  },
  problems: [
    'ledger/accounts.py:3 child-process',
    'ledger/accounts.py:7 hard-coded-secret',
    'ledger/accounts.py:12 string-built-sql',
    'ledger/accounts.py:14 string-built-sql',
    'ledger/accounts.py:21 query-in-loop',
    'ledger/accounts.py:27 shell-command',
    'ledger/accounts.py:28 shell-command',
    'ledger/accounts.py:32 unsafe-load',
    'ledger/accounts.py:37 eval',
    'ledger/rates.py:12 query-in-loop',
    'ledger/rates.py:12 tls-not-verified',
    'ledger/rates.py:15 work-in-loop',
    'ledger/rates.py:20 complex-function',
  ],
};
