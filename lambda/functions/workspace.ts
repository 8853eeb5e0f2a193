import path from 'node:path';
import type { WritableWorkspace } from '../define/workspace.ts';
import { directoryWorkspace } from '../workspace/directory.ts';
import { clientConfig } from './client-config.ts';
import { type Env, type Host, setting } from './host.ts';

/**
 * Where a workflow's files are: WORKSPACE_<WORKFLOW>, or its own folder below WORKSPACE. Either is a folder of this machine,
 * or s3://bucket/prefix.
 */
export function workspaceOf({ env, workspace }: Host, workflow: string): WritableWorkspace {
  if (workspace) return workspace(workflow);
  const own = env[`WORKSPACE_${workflow.toUpperCase().replaceAll('-', '_')}`];
  const place = own ?? `${setting(env, 'WORKSPACE').replace(/\/+$/, '')}/${workflow}`;
  return workspaceAt(env, place);
}

/** The files of one place: a folder of this machine, or s3://bucket/prefix. */
export function workspaceAt(env: Env, place: string): WritableWorkspace {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.+?)\/*$/.exec(place) ?? [];
  if (place.startsWith('s3://') && !prefix)
    throw new TypeError(`s3://bucket/prefix is wanted, "${place}" was given`);
  return bucket && prefix ? onS3(env, bucket, prefix) : directoryWorkspace(path.resolve(place));
}

/** S3's client is a chunk of its own: a host that keeps files in folders never loads it. */
function onS3(env: Env, bucket: string, prefix: string): WritableWorkspace {
  let opened: Promise<WritableWorkspace> | undefined;
  const open = () => {
    opened ??= import('../workspace/s3.ts').then(({ openS3Workspace }) =>
      openS3Workspace(clientConfig(env, 'S3'), bucket, prefix),
    );
    return opened;
  };
  return {
    list: async (under) => (await open()).list(under),
    read: async (file) => (await open()).read(file),
    write: async (file, text) => (await open()).write(file, text),
  };
}
