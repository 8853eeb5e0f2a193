import { App, Stack } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import * as iam from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { workflowNamed } from '../../lambda/workflows/registry.ts';
import { Machine } from '../../lib/aws/machine.ts';
import { compile } from '../../lib/machine/compile.ts';
import { example, type Resource, resourcesOf, synthesise } from './synthesis.ts';

const template = synthesise();
const all = template.toJSON().Resources as Record<string, Resource>;
const only = (type: string, of: Template = template): Resource => {
  const [[, resource] = [], ...more] = resourcesOf(of, type);
  if (!resource || more.length > 0) throw new Error(`one ${type} is wanted`);
  return resource;
};
const functionsOf = (of: Template = template) =>
  Object.fromEntries(
    resourcesOf(of, 'AWS::Lambda::Function').map(([, { Properties }]) => {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      return [String(Variables.POWERTOOLS_SERVICE_NAME), { ...Properties, Variables }];
    }),
  ) as Record<string, Record<string, unknown> & { Variables: Record<string, unknown> }>;

describe('the machine', () => {
  const { DefinitionString, DefinitionSubstitutions, LoggingConfiguration } = only(
    'AWS::StepFunctions::StateMachine',
  ).Properties;

  it('is the compiled text itself', () => {
    expect(DefinitionString).toBe(JSON.stringify(compile(workflowNamed('morning-brief'))));
  });

  it('has each placeholder replaced by a version of the function it means, and versions stay', () => {
    const named = (id: string) => all[id] ?? { Type: 'none', Properties: {} };
    const meant = Object.entries(DefinitionSubstitutions as Record<string, { Ref: string }>).map(
      ([placeholder, { Ref }]) => {
        const version = named(Ref);
        expect(version).toMatchObject({
          Type: 'AWS::Lambda::Version',
          DeletionPolicy: 'Retain',
          UpdateReplacePolicy: 'Retain',
        });
        const { FunctionName } = version.Properties as { FunctionName: { Ref: string } };
        const { Environment } = named(FunctionName.Ref).Properties as {
          Environment: { Variables: Record<string, string> };
        };
        return [placeholder, Environment.Variables.POWERTOOLS_SERVICE_NAME];
      },
    );
    expect(Object.fromEntries(meant)).toEqual({
      admit: 'admit',
      turn: 'turn',
      read: 'read-morning-brief',
      validate: 'validate',
      ask: 'ask',
      closeGate: 'close-gate',
      write: 'write-morning-brief',
      finish: 'finish',
    });
  });

  it('is started by an alias of its newest version, and old versions stay', () => {
    expect(only('AWS::StepFunctions::StateMachineVersion')).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    const { STATE_MACHINES } = functionsOf().start?.Variables ?? {};
    const [[alias = ''] = []] = resourcesOf(template, 'AWS::StepFunctions::StateMachineAlias');
    expect(STATE_MACHINES).toEqual({ 'Fn::Join': ['', ['{"morning-brief":"', { Ref: alias }, '"}']] });
  });

  it('logs every step and no data of any', () => {
    expect(LoggingConfiguration).toMatchObject({ Level: 'ALL', IncludeExecutionData: false });
  });

  it('is refused with its path when a path skips the gate', () => {
    const asl = compile(workflowNamed('morning-brief'));
    const { WAITING_CONFIRM, ...rest } = asl.States;
    const skipping = { ...WAITING_CONFIRM, Catch: [{ ErrorEquals: ['States.ALL'], Next: 'WRITE' }] };
    const tampered = { ...asl, States: { ...rest, WAITING_CONFIRM: skipping } };
    const stack = new Stack(new App(), 'Tampered');
    const props = {
      name: 'tampered',
      definition: JSON.stringify(tampered),
      functions: {} as never,
      logDays: 7,
    };
    expect(() => new Machine(stack, 'Machine', props)).toThrow(/WAITING_CONFIRM.*WRITE/s);
  });
});

describe('the ledger', () => {
  it('keeps what it has: point in time recovery, no deletion, a time to live, one sparse index', () => {
    expect(only('AWS::DynamoDB::GlobalTable')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        GlobalSecondaryIndexes: [
          {
            IndexName: 'lists',
            KeySchema: [
              { AttributeName: 'list', KeyType: 'HASH' },
              { AttributeName: 'at', KeyType: 'RANGE' },
            ],
          },
        ],
        Replicas: [
          {
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          },
        ],
      },
    });
  });
});

