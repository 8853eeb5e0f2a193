/**
 * Approves everything a gate's page asks, and answers its questions with their first choice, by the same form and POST a person's browser makes.
 *
 * @param link a gate link of this machine
 * @throws {ApprovalRefused} with what the page said, when it does not lead to a receipt
 */
export async function approve(link: string): Promise<void> {
  const page = await (await fetch(link)).text();
  const form = new URLSearchParams();
  for (const [input] of page.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name');
    const value = attribute(input, 'value') ?? '';
    if (name && (attribute(input, 'type') === 'hidden' || value === 'APPROVED' || value === 'ANSWERED.0'))
      form.set(name, value);
  }
  const answer = await fetch(link, {
    method: 'POST',
    body: form,
    headers: { origin: new URL(link).origin },
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new ApprovalRefused(answer.status, titleOf(await answer.text()));
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
const titleOf = (page: string): string => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? 'no page';

export class ApprovalRefused extends Error {
  override readonly name = 'ApprovalRefused';
  constructor(status: number, said: string) {
    super(`the gate answered ${status}: ${said}`);
  }
}
