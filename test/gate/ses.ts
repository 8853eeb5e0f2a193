import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { type ParsedMail, simpleParser } from 'mailparser';

const { default: startSes } = createRequire(import.meta.url)('aws-ses-v2-local') as {
  default: (config: { host: string; port: number }) => Promise<Server>;
};

/** The SES emulator on loopback, with a real client; what arrived is read back as MIME by an independent parser. */
export async function ses() {
  const server = await startSes({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new SESv2Client({
    endpoint: url,
    region: 'ap-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  return {
    client,
    /** The raw message and what a parser makes of it. */
    async received(messageId: string): Promise<{ raw: string; mail: ParsedMail }> {
      const answer = await fetch(`${url}/get-emlContent?messageId=${messageId}`);
      const { body } = (await answer.json()) as { body: { data: number[] } };
      const raw = Buffer.from(body.data);
      return { raw: raw.toString(), mail: await simpleParser(raw) };
    },
    close: async () => {
      client.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
