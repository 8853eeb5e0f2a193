import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { LevelItems } from '../../lib/local/store/level-items.ts';

export type Request = {
  /** The command's name, such as PutItemCommand, or the method's of the embedded ledger. */
  readonly command: string;
  /** All of its input as text, a task token's own text included: whom it is about. */
  readonly about: string;
};

/** Puts a test between this process and the world, every SDK client and the embedded ledger: it may let a request go, or keep it and its answer. */
export function everyRequest(on: (request: Request, go: () => Promise<unknown>) => Promise<unknown>): void {
  for (const { prototype } of [DynamoDBClient, SESv2Client, SFNClient]) {
    const { send } = prototype as unknown as { send(command: { input: object }): Promise<unknown> };
    Object.assign(prototype, {
      send(this: unknown, command: { input: { taskToken?: string } }, ...more: unknown[]) {
        const token = Buffer.from(command.input.taskToken ?? '', 'base64').toString();
        const go = () => (send as (...args: unknown[]) => Promise<unknown>).call(this, command, ...more);
        return on(
          { command: command.constructor.name, about: `${JSON.stringify(command.input)} ${token}` },
          go,
        );
      },
    });
  }
  type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;
  for (const name of ['get', 'query', 'put', 'update', 'list'] as const) {
    const method = LevelItems.prototype[name] as Method;
    Object.assign(LevelItems.prototype, {
      [name](this: unknown, ...args: unknown[]) {
        return on({ command: name, about: JSON.stringify(args) }, () => method.apply(this, args));
      },
    });
  }
}