describe('the start', () => {
  it('comes at 07:30 in Hong Kong on weekdays, for a quarter of an hour at most', () => {
    const { Properties } = only('AWS::Scheduler::Schedule');
    expect(Properties).toMatchObject({
      ScheduleExpression: 'cron(30 7 ? * MON-FRI *)',
      ScheduleExpressionTimezone: 'Asia/Hong_Kong',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        RetryPolicy: { MaximumEventAgeInSeconds: 900, MaximumRetryAttempts: 3 },
        Input:
          '{"workflow":"morning-brief","input":{"lang":"tc","audience":"operations"},"scheduledTime":"<aws.scheduler.scheduled-time>"}',
      },
    });
    expect(Properties.Target).toHaveProperty('DeadLetterConfig');
  });

  it('has its own dead letters: the Scheduler does not see a function fail', () => {
    const configs = resourcesOf(template, 'AWS::Lambda::EventInvokeConfig').map(
      ([, each]) => each.Properties,
    );
    expect(configs).toContainEqual(
      expect.objectContaining({
        // the alias: the last part of its ARN
        Qualifier: { 'Fn::Select': [7, { 'Fn::Split': [':', { Ref: expect.stringMatching(/Live/) }] }] },
        MaximumEventAgeInSeconds: 600,
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: expect.anything() } },
      }),
    );
  });

  it('is asked for on the bus too', () => {
    const rules = resourcesOf(template, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
    expect(rules).toContainEqual(
      expect.objectContaining({
        EventBusName: expect.anything(),
        EventPattern: { 'detail-type': ['RunRequested'] },
      }),
    );
  });
});

describe('the gate site', () => {
  it('signs links with 64 letters and digits that nobody has seen, which are the base64 of 48 bytes', () => {
    expect(only('AWS::SecretsManager::Secret').Properties.GenerateSecretString).toEqual({
      SecretStringTemplate: '{}',
      GenerateStringKey: 'current',
      PasswordLength: 64,
      ExcludeCharacters: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    });
  });

  it('is reached by one route, slowly', () => {
    expect(only('AWS::ApiGatewayV2::Route').Properties).toMatchObject({ RouteKey: 'ANY /g/{ref}' });
    expect(only('AWS::ApiGatewayV2::Stage').Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    });
  });

  it('writes no link into its access log', () => {
    const { AccessLogSettings } = only('AWS::ApiGatewayV2::Stage').Properties as {
      AccessLogSettings: { Format: string };
    };
    expect(JSON.parse(AccessLogSettings.Format)).toEqual({
      requestId: '$context.requestId',
      time: '$context.requestTime',
      ip: '$context.identity.sourceIp',
      routeKey: '$context.routeKey',
      status: '$context.status',
      responseLength: '$context.responseLength',
      integrationLatency: '$context.integrationLatency',
      error: '$context.integrationErrorMessage',
    });
  });
});

describe('every function', () => {
  it('is Node 24 on arm64 with JSON logs in a group of its own that forgets', () => {
    for (const properties of Object.values(functionsOf())) {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() },
        TracingConfig: { Mode: 'Active' },
      });
    }
    const groups = resourcesOf(template, 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(Object.keys(functionsOf()).length + 2);
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBe(90);
  });

  it('is told names and places, never a secret', () => {
    const settings = Object.entries(functionsOf()).map(([name, { Variables }]) => [
      name,
      Object.keys(Variables)
        .filter((key) => !key.startsWith('POWERTOOLS_'))
        .sort(),
    ]);
    const mail = ['APPROVERS', 'MAIL_CONFIGURATION_SET', 'MAIL_FROM', 'OWNER'];
    expect(Object.fromEntries(settings)).toEqual({
      'gate-site': ['LINK_KEYS_SECRET_ARN', 'TABLE_NAME'],
      admit: ['ANTHROPIC_MODEL', 'EVENT_BUS_NAME', 'TABLE_NAME'],
      turn: ['ANTHROPIC_API_KEY_SECRET_ARN', 'MODEL_PROVIDER', 'TABLE_NAME'],
      validate: ['TABLE_NAME'],
      ask: [...mail, 'EVENT_BUS_NAME', 'GATE_URL', 'LINK_KEYS_SECRET_ARN', 'TABLE_NAME'].sort(),
      'close-gate': ['TABLE_NAME'],
      finish: ['EVENT_BUS_NAME', 'TABLE_NAME'],
      undelivered: ['TABLE_NAME'],
      start: ['STATE_MACHINES'],
      watch: [...mail, 'EVENT_BUS_NAME', 'TABLE_NAME'].sort(),
      sweep: [...mail, 'EVENT_BUS_NAME', 'EXPECTED', 'GATE_URL', 'LINK_KEYS_SECRET_ARN', 'TABLE_NAME'].sort(),
      'read-morning-brief': ['TABLE_NAME'],
      'write-morning-brief': ['TABLE_NAME'],
    });
  });

  it('may take as long as the machine waits for it, and no longer', () => {
    const timeouts = Object.entries(functionsOf()).map(([name, { Timeout }]) => [name, Timeout]);
    expect(Object.fromEntries(timeouts)).toMatchObject({
      admit: 30,
      turn: 300,
      validate: 30,
      ask: 60,
      'close-gate': 30,
      finish: 60,
      'read-morning-brief': 60,
      'write-morning-brief': 60,
    });
  });
});

