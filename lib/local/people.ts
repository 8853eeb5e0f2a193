import type { Env } from '../../lambda/functions/host.ts';

const PERSON = { id: 'approver', name: 'Approver', email: 'approver@holdpoint.example', lang: 'en' };

/** Who is asked and told when nobody was named: this machine's mailbox shows all their mail. */
export const people = (env: Env): Env => ({
  MAIL_FROM: env.MAIL_FROM ?? JSON.stringify({ name: 'Holdpoint', address: 'holdpoint@holdpoint.example' }),
  APPROVERS: env.APPROVERS ?? JSON.stringify([PERSON]),
  OWNER:
    env.OWNER ?? JSON.stringify({ ...PERSON, id: 'owner', name: 'Owner', email: 'owner@holdpoint.example' }),
});
