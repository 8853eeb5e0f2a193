import sesEmulator from 'aws-ses-v2-local';
import { guardPrograms } from './listen.ts';

/** Amazon SES on loopback: it keeps what it is sent, for /mailbox to show. */
export async function startMail(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await sesEmulator.default({ host: '127.0.0.1', port: 0 });
  guardPrograms(server);
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the mail emulator has no port');
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}
