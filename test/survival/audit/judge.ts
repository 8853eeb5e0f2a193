type Report = {
  readonly message?: string;
  readonly metadata?: {
    readonly vulnerabilities?: { readonly high: number; readonly critical: number };
    readonly dependencies?: { readonly prod: number };
  };
  readonly vulnerabilities?: { readonly [name: string]: { readonly severity: string } };
};

const GRAVE = ['high', 'critical'];

/** What `npm audit --omit=dev --json` says of production dependencies; where nobody can be asked, that is said. */
export function judge(text: string): { readonly ok: boolean; readonly line: string } {
  const report = parsed(text);
  const found = report?.metadata?.vulnerabilities;
  if (!found)
    return {
      ok: true,
      line: `dependency audit: skipped, the registry answers none (${report?.message ?? 'no report'})`,
    };
  const grave = Object.entries(report.vulnerabilities ?? {}).flatMap(([name, { severity }]) =>
    GRAVE.includes(severity) ? [`${name} (${severity})`] : [],
  );
  const count = found.high + found.critical;
  return count > 0
    ? { ok: false, line: `dependency audit: ${count} high or critical: ${grave.join(', ')}` }
    : {
        ok: true,
        line: `dependency audit: nothing high or critical in ${report.metadata?.dependencies?.prod} packages`,
      };
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
