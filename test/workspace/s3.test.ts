import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Workspace } from '../../lambda/workspace/s3.ts';
import { startS3 } from './s3-server.ts';
import { workspaceContract } from './workspace.contract.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let client: S3Client;
beforeAll(async () => {
  s3 = await startS3();
  client = new S3Client({
    region: 'ap-east-1',
    endpoint: s3.url,
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
});
afterAll(async () => {
  client.destroy();
  await s3.close();
});

let places = 0;
workspaceContract('on S3', async () => {
  const prefix = `workspaces/w${++places}`;
  return {
    workspace: s3Workspace(client, 'files', prefix),
    put: (path, bytes) => s3.put(`files/${prefix}/${path}`, bytes),
  };
});

describe('a prefix', () => {
  it('does not show what lies beside it, though its name begins the same', async () => {
    s3.put('files/near/a.txt', 'mine');
    s3.put('files/nearby/b.txt', 'not mine');
    const workspace = s3Workspace(client, 'files', 'near');
    expect((await workspace.list('')).files).toEqual([{ path: 'a.txt', bytes: 4 }]);
  });
});
