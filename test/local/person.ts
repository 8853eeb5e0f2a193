/** A person at a gate: the form as a browser has it, and its POST as a browser sends it. */

export type Choice = 'APPROVED' | 'REJECTED' | 'CHANGES';

/** The hidden fields of the form behind a link. */
export async function formOf(link: string): Promise<Record<string, string>> {
  const page = await (await fetch(link)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
}

export async function decide(link: string, choice: Choice, comment = ''): Promise<Response> {
  return send(link, filled(await formOf(link), choice, comment));
}

export function filled(form: Record<string, string>, choice: Choice, comment = ''): Record<string, string> {
  const answers = Object.keys(form).flatMap((name) => {
    const index = /^(\d+)\.digest$/.exec(name)?.[1];
    if (index === undefined) return [];
    return [[`${index}.choice`, choice], ...(comment ? [[`${index}.comment.${choice}`, comment]] : [])];
  });
  return { ...form, ...Object.fromEntries(answers) };
}

export const send = (link: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(form),
  });
