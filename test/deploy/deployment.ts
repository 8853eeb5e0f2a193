import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { DescribeStateMachineCommand, ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import { cdk, withoutMachineVersions } from './cdk.ts';
import type { MiniStack } from './ministack.ts';
import type { World } from './world.ts';

const REGION = 'ap-southeast-1';
const ACCOUNT = '000000000000';
const HOME = path.resolve('node_modules/.cache/ministack/run');

/** The stack as an operator deploys it, and ways to reach what is deployed. */
export async function deployTo(stack: MiniStack, world: World) {
  const client = {
    endpoint: stack.url,
    region: REGION,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  mkdirSync(HOME, { recursive: true });
  const configFile = path.join(HOME, 'config.json');
  writeFileSync(configFile, JSON.stringify(configOf(world)));
  // Not in the project's directory: bootstrapping has no use for the app.
  await cdk(['bootstrap', `aws://${ACCOUNT}/${REGION}`], stack.env, HOME);
  await new SecretsManagerClient(client).send(
    new CreateSecretCommand({
      Name: 'holdpoint/anthropic-api-key',
      SecretString: 'a-key-for-the-scripted-model',
    }),
  );
  await new SESv2Client(client).send(
    new CreateEmailIdentityCommand({ EmailIdentity: 'holdpoint@example.com' }),
  );

  const deploy = async (bundles: string): Promise<Record<string, string>> => {
    const assembly = path.join(HOME, 'cdk.out');
    const outputs = path.join(HOME, 'outputs.json');
    await cdk(
      ['synth', '--quiet', '--output', assembly, '-c', `config=${configFile}`, '-c', `bundles=${bundles}`],
      {},
    );
    withoutMachineVersions(assembly, 'Holdpoint');
    const args = ['--require-approval', 'never', '--method', 'direct', '--outputs-file', outputs];
    await cdk(['deploy', '--app', assembly, ...args], stack.env);
    return JSON.parse(readFileSync(outputs, 'utf8')).Holdpoint;
  };
  const outputs = await deploy('dist');
  const sfn = new SFNClient(client);
  const items = dynamoItems(new DynamoDBClient(client), outputs.TableName ?? '');

  return {
    sfn,
    items,
    deploy,
    start: (outputs.StartFunction ?? '').replace(/:live$/, ''),
    /** The machine that is deployed now, as Step Functions tells it. */
    async machine() {
      const { stateMachines = [] } = await sfn.send(new ListStateMachinesCommand({}));
      const [stateMachineArn] = stateMachines.map((machine) => machine.stateMachineArn);
      const machine = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
      return {
        arn: machine.stateMachineArn ?? '',
        name: machine.name ?? '',
        definition: machine.definition ?? '',
      };
    },
    invoke: (name: string, event: unknown, version?: string) => invoke(stack, name, event, version),
    /** The full name of the one function whose name has this in it. */
    functionNamed: (part: string) => functionNamed(stack, part),
    visit: (link: string, form?: Record<string, string>) => visit(stack, link, form),
    close() {
      sfn.destroy();
    },
  };
}

const configOf = (world: World) => ({
  region: REGION,
  sender: { name: 'Holdpoint', address: 'holdpoint@example.com' },
  owner: { name: 'Owner', email: 'owner@example.com', lang: 'en' },
  model: {
    provider: 'anthropic',
    name: 'scripted',
    secretName: 'holdpoint/anthropic-api-key',
    baseUrl: world.modelUrl,
  },
  retention: { logDays: 7 },
  workflows: {
    'morning-brief': {
      input: { lang: 'tc', audience: 'operations' },
      schedule: { at: '07:30', days: 'MON-FRI' },
      approvers: [{ id: 'lead', name: 'Lead', email: 'lead@example.com', lang: 'en' }],
      settings: { TOOL_HKO_BASE_URL: world.feedUrl },
    },
  },
});

const signed = {
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/lambda/aws4_request, SignedHeaders=host, Signature=0`,
};

/** Calls a function by Lambda's API; its error is thrown under its own name, as Step Functions would see it. */
async function invoke(stack: MiniStack, name: string, event: unknown, version?: string): Promise<unknown> {
  const at = `${stack.url}/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
  const url = version ? `${at}?Qualifier=${encodeURIComponent(version)}` : at;
  const response = await fetch(url, { method: 'POST', headers: signed, body: JSON.stringify(event) });
  const body = await response.json().catch(() => undefined);
  if (response.status !== 200) throw named('Lambda.ServiceException', JSON.stringify(body));
  if (response.headers.has('x-amz-function-error')) {
    const { errorType = 'Lambda.Unknown', errorMessage = '' } = body as {
      errorType?: string;
      errorMessage?: string;
    };
    throw named(errorType, errorMessage);
  }
  return body;
}

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

async function functionNamed(stack: MiniStack, part: string): Promise<string> {
  const listed = await fetch(`${stack.url}/2015-03-31/functions/`, { headers: signed });
  const { Functions } = (await listed.json()) as { Functions: { FunctionName: string }[] };
  const names = Functions.map(({ FunctionName }) => FunctionName).filter((name) => name.includes(part));
  const [name, ...more] = names;
  if (!name || more.length > 0)
    throw new Error(`one function named ${part} is wanted, there are ${names.join(', ')}`);
  return name;
}

export type Page = { readonly status: number; readonly location: string | undefined; readonly body: string };

/** Opens a link, or sends its form, as a browser would: by the name that is in the link, which only MiniStack resolves. */
async function visit(stack: MiniStack, link: string, form?: Record<string, string>): Promise<Page> {
  const { host, pathname, search } = new URL(link);
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    host,
    ...(body
      ? {
          origin: 'null',
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        }
      : {}),
  };
  return new Promise((resolve, reject) => {
    const options = { port: stack.port, path: pathname + search, method: body ? 'POST' : 'GET', headers };
    request({ host: '127.0.0.1', ...options }, (response) => {
      const { statusCode: status = 0 } = response;
      const { location } = response.headers;
      text(response).then((read) => resolve({ status, location, body: read }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
