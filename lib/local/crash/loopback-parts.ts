import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { anthropicModel } from '../../../lambda/agent/anthropic.ts';
import { sesMailer } from '../../../lambda/gate/ses-mailer.ts';
import { dynamoItems } from '../../../lambda/ledger/dynamo-items.ts';
import { fetchHttp } from '../../../lambda/states/http.ts';
import { startDynamo } from '../dynamodb.ts';
import { stepFunctionsApi } from '../engine/api.ts';
import { listen } from '../listen.ts';
import { startMail } from '../mail-emulator.ts';
import { startMessagesApi } from '../messages-api.ts';
import { feedSettings, scriptOf, startFeeds } from '../recorded-world.ts';
import type { OpenParts } from './parts.ts';

const TABLE = 'holdpoint';
const FROM = { name: 'Holdpoint', address: 'holdpoint@holdpoint.example' };

/** The same adapters as on AWS, over HTTP to servers on loopback that speak its APIs. */
export const loopbackParts: OpenParts = async ({ rehearsal, workflow, script }, engine) => {
  const dynamo = await startDynamo(TABLE);
  const mail = await startMail();
  const states = await listen((request, response) => void stepFunctionsApi(engine())(request, response));
  const messages = await startMessagesApi(script ?? scriptOf([rehearsal], [workflow]));
  const feeds = await startFeeds([rehearsal]);
  const servers = [dynamo, mail, states, messages, feeds];
  const client = (endpoint: string) => ({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const clients = {
    dynamo: new DynamoDBClient(client(dynamo.url)),
    mail: new SESv2Client(client(mail.url)),
    states: new SFNClient(client(states.url)),
  };
  return {
    items: dynamoItems(clients.dynamo, TABLE),
    sfn: clients.states,
    mailer: sesMailer({ client: clients.mail, from: FROM }),
    model: anthropicModel({ apiKey: 'a-key-of-this-run', baseUrl: messages.url }),
    http: fetchHttp,
    env: feedSettings([rehearsal], feeds.url),
    async close() {
      for (const one of Object.values(clients)) one.destroy();
      for (const server of servers) await server.close();
    },
  };
};