describe('a workflow more', () => {
  const config = example();
  const person = { id: 'buyer', name: 'Buyer', email: 'buyer@example.com', lang: 'en' as const };
  const two = synthesise({
    config: {
      ...config,
      workflows: {
        ...config.workflows,
        'product-query': { approvers: [person], settings: { CATALOGUE_TABLE: 'catalogue', TOOL_X: 'y' } },
      },
    },
    grants: {
      'product-query': {
        search_products: [
          new iam.PolicyStatement({
            actions: ['dynamodb:Query'],
            resources: ['arn:aws:dynamodb:ap-southeast-1:111122223333:table/catalogue'],
          }),
        ],
      },
    },
  });

  it('is one entry: its machine, its read function, its people; no write function for one that changes nothing', () => {
    expect(resourcesOf(two, 'AWS::StepFunctions::StateMachine')).toHaveLength(2);
    const { ask, 'read-product-query': read, ...functions } = functionsOf(two);
    expect(functions).not.toHaveProperty('write-product-query');
    expect(JSON.parse(String(ask?.Variables.APPROVERS))).toMatchObject({
      'morning-brief': [{ id: 'lead' }],
      'product-query': [{ id: 'buyer' }],
    });
    expect(read?.Variables).toMatchObject({ CATALOGUE_TABLE: 'catalogue', TOOL_X: 'y' });
    expect(ask?.Variables).toMatchObject({ TOOL_X: 'y' });
    expect(ask?.Variables).not.toHaveProperty('CATALOGUE_TABLE');
  });

  it("gives a tool's grant to the one function that runs the tool", () => {
    const holders = resourcesOf(two, 'AWS::IAM::Policy')
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('table/catalogue'))
      .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
    expect(holders).toEqual(['ProductQueryReadRoleDefaultPolicy']);
  });

  it('refuses a grant for what is no tool that reaches outside', () => {
    const grants = { 'morning-brief': { draft_bilingual_brief: [] } };
    expect(() => synthesise({ grants })).toThrow('"draft_bilingual_brief" is PURE');
  });
});

describe('where things are', () => {
  it('what SES says of lost letters goes to the default bus, and from there to the one function for it', () => {
    const set = resourcesOf(template, 'AWS::SES::ConfigurationSet')[0]?.[0] ?? '';
    const [[, told] = []] = resourcesOf(template, 'AWS::SES::ConfigurationSetEventDestination');
    expect(told?.Properties).toMatchObject({
      ConfigurationSetName: { Ref: set },
      EventDestination: { Enabled: true, MatchingEventTypes: ['bounce', 'complaint', 'reject'] },
    });
    expect(JSON.stringify(told?.Properties.EventDestination)).toContain(':event-bus/default');
    const [, rule] =
      resourcesOf(template, 'AWS::Events::Rule').find(([id]) => id.includes('LetterLost')) ?? [];
    expect(rule?.Properties).not.toHaveProperty('EventBusName');
    expect(rule?.Properties.EventPattern).toEqual({
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received', 'Email Rejected'],
      detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: set }] } } },
    });
    expect(JSON.stringify(rule?.Properties.Targets)).toContain('PlatformBouncesUndelivered');
  });

  it('every end of an execution goes to the watch', () => {
    const [, rule] =
      resourcesOf(template, 'AWS::Events::Rule').find(([id]) => id.includes('ExecutionEnded')) ?? [];
    expect(rule?.Properties.EventPattern).toMatchObject({
      source: ['aws.states'],
      detail: { status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] },
    });
  });

  it('SES in another region than the stack: no configuration set, and letters go there', () => {
    const config = { ...example(), region: 'ap-east-1' };
    const elsewhere = synthesise({
      config: { ...config, sender: { ...config.sender, region: 'ap-southeast-1' } },
    });
    expect(Object.values(elsewhere.toJSON().Resources).map((each) => (each as Resource).Type)).not.toContain(
      'AWS::SES::ConfigurationSet',
    );
    const { ask } = functionsOf(elsewhere);
    expect(ask?.Variables).toMatchObject({ MAIL_REGION: 'ap-southeast-1' });
    expect(JSON.stringify(elsewhere.toJSON())).toContain(':ses:ap-southeast-1:');
  });

  it('Bedrock by the role alone', () => {
    const bedrock = synthesise({
      config: { ...example(), model: { provider: 'bedrock', name: 'anthropic.claude-sonnet-5-5' } },
    });
    const { turn } = functionsOf(bedrock);
    expect(turn?.Variables).toMatchObject({ MODEL_PROVIDER: 'bedrock' });
    expect(turn?.Variables).not.toHaveProperty('ANTHROPIC_API_KEY_SECRET_ARN');
    expect(JSON.stringify(bedrock.toJSON())).toContain('bedrock-mantle:CreateInference');
    expect(JSON.stringify(bedrock.toJSON())).not.toContain('holdpoint/anthropic-api-key');
  });
});
