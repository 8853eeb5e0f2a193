import { expect, it } from 'vitest';
import { rightsOf } from './rights.ts';
import { synthesise } from './synthesis.ts';

const LEDGER = '<PlatformLedger.Arn>';
const CHANGE = 'dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem';
const SES = 'arn:aws:ses:ap-southeast-1:<AWS::AccountId>';
const LETTERS = `ses:SendEmail on ${SES}:configuration-set/<PlatformMailLetters> ${SES}:identity/example.com ${SES}:identity/holdpoint@example.com ${SES}:identity/lead@example.com ${SES}:identity/operations@example.com if ses:FromAddress StringEquals holdpoint@example.com`;
const SECRET = 'secretsmanager:GetSecretValue on';
const TRACES = 'xray:PutTelemetryRecords xray:PutTraceSegments on *';
const logs = (name: string) => `logs:CreateLogStream logs:PutLogEvents on <${name}Logs.Arn>`;
const ENDS = [
  `${CHANGE} on ${LEDGER} if keys RUN#* GATE#* DECISION#* WRITE#*`,
  `dynamodb:Query on ${LEDGER} if keys RUN#*`,
];
/** Those who also count votes, which stand beside the decision. */
const COUNTS = [ENDS[0] ?? '', `dynamodb:Query on ${LEDGER} if keys RUN#* DECISION#*`];
const TELLS = 'events:PutEvents on <PlatformBus.Arn>';
const DEAD_LETTERS = 'sqs:GetQueueAttributes sqs:GetQueueUrl sqs:SendMessage on <PlatformDeadLetters.Arn>';

/** P3 of docs/architecture.md, to the letter: a right that is not here is one too many, one that is gone is missed. */
const RIGHTS: Record<string, string[]> = {
  PlatformStarterStartRole: [
    logs('PlatformStarterStart'),
    DEAD_LETTERS,
    'states:StartExecution on <MorningBriefMachineLive>',
    TRACES,
  ],
  PlatformAdmitRole: [`${CHANGE} on ${LEDGER} if keys RUN#*`, TELLS, logs('PlatformAdmit'), TRACES],
  PlatformTurnRole: [
    `${CHANGE} on ${LEDGER} if keys RUN#*`,
    `dynamodb:Query on ${LEDGER} if keys RUN#*`,
    logs('PlatformTurn'),
    `${SECRET} arn:aws:secretsmanager:ap-southeast-1:<AWS::AccountId>:secret:holdpoint/anthropic-api-key-??????`,
    TRACES,
  ],
  MorningBriefReadRole: [
    `${CHANGE} on ${LEDGER} if keys RUN#morning-brief-????-??-??*`,
    `dynamodb:Query on ${LEDGER} if keys RUN#morning-brief-????-??-??*`,
    logs('MorningBriefRead'),
    TRACES,
  ],
  PlatformValidateRole: [
    `${CHANGE} on ${LEDGER} if keys RUN#*`,
    `dynamodb:Query on ${LEDGER} if keys RUN#*`,
    logs('PlatformValidate'),
    TRACES,
  ],
  PlatformAskRole: [
    `${CHANGE} on ${LEDGER} if keys GATE#* WRITE#*`,
    `dynamodb:GetItem on ${LEDGER} if keys RUN#* DECISION#*`,
    `dynamodb:Query on ${LEDGER} if keys RUN#*`,
    TELLS,
    logs('PlatformAsk'),
    `${SECRET} <PlatformLinkKeys>`,
    LETTERS,
    TRACES,
  ],
  PlatformGateSiteRole: [
    `${CHANGE} on ${LEDGER} if keys GATE#* DECISION#*`,
    `dynamodb:GetItem on ${LEDGER} if keys WRITE#*`,
    `dynamodb:Query on ${LEDGER} if keys DECISION#*`,
    logs('PlatformGateSite'),
    `${SECRET} <PlatformLinkKeys>`,
    'states:SendTaskSuccess on <MorningBriefMachineStateMachine>',
    TRACES,
  ],
  MorningBriefWriteRole: [
    `${CHANGE} on ${LEDGER} if keys RUN#morning-brief-????-??-??* WRITE#* TASK#*`,
    `dynamodb:GetItem on ${LEDGER} if keys DECISION#morning-brief-????-??-??*`,
    logs('MorningBriefWrite'),
    TRACES,
  ],
  PlatformCloseGateRole: [...COUNTS, logs('PlatformCloseGate'), TRACES],
  PlatformFinishRole: [...ENDS, TELLS, logs('PlatformFinish'), TRACES],
  PlatformUpkeepWatchRole: [...ENDS, TELLS, logs('PlatformUpkeepWatch'), LETTERS, DEAD_LETTERS, TRACES],
  PlatformBouncesUndeliveredRole: [
    `${CHANGE} on ${LEDGER} if keys GATE#*`,
    logs('PlatformBouncesUndelivered'),
    DEAD_LETTERS,
    TRACES,
  ],
  PlatformUpkeepSweepRole: [
    ...COUNTS,
    `dynamodb:Query on ${LEDGER}/index/lists if keys RUNNING GATE`,
    TELLS,
    logs('PlatformUpkeepSweep'),
    `${SECRET} <PlatformLinkKeys>`,
    LETTERS,
    'states:DescribeExecution on arn:aws:states:ap-southeast-1:<AWS::AccountId>:execution:<MorningBriefMachineStateMachine.Name>:*',
    'states:SendTaskSuccess on <MorningBriefMachineStateMachine>',
    TRACES,
  ],
  MorningBriefMachineRole: [
    'lambda:InvokeFunction on <MorningBriefRead.Arn>:* <MorningBriefWrite.Arn>:* <PlatformAdmit.Arn>:* <PlatformAsk.Arn>:* <PlatformCloseGate.Arn>:* <PlatformFinish.Arn>:* <PlatformTurn.Arn>:* <PlatformValidate.Arn>:*',
    'logs:CreateLogDelivery logs:DeleteLogDelivery logs:DescribeLogGroups logs:DescribeResourcePolicies logs:GetLogDelivery logs:ListLogDeliveries logs:PutResourcePolicy logs:UpdateLogDelivery xray:GetSamplingRules xray:GetSamplingTargets xray:PutTelemetryRecords xray:PutTraceSegments on *',
  ],
  SchedulerRoleForTargetc78093: [
    'lambda:InvokeFunction on <PlatformStarterLive>',
    'sqs:SendMessage on <PlatformDeadLetters.Arn>',
  ],
};

it('every role may do exactly this', () => {
  expect(rightsOf(synthesise())).toEqual(
    Object.fromEntries(Object.entries(RIGHTS).map(([role, rights]) => [role, [...rights].sort()])),
  );
});

it('a role brings no managed policy and no policy of its own beside these', () => {
  const template = synthesise().toJSON().Resources as Record<string, { Type: string; Properties: object }>;
  const roles = Object.values(template).filter(({ Type }) => Type === 'AWS::IAM::Role');
  for (const { Properties } of roles) {
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    expect(Properties).not.toHaveProperty('Policies');
  }
  const kinds = Object.values(template).filter(({ Type }) => Type.startsWith('AWS::IAM::'));
  expect([...new Set(kinds.map(({ Type }) => Type))].sort()).toEqual(['AWS::IAM::Policy', 'AWS::IAM::Role']);
});
